"""A simulated learner: what is known, how it is learned, and how it is forgotten. Not the model that is judged.

A skill is known or not. A known one is recalled with a chance that halves every half-life; each time it is recalled the
half-life grows. A skill is learned from the solution that is seen after a try, seldom where what it builds on is not
known. Numbers of this kind: Settles and Meeder 2016 (half-lives), Corbett and Anderson 1995 (learning).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from engine.learning.spacing import DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of learner. ``knows`` gives the chance that a topic is known at the start; ``learns``: per try;
    ``without``: the share of that where nothing of what it builds on is known; half-lives in days."""

    name: str
    knows: float = 0.1
    gap: bool = False
    learns: float = 0.4
    without: float = 0.12
    half_life: float = 8.0
    growth: float = 2.2
    slip: float = 0.05
    guesses: float = 0.0


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(name="newcomer"),
        Kind(name="strong start", knows=0.6, learns=0.5),
        Kind(name="one gap", knows=0.95, gap=True),
        Kind(name="forgetful", half_life=3.0, growth=1.9),
        Kind(name="guessing", guesses=0.3, learns=0.3),
    )
}


@dataclass(slots=True)
class Memory:
    """A known skill: its half-life in days, and when it was last recalled."""

    half_life: float
    at: datetime

    def recall(self, at: datetime) -> float:
        """The chance that it comes to mind."""
        days = max(0.0, (at - self.at).total_seconds() / DAY)
        return float(2 ** (-days / self.half_life))


@dataclass(slots=True)
class Learner:
    """One learner. ``skills`` are those of each topic; ``builds_on`` names the topics that come before it."""

    kind: Kind
    skills: Mapping[str, Sequence[str]]
    builds_on: Mapping[str, Collection[str]]
    rng: Random
    memories: dict[str, Memory] = field(default_factory=dict)

    def recall(self, skill: str, at: datetime) -> float:
        """The chance to do a step right, but for slips; 0 for what is not known."""
        memory = self.memories.get(skill)
        return memory.recall(at) if memory else 0.0

    def mastered(self, topic: str, at: datetime, least: float = 0.8) -> bool:
        """True if at least this share of the topic's steps is expected to come to mind."""
        skills = self.skills[topic]
        return sum(self.recall(skill, at) for skill in skills) >= least * len(skills)

    def does(self, skill: str, at: datetime) -> bool:
        """Returns whether the step succeeds this time."""
        if skill not in self.memories:
            return self.rng.random() < self.kind.guesses / 4
        return self.rng.random() < self.recall(skill, at) * (1 - self.kind.slip)

    def studies(self, topic: str, done: Mapping[str, bool], at: datetime) -> None:
        """Reads the solution: what was right is remembered longer, what was not may be learned."""
        ready = self._ready(topic, at)
        for skill, right in done.items():
            memory = self.memories.get(skill)
            if memory and right:
                memory.half_life *= 1 + (self.kind.growth - 1) * (1.2 - memory.recall(at)) / 0.7
                memory.at = at
            elif self.rng.random() < self._learns(memory is not None, ready):
                kept = memory.half_life * 0.6 if memory else 0.0
                self.memories[skill] = Memory(max(self.kind.half_life, kept), at)

    def starts_with(self, topics: Collection[str], at: datetime) -> None:
        """Makes these topics known from before."""
        for topic in topics:
            for skill in self.skills[topic]:
                self.memories[skill] = Memory(60.0, at)

    def _learns(self, knew: bool, ready: float) -> float:
        chance = 0.85 if knew else self.kind.learns
        return chance * (self.kind.without + (1 - self.kind.without) * ready)

    def _ready(self, topic: str, at: datetime) -> float:
        """The mean recall of what the topic builds on directly; 1 where it builds on nothing."""
        needed = [skill for before in self.builds_on.get(topic, ()) for skill in self.skills.get(before, ())]
        if not needed:
            return 1.0
        return sum(self.recall(skill, at) for skill in needed) / len(needed)


def started(
    kind: Kind,
    skills: Mapping[str, Sequence[str]],
    builds_on: Mapping[str, Collection[str]],
    before: Callable[[str], Collection[str]],
    rng: Random,
    at: datetime,
) -> Learner:
    """A learner at the start. Whoever knows a topic knows what it builds on; a gap is one topic and what follows."""
    learner = Learner(kind, skills, builds_on, rng)
    known: set[str] = set()
    for topic in skills:
        if rng.random() < kind.knows:
            known |= {topic, *(one for one in before(topic) if one in skills)}
    if kind.gap:
        missing = rng.choice(sorted(skills))
        known -= {missing, *(topic for topic in skills if missing in before(topic))}
    learner.starts_with(known, at)
    return learner
