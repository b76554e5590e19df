"""The next needs of a course: the topics of which an exercise gains its people most expected exam points per minute.

Own reviews bring back what each of them forgets, so what is due counts as known here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.learning import foundations
from engine.learning.knowledge import Standing
from engine.learning.recommendation import LEARN, WITHOUT, Topic, in_turn

HALF = 0.5


@dataclass(frozen=True, slots=True)
class Spread:
    """The number of people in each standing with a topic. Fewer than ``fewest`` who have tried it count as none, so
    that nobody can be identified."""

    counts: Mapping[Standing, int]
    fewest: int = 0

    @property
    def people(self) -> int:
        return sum(self.counts.values())

    @property
    def tried(self) -> int:
        """The number of people who have tried it."""
        tried = self.people - self.counts.get(Standing.NEW, 0)
        return tried if tried >= self.fewest else 0

    @property
    def known(self) -> int:
        """The number of people who know it, or knew it and are due to see it again."""
        known = self.counts.get(Standing.KNOWN, 0) + self.counts.get(Standing.DUE, 0)
        return known if self.tried else 0

    @property
    def shaky(self) -> int:
        """The number of people who have tried it and do not know it yet."""
        return self.tried - self.known

    @property
    def standing(self) -> Standing:
        """The standing of the whole: known, or due, where at least half know it."""
        if not self.tried:
            return Standing.NEW
        if self.known < HALF * self.people:
            return Standing.SHAKY
        due = self.counts.get(Standing.DUE, 0)
        return Standing.DUE if due > self.known - due else Standing.KNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A topic with the numbers behind it: ``gain`` in exam points per person from one exercise; ``leads_to`` the topic
    that is worth most behind it, "" where it stands for itself."""

    topic: Topic
    spread: Spread
    gain: float
    leads_to: str


def needs(
    topics: Sequence[Topic], spreads: Mapping[str, Spread], sections: Collection[str]
) -> Iterator[Need]:
    """Yields the topics of these sections that somebody does not know, the best first, their forms in turn. A topic is
    worth something to all that build on it, in other sections, too."""
    shares = {topic.id: _share(spreads[topic.id]) for topic in topics}
    worth = foundations.waiting_behind(topics, shares)
    found = [
        _need(topic, spreads[topic.id], shares, worth[topic.id])
        for topic in topics
        if shares[topic.id] < 1 and topic.section in sections
    ]
    found.sort(key=lambda one: -one.gain / one.topic.minutes)
    yield from in_turn(found, {})


def _need(topic: Topic, spread: Spread, shares: Mapping[str, float], others: Mapping[str, float]) -> Need:
    learned = (1 - shares[topic.id]) * LEARN * (WITHOUT + (1 - WITHOUT) * foundations.ready(topic, shares))
    own, more = topic.points * topic.spread, sum(others.values())
    return Need(
        topic=topic,
        spread=spread,
        gain=(own + more) * learned,
        leads_to=max(others, key=lambda name: others[name]) if more > own else "",
    )


def _share(spread: Spread) -> float:
    return spread.known / spread.people if spread.people else 0.0
