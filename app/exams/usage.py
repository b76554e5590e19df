"""Finds where an author's courses ask a question, which their students can practise before while it is open to
practice."""

from dataclasses import dataclass

from app.courses.store import assignments, courses
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
    """Returns the exams that may ask it and the assignments that do, of active courses that the author teaches."""
    found = []
    with context.database.read() as connection:
        for member in courses.of_person(connection, context.account):
            course = member.course
            if member.role is not CourseRole.INSTRUCTOR or course.archived:
                continue
            asking = [one for one in exams.of_course(connection, course.id) if _may_ask(one, question)]
            of_exams = {one.assignment for one in exams.of_course(connection, course.id)}
            given = [
                one
                for one in assignments.of_course(connection, course.id, drafts=True)
                if one.id not in of_exams and question.id in {asked.question for asked in one.questions}
            ]
            there = f"/courses/{course.name}"
            found += [Work(course.title, one.title, f"{there}/exams/{one.name}") for one in asking]
            found += [Work(course.title, one.title, f"{there}/assignments/{one.name}") for one in given]
    return tuple(found)


def _may_ask(exam: Exam, question: Question) -> bool:
    if exam.archived_at is not None:
        return False
    try:
        return bool(blueprint.asks(blueprint.published(exam.blueprint), [question]))
    except Unreadable:
        return False
