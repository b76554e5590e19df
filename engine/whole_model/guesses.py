"""Guesses of a hidden number, marked against the model's number and against what the shown decimals come to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isinf

from engine.answers.reading import Unreadable, read_number
from engine.demos.gpt.forward import Pass, Switches
from engine.whole_model.arithmetic import PLACES, Line, shown
from engine.whole_model.stations import SIZE, Kind, by_id, value

HALF = 0.5 * 10**-PLACES + 1e-9


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a guess. ``said`` is a sentence where it could not be read, or a known mistake was made."""

    typed: str
    right: bool
    read: bool = True
    said: str = ""


def mark(through: Pass, asked: Line, switches: Switches, typed: str) -> Verdict:
    """Marks a typed number; "-inf" counts for a masked score."""
    return marked(asked, typed, mistakes(through, asked, switches), _near)


def marked(
    asked: Line, typed: str, mistakes: Sequence[tuple[str, float]], near: Callable[..., bool]
) -> Verdict:
    """Marks a typed number against a line of any model. ``mistakes``: what is said of a known one, and what that is;
    ``near``: is a guess one of the values that follow it, as they are shown?"""
    text = typed.strip()
    if isinf(asked.value):
        return Verdict(text, text.casefold().replace("−", "-") in {"-inf", "-infinity", "-∞", "-oo"})
    number = read_number(text)
    if isinstance(number, Unreadable):
        return Verdict(text, right=False, read=False, said=number.message)
    guess = float(number.value)
    if near(guess, asked.value, asked.by_hand):
        return Verdict(text, right=True)
    said = next((words for words, came in mistakes if near(guess, came)), "")
    return Verdict(text, right=False, said=said)


def mistakes(through: Pass, asked: Line, switches: Switches) -> Sequence[tuple[str, float]]:
    """Known mistakes in a line, each with what it comes to."""
    cell, kind = asked.cell, by_id()[asked.cell.station].kind
    found = []
    if kind is Kind.SCORE and switches.scale:
        found += [
            (f"The sum of the products is still to be divided by √{SIZE}.", asked.by_hand * SIZE**0.5),
            (f"It is to be divided by √{SIZE}, not by {SIZE}.", asked.by_hand / SIZE**0.5),
        ]
    if kind is Kind.SCORE and not switches.scale:
        found.append(
            (f"The scale is switched off: nothing is divided by √{SIZE} here.", asked.by_hand / SIZE**0.5)
        )
    key = cell.place % len(through.tokens)
    if kind is Kind.WEIGHT and key < len(asked.operands):
        score = value(through, asked.operands[key])
        found.append(("This is the score; its power of e is still to be divided by the sum of all.", score))
    if kind is Kind.ACTIVE:
        x = value(through, asked.operands[0])
        found.append(("This is ReLU: GELU lets a share of the number through.", max(0.0, x)))
    if kind is Kind.STREAM:
        held, added = (value(through, one) for one in asked.operands)
        found.append(("The stream is added, not replaced: what was there stays.", added))
        found.append(("What was added is to be added, not subtracted.", held - added))
    return [(words, came) for words, came in found if not _near(came, asked.value, asked.by_hand)]


def _near(guess: float, *values: float) -> bool:
    """True if it is one of the values to the decimals that are shown, however a half was rounded."""
    return any(abs(guess - one) <= HALF or abs(guess - float(shown(one))) <= 1e-9 for one in values)
