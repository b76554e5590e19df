"""Rotary embedding with complex numbers: a pair (a, b) is a + bi, and is multiplied by e^(i angle)."""

from cmath import exp
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    x, position = parameters["x"], parameters["position"]
    base = parameters.get("base", 10000.0)
    count = len(x) // 2
    angles = [position / base ** (pair / count) for pair in range(count)]
    if parameters.get("pairs", "adjacent") == "adjacent":
        points = [complex(a, b) for a, b in zip(x[::2], x[1::2], strict=True)]
    else:
        points = [complex(a, b) for a, b in zip(x[:count], x[count:], strict=True)]
    turned = [point * exp(1j * angle) for point, angle in zip(points, angles, strict=True)]
    if parameters.get("pairs", "adjacent") == "adjacent":
        rotated = [part for point in turned for part in (point.real, point.imag)]
    else:
        rotated = [point.real for point in turned] + [point.imag for point in turned]
    return {"angles": angles, "rotated": rotated}
