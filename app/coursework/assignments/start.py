"""Begins a question of an assignment, for a student with numbers of their own."""

import secrets
from datetime import UTC, datetime

from app.courses.membership import CourseArchived, membership
from app.courses.store import assignments, courses
from app.courses.store.assignments import Assigned, Assignment
from app.courses.store.courses import CourseRole
from app.coursework.assignments.assignment import NoSuchAssignment, asked_in, find
from app.coursework.assignments.tasks import may_try_again
from app.database.connection import Connection
from app.identity.store.people import Person
from app.practice.opening import TakenOut
from app.practice.store import attempts
from app.questions.context import Context
from engine import variants
from engine.questions import Question
from engine.variants import MOST_SEED


class NotOpen(ValueError):
    """The assignment opens later."""


def begin(context: Context, course: str, name: str, question: str, again: bool = False) -> str:
    """Returns the name of the person's newest sheet for this question; the first time, and ``again`` where the policy
    allows another try, numbers are drawn and stored.

    Raises NoSuchCourse, NoSuchAssignment, NotOpen, CourseArchived, TakenOut, and Undrawable.
    """
    assert context.person.id is not None
    chosen = context.library.assigned(question)
    wanted = chosen if again else None
    with context.database.read() as connection:
        one, asked, sheet = _to_begin(connection, context.person, course, name, question, wanted)
    if sheet:
        return sheet
    if chosen is None:
        raise TakenOut(question)
    level = asked.level if asked.level in chosen.levels else chosen.default_level
    variant = variants.draw(chosen, secrets.randbelow(MOST_SEED), level)
    with context.database.write() as connection:  # everything may have changed while numbers were drawn
        courses.hold(connection, context.person.id)
        assignments.hold(connection, one.id)
        one, _, sheet = _to_begin(connection, context.person, course, name, question, wanted)
        if sheet:
            return sheet
        form_key, new = secrets.token_urlsafe(16), secrets.token_urlsafe(12)
        kept, points = variant.to_json(), variant.points
        return attempts.begin(
            connection, context.person.id, form_key, new, chosen.section, points, kept, one.id
        ).name


def _to_begin(
    connection: Connection, person: Person, course: str, name: str, question: str, again: Question | None
) -> tuple[Assignment, Assigned, str | None]:
    """Returns what is to be begun, with the name of the person's newest sheet, None where another is to be drawn: the
    first, or one more of a question to try ``again``. Raises as ``begin``."""
    assert person.id is not None
    member = membership(connection, person, course)
    here, one = member.course, find(connection, member.course, name)
    if not one.published and member.role is CourseRole.STUDENT:
        raise NoSuchAssignment(name)
    asked = asked_in(one, question)
    mine = attempts.of_assignments(connection, person.id, [one.id])[::-1]
    begun = [attempt for attempt in mine if attempt.question == question]
    if here.archived and not begun:
        raise CourseArchived(course)
    if one.opens_at is not None and datetime.now(UTC) < one.opens_at:
        raise NotOpen(name)
    anew = again is not None and not here.archived and may_try_again(one.policy, again, begun)
    return one, asked, begun[-1].name if begun and not anew else None
