"""The gradient on its way back, as a wave through a row of layers or of time steps: how large it is where it has come.

The loss is at the right. Shades are logarithmic over the whole row, and over a factor of ten at least, so that norms
which hardly differ look alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from app.lab.demos.depth.by_hand import three_digits
from engine.answers.forms import Scientific

WIDE, HIGH = 440, 44  # of the picture, of a cell
LOSS = 56  # room for the loss at the right
WIDEST = 96.0  # of a cell
LIGHTEST = 0.1
LEAST = 10.0  # factor between the largest norm and the lightest shade
NAMED = 8  # cells up to which each has its number below


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A layer, or a step: the ``nth`` that the wave reaches, from 1; ``factor`` is over the one that it came from."""

    nth: int
    number: int
    norm: float
    factor: float | None
    x: float
    dark: float
    named: bool

    @property
    def norm_text(self) -> str:
        return measured(self.norm)

    @property
    def factor_text(self) -> str:
        return "" if self.factor is None else three_digits(self.factor)


def measured(norm: float) -> str:
    """Formats a norm with the four digits that were recorded, a small one with a power of ten."""
    if norm < 1e-3:
        return Scientific(3).show(norm)
    places = max(0, 3 - int(f"{norm:e}".partition("e")[2]))
    return f"{norm:,.{places}f}"


@dataclass(frozen=True)
class Wave:
    """The ``norms`` in the order in which they are reached, with the numbers of their layers or steps; the wave was
    asked to have reached so many."""

    norms: Sequence[float]
    numbers: Sequence[int]
    asked: int

    @property
    def reached(self) -> int:
        return min(self.asked, len(self.norms))

    @property
    def width(self) -> float:
        """The width of a cell."""
        return min(WIDEST, (WIDE - LOSS) / len(self.norms))

    @property
    def most(self) -> float:
        return max(self.norms)

    @property
    def least(self) -> float:
        """The norm from which down the shade is the lightest."""
        return min(*self.norms, self.most / LEAST)

    @property
    def least_text(self) -> str:
        return measured(self.least)

    @property
    def most_text(self) -> str:
        return measured(self.most)

    @property
    def cells(self) -> list[Cell]:
        found, before, count = [], None, len(self.norms)
        for n, (norm, number) in enumerate(zip(self.norms, self.numbers, strict=True), 1):
            part = log(norm / self.least) / log(self.most / self.least)
            found.append(
                Cell(
                    nth=n,
                    number=number,
                    norm=norm,
                    factor=None if before is None else norm / before,
                    x=round(WIDE - LOSS - n * self.width, 2),
                    dark=round(LIGHTEST + (1 - LIGHTEST) * part, 3),
                    named=count <= NAMED or n in (1, count) or (number % 10 == 0 and 2 < n < count - 1),
                )
            )
            before = norm
        return found

    @property
    def front(self) -> Cell:
        """The cell that the wave has reached."""
        return self.cells[self.reached - 1]
