"""PyTorch's autograd through an unrolled network of one unit, in float64.

The unit is h <- phi(w h), with a phi whose slope is the given derivative everywhere: phi(a) = d a. PyTorch walks back
through all the steps; no power is taken.
"""

from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    weight, derivative = float(parameters["weight"]), float(parameters.get("derivative", 1))
    first = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
    h = first
    for _ in range(parameters["steps"]):
        h = derivative * (weight * h)
    (gradient,) = torch.autograd.grad(h, first)
    return {"factor": gradient.item()}
