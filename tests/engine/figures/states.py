"""States of figures to try: the ends of each handle and some in between, and some of all handles at once."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Handle, Options, Point, Slider, Words

WORDS = ("a", "the rain stays, the river rises", "zz zz zz", "Ünïcode 火车 কাক", "x" * 60)


def values(handle: Handle) -> list[Any]:
    """Values of a handle, its least and its most among them."""
    match handle:
        case Slider():
            steps = round((handle.most - handle.least) / handle.step)
            places = sorted({round(steps * part / 6) for part in range(7)})
            texts = [handle.text(handle.least + place * handle.step) for place in places]
            return [handle.read({handle.name: text})[0] for text in texts]
        case Point():
            far = handle.reach
            return [(far, far), (-far, 0.3), (0.1, -far), (0.0, 0.1)]
        case Options():
            return list(handle.values)
        case Cell():
            return list(handle.all)
        case Words():
            return [handle.start, *(text[: handle.most] for text in WORDS)]


def frames(figure: Figure, at_once: int = 12, alone: bool = True) -> Iterator[Frame]:
    """The first frame, frames with one handle moved if each is to be moved ``alone``, and ``at_once`` with all of them
    moved."""
    yield figure.at({})
    for handle in figure.handles if alone else ():
        for value in values(handle):
            yield figure.at({handle.name: value})
    chance = Random(figure.id)
    for _ in range(at_once):
        yield figure.at({handle.name: chance.choice(values(handle)) for handle in figure.handles})
