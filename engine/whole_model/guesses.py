"""Guesses of a hidden number, marked against the model's number and against what the shown decimals come to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isinf

from engine.answers.reading import Unreadable, read_number
from engine.demos.gpt.forward import Pass, Switches
from engine.whole_model.arithmetic import PLACES, Line, shown
from engine.whole_model.lines import line
from engine.whole_model.stations import SIZE, Cell, Kind, by_id, value, values

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


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the walk: at which station, in words."""

    station: str
    words: str


WALK = (
    Question("embedding", "A letter becomes 32 numbers. What is this one?"),
    Question(
        "1-norm",
        "Before attention reads the stream, it is brought to one scale. What does this entry become?",
    ),
    Question(
        "1-score", "A query meets a key: eight products, and the square root of eight. What is the score?"
    ),
    Question("1-weight", "A row of scores becomes shares. How much does this token take from that one?"),
    Question("1-mix", "The values are mixed by these shares. What does this entry come to?"),
    Question("1-between", "What attention found is added to the stream. What is this entry now?"),
    Question("1-active", "The wide layer lets some numbers through. How much of this one?"),
    Question("2-after", "The second block has added its part. What is this entry at the end?"),
    Question(
        "logit",
        "The last state meets the row of a letter; the largest product is still to be added. What is the logit?",
    ),
    Question("probability", "The logits become probabilities. How likely is this letter?"),
)


def cell_of(through: Pass, question: Question) -> Cell:
    """The cell that a question asks of the newest token: the largest number there, so that something is to be seen; of
    scores and weights that of the token just before."""
    station = by_id()[question.station]
    last = len(through.tokens) - 1
    if station.kind in (Kind.SCORE, Kind.WEIGHT):
        return Cell(station.id, last, max(0, last - 1))
    if station.kind in (Kind.LOGIT, Kind.PROBABILITY):
        return Cell(station.id, last, int(through.logits[-1].argmax()))
    return Cell(station.id, last, int(abs(values(through, station)[last]).argmax()))


def asked(through: Pass, question: Question, switches: Switches) -> Line:
    return line(through, cell_of(through, question), switches)
