"""Builds the classifier as `nn.Linear` on the meta device and reads its two tensors: no formula."""

from typing import Any

from torch import nn

from ._meta_numel import META, numel


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    bias = bool(parameters.get("bias", True))
    layer = nn.Linear(parameters["features"], parameters["classes"], bias=bias, device=META)
    return {
        "weights": layer.weight.numel(),
        "biases": layer.bias.numel() if bias else 0,
        "total": numel(layer),
    }
