"""Readings of what figures draw and say, and the states that are tried: the first, the corners of the handles, and some
by chance, more of them in a sweep."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from random import Random
from typing import Any, TypeVar

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Cell, Handle, Options, Point, Slider, Words
from engine.solutions.pictures import Picture

AT_ONCE = 8  # states by chance for each seed
N = r"(−?\d[\d,]*(?:\.\d+)?(?:e−?\d+)?)"  # a number as figures write it
Kind = TypeVar("Kind", bound=Picture)


def ends(handle: Handle) -> list[Any]:
    """The least and the most of a handle, or all its options."""
    match handle:
        case Slider():
            return [handle.least, handle.most]
        case Point():
            return [(handle.reach, handle.reach), (-handle.reach, handle.reach), (0.0, -handle.reach)]
        case Options():
            return list(handle.values)
        case Cell():
            return [(1, 1), handle.size]
        case Words():
            return [handle.start]


def any_of(handle: Handle, chance: Random) -> Any:
    match handle:
        case Slider():
            place = chance.randint(0, round((handle.most - handle.least) / handle.step))
            return handle.read({handle.name: f"{handle.least + place * handle.step:.6g}"})[0]
        case Point():
            texts = {name: f"{chance.uniform(-handle.reach, handle.reach):.1f}" for name in handle.names}
            tip = handle.read(texts)[0]
            return tip if any(tip) else handle.start  # a vector of length 0 has no direction
        case Cell():
            return chance.choice(handle.all)
        case Options() | Words():
            return chance.choice(ends(handle))


def states(figure: Figure, seeds: range) -> Iterator[Frame]:
    yield figure.at({})
    for values in product(*map(ends, figure.handles)):
        yield figure.at(dict(zip((handle.name for handle in figure.handles), values, strict=True)))
    for seed in seeds:
        chance = Random(f"{figure.id} {seed}")
        for _ in range(AT_ONCE):
            yield figure.at({handle.name: any_of(handle, chance) for handle in figure.handles})


def moves(figure: Figure, seeds: range) -> Iterator[tuple[Frame, Frame]]:
    """Two states each, with one handle moved between them."""
    for seed in seeds:
        chance = Random(f"{figure.id} {seed}, moved")
        for handle in figure.handles * AT_ONCE:
            was = {one.name: any_of(one, chance) for one in figure.handles}
            now = {**was, handle.name: any_of(handle, chance)}
            if was != now:
                yield figure.at(was), figure.at(now)


def met(figure: Figure, seeds: range) -> Iterator[tuple[Frame | None, Frame]]:
    """States as one meets them: at first, and after one handle was moved."""
    yield from ((None, frame) for frame in states(figure, seeds))
    yield from moves(figure, seeds)


def drawn(figure: Figure, frame: Frame, kind: type[Kind]) -> Kind:
    """The one picture of a frame."""
    (picture,) = figure.show(frame).pictures
    assert isinstance(picture, kind)
    return picture


def said(figure: Figure, now: Frame, was: Frame | None = None) -> str:
    return figure.show(now, was).sentence


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def halves_up(value: float, places: int) -> str:
    """The value as it is rounded on paper, thousands apart; float noise is less than a millionth."""
    exactly = Decimal(repr(value)).quantize(Decimal("1e-6"), ROUND_HALF_UP)
    return f"{exactly.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,}".replace("-", "−")


def rounds(text: str, value: float) -> bool:
    """True if the text is this value, rounded to the places that it has."""
    mantissa, _, power = text.replace(",", "").replace("−", "-").partition("e")
    place = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
    return abs(number(text) - value) <= place * (0.5 + 1e-6)


def tells(sentence: str, pattern: str, *values: float) -> bool:
    """True if the sentence has this pattern, each ``#`` of it with the value, rounded."""
    found = re.search(re.escape(pattern).replace(r"\#", N), sentence)
    return found is not None and all(map(rounds, found.groups(), values))


def tells_change(sentence: str, what: str, was: float, now: float) -> bool:
    """True if the sentence says what this value did: risen, fallen, or the same as shown."""
    found = re.search(f"{what} (?:(rises|falls) from {N} to|stays at) {N}", sentence, re.IGNORECASE)
    if found is None:
        return False
    way, before, after = found.groups()
    if way is None:
        return rounds(after, was) and rounds(after, now)
    return rounds(before, was) and rounds(after, now) and before != after and (way == "rises") == (now > was)
