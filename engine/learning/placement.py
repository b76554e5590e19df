"""Placement: a few exercises that tell most about what is known, and what they tell of the rest.

Whoever can do a topic can probably do what it builds on; whoever cannot, can hardly do what builds on it (knowledge
spaces: Doignon and Falmagne 1999). So the topic is asked whose answer leaves least open.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from engine.learning.evidence import Evidence

MOST = 10  # topics that are asked
SLIP, GUESS = 0.1, 0.05
NEAR = 0.85  # how surely a topic that is known tells of what it builds on
ENOUGH = 0.05  # bits that the best question must still tell
START = 0.4
WEIGHT = 0.8  # what a placement says of a skill that was not asked


@dataclass(slots=True)
class Placement:
    """What is held of each topic while it goes on. ``before`` gives all that a topic builds on."""

    topics: Sequence[str]
    before: Mapping[str, Collection[str]]
    known: dict[str, float] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for topic in self.topics:
            self.known.setdefault(topic, START)

    def next(self) -> str | None:
        """The topic to ask; None where enough is known or enough was asked. A tie goes to the earlier topic."""
        left = [topic for topic in self.topics if topic not in self.asked]
        if not left or len(self.asked) >= MOST:
            return None
        tells = {topic: self._tells(topic) for topic in left}
        best = max(left, key=lambda topic: tells[topic])
        return best if tells[best] >= ENOUGH else None

    def take(self, topic: str, right: bool) -> None:
        """Takes in how the topic went."""
        self.asked.append(topic)
        prior = self.known[topic]
        after = _posterior(prior, right)
        self.known[topic] = after
        for other in self.topics:
            if other != topic and other not in self.asked:
                self.known[other] = self._moved(other, topic, prior, after)

    def evidence(self, skills: Mapping[str, Sequence[str]], at: datetime) -> list[Evidence]:
        """What is held of the topics that were not asked, as evidence of their skills: the surer, the heavier."""
        found = []
        for topic in self.topics:
            sure = abs(self.known[topic] - START)
            if topic in self.asked or sure < 0.2:
                continue
            right = self.known[topic] > START
            scale = (1 - START) if right else START
            found += [
                Evidence(
                    skill=skill, item=f"placement/{topic}", right=right, at=at, weight=WEIGHT * sure / scale
                )
                for skill in skills[topic]
            ]
        return found

    def _moved(self, other: str, topic: str, prior: float, after: float) -> float:
        """What is held of another topic: known topics tell of those before them, unknown ones of those behind."""
        held = self.known[other]
        if other in self.before[topic] and after > prior:
            return held + (1 - held) * NEAR * (after - prior) / max(1e-9, 1 - prior)
        if topic in self.before[other] and after < prior:
            return held * (1 - NEAR * (prior - after) / max(1e-9, prior))
        return held

    def _tells(self, topic: str) -> float:
        """The bits that the answer is expected to tell of all topics together."""
        known = self.known[topic]
        chance = known * (1 - SLIP) + (1 - known) * GUESS
        before = [other for other in self.before[topic] if other in self.known]
        behind = [other for other in self.topics if topic in self.before[other]]
        own = _entropy(known) - chance * _entropy(_posterior(known, True))
        own -= (1 - chance) * _entropy(_posterior(known, False))
        return own + NEAR * (
            chance * sum(_entropy(self.known[other]) for other in before)
            + (1 - chance) * sum(_entropy(self.known[other]) for other in behind)
        )


def passed(earned: Fraction, points: Fraction) -> bool:
    """True if a sheet of the placement counts as done right: two thirds of its points."""
    return 3 * earned >= 2 * points


def _posterior(known: float, right: bool) -> float:
    yes, no = (1 - SLIP, GUESS) if right else (SLIP, 1 - GUESS)
    return known * yes / (known * yes + (1 - known) * no)


def _entropy(chance: float) -> float:
    return -sum(share * math.log2(share) for share in (chance, 1 - chance) if share > 0)
