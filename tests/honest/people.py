"""The styles in which honest people compute: what they write down on the way, and what they type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.answers.forms import Fixed, Form, Scientific
from engine.chain import Step
from tests.honest.computing.pens import Pen, Precision
from tests.honest.needs import least, written

Choice = Callable[[Random], Precision | None]
MIXED = (Precision(decimals=2), Precision(decimals=3), Precision(decimals=4), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """``habit`` says what one person of this style keeps of each number.

    With ``ties`` a half goes up or down, by chance. People of a style that is ``asked_only`` go on with what they
    typed; of one that is ``mixed`` now and then.
    """

    name: str
    says: str
    habit: Callable[[Random], Choice]
    ties: bool = False
    asked_only: bool = False
    mixed: bool = False

    def pen(self, rng: Random) -> Pen:
        return Pen(self.habit(rng), rng, self.ties)

    def carried(self, step: Step, value: Any, pen: Pen) -> Any:
        """The value that somebody goes on with after an asked line: as it was written down, or as it was typed."""
        if not (self.asked_only or (self.mixed and pen.rng.random() < 0.5)):
            return value
        form = least(step.form)
        return value if form is None else written(value, Pen(lambda rng: form, pen.rng, self.ties))


def always(precision: Precision | None) -> Callable[[Random], Choice]:
    return lambda person: lambda rng: precision


def digits(person: Random) -> Choice:
    """3 or 4, the same everywhere."""
    return always(Precision(digits=person.choice((3, 4))))(person)


def now_and_then(person: Random) -> Choice:
    """Tosses a coin at each operation."""
    return lambda rng: rng.choice(MIXED)


STYLES: Mapping[str, Style] = {
    style.name: style
    for style in (
        Style(name="full", says="full precision, typed in the asked form", habit=always(None)),
        Style(
            name="asked",
            says="only asked lines rounded to their form, and carried on",
            habit=always(None),
            asked_only=True,
        ),
        Style(
            name="4 decimals",
            says="every written line, inner ones too, with 4 decimals",
            habit=always(Precision(4)),
            ties=True,
        ),
        Style(name="3 decimals", says="the same with 3 decimals", habit=always(Precision(3)), ties=True),
        Style(name="2 decimals", says="the same with 2 decimals", habit=always(Precision(2)), ties=True),
        Style(
            name="mixed",
            says="some operations with 2, 3 or 4 decimals, others not rounded",
            habit=now_and_then,
            mixed=True,
        ),
        Style(name="digits", says="3 or 4 significant digits everywhere", habit=digits),
    )
}


def shown(form: Form, leaf: Any, pen: Pen) -> str:
    """A cell as it is typed, in the form that is asked."""
    if isinstance(form, Fixed | Scientific):
        places = (
            Precision(form.places, fewest=0) if isinstance(form, Fixed) else Precision(digits=form.places + 1)
        )
        leaf = Pen(pen.precision, pen.rng, pen.ties).rounded(float(leaf), places)
    return str(form.show(leaf))
