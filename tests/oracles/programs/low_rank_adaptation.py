"""Low-rank adaptation as two paths, W x and alpha / r times B (A x), in exact fractions of the typed decimals."""

from fractions import Fraction
from typing import Any

Vector = list[Fraction]


def exact(row: list[float]) -> Vector:
    return [Fraction(str(number)) for number in row]


def times(matrix: list[Vector], vector: Vector) -> Vector:
    return [sum((w * x for w, x in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]


def expected(arguments: dict[str, Any]) -> Any:
    x, w, a, b = ([exact(row) for row in arguments[name]] for name in ("X", "W", "A", "B"))
    scale = Fraction(str(arguments["alpha"])) / len(a)  # the rank is the number of rows of A
    return [
        [
            float(frozen + scale * learned)
            for frozen, learned in zip(times(w, row), times(b, times(a, row)), strict=True)
        ]
        for row in x
    ]
