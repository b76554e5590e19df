"""Logistic regression by PyTorch's `linear` and `logsigmoid` in float64; the label from a score in exact fractions."""

from fractions import Fraction
from typing import Any

import torch
from torch.nn.functional import linear, logsigmoid


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    weights, x = parameters["weights"], parameters["x"]
    bias = parameters.get("bias", 0)
    tensors = (torch.tensor(row, dtype=torch.float64) for row in (x, [weights], [bias]))
    score = linear(*tensors)
    exact = sum(
        (Fraction(str(w)) * Fraction(str(f)) for w, f in zip(weights, x, strict=True)), Fraction(str(bias))
    )
    return {
        "score": score.item(),
        "probability": logsigmoid(score).exp().item(),
        "label": 1 if exact >= 0 else 0,
    }
