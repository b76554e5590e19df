"""The accumulator as the gradient of one loss, of all examples so far: PyTorch's logistic loss and autograd.

Nothing is added up: each row is a gradient of its own, of the summed loss over the size of the full batch.
"""

from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits


def expected(arguments: dict[str, Any]) -> Any:
    x, labels, weights = (torch.tensor(arguments[name], dtype=torch.float64) for name in "Xyw")
    weights.requires_grad_()
    rows = []
    for start in range(0, len(x), arguments["micro_batch"]):
        seen = slice(start + arguments["micro_batch"])
        loss = binary_cross_entropy_with_logits(x[seen] @ weights, labels[seen], reduction="sum") / len(x)
        (gradient,) = torch.autograd.grad(loss, weights)
        rows.append(gradient.tolist())
    return rows
