"""The models as squares of true area: that of this step fills the picture, the smaller ones stand in its corner."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.figures.wording import grouped, shown, significant
from engine.whole_model.sizes import Size, sizes

SIDE = 340.0
SEEN = 1.0  # a square with a smaller side is too small to be seen
LABELLED = 0.05  # a part of the model that has room for its name
METRE, CENTIMETRE = 1000, 10  # in millimetres


@dataclass(frozen=True, kw_only=True, slots=True)
class Square:
    """A model's square in the lower left corner: ``n`` is its step, ``side`` its side."""

    n: int
    name: str
    side: float

    @property
    def top(self) -> float:
        return SIDE - self.side

    @property
    def seen(self) -> bool:
        return self.side >= SEEN


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A part of the model as a band of its square, from ``top`` on."""

    name: str
    top: float
    tall: float
    labelled: bool


def squares(step: int) -> Sequence[Square]:
    """The squares of this step, the largest first."""
    whole = sizes()[step - 1].side
    return tuple(
        Square(n=n, name=sizes()[n - 1].name, side=SIDE * sizes()[n - 1].side / whole)
        for n in range(step, 0, -1)
    )


def bands(size: Size) -> Sequence[Part]:
    """The parts of a model as bands of its square, from the top."""
    made, top = [], 0.0
    for name, count in size.parts.items():
        tall = SIDE * count / size.total
        made.append(Part(name=name, top=top, tall=tall, labelled=tall / SIDE >= LABELLED))
        top += tall
    return tuple(made)


def times(more: Size, less: Size) -> str:
    """How many times as many parameters, in three digits."""
    return significant(more.total / less.total)


def side_of_paper(size: Size) -> str:
    """The side of the square if each parameter were one square millimetre."""
    if size.side < METRE:
        return f"{grouped(size.side / CENTIMETRE, 1)} cm"
    metres = size.side / METRE
    return f"{shown(metres, 1) if metres < 100 else grouped(metres)} m"
