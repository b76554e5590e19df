"""Precision and memory: number formats at work, from one number to the training of a model. One part at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from math import isinf

from app.lab.demos.demo import Goal
from app.lab.demos.parts import Parted
from app.lab.demos.precision.matrix import Matrix
from app.lab.demos.precision.number import Number
from app.lab.demos.precision.state import GB, State
from app.lab.demos.precision.training import TRAININGS, Accumulation, Memory, Scaling
from app.lab.demos.precision.writing import MOST, two, written
from app.web.languages.languages import N_
from engine.answers.forms import Fixed
from engine.reference.public_models import public_models

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
    puzzle = N_("What is left of a number in 16 or in 8 bits?")
    minutes, cover = 20, "picture"
    questions = (
        "one-rule-for-four-formats", "the-hidden-bits-of-quantization", "gradients-too-small-to-store",
        *TRAININGS.values(), "from-thirty-two-bits-down-to-four", "what-one-update-reads",
    )  # fmt: skip
    refused = N_("These numbers make no exercise. Change a setting a little.")
    state_type = State
    parts = PARTS
    prediction_fields = tuple(field.name for field in fields(State) if field.name != "bits")
    most = MOST
    to_try = (
        ("65,519.99", "65519.99"),
        ("65,520", "65520"),
        ("0.1", "0.1"),
        ("1/3", "1/3"),
        ("3 · 10⁻⁸", "3e-8"),
        ("70,000", "70000"),
    )
    models = tuple((name, name) for name in public_models())

    @cached_property
    def part(self) -> Kind:
        return PARTS[self.state.part](self.state)

    two = staticmethod(two)
    written = staticmethod(written)

    def in_form(self, number: float) -> str:
        """Formats a number as the pages do; a 0 loses its sign, which is not kept with a prediction, and the step
        behind the last finite number is infinite."""
        here = self.part
        if isinstance(here, Number) and here.at_the_end and number == here.end[1]:
            return f"{written(number, MOST)} ({written(here.stored.value)})"
        return written(here.stored.value if number == 0 and isinstance(here, Number) else number, MOST)

    def as_typed(self, predicted: float) -> str:
        return written(predicted, MOST)

    @classmethod
    def equals(cls, x: float, digits: int) -> str:
        """The sign before a number that is ``written`` with so many digits, which tells whether these are all of
        them."""
        return "=" if isinf(x) or x == float(f"{x:.{digits - 1}e}") else "≈"

    @staticmethod
    def gigabytes(size: float) -> str:
        """Formats a number of bytes in GB; halves are rounded up, as on paper."""
        return Fixed(2).show(size / GB)

    @property
    def goals(self) -> Sequence[Goal]:
        here = self.part
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
