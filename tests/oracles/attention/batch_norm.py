"""Batch normalization by PyTorch's module in float64: one pass to learn the statistics, a second that applies them.

With momentum 1 the module keeps this batch's mean and its sample variance as running statistics. PyTorch refuses
epsilon 0 while training, so the second pass is in evaluation mode.
"""

from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x = torch.tensor(parameters["X"], dtype=torch.float64)
    rows, columns = x.shape
    module = torch.nn.BatchNorm1d(columns, momentum=1.0, dtype=torch.float64)
    module.train()
    module(x)
    mean, variance = module.running_mean, module.running_var
    assert mean is not None
    assert variance is not None
    if parameters.get("divisor", "n") == "n":
        variance *= (rows - 1) / rows
    module.eps = parameters.get("epsilon", 0.0)
    output = module.eval()(x)
    return {"mean": mean.tolist(), "variance": variance.tolist(), "output": output.detach().tolist()}
