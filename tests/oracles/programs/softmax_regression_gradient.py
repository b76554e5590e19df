"""Loss and gradient of softmax regression by PyTorch's `cross_entropy` and autograd, in float64."""

from typing import Any

import torch
from torch.nn.functional import cross_entropy, linear


def expected(arguments: dict[str, Any]) -> Any:
    x, weights, biases = (torch.tensor(arguments[name], dtype=torch.float64) for name in ("X", "W", "b"))
    learned = [weights.requires_grad_(), biases.requires_grad_()]
    loss = cross_entropy(linear(x, *learned), torch.tensor(arguments["labels"]))
    by_weight, by_bias = torch.autograd.grad(loss, learned)
    return {"loss": loss.item(), "W": by_weight.tolist(), "b": by_bias.tolist()}
