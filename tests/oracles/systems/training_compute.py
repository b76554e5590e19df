"""Counts a linear layer's training FLOPs with PyTorch's own counter, then lets a calendar tell the time.

One token through one square matrix, forward and backward; the inputs need a gradient too, as inside a network. What
the counter gives per parameter is scaled to the run in fractions, and `timedelta` knows the days.
"""

from datetime import timedelta
from fractions import Fraction
from functools import cache
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

WIDTH = 16


@cache
def _flops_per_parameter_and_token() -> Fraction:
    weights = torch.ones(WIDTH, WIDTH, requires_grad=True)
    token = torch.ones(1, WIDTH, requires_grad=True)
    with FlopCounterMode(display=False) as counter:
        torch.autograd.backward((token @ weights).sum())
    return Fraction(counter.get_total_flops(), weights.numel())


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    run = (
        Fraction(parameters["parameters"]) * Fraction(parameters["tokens"]) * _flops_per_parameter_and_token()
    )
    if parameters.get("flops_per_second") is None:
        return {"flops": float(run)}
    sustained = Fraction(str(parameters["flops_per_second"])) * Fraction(
        str(parameters.get("utilization", 1))
    )
    work = run / sustained  # seconds of one GPU
    seconds = work / parameters.get("gpus", 1)
    day = Fraction(int(timedelta(days=1).total_seconds()))
    return {
        "flops": float(run),
        "seconds": float(seconds),
        "gpu_days": float(work / day),
        "days": float(seconds / day),
    }
