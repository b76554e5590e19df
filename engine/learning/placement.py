"""Placement: a few exercises that tell most about what is known, and what they tell of the rest.

Whoever can do a topic can probably do what it builds on; whoever cannot, can hardly do what builds on it (knowledge
spaces: Doignon and Falmagne 1999). So the topic is asked whose answer leaves least open.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.learning.knowledge import Expectation
from engine.learning.prerequisites import prerequisites

MOST = 10  # topics that are asked
SLIP, GUESS = 0.1, 0.05
NEAR = 0.85  # how surely a topic that is known tells of what it builds on
ENOUGH = 0.05  # bits that the best question must still tell
START, PRIOR = (
    0.4,
    2.0,
)  # the share of topics that is known before anything was asked, and what that counts as answers
LEAST = 0.3  # how sure it must be of a topic to say something of it


@dataclass(slots=True)
class Placement:
    """The state of a placement. ``before`` gives all that a topic builds on; ``_odds`` is by how
    much the answers speak for each topic, beyond the share of topics that is known at all."""

    topics: Sequence[str]
    before: Mapping[str, Collection[str]]
    asked: dict[str, bool] = field(default_factory=dict)
    _odds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def among(cls, topics: Collection[str]) -> "Placement":
        """A placement among these families, each after what it builds on; what is no family is left out."""
        graph = prerequisites()
        return cls(
            [one for one in graph.order() if one in topics], {one: graph.before(one) for one in graph.order()}
        )

    @property
    def share(self) -> float:
        """The share of topics that is known, from those that were asked."""
        return (START * PRIOR + sum(self.asked.values())) / (PRIOR + len(self.asked))

    def known(self, topic: str) -> float:
        """The chance that a topic is known."""
        odds = self.share / (1 - self.share) * self._odds.get(topic, 1.0)
        return odds / (1 + odds)

    def next(self) -> str | None:
        """The topic to ask; None where enough is known or enough was asked. A tie goes to the earlier topic."""
        left = [topic for topic in self.topics if topic not in self.asked]
        if not left or len(self.asked) >= MOST:
            return None
        known = {topic: self.known(topic) for topic in self.topics}
        tells = {topic: self._tells(topic, known) for topic in left}
        best = max(left, key=lambda topic: tells[topic])
        return best if tells[best] >= ENOUGH else None

    def take(self, topic: str, right: bool) -> None:
        """Takes in how the topic went."""
        known = {one: self.known(one) for one in self.topics}
        after = _posterior(known[topic], right)
        moved = {
            other: self._moved(other, topic, known, after) for other in self.topics if other not in self.asked
        }
        moved[topic] = after
        for other, held in moved.items():
            self._odds[other] = self._odds.get(other, 1.0) * _odds(held) / _odds(known[other])
        self.asked[topic] = right

    def expectations(self, skills: Mapping[str, Sequence[str]]) -> list[Expectation]:
        """Returns what is to be expected of the skills of topics that are probably known. Of others nothing follows:
        that they are new is what one begins with."""
        found = []
        for topic in self.topics:
            known = self.known(topic)
            sure = abs(2 * known - 1)
            if known > 0.5 and sure >= LEAST:
                found += [Expectation(skill, known, sure) for skill in skills[topic]]
        return found

    def _moved(self, other: str, topic: str, known: Mapping[str, float], after: float) -> float:
        """The chance of another topic: known topics tell of those before them, unknown ones of those behind."""
        held, prior = known[other], known[topic]
        if other in self.before[topic] and after > prior:
            return held + (1 - held) * NEAR * (after - prior) / (1 - prior)
        if topic in self.before[other] and after < prior:
            return held * (1 - NEAR * (prior - after) / prior)
        return held

    def _tells(self, topic: str, known: Mapping[str, float]) -> float:
        """The bits that the answer is expected to tell of all topics together."""
        chance = known[topic] * (1 - SLIP) + (1 - known[topic]) * GUESS
        told = 0.0
        for right, likely in ((True, chance), (False, 1 - chance)):
            after = _posterior(known[topic], right)
            told += likely * (_entropy(known[topic]) - _entropy(after))
            near = self.before[topic] if right else (one for one in self.topics if topic in self.before[one])
            for other in near:
                if other in known and other not in self.asked:
                    told += likely * (
                        _entropy(known[other]) - _entropy(self._moved(other, topic, known, after))
                    )
        return told


def passed(earned: Fraction, points: Fraction) -> bool:
    """True if a sheet of the placement counts as done right: two thirds of its points."""
    return 3 * earned >= 2 * points


def _posterior(known: float, right: bool) -> float:
    yes, no = (1 - SLIP, GUESS) if right else (SLIP, 1 - GUESS)
    return known * yes / (known * yes + (1 - known) * no)


def _odds(chance: float) -> float:
    inside = min(1 - 1e-9, max(1e-9, chance))
    return inside / (1 - inside)


def _entropy(chance: float) -> float:
    return -sum(share * math.log2(share) for share in (chance, 1 - chance) if share > 0)
