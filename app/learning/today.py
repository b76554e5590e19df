"""The day's work: three tasks with their reasons, what is due, the points that are expected, the days left."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from app.learning import next_best
from app.learning.goal import Countdown
from app.learning.next_best import Choice, Task
from app.learning.readiness import expected_points
from app.learning.standing import of_knowledge
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from app.web.sections import SECTIONS
from engine.learning.knowledge import Standing
from engine.learning.readiness import Expected

TASKS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class SectionState:
    """How many of a section's exercises stand in which way."""

    section: str
    counts: Mapping[Standing, int]

    @property
    def exercises(self) -> int:
        """All of them."""
        return sum(self.counts.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Today:
    """The day's work. ``due``: topics of which something is to be shown again, and the minutes that these take;
    ``expected`` is None while nothing is known of the learner."""

    tasks: tuple[Task, ...]
    due: int
    due_minutes: int
    goal: Countdown
    expected: Expected | None
    sections: tuple[SectionState, ...]


def today(
    context: Context, made: Sequence[Attempt], withheld: Collection[str] = (), now: datetime | None = None
) -> Today:
    """Puts the day together. ``made``: the visitor's attempts, newest first; what is ``withheld`` is not proposed."""
    choice = next_best.choice(context, made, withheld, now)
    there, knowledge = choice.syllabus, choice.knowledge
    due = [one for one in there.topics if knowledge.standing(one.skills, choice.at) is Standing.DUE]
    return Today(
        tasks=tuple(islice(choice.tasks(), TASKS)),
        due=len(due),
        due_minutes=round(sum(one.minutes for one in due)),
        goal=choice.goal,
        expected=expected_points(there, knowledge, choice.at),
        sections=_sections(choice),
    )


def _sections(choice: Choice) -> tuple[SectionState, ...]:
    standing = of_knowledge(choice.knowledge, choice.at)
    counts: dict[str, dict[Standing, int]] = {}
    for topic in choice.syllabus.topics:
        for question in choice.syllabus.questions[topic.id]:
            own = counts.setdefault(question.section, dict.fromkeys(Standing, 0))
            own[standing(question)] += 1
    order = [section for section in dict.fromkeys([*SECTIONS, *counts]) if section in counts]
    return tuple(SectionState(section=section, counts=counts[section]) for section in order)
