"""Known mistakes in the lines of an open layer, and which numbers can be asked at all; guesses are marked as those of
the small model are, and one with too few digits is asked again."""

from collections.abc import Sequence
from math import isfinite, sqrt

import numpy as np

from engine.answers.forms.numbers import TIE
from engine.answers.reading import Unreadable, read_number
from engine.mathematics.activations import sigmoid
from engine.whole_model import guesses
from engine.whole_model.arithmetic import Line
from engine.whole_model.guesses import Verdict
from engine.whole_model.smollm2.attention_lines import size_of
from engine.whole_model.smollm2.block import Block
from engine.whole_model.smollm2.lines import Weights
from engine.whole_model.smollm2.numbers import near, places
from engine.whole_model.smollm2.stations import SOURCES, TENSORS, Kind, Opened, kinds, value
from engine.whole_model.stations import Cell

TOO_ROUND = (
    "{typed} is right as far as it goes. Three digits are wanted, such as 0.0123 or 1.23: type more of it."
)


def can_be_asked(asked: Line) -> bool:
    """True if there is something to compute: no parameter, nothing that is masked or taken out."""
    return bool(asked.operands) and isfinite(asked.value)


def mark(opened: Opened, asked: Line, weights: Weights, typed: str) -> Verdict:
    """Marks a typed number; it counts to the decimals that are shown. A rounder one is not read yet, if it is right as
    far as it goes."""
    verdict = guesses.marked(asked, typed, mistakes(opened, asked, weights), near)
    if verdict.right or verdict.said or not is_too_round(asked, typed):
        return verdict
    return Verdict(verdict.typed, right=False, read=False, said=TOO_ROUND.format(typed=verdict.typed))


def is_too_round(asked: Line, typed: str) -> bool:
    """True for the model's number, or what the shown decimals come to, rounded to fewer decimals than are shown."""
    number = read_number(typed)
    if isinstance(number, Unreadable):
        return False
    last = number.value.as_tuple().exponent
    if not isinstance(last, int):
        return False  # an infinity
    off = [abs(float(number.value) - one) for one in (asked.value, asked.by_hand) if -last < places(one)]
    return any(one <= (0.5 + TIE) * 10.0**last for one in off)


def mistakes(opened: Opened, asked: Line, weights: Weights) -> Sequence[tuple[str, float]]:
    """Known mistakes in a line, each with what it comes to."""
    every = _mistakes(opened, asked, weights)
    return [(words, came) for words, came in every if not near(came, asked.value, asked.by_hand)]


def _mistakes(opened: Opened, asked: Line, weights: Weights) -> list[tuple[str, float]]:
    cell = asked.cell
    match kinds(opened)[cell.station]:
        case Kind.NORM:
            scale = float(weights.vector(TENSORS[cell.station])[cell.place])
            unscaled = asked.by_hand / scale if scale else 0.0
            return [("The learned scale is still to be multiplied.", unscaled)]
        case Kind.SCORE:
            assert isinstance(opened, Block)
            return _of_score(asked, size_of(opened, weights.shape), opened.switches.scale)
        case Kind.WEIGHT:
            score = value(opened, Cell(SOURCES[cell.station], cell.token, cell.place))
            return [("This is the score; its power of e is still to be divided by the sum of all.", score)]
        case Kind.SUM:
            held, added = (value(opened, one) for one in asked.operands)
            return [
                ("The stream is added, not replaced: what was there stays.", added),
                ("What was added is to be added, not subtracted.", held - added),
            ]
        case Kind.ACTIVE:
            gate, up = (value(opened, one) for one in asked.operands)
            return [
                ("The gate times its own logistic function is what lets numbers through.", gate * up),
                (
                    "The gate is still to be multiplied: SiLU is more than the logistic function.",
                    _opens(gate) * up,
                ),
                ("The up number is still to be multiplied.", gate * _opens(gate)),
            ]
        case _:
            return []


def _opens(gate: float) -> float:
    return float(sigmoid(np.array(gate)))


def _of_score(asked: Line, size: int, scaled: bool) -> list[tuple[str, float]]:
    root = sqrt(size)
    if not scaled:
        return [(f"The scale is dropped: nothing is divided by √{size} here.", asked.by_hand / root)]
    return [
        (f"The sum of the products is still to be divided by √{size}.", asked.by_hand * root),
        (f"It is to be divided by √{size}, not by {size}.", asked.by_hand / root),
    ]
