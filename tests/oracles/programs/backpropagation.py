"""Backpropagation by PyTorch's autograd in float64, through `linear`, `relu` and `cross_entropy`.

`gradcheck` compares the same gradients with central differences of the loss.
"""

from typing import Any

import torch
from torch.nn.functional import cross_entropy, linear, relu

NAMES = ("W_1", "b_1", "W_2", "b_2")
FROM_THE_KINK = 1e-3  # so far are the sums of all hidden units from 0, where ReLU has no slope


def expected(arguments: dict[str, Any]) -> Any:
    x = torch.tensor(arguments["x"], dtype=torch.float64)
    label = torch.tensor([arguments["label"]])
    weights = [torch.tensor(arguments[name], dtype=torch.float64, requires_grad=True) for name in NAMES]

    def loss(w_1: torch.Tensor, b_1: torch.Tensor, w_2: torch.Tensor, b_2: torch.Tensor) -> torch.Tensor:
        return cross_entropy(linear(relu(linear(x, w_1, b_1)), w_2, b_2)[None], label)

    assert linear(x, *weights[:2]).abs().min() > FROM_THE_KINK
    assert torch.autograd.gradcheck(loss, weights)
    gradients = torch.autograd.grad(loss(*weights), weights)
    return {name: gradient.tolist() for name, gradient in zip(NAMES, gradients, strict=True)}
