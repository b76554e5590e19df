"""The next best exercise: what gains most now, and the question that asks for it."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from app.learning import fold
from app.learning.goal import Countdown, countdown
from app.learning.mistakes import listed
from app.learning.store import goals, states
from app.learning.syllabus import Syllabus, syllabus
from app.practice.history import History
from app.questions.context import Context
from engine.exams.blueprints import PACE
from engine.learning.knowledge import Knowledge
from engine.learning.recommendation import Proposal, Ranking, Topic
from engine.questions import LEVELS, Question

LATELY = 40  # sheets
EXAM_HOUR = timedelta(hours=9)
HARDLY = 0.35  # the chance below which easier numbers are drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """An exercise that is proposed, with the numbers behind it: see ``engine.learning.recommendation``."""

    question: Question
    level: str
    proposal: Proposal
    minutes: int

    @property
    def address(self) -> str:
        """The address of the exercise, at its level."""
        level = "" if self.level == self.question.default_level else f"?level={self.level}"
        return f"/practice/{self.question.id}{level}"


@dataclass(frozen=True, kw_only=True)
class Choice:
    """All that the next exercise is chosen by. ``mistakes``: how many were made more than once and are not gone."""

    knowledge: Knowledge
    mistakes: int
    syllabus: Syllabus
    goal: Countdown
    history: History
    withheld: Collection[str]
    at: datetime

    @cached_property
    def ranking(self) -> Ranking:
        """All topics, by what is known of each."""
        return Ranking(self.knowledge, self.syllabus.topics, self.at, _exam_at(self.goal))

    @cached_property
    def _proposed(self) -> dict[str, list[Proposal]]:
        """The topics in the order in which they gain, by the question after which they come."""
        return {}

    def tasks(self, after: str = "", takes: Callable[[Topic], bool] = lambda topic: True) -> Iterator[Task]:
        """Yields exercises, the best first, one of each topic that is taken; never the question ``after`` which they
        come."""
        for proposal in self.proposals(after, takes):
            yield _task(self._question(self._free(proposal.topic, after)), proposal)

    def proposals(
        self, after: str = "", takes: Callable[[Topic], bool] = lambda topic: True
    ) -> Iterator[Proposal]:
        """Yields the topics of these exercises, without choosing the exercises."""
        if after not in self._proposed:
            self._proposed[after] = self.ranking.proposals(self._lately(after))
        for proposal in self._proposed[after]:
            if takes(proposal.topic) and self._free(proposal.topic, after):
                yield proposal

    def _free(self, topic: Topic, after: str) -> list[Question]:
        """The questions of a topic that can be asked now."""
        there = self.syllabus.questions(topic.id)
        return [one for one in there if one.id not in self.withheld and one.id != after]

    def _lately(self, after: str) -> list[str]:
        """The topics of the newest sheets, that of the one just looked at before all."""
        there = self.syllabus.topic
        newest = [attempt.question for attempt in self.history.newest[:LATELY]]
        return [there[name] for name in ([] if after in newest[:1] else [after]) + newest if name in there]

    def _question(self, free: Sequence[Question]) -> Question:
        """The one that gains most, the easiest of those that gain alike; none again while a sibling was never seen."""
        ranking, asked = self.ranking, self.history.asked([question.id for question in free])
        new = [question for question in free if question.id not in asked]

        def worth(question: Question) -> tuple[float, int, float]:
            gain = ranking.gain_in(self.syllabus.skills[question.id]) / math.sqrt(
                1 + asked.get(question.id, 0)
            )
            return round(gain, 6), -LEVELS.index(question.levels[0]), -float(question.points)

        return max(new or free, key=worth)


def choice(
    context: Context, history: History, withheld: Collection[str] = (), now: datetime | None = None
) -> Choice:
    """Reads what is known of the visitor, and what they aim at."""
    at, person = now or context.clock.now(), context.person.id
    with context.database.read() as connection:
        folded = fold.current(connection, context.library, person, at)
        goal = None if person is None else goals.of_person(connection, person)
        removed = {} if person is None else states.removed(connection, person)
    again = [made for made in listed(folded.mistakes, removed).present() if made.times > 1]
    left = countdown(goal, at.date())
    there = syllabus(context.library.bank, left.exam)
    return Choice(
        knowledge=folded.knowledge,
        mistakes=len(again),
        syllabus=there,
        goal=left,
        history=history,
        withheld=withheld,
        at=at,
    )


def _task(question: Question, proposal: Proposal) -> Task:
    easy = proposal.chance < HARDLY and "warm-up" in question.levels
    return Task(
        question=question,
        level="warm-up" if easy else question.default_level,
        proposal=proposal,
        minutes=max(1, round(PACE * question.points)),
    )


def _exam_at(left: Countdown) -> datetime | None:
    if left.exam_on is None or left.days is None:
        return None
    return datetime.combine(left.exam_on, datetime.min.time(), UTC) + EXAM_HOUR
