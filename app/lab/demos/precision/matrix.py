"""One weight matrix in eight bits."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from app.lab.demos import prediction_marks
from app.lab.demos.demo import Asked
from app.lab.demos.parts import Part
from app.lab.demos.precision.state import GB, State
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.precision import formats
from engine.demos.precision.formats import Errors, Quantized
from engine.parameters import Array
from engine.solutions.pictures import Bars, Curve, Line

ENTRIES = 8  # of a row, in a table


@cache
def weights() -> Array:
    """The matrix (128, 32) of the recorded model."""
    return np.asarray(recording.weights("accumulation")["matrix"], dtype=np.float64)


@dataclass(frozen=True)
class Matrix(Part):
    """The integer that one weight becomes."""

    state: State
    label = N_("A matrix in INT8")
    uses = ("per", "row", "column", "model")
    question = "the-hidden-bits-of-quantization"

    @property
    def weight(self) -> float:
        return float(weights()[self.state.row - 1, self.state.column - 1])

    @property
    def largest(self) -> float:
        """The absolute value that becomes 127: the largest of all weights or of the row."""
        among = weights() if self.state.per == "tensor" else weights()[self.state.row - 1]
        return float(abs(among).max())

    @property
    def scale(self) -> float:
        return self.largest / 127

    @cached_property
    def quantized(self) -> Quantized:
        return formats.quantize(weights(), self.state.per == "row")

    @property
    def integer(self) -> int:
        return int(self.quantized.integers[self.state.row - 1, self.state.column - 1])

    @property
    def asked(self) -> Asked:
        """Accepts the integer computed from the five decimals of the page."""
        on_paper = round(round(self.weight, 5) / round(self.largest, 5) * 127)
        return Asked(
            words="integer of a weight",
            outcome=float(self.integer),
            within=abs(on_paper - self.integer) + 0.4,
        )

    @property
    def entries(self) -> list[tuple[int, float, int, float]]:
        """Some entries of the row: column, weight, integer, and the number that this stands for."""
        row, first = self.state.row - 1, (self.state.column - 1) // ENTRIES * ENTRIES
        return [
            (
                n + 1,
                float(weights()[row, n]),
                int(self.quantized.integers[row, n]),
                float(self.quantized.restored[row, n]),
            )
            for n in range(first, first + ENTRIES)
        ]

    @property
    def errors(self) -> list[Errors]:
        return formats.of_matrix(weights())

    @property
    def bits(self) -> float:
        """Bits of one weight with its part of a scale in FP32, as they are shown."""
        return round(8 * self.quantized.bytes / weights().size, 2)

    @property
    def sharing(self) -> int:
        """Number of weights that share a scale."""
        return weights().size // self.quantized.scales.size

    @property
    def gb(self) -> float:
        """GB of a real model's weights, if as many of them share a scale as here."""
        return self.state.parameters * self.bits / 8 / GB

    @property
    def numbers(self) -> Mapping[str, Any]:
        return {"parameters": self.state.parameters, "bits": self.bits}

    def picture(self, predicted: float | None) -> Curve:
        line = Line("INT8", ((-self.largest, -127.0), (self.largest, 127.0)))
        found = prediction_marks.both(self.weight, float(self.integer), predicted, (-140.0, 140.0))
        about = (
            "The integer that a weight becomes, before it is rounded: the largest absolute value becomes 127"
        )
        return Curve("From weights to integers", about, "weight", "integer", (line,), marks=found)

    @property
    def compared(self) -> Bars:
        some = [one for one in self.errors if one.form != "FP32"]
        return Bars(
            "What is lost, in percent of the norm of the weights",
            "Norm of the error over the norm of the weights, in percent: of all, and of the row that fares "
            "worst. FP32 loses nothing here, since the weights were trained in it",
            ("matrix", "worst row"),
            tuple((one.form, (100 * one.relative, 100 * one.worst_row)) for one in some),
            unit="%",
        )
