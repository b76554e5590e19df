"""Precision and memory: number formats at work, from one number to the training of a model. One part at a time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isinf

from app.demos.demo import Goal
from app.demos.parts import Parted
from app.demos.precision_matrix import Matrix
from app.demos.precision_numbers import GB, Number, State
from app.demos.precision_training import TRAININGS, Accumulation, Memory, Scaling
from app.i18n import N_
from engine.forms import Fixed
from engine.public_models import public_models

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
Kind = Number | Matrix | Scaling | Memory | Accumulation
PARTS: Mapping[str, type[Kind]] = {
    "number": Number, "matrix": Matrix, "scaling": Scaling, "memory": Memory, "accumulation": Accumulation,
}  # fmt: skip


class Precision(Parted[State, Kind]):
    name = "precision"
    title = N_("Precision and memory")
    says = N_(
        "What FP32, FP16, BF16 and INT8 keep of a number, a weight matrix and a gradient, and what training takes."
    )
    section = "2.8"
    questions = (
        "one-rule-for-four-formats", "the-hidden-bits-of-quantization", "gradients-too-small-to-store",
        *TRAININGS.values(), "from-thirty-two-bits-down-to-four", "what-one-update-reads",
    )  # fmt: skip
    refused = N_(
        "The exercise needs several micro-batches of the same size: take 1, 2, 4, 8 or 16 names in each of them."
    )
    reads = State
    parts = PARTS
    form = "%.12g"
    models = tuple((name, name) for name in public_models())

    @cached_property
    def of(self) -> Kind:
        return PARTS[self.state.part](self.state)

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
