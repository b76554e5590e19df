"""Finds where an author's courses ask a question, which their students can practise before while it is open to
practice."""

from dataclasses import dataclass
from datetime import UTC, datetime

from app.courses.store import asked, assignments, courses
from app.courses.store.courses import CourseRole
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Unreadable
from app.exams.store import exams
from app.exams.store.exams import Exam
from app.questions.context import Context
from engine.questions import Question


@dataclass(frozen=True, slots=True)
class Work:
    """An exam or an assignment; ``address`` is its page."""

    course: str
    title: str
    address: str


def asked_by(context: Context, question: Question) -> tuple[Work, ...]:
    """Returns the exams that may ask it and the assignments that do, of active courses that the author teaches. An
    assignment that closes its practice at present is left out."""
    found = []
    with context.database.read() as connection:
        asking = asked.by_courses(connection, None, datetime.now(UTC), question.id)
        closing = {one.id for one in asking if one.dated and not question.varies}
        for member in courses.of_person(connection, context.account):
            course = member.course
            if member.role is not CourseRole.INSTRUCTOR or course.archived:
                continue
            planned = exams.of_course(connection, course.id)
            apart = {one.assignment for one in planned} | closing
            given = [
                one
                for one in assignments.of_course(connection, course.id, drafts=True)
                if one.id not in apart and question.id in {asked.question for asked in one.questions}
            ]
            there = f"/courses/{course.name}"
            found += [
                Work(course.title, one.title, f"{there}/exams/{one.name}")
                for one in planned
                if _may_ask(one, question)
            ]
            found += [Work(course.title, one.title, f"{there}/assignments/{one.name}") for one in given]
    return tuple(found)


def _may_ask(exam: Exam, question: Question) -> bool:
    if exam.archived_at is not None:
        return False
    try:
        return bool(blueprint.asks(blueprint.published(exam.blueprint), [question]))
    except Unreadable:
        return False
