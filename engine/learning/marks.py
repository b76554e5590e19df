"""Marks as evidence takes them: from a mark just made, or from a verdict as it is stored."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.answers.forms import Choice, Position, Several
from engine.chain import Family, Step, stem_of
from engine.learning.evidence import Marked, Mode
from engine.learning.skills import Line
from engine.marking.marking import PartMark


def of_part(
    family: Family, line: Line, item: str, mark: PartMark, at: datetime, guess: float = 0.0
) -> Marked:
    """A mark that was just made."""
    verdict = {
        "rule": str(mark.rule),
        "credit": mark.credit,
        "mistakes": mark.explanation.mistakes,
        "convention": mark.explanation.convention,
        "first_wrong": mark.first_wrong,
    }
    return of_verdict(family, line, item, verdict, at, guess=guess)


def of_verdict(
    family: Family,
    line: Line,
    item: str,
    verdict: Mapping[str, Any],
    at: datetime,
    *,
    hints: int = 0,
    slow: bool = False,
    guess: float = 0.0,
    repeated: bool = False,
    self_marked: bool = False,
    mode: Mode = Mode.PRACTICE,
) -> Marked:
    """A verdict as it was stored (``engine.marking.feedback.verdict``)."""
    return Marked(
        line=line,
        item=item,
        rule=verdict["rule"],
        credit=Fraction(verdict["credit"]),
        at=at,
        mistakes=steps_of(family, verdict["mistakes"]),
        convention=bool(verdict["convention"]),
        first_wrong=bool(verdict["first_wrong"]),
        hints=hints,
        slow=slow,
        guess=guess,
        repeated=repeated,
        self_marked=self_marked,
        mode=mode,
    )


def steps_of(family: Family, mistakes: object) -> tuple[str, ...]:
    """The skills in whose steps these mistakes are made; of a mistake that the family no longer has, none."""
    assert isinstance(mistakes, tuple | list)
    known = (family.mistakes[name].of for name in mistakes if name in family.mistakes)
    return tuple(dict.fromkeys(f"{family.id}/{stem_of(step)}" for step in known))


def guess_of(step: Step) -> float:
    """The chance to be right by guessing: one of the options; 0 for what is computed or written."""
    form = step.form
    if isinstance(form, Choice) and not isinstance(form, Position | Several):
        return 1 / max(1, len(form.names))
    return 0.0
