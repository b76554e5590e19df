"""The day's work: three tasks with their reasons, what is due, the points that are expected, the days left."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from app.learning import next_best
from app.learning.goal import Countdown
from app.learning.next_best import Choice, Task
from app.learning.practice_sets import composing
from app.learning.readiness import expected_points
from app.practice.history import History
from app.questions.context import Context
from app.web.sections import SECTIONS
from engine.learning import daily
from engine.learning.knowledge import Standing
from engine.learning.readiness import Expected

TASKS = 3
DAYS = 7  # of which home tells the reviews


@dataclass(frozen=True, kw_only=True, slots=True)
class SectionState:
    """The number of a section's exercises in each standing."""

    section: str
    counts: Mapping[Standing, int]

    @property
    def exercises(self) -> int:
        """All of them."""
        return sum(self.counts.values())

    @property
    def is_new(self) -> bool:
        """True if none of them was tried."""
        return self.counts[Standing.NEW] == self.exercises


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviews:
    """The topics to be shown again: how many today, the ``minutes`` that they take, and how many wait for the days
    after it. ``week``: the minutes of the next days, today first, if what is asked for is done."""

    today: int
    minutes: int
    later: int
    week: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Today:
    """The day's work; ``expected`` is None while nothing is known of the learner; ``mistakes``: how many were made more
    than once."""

    tasks: tuple[Task, ...]
    reviews: Reviews
    goal: Countdown
    expected: Expected | None
    sections: tuple[SectionState, ...]
    mistakes: int

    @property
    def is_first(self) -> bool:
        """True if nothing is known of the learner, and they were not asked for their exam yet."""
        return bool(self.tasks) and not self.goal.answered and self.expected is None


def today(
    context: Context, history: History, withheld: Collection[str] = (), now: datetime | None = None
) -> Today:
    """Puts the day together; what is ``withheld`` is not proposed."""
    choice = next_best.choice(context, history, withheld, now)
    there, knowledge = choice.syllabus, choice.knowledge
    return Today(
        tasks=tuple(islice(choice.tasks(), TASKS)),
        reviews=_reviews(choice),
        goal=choice.goal,
        expected=expected_points(there, knowledge, choice.at),
        sections=_sections(choice),
        mistakes=choice.mistakes,
    )


def _reviews(choice: Choice) -> Reviews:
    topics, known, days = choice.syllabus.topics, choice.knowledge, choice.goal.days
    due = composing.due(choice)
    waiting = [one.topic.minutes for one in choice.proposals(takes=lambda topic: topic.id in due)]
    today = daily.portion(waiting, days)
    falling_due = [sum(waiting), *[0.0] * (DAYS - 1)]
    for topic in topics:
        left = known.days_until_due(topic.skills, choice.at)
        if left is not None and 0 < left < DAYS:
            falling_due[left] += topic.minutes
    return Reviews(
        today=today,
        minutes=round(sum(waiting[:today])),
        later=len(waiting) - today,
        week=tuple(round(minutes) for minutes in daily.week(falling_due, days)),
    )


def _sections(choice: Choice) -> tuple[SectionState, ...]:
    counts: dict[str, dict[Standing, int]] = {}
    for section, asked in choice.syllabus.asked.items():
        own = counts.setdefault(section, dict.fromkeys(Standing, 0))
        for skills, questions in asked.items():
            own[choice.knowledge.standing(skills, choice.at)] += questions
    order = [section for section in dict.fromkeys([*SECTIONS, *counts]) if section in counts]
    return tuple(SectionState(section=section, counts=counts[section]) for section in order)
