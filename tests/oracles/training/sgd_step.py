"""One step of `torch.optim.SGD` in float64."""

from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    theta = torch.tensor(parameters["parameters"], dtype=torch.float64, requires_grad=True)
    theta.grad = torch.tensor(parameters["gradient"], dtype=torch.float64)
    decay = parameters.get("weight_decay", 0)
    torch.optim.SGD([theta], lr=parameters["learning_rate"], weight_decay=decay).step()
    return {"parameters": theta.tolist()}
