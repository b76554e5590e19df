"""Layer normalization by PyTorch's `layer_norm` in float64; mean and variance by `torch.var_mean`."""

from typing import Any

import torch
from torch.nn.functional import layer_norm


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x = torch.tensor(parameters["x"], dtype=torch.float64)
    weight, bias = (
        torch.tensor(parameters.get(name, default), dtype=torch.float64).expand(len(x))
        for name, default in (("gamma", 1), ("beta", 0))
    )
    variance, mean = torch.var_mean(x, correction=0)
    output = layer_norm(x, [len(x)], weight, bias, parameters.get("epsilon", 0.0))
    return {"mean": mean.item(), "variance": variance.item(), "output": output.tolist()}
