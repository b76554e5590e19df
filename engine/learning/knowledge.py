"""A learner's knowledge: the model of mastery and the cards of spacing, told evidence in the order of time."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from engine.learning import spacing
from engine.learning.evidence import Evidence
from engine.learning.models.elo import NO_DIFFICULTIES, Elo
from engine.learning.spacing import Card, Grade

KNOWN = 0.75  # the chance from which a skill counts as known
FADES = 0.3  # the power of recall in a chance: the model's own level holds the forgetting of ordinary days already
LEAST = 0.25  # evidence of less weight reviews nothing
SURE = 0.5  # where the skill is known at the lower end of what is likely, too


class Standing(StrEnum):
    """The standing of a learner with a skill or an exercise, as every list shows it."""

    NEW = "new"
    SHAKY = "shaky"
    KNOWN = "known"
    DUE = "due"


@dataclass(frozen=True, slots=True)
class Expectation:
    """The chance that a skill is known that was never shown, as a placement concludes it; ``sure`` from 0 to 1."""

    skill: str
    chance: float
    sure: float


Value = TypeVar("Value")


class _BySkill(dict[str, Value]):
    """Values that are worked out when their skill is asked for first: a page asks for the same ones many times."""

    def __init__(self, work_out: Callable[[str], Value]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, skill: str) -> Value:
        found = self[skill] = self._work_out(skill)
        return found


@dataclass(frozen=True, slots=True)
class _Then:
    """The knowledge at one moment. ``known``: the chance that the model gives, before anything is forgotten."""

    at: datetime
    known: _BySkill[float]
    chances: _BySkill[float]
    standings: _BySkill[Standing]


@dataclass(slots=True)
class Knowledge:
    """One learner's knowledge; ``cards`` are those of the skills that were shown at all."""

    model: Elo
    cards: dict[str, Card] = field(default_factory=dict)
    _last: _Then | None = field(default=None, repr=False, compare=False)

    @classmethod
    def nothing(cls, difficulties: Mapping[str, float] = NO_DIFFICULTIES) -> "Knowledge":
        """The knowledge of somebody of whom nothing is known yet."""
        return cls(Elo(difficulties))

    def tell(self, evidence: Evidence) -> None:
        """Takes in one piece of evidence."""
        self._last = None
        self.model.update(evidence)
        if evidence.weight >= LEAST:
            card, graded = self.cards.get(evidence.skill), _graded(evidence)
            self.cards[evidence.skill] = spacing.review(card, graded, evidence.at)

    def expect(self, expected: Expectation) -> None:
        """Takes in what is to be expected of a skill; nothing where it was shown, for that tells more."""
        self._last = None
        if expected.skill not in self.cards:
            self.model.expect(expected.skill, expected.chance, expected.sure)

    def predict(self, evidence: Evidence) -> float:
        """The probability that this answer is right."""
        share = (self.model.predict(evidence) - evidence.guess) / (1 - evidence.guess)
        remembered = float(self.recall(evidence.skill, evidence.at) ** FADES)
        return evidence.guess + (1 - evidence.guess) * share * remembered

    def recall(self, skill: str, at: datetime) -> float:
        """The chance that the skill was not forgotten since it was last shown; 1 where it never was."""
        return _recall(self.cards.get(skill), at)

    def known(self, skill: str, at: datetime) -> float:
        """The chance to do it right, had nothing been forgotten since it was last shown."""
        return self._then(at).known[skill]

    def chance(self, skill: str, at: datetime) -> float:
        """The chance to do it right then, without help."""
        return self._then(at).chances[skill]

    def chance_of(self, skills: Iterable[str], at: datetime) -> float:
        """The mean chance over some skills; 0 of none."""
        chances = [*map(self._then(at).chances.__getitem__, skills)]
        return sum(chances) / len(chances) if chances else 0.0

    def standing(self, skills: Collection[str], at: datetime) -> Standing:
        """New where none of the skills was ever shown; due where one that was known is to be shown again; known where
        all of them are, and surely; else shaky."""
        if self.cards.keys().isdisjoint(skills):
            return Standing.NEW
        found = {*map(self._then(at).standings.__getitem__, skills)}
        if not found.isdisjoint((Standing.NEW, Standing.SHAKY)):
            return Standing.SHAKY
        return Standing.DUE if Standing.DUE in found else Standing.KNOWN

    def days_until_due(self, skills: Collection[str], at: datetime) -> int | None:
        """The whole days until something that is known falls due: 0 where it is due within a day; None where it is not
        known, or due already."""
        if self.standing(skills, at) is not Standing.KNOWN:
            return None
        return min((self.cards[skill].due_at - at).days for skill in skills)

    def _then(self, at: datetime) -> _Then:
        if self._last is None or self._last.at != at:
            model, cards = self.model, self.cards
            known = _BySkill(lambda skill: model.known(skill, at))
            self._last = _Then(
                at,
                known,
                _BySkill(lambda skill: known[skill] * float(_recall(cards.get(skill), at) ** FADES)),
                _BySkill(
                    lambda skill: (
                        _standing(cards[skill], known[skill], model.least(skill), at)
                        if skill in cards
                        else Standing.NEW
                    )
                ),
            )
        return self._last


def _recall(card: Card | None, at: datetime) -> float:
    return spacing.recall(card, at) if card else 1.0


def _standing(card: Card, known: float, least: float, at: datetime) -> Standing:
    """Known is a skill that came out right when it was shown last, and is known: probably, and at the lower end
    (``least``), too. What others of its kind tell of it is not enough."""
    if not card.right or known < KNOWN or least < SURE:
        return Standing.SHAKY
    return Standing.DUE if card.due_at <= at else Standing.KNOWN


def _graded(evidence: Evidence) -> Grade:
    return spacing.grade(evidence.right, evidence.hints, evidence.slow)
