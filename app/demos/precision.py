"""Precision and memory: number formats at work, from one number to the training of a model. One part at a time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isinf
from typing import Any

from app.demos.demo import Asked, Demo, Goal
from app.demos.precision_matrix import Matrix
from app.demos.precision_numbers import GB, Number, State, read
from app.demos.precision_training import Accumulation, Memory, Scaling
from app.i18n import N_
from engine.forms import Fixed
from engine.pictures import Bars, Curve
from engine.public_models import public_models

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
Part = Number | Matrix | Scaling | Memory | Accumulation
PARTS: Mapping[str, type[Part]] = {
    "number": Number, "matrix": Matrix, "scaling": Scaling, "memory": Memory, "accumulation": Accumulation,
}  # fmt: skip


class Precision(Demo[State]):
    name = "precision"
    title = N_("Precision and memory")
    says = N_(
        "What FP32, FP16, BF16 and INT8 keep of a number, a weight matrix and a gradient, and what training takes."
    )
    section = "2.8"
    refused = N_(
        "The exercise needs several micro-batches of the same size: take 1, 2, 4, 8 or 16 names in each of them."
    )
    reads = State
    form = "%.12g"
    models = tuple((name, name) for name in public_models())

    @property
    def wrong(self) -> str:
        if self.state.part != "number":
            return ""
        found = read(self.state.number)
        return found if isinstance(found, str) else ""

    @cached_property
    def of(self) -> Part:
        """The part that is looked at."""
        return PARTS[self.state.part](self.state)

    @property
    def asked(self) -> Asked:
        return self.of.asked

    @staticmethod
    def two(power: int) -> str:
        """A power of two, as one writes it."""
        return "2" + str(power).translate(RAISED)

    @staticmethod
    def written(x: float, digits: int = 4) -> str:
        """With so many digits, and a power of ten where it is large or small."""
        if isinf(x):
            return "−∞" if x < 0 else "∞"
        mantissa, _, exponent = f"{x:.{digits - 1}e}".partition("e")
        if x == 0 or -4 <= int(exponent) < max(5, digits):
            shown = f"{x:.0f}" if int(exponent) >= digits else f"{x:.{digits}g}"
            return shown.replace("-", "−")
        if "." in mantissa:
            mantissa = mantissa.rstrip("0").rstrip(".")
        return f"{mantissa} · 10{str(int(exponent)).translate(RAISED)}".replace("-", "−")

    @classmethod
    def equals(cls, x: float, digits: int) -> str:
        """The sign before a number that is ``written`` with so many digits: whether these are all."""
        return "=" if isinf(x) or x == float(f"{x:.{digits - 1}e}") else "≈"

    @staticmethod
    def gigabytes(size: float) -> str:
        """Of so many bytes; halves are rounded up, as on paper."""
        return Fixed(2).show(size / GB)

    @property
    def picture(self) -> Curve | Bars:
        """With what was predicted in it."""
        return self.of.picture(self.made.predicted if self.made else None)

    @property
    def goals(self) -> Sequence[Goal]:
        here = self.of
        return [
            Goal(
                N_("A number that is too large for FP16, and that BF16 stores."),
                isinstance(here, Number) and here.too_large,
            ),
            Goal(
                N_("Of the gradients divided by 1,000, none becomes 0 and none infinite."),
                isinstance(here, Scaling) and here.saved,
            ),
            Goal(
                N_("The mean of means of two micro-batches or more is off by less than 5 percent."),
                isinstance(here, Accumulation) and here.near,
            ),
        ]

    @property
    def question(self) -> str:
        return self.of.question

    @property
    def numbers(self) -> Mapping[str, Any]:
        return self.of.numbers
