"""The feed-forward network as a `torch.nn.Sequential` of two linear layers, in float64."""

from typing import Any

import torch
from torch import nn

ACTIVATIONS: dict[str, type[nn.Module]] = {
    "relu": nn.ReLU, "gelu": nn.GELU, "swish": nn.SiLU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid,
}  # fmt: skip


def linear(weights: list[list[float]], bias: list[float] | None) -> nn.Linear:
    given = torch.tensor(weights, dtype=torch.float64)
    layer = nn.Linear(given.shape[1], len(given), bias=bias is not None, dtype=torch.float64)
    layer.weight = nn.Parameter(given)
    if bias is not None:
        layer.bias = nn.Parameter(torch.tensor(bias, dtype=torch.float64))
    return layer


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    network = nn.Sequential(
        linear(parameters["w_1"], parameters.get("b_1")),
        ACTIVATIONS[parameters.get("activation", "relu")](),
        linear(parameters["w_2"], parameters.get("b_2")),
    )
    x = torch.tensor(parameters["x"], dtype=torch.float64)
    return {"hidden": network[:2](x).tolist(), "output": network(x).tolist()}
