"""The goal of a learner: which exam, and when."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from app.database.connection import Connection
from app.learning.store import goals
from app.learning.store.goals import Goal
from app.learning.syllabus import EXAM
from app.practice.opening import person_of
from app.questions.context import Context
from engine.bank import Bank

InDays = Literal["", "14", "30", "90"]  # from today: what a newcomer is offered
FARTHEST = timedelta(days=3 * 366)


class NoDate(ValueError):
    """The text is no day, or one that is over or too far off; the message says which."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The days that are left until the exam; None where no day is set, or it is over. ``answered``: whether somebody
    said a day, or that there is none yet; ``today`` is the first that can be said."""

    exam: str
    exam_on: date | None
    days: int | None
    answered: bool
    today: date


def countdown(goal: Goal | None, today: date) -> Countdown:
    """The countdown to a goal; a day in the past counts as none."""
    if goal is None or goal.exam_on is None:
        return Countdown(goal.exam if goal else EXAM, None, None, answered=goal is not None, today=today)
    days = (goal.exam_on - today).days
    return Countdown(goal.exam, goal.exam_on, days if days >= 0 else None, answered=True, today=today)


def set_goal(context: Context, exam_on: str, exam: str, now: datetime, in_days: InDays = "") -> None:
    """Stores the visitor's goal: a day, or one ``in_days`` from today; neither takes it back. Raises NoDate."""
    day = now.date() + timedelta(days=int(in_days)) if in_days else _day(exam_on, now.date())
    known = _known(context.library.bank, exam)
    with context.database.write() as connection:
        person = person_of(connection, context.visitor.token)
        goals.save(connection, person, Goal(day, known, now))


def take_over(connection: Connection, bank: Bank, person: int, goal: Goal, now: datetime) -> bool:
    """Stores a goal that was set elsewhere, unless one was set here after it, or its day is too far off. Returns
    whether it was stored."""
    here = goals.of_person(connection, person)
    too_far = goal.exam_on is not None and goal.exam_on > now.date() + FARTHEST
    if too_far or (here is not None and here.set_at >= goal.set_at):
        return False
    goals.save(connection, person, Goal(goal.exam_on, _known(bank, goal.exam), min(goal.set_at, now)))
    return True


def _known(bank: Bank, exam: str) -> str:
    return exam if exam in bank.exams else EXAM


def _day(typed: str, today: date) -> date | None:
    if not typed.strip():
        return None
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise NoDate("This is no day. Write it as 2027-02-13.") from None
    if day < today:
        raise NoDate("This day is over. Take today or a later one.")
    if day > today + FARTHEST:
        raise NoDate("This is more than three years ahead. Take an earlier day.")
    return day
