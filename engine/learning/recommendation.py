"""The next best exercise: the topic that gains most expected exam points per minute.

What a try gains in a skill is the chance to know it on the day of the exam, after it less before it. A skill that was
known and faded comes back; one that is not known may be learned, where what it builds on is known; one that is known
now is remembered longer. What others build on is worth a share of what those are worth.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol, TypeVar

from engine.learning import foundations, spacing
from engine.learning.knowledge import Knowledge
from engine.learning.spacing import DAY, NEW

LEARN = 0.45  # the chance that a try and its solution teach a step that was not known
AGAIN = 0.85  # and one that was known once
CEILING = 0.9  # the share of right answers of those who know it: slips are no gap
WITHOUT = 0.15  # the share of LEARN where nothing of what it builds on is known
HORIZON = timedelta(days=21)  # where no exam is set
SAME_TOPIC, SAME_SECTION = 0.3, 0.8  # what a topic counts right after itself, and after its section
LATELY = 3  # exercises
MIX = 40  # exercises, after which forms take turns
LITTLE = 1e-9  # points


class Why(StrEnum):
    """The reason that weighs most."""

    NEW = "new"
    LEARN = "learn"
    FORGETTING = "forgetting"
    FOUNDATION = "foundation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic that can be proposed. ``points``: what the exam is expected to ask of it; ``minutes``: of one exercise;
    ``spread``: the share of the points that one exercise prepares for. Numbers are drawn anew, so that is all of them;
    of forty questions of concepts one teaches itself, and a little of the others. ``form``: "" for numbers, concepts,
    sentences or programs, which take turns. ``after``: topics that make it easier to learn, of which it is not
    built."""

    id: str
    section: str
    skills: Sequence[str]
    points: float
    minutes: float
    builds_on: Collection[str] = ()
    spread: float = 1.0
    form: str = ""
    after: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A topic with the numbers behind it: ``gain`` in exam points from one exercise, of ``points`` that the exam asks;
    the ``chance`` to do it right now; the share of what it builds on that is known (``ready``); ``leads_to`` the topic
    that is worth most behind it, "" where it stands for itself; ``untried``: nothing was seen of it."""

    topic: Topic
    gain: float
    chance: float
    ready: float
    why: Why
    leads_to: str = ""
    untried: bool = False

    @property
    def per_minute(self) -> float:
        return self.gain / self.topic.minutes


@dataclass(frozen=True, slots=True)
class _Gain:
    """The mean gain over the skills of a topic, by its reason."""

    back: float
    learned: float
    kept: float

    @property
    def total(self) -> float:
        return self.back + self.learned + self.kept


@dataclass(slots=True)
class Ranking:
    """The topics with what is known of each. ``exam_at``: None, or a day in the past, for no exam; ``until``: the day
    for which one learns."""

    knowledge: Knowledge
    topics: Sequence[Topic]
    at: datetime
    exam_at: datetime | None = None
    until: datetime = field(init=False)
    chances: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        ahead = self.exam_at is not None and self.exam_at > self.at
        self.until = self.exam_at if self.exam_at and ahead else self.at + HORIZON
        self.chances = {topic.id: self.knowledge.chance_of(topic.skills, self.at) for topic in self.topics}

    def proposals(self, lately: Sequence[str] = ()) -> list[Proposal]:
        """All topics, the best first; last those that come after others of which nothing was tried. ``lately``: the
        topics of the last exercises, the newest first, with those that came twice."""
        worth = foundations.waiting_behind(self.topics, self.chances)
        found = [self._proposal(topic, worth[topic.id]) for topic in self.topics]
        near = _near(self.topics, lately[:LATELY])
        found.sort(key=lambda one: -one.per_minute * near.get(one.topic.id, 1.0))
        minutes, by_id = dict[str, float](), {topic.id: topic for topic in self.topics}
        for topic in (by_id[name] for name in lately[:MIX] if name in by_id):
            minutes[topic.form] = minutes.get(topic.form, 0.0) + topic.minutes
        begun = {topic.id for topic in self.topics if self._tried(topic)}
        ripe, early = list[Proposal](), list[Proposal]()
        for one in found:
            (early if one.topic.after and begun.isdisjoint(one.topic.after) else ripe).append(one)
        return [*in_turn(ripe, minutes), *in_turn(early, {})]

    def _tried(self, topic: Topic) -> bool:
        return any(skill in self.knowledge.cards for skill in topic.skills)

    def _proposal(self, topic: Topic, others: Mapping[str, float]) -> Proposal:
        ready = foundations.ready(topic, self.chances)
        gain = self._gain(topic.skills, ready)
        passed_on = sum(others.values())
        own, more = topic.points * topic.spread * gain.total, passed_on * gain.learned
        why = Why.FOUNDATION if more > own else _strongest(gain)
        untried = not self._tried(topic)
        if why is Why.LEARN and untried:
            why = Why.NEW
        leads_to = max(others, key=lambda name: others[name]) if others and why is Why.FOUNDATION else ""
        return Proposal(
            topic=topic,
            gain=own + more,
            chance=self.chances[topic.id],
            ready=ready,
            why=why,
            leads_to=leads_to,
            untried=untried,
        )

    def gain_in(self, skills: Collection[str], ready: float = 1.0) -> float:
        """The gain of a try at these skills, as a number of skills known at the exam."""
        return self._gain(skills, ready).total * len(skills)

    def _gain(self, skills: Collection[str], ready: float) -> _Gain:
        days = (self.until - self.at).total_seconds() / DAY
        new = spacing.recall_with(NEW, days)
        back = learned = kept = 0.0
        for skill in skills:
            known, card = self.knowledge.known(skill, self.at), self.knowledge.cards.get(skill)
            learned += max(0.0, 1 - known / CEILING) * LEARN * (WITHOUT + (1 - WITHOUT) * ready) * new
            if card is None or card.due_at > self.at:
                continue
            now, then = spacing.recall(card, self.at), spacing.recall(card, self.until)
            longer = spacing.recall_with(spacing.stability_after(card, self.at), days)
            back += known * (1 - now) * AGAIN * new
            kept += known * (now * longer - then)
        count = max(1, len(skills))
        return _Gain(back / count, learned / count, max(0.0, kept) / count)


def _strongest(gain: _Gain) -> Why:
    return Why.LEARN if gain.learned >= gain.back + gain.kept else Why.FORGETTING


class Gainful(Protocol):
    """A topic, and what practising it gains in points."""

    @property
    def topic(self) -> Topic: ...

    @property
    def gain(self) -> float: ...


One = TypeVar("One", bound=Gainful)


def in_turn(ranked: Sequence[One], minutes: Mapping[str, float]) -> Iterator[One]:
    """Yields all, forms in turn: each has the share of the time that it has of all points that can be gained. Else a
    few topics of sentences, each worth many points, would come before all numbers. ``minutes``: spent lately."""
    waiting, spent, gain = dict[str, deque[One]](), dict(minutes), dict[str, float]()
    for one in ranked:
        waiting.setdefault(one.topic.form, deque()).append(one)
        gain[one.topic.form] = gain.get(one.topic.form, LITTLE) + one.gain
        spent.setdefault(one.topic.form, 0.0)
    while waiting:
        form = min(waiting, key=lambda name: (spent[name] + waiting[name][0].topic.minutes / 2) / gain[name])
        one = waiting[form].popleft()
        spent[form] += one.topic.minutes
        if not waiting[form]:
            del waiting[form]
        yield one


def _near(topics: Sequence[Topic], lately: Sequence[str]) -> Mapping[str, float]:
    """The factors of topics that were just practised, or are of the section that was."""
    by_id = {topic.id: topic for topic in topics}
    section = by_id[lately[0]].section if lately and lately[0] in by_id else None
    return {topic.id: SAME_SECTION for topic in topics if topic.section == section} | dict.fromkeys(
        lately, SAME_TOPIC
    )
