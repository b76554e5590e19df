"""Builds the perceptron as a chain of `nn.Linear` on the meta device and counts each link: no formula."""

from itertools import pairwise
from typing import Any

from torch import nn

from ._meta_numel import META, numel


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    bias = bool(parameters.get("bias", True))
    links = [nn.Linear(fan_in, fan_out, bias, META) for fan_in, fan_out in pairwise(parameters["sizes"])]
    return {"per_layer": [numel(link) for link in links], "total": numel(nn.Sequential(*links))}
