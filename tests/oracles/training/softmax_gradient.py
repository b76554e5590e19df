"""The gradient that PyTorch's autograd finds for the cross-entropy of a linear layer, in float64: no formula for it."""

from typing import Any

import torch
from torch.nn.functional import cross_entropy, linear, softmax


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    weights = torch.tensor(parameters["weights"], dtype=torch.float64, requires_grad=True)
    x = torch.tensor(parameters["x"], dtype=torch.float64)
    bias = torch.tensor(parameters.get("bias") or [0.0] * len(weights), dtype=torch.float64)
    logits = linear(x, weights, bias)
    cross_entropy(logits[None], torch.tensor([parameters["target"]])).backward()  # type: ignore[no-untyped-call]
    assert weights.grad is not None
    return {"probabilities": softmax(logits, dim=0).tolist(), "gradient": weights.grad.tolist()}
