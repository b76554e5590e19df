"""Words that sentences of several figures are made of, and their numbers: halves are rounded away from zero, as the
marking does and as on paper, never to the even digit."""

from collections.abc import Callable
from math import isfinite
from typing import TypeVar

from engine.answers.forms import Fixed, exponent_of
from engine.solutions.columns import minus

Texts = TypeVar("Texts")
MOST = 9  # decimals


def shown(x: float, places: int = 2) -> str:
    """The number as the picture's table has it."""
    return minus(Fixed(places).show(x))


def grouped(x: float, places: int = 0) -> str:
    """The number with its thousands apart: 12,345.7."""
    whole, point, rest = Fixed(places).show(x).partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    return minus(f"{sign}{int(digits):,}{point}{rest}")


def significant(x: float, digits: int = 3) -> str:
    """The number with so many digits that count, zeros at its end left out: 0.0039, 5.33, 1,230."""
    if not x or not isfinite(x):
        return shown(x, 0)
    places = digits - 1 - exponent_of(x)
    if places <= 0:
        scale = 10**-places
        return grouped(scale * Fixed(0).rounded(x / scale))
    text = grouped(x, places)
    return text.rstrip("0").rstrip(".")


def percent(share: float, places: int = 0) -> str:
    """The share in percent: 12.5 % is 13%."""
    return f"{shown(100 * share, places)}%"


def read(text: str) -> float:
    """The number that is written."""
    return float(text.replace("−", "-").replace(",", ""))


def fitting(write: Callable[[int], Texts], fits: Callable[[Texts], bool], least: int = 2) -> Texts:
    """Numbers that a sentence or a picture sets side by side, written with as few digits, from ``least`` on, as it
    takes until the written ones fit together: a sum adds up, a product comes out."""
    for digits in range(least, MOST):
        if fits(texts := write(digits)):
            return texts
    return write(MOST)


def adds_up(texts: tuple[str, ...], total: str) -> bool:
    """True if the written terms have the written sum, to its last digit."""
    return rounded_as(sum(map(read, texts)), total)


def rounded_as(value: float, text: str) -> bool:
    """True if the value is this text to as many decimals."""
    return shown(value, len(text.partition(".")[2])) == text.replace(",", "")


def moved(what: str, was: float, now: float, places: int = 2) -> str:
    """A change in words, "the loss rises from 0.31 to 1.27"; as shown, the value may have stayed where it was."""
    before, after = shown(was, places), shown(now, places)
    if before == after:
        return f"{what} stays at {after}"
    return f"{what} {'rises' if now > was else 'falls'} from {before} to {after}"


def counted(count: int, what: str) -> str:
    """So many of something: "1 token", "2 tokens"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
