"""What number formats make of one number, and of one weight matrix."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import copysign, isfinite, isinf
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field

from app.demos import demo, marks
from app.demos.demo import Asked
from engine.demos import precision, recording
from engine.demos.precision import FORMATS, Errors, Format, Quantized, Stored
from engine.parameters import Array
from engine.pictures import Bars, Curve, Line
from engine.public_models import PublicModel, public_models
from engine.reading import Unreadable, read_number

BY_NAME = {form.name: form for form in FORMATS}
AROUND = 4  # steps of a format to each side of what is stored
SMALLEST, LARGEST = -30, 20  # powers of two between which the formats are compared
ENTRIES = 8  # of a row, in a table
GB = 10**9


def _known(name: str) -> str:
    if name not in public_models():
        raise ValueError("There is no such model.")
    return name


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """One ``part`` is looked at; the other fields belong to one part each, ``model`` to the matrix and the memory."""

    part: Literal["number", "matrix", "scaling", "memory", "accumulation"] = "number"
    number: Annotated[str, Field(max_length=40)] = "3.14159"
    format: Literal["FP16", "BF16", "FP32"] = "FP16"
    per: Literal["tensor", "row"] = "tensor"
    row: Annotated[int, Field(ge=1, le=128)] = 1
    column: Annotated[int, Field(ge=1, le=32)] = 1
    divided: Literal["1", "1000"] = "1000"
    exponent: Annotated[int, Field(ge=0, le=32)] = 0
    model: Annotated[str, AfterValidator(_known)] = "Llama-3 8B"
    training: Literal["mixed", "fp32", "weights16", "weights4"] = "mixed"
    micro: Literal["1", "2", "4", "8", "12", "16", "32"] = "12"
    order: Literal["drawn", "length"] = "drawn"

    @property
    def real(self) -> PublicModel:
        return public_models()[self.model]

    @property
    def parameters(self) -> float:
        """Of the real model, with the three digits that are shown."""
        return float(f"{self.real.parameters:.2e}")


def read(text: str) -> float | str:
    """The number, or why it is none."""
    found = read_number(text.replace("\0", ""))
    if isinstance(found, Unreadable):
        return found.message
    number = float(found.value)
    return number if isfinite(number) else "This is larger than any number that is computed with here."


@dataclass(frozen=True)
class Number:
    """What a format stores of a number; of one that is too large, the largest number is asked for."""

    state: State
    question = "one-rule-for-four-formats"

    @cached_property
    def number(self) -> float:
        found = read(self.state.number)
        assert isinstance(found, float)
        return found

    @property
    def form(self) -> Format:
        return BY_NAME[self.state.format]

    @cached_property
    def stored(self) -> Stored:
        return precision.one(self.number, self.form)

    @property
    def infinite(self) -> bool:
        return isinf(self.stored.value)

    @property
    def rows(self) -> list[tuple[Format, Stored]]:
        """The same number in every format."""
        return [(form, precision.one(self.number, form)) for form in FORMATS]

    @property
    def asked(self) -> Asked:
        """The typed number itself is right only where it is stored exactly."""
        if self.infinite:
            largest = self.form.largest
            within = largest * max(2.0 ** -(self.form.mantissa_bits + 2), 1e-4)
            return Asked("what is stored", copysign(largest, self.number), within)
        error = abs(self.stored.error)
        within = self.stored.spacing / 8
        return Asked("what is stored", self.stored.value, min(within, error / 2) if error else within)

    @property
    def too_large(self) -> bool:
        """Whether FP16 cannot hold it, and BF16 can."""
        short, wide = (precision.one(self.number, BY_NAME[name]).value for name in ("FP16", "BF16"))
        return isinf(short) and isfinite(wide)

    @property
    def numbers(self) -> Mapping[str, Any]:
        return {"exponent_bits": self.form.exponent_bits, "mantissa_bits": self.form.mantissa_bits}

    @property
    def power(self) -> int:
        """The exponent of two that the bits stand for; for subnormal numbers that of the smallest normal ones."""
        return max(int(self.stored.exponent, 2), 1) - self.form.bias

    @property
    def leading(self) -> int:
        """The bit before the point, which is not stored."""
        return int("1" in self.stored.exponent)

    @property
    def places(self) -> list[int]:
        """Of the bits of the mantissa that are set."""
        return [place for place, bit in enumerate(self.stored.mantissa, 1) if bit == "1"]

    @property
    def mantissa(self) -> float:
        return self.leading + sum(2.0**-place for place in self.places)

    def picture(self, predicted: float | None) -> Curve | Bars:
        return self._beyond(predicted) if self.infinite else self._stairs(predicted)

    def _beyond(self, predicted: float | None) -> Bars:
        """Sizes, of which one is too large."""
        size = abs(self.number)
        bars = [("your number", size), (f"largest of {self.state.format}", self.form.largest)]
        if predicted is not None:
            bars.insert(0, ("you said", min(abs(predicted), 2 * size)))
        about = "Your number beside the largest that the format has, and what you said; signs are left out"
        return Bars(f"Too large for {self.state.format}", about, ("size",), tuple((n, (x,)) for n, x in bars))

    def _stairs(self, predicted: float | None) -> Curve:
        """In steps from what is stored."""
        gap, value = self.stored.spacing, self.stored.value
        here = (self.number - value) / gap
        across = np.linspace(-AROUND, AROUND, 16 * AROUND * 5 + 1)
        up = (precision.nearest(value + across * gap, self.form) - value) / gap
        stairs = tuple((float(x), float(y)) for x, y in zip(across, up, strict=True) if isfinite(y))
        said = f"stored: {value:.12g}"
        found: tuple[marks.Mark, ...] = ((said, here, 0.0),)
        if predicted is not None:
            place = min(max((predicted - value) / gap, -AROUND), AROUND)
            yours = f"you: {predicted:.12g}"
            apart = abs(place) > 2 * AROUND * marks.NEAR
            found = ((yours, here, place), *found) if apart else ((f"{yours}; {said}", here, 0.0),)
        return Curve(
            f"{self.state.format} around {value:.12g}",
            f"What is stored of the numbers near it, as steps. Both axes count steps of {gap:.3g} from {value:.12g}",
            f"number, in steps of {gap:.3g}",
            "stored",
            (Line("stored", stairs), Line("the number itself", ((-AROUND, -AROUND), (AROUND, AROUND)))),
            found,
        )

    @property
    def reach(self) -> Curve:
        """How fine each format is, over the size of the number."""
        lines = []
        for form in (BY_NAME["FP16"], BY_NAME["BF16"], BY_NAME["FP32"]):
            powers = range(max(SMALLEST, form.finest), min(LARGEST, form.bias) + 1)
            sizes = [2.0**power for power in powers]
            lines.append(
                Line(form.name, tuple((size, float(precision.spacing(size, form))) for size in sizes))
            )
        size = abs(self.number)
        inside = 2.0**SMALLEST <= size <= 2.0 ** min(LARGEST, self.form.bias)
        here = (("here", size, float(precision.spacing(size, self.form))),) if inside else ()
        about = "The step to the next number over the size of a number; where a line ends, its format ends"
        return Curve(
            "How fine, and how far", about, "size", "step", tuple(lines), here, log_x=True, log_y=True
        )


@cache
def weights() -> Array:
    """The matrix (128, 32) of the recorded model."""
    return np.asarray(recording.weights("accumulation")["matrix"], dtype=np.float64)


@dataclass(frozen=True)
class Matrix:
    """Which integer becomes of one weight."""

    state: State
    question = "the-hidden-bits-of-quantization"

    @property
    def weight(self) -> float:
        return float(weights()[self.state.row - 1, self.state.column - 1])

    @property
    def largest(self) -> float:
        """Absolute value that becomes 127: of all weights or of the row."""
        among = weights() if self.state.per == "tensor" else weights()[self.state.row - 1]
        return float(abs(among).max())

    @property
    def scale(self) -> float:
        return self.largest / 127

    @cached_property
    def quantized(self) -> Quantized:
        return precision.quantize(weights(), self.state.per == "row")

    @property
    def integer(self) -> int:
        return int(self.quantized.integers[self.state.row - 1, self.state.column - 1])

    @property
    def asked(self) -> Asked:
        """Whoever computes with the five decimals of the page is right."""
        on_paper = round(round(self.weight, 5) / round(self.largest, 5) * 127)
        return Asked("integer of a weight", float(self.integer), abs(on_paper - self.integer) + 0.4)

    @property
    def entries(self) -> list[tuple[int, float, int, float]]:
        """Some of the row: column, weight, integer, and what it stands for."""
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
        return precision.of_matrix(weights())

    @property
    def bits(self) -> float:
        """Of one weight with its part of a scale in FP32, as they are shown."""
        return round(8 * self.quantized.bytes / weights().size, 2)

    @property
    def gb(self) -> float:
        """Of a real model's weights with so many bits each."""
        return self.state.parameters * self.bits / 8 / GB

    @property
    def numbers(self) -> Mapping[str, Any]:
        return {"parameters": self.state.parameters, "bits": self.bits}

    def picture(self, predicted: float | None) -> Curve:
        line = Line("INT8", ((-self.largest, -127.0), (self.largest, 127.0)))
        found = marks.both(self.weight, float(self.integer), predicted, (-140.0, 140.0))
        about = (
            "The integer that a weight becomes, before it is rounded: the largest absolute value becomes 127"
        )
        return Curve("From weights to integers", about, "weight", "integer", (line,), found)

    @property
    def compared(self) -> Bars:
        some = [one for one in self.errors if one.form != "FP32"]
        return Bars(
            "What is lost",
            "Norm of the error over the norm of the weights, in percent: of all, and of the row that fares "
            "worst. FP32 loses nothing here, since the weights were trained in it",
            ("matrix", "worst row"),
            tuple((one.form, (100 * one.relative, 100 * one.worst_row)) for one in some),
            unit="%",
        )
