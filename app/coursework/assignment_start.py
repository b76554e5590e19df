"""Begins a question of an assignment, for a student with numbers of their own."""

import secrets
from datetime import UTC, datetime

from app.courses.membership import CourseArchived, membership
from app.courses.store import assignments, courses
from app.courses.store.assignments import Assigned, Assignment
from app.coursework.assignment import asked_in, find
from app.database.connection import Rows
from app.identity.store.people import Person
from app.practice.opening import TakenOut
from app.practice.store import attempts
from app.questions.context import Context
from engine import variants
from engine.variants import MOST_SEED


class NotOpen(ValueError):
    """The assignment opens later."""


def begin(context: Context, course: str, name: str, question: str) -> str:
    """Returns the name of the person's sheet for this question; the first time, its numbers are drawn and stored.

    Raises NoSuchCourse, NoSuchAssignment, NotOpen, CourseArchived, TakenOut, and Undrawable.
    """
    assert context.person.id is not None
    with context.database.read() as rows:
        one, asked, begun = _to_begin(rows, context.person, course, name, question)
    if begun:
        return begun
    chosen = context.library.assigned(question)
    if chosen is None:
        raise TakenOut(question)
    level = asked.level if asked.level in chosen.levels else chosen.default_level
    variant = variants.draw(chosen, secrets.randbelow(MOST_SEED), level)
    with context.database.write() as rows:  # everything may have changed while numbers were drawn
        courses.hold(rows, context.person.id)
        assignments.hold(rows, one.id)
        one, _, begun = _to_begin(rows, context.person, course, name, question)
        if begun:
            return begun
        form_key, new = secrets.token_urlsafe(16), secrets.token_urlsafe(12)
        kept, points = variant.kept(), variant.points
        return attempts.begin(
            rows, context.person.id, form_key, new, chosen.section, points, kept, one.id
        ).name


def _to_begin(
    rows: Rows, person: Person, course: str, name: str, question: str
) -> tuple[Assignment, Assigned, str | None]:
    """Returns what is to be begun, with the name of the sheet if it was begun. Raises as ``begin``."""
    assert person.id is not None
    here = membership(rows, person, course).course
    one = find(rows, here, name)
    asked = asked_in(one, question)
    begun = assignments.begun(rows, one.id, person.id, question)
    if here.archived and not begun:
        raise CourseArchived(course)
    if one.opens_at is not None and datetime.now(UTC) < one.opens_at:
        raise NotOpen(name)
    return one, asked, begun
