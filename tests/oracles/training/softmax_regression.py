"""Softmax regression with PyTorch's softmax on scores that are exact fractions until they are floats.

The prediction is the first class whose exact score no other class exceeds.
"""

from fractions import Fraction
from typing import Any

import torch


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x = [Fraction(str(feature)) for feature in parameters["x"]]
    bias = parameters.get("bias") or [0] * len(parameters["weights"])
    scores = [
        sum(
            (Fraction(str(weight)) * feature for weight, feature in zip(row, x, strict=True)),
            Fraction(str(b)),
        )
        for row, b in zip(parameters["weights"], bias, strict=True)
    ]
    unbeaten = (k for k, score in enumerate(scores) if all(score >= other for other in scores))
    return {
        "scores": [float(score) for score in scores],
        "probabilities": torch.tensor([float(score) for score in scores], dtype=torch.float64)
        .softmax(0)
        .tolist(),
        "prediction": next(unbeaten),
    }
