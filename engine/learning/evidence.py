"""Evidence: what one mark says of the skills behind it.

A line is evidence once, by its first mark. What follows from an earlier slip speaks for its own line. A recognised
mistake speaks against the step that it was made in, and against nothing else. Where nobody can tell which hidden step
went wrong, all of them bear a share.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from engine.learning.skills import Line
from engine.marking.marking import Rule

HIDDEN = 0.5  # what a right answer says of a step that it only rests on
SELF_MARKED = 0.5  # what a learner's own mark says
FAINT = 0.3  # another convention, or a mistake in a step that does not stand behind the line
BROKEN = 0.5  # a wrong line after another wrong line
PER_HINT = 0.6  # what each hint leaves of it
GAVE_UP = 0.4  # the solution was opened with this line empty


class Mode(StrEnum):
    """The way in which a sheet was worked on."""

    PRACTICE = "practice"
    STRICT = "strict"
    RELAXED = "relaxed"
    EXAM = "exam"
    EXAMPLE = "example"


TRUST: Mapping[Mode, float] = {
    Mode.PRACTICE: 1.0,
    Mode.STRICT: 1.2,
    Mode.RELAXED: 0.8,
    Mode.EXAM: 1.5,
    Mode.EXAMPLE: 0.6,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One skill that was shown (``right``) or not. ``weight``: 1 for a line that was asked and answered without help;
    ``guess``: the chance to be right without knowing; ``item``: what its difficulty is learned by; ``slow``: it took
    much longer than an exam gives."""

    skill: str
    item: str
    right: bool
    at: datetime
    weight: float = 1.0
    guess: float = 0.0
    hints: int = 0
    slow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """The first mark of a line. ``mistakes`` are the steps in which a recognised mistake was made; ``convention``:
    another convention explains it; ``repeated``: the learner had these numbers before."""

    line: Line
    item: str
    rule: str
    credit: Fraction
    at: datetime
    mistakes: Sequence[str] = ()
    convention: bool = False
    first_wrong: bool = True
    hints: int = 0
    slow: bool = False
    guess: float = 0.0
    repeated: bool = False
    self_marked: bool = False
    mode: Mode = Mode.PRACTICE


def of_mark(mark: Marked) -> Iterator[Evidence]:
    """The evidence of one mark; none where the same numbers were seen before, or nothing is marked yet."""
    if mark.repeated or mark.rule == Rule.OPEN:
        return
    trust = TRUST[mark.mode] * PER_HINT**mark.hints * (SELF_MARKED if mark.self_marked else 1.0)
    right = 2 * mark.credit >= 1
    if right:
        repeated_slip = mark.rule == Rule.FOLLOWS and mark.mistakes
        if not repeated_slip:
            yield _evidence(mark, mark.line.skill, True, trust)
        if mark.rule != Rule.FOLLOWS:
            yield from (_evidence(mark, skill, True, trust * HIDDEN) for skill in mark.line.hidden)
        return
    trust *= 1.0 if mark.first_wrong else BROKEN
    for skill, share in _blamed(mark):
        yield _evidence(mark, skill, False, trust * share)


def asked(mark: Marked) -> Evidence | None:
    """The line itself, as its difficulty is learned by: right or not, and of whose skill. None where the mark tells
    nothing, is the learner's own, or came after a hint."""
    if mark.repeated or mark.rule == Rule.OPEN or mark.self_marked or mark.hints:
        return None
    return Evidence(
        skill=mark.line.skill, item=mark.item, right=2 * mark.credit >= 1, at=mark.at, guess=mark.guess
    )


def given_up(line: Line, item: str, at: datetime, mode: Mode = Mode.PRACTICE) -> Evidence:
    """The evidence of a line that was empty when the solution was opened."""
    return Evidence(skill=line.skill, item=item, right=False, at=at, weight=GAVE_UP * TRUST[mode])


def _blamed(mark: Marked) -> list[tuple[str, float]]:
    """The skills that a wrong answer speaks against, with their shares."""
    own = mark.line.skills
    if mark.mistakes:
        made_in = [skill for skill in dict.fromkeys(mark.mistakes) if skill in own]
        return [(skill, 1 / len(made_in)) for skill in made_in] or [(mark.line.skill, FAINT)]
    if mark.convention:
        return [(mark.line.skill, FAINT)]
    return [(skill, 1 / len(own)) for skill in own]


def _evidence(mark: Marked, skill: str, right: bool, weight: float) -> Evidence:
    return Evidence(
        skill=skill, item=mark.item, right=right, at=mark.at, weight=weight,
        guess=mark.guess if skill == mark.line.skill else 0.0, hints=mark.hints, slow=mark.slow,
    )  # fmt: skip
