"""Courses, as their instructors and their students see them."""

from datetime import UTC, datetime

from pydantic import Field

from app.api.access import as_json, behind_the_door, refusals
from app.courses import membership as lists
from app.courses.store.assignments import Assignment
from app.courses.store.courses import CourseRole
from app.coursework import course as acting
from app.coursework.course import Room
from app.questions.context import ContextHere
from app.web.concurrency import READING, TEACHING, limit_concurrency
from engine.validation.schema import Shape

router = behind_the_door("courses")


class Membership(Shape):
    """A course in a list; ``course`` stands in its address."""

    course: str
    title: str
    role: CourseRole


class Listed(Shape):
    courses: list[Membership]


class AssignedQuestion(Shape):
    question: str
    level: str


class Asked(Shape):
    """An assignment. ``due_at`` is the student's own; before it opens, a student sees no questions and no figure."""

    assignment: str
    title: str
    opens_at: datetime | None
    due_at: datetime | None
    figure: str = Field(description="the address of the figure that it begins with; empty for none")
    figure_moves: bool = Field(description="whether students can move it; else it is a still picture")
    published: bool = Field(description="whether students see it")
    solutions_wait: bool = Field(
        description="whether solutions open after the last due date of anybody; else those of sheets with numbers of "
        "their own open at once"
    )
    questions: list[AssignedQuestion]


class Student(Shape):
    """A student of the course; ``student`` is their number, null as long as somebody on the roster has not joined."""

    student: int | None
    name: str
    email: str
    matriculation: str
    section: str
    joined_at: datetime | None


class Course(Shape):
    """A course; ``code`` and ``students`` are null but for its instructors."""

    course: str
    title: str
    teaching: bool
    instructors: list[str]
    assignments: list[Asked]
    code: str | None = Field(description="lets people in")
    students: list[Student] | None


@router.get("/courses")
@limit_concurrency(READING)
@as_json
def courses(context: ContextHere) -> Listed:
    mine = lists.mine(context)
    found = [Membership(course=one.course.name, title=one.course.title, role=one.role) for one in mine]
    return Listed(courses=found)


@router.get("/courses/{course}", responses=refusals(404))
@limit_concurrency(TEACHING)
@as_json
def course(context: ContextHere, course: str) -> Course:
    room = acting.room(context, course)
    return Course(
        course=room.course.name,
        title=room.course.title,
        teaching=room.teaching,
        instructors=[one.called for one in room.instructors],
        assignments=[_asked(one, room.teaching) for one in room.assignments],
        code=room.code if room.teaching else None,
        students=_students(room) if room.teaching else None,
    )


def _asked(one: Assignment, teaching: bool) -> Asked:
    there = teaching or one.opens_at is None or one.opens_at <= datetime.now(UTC)
    questions = [AssignedQuestion(question=asked.question, level=asked.level) for asked in one.questions]
    return Asked(
        assignment=one.name,
        title=one.title,
        opens_at=one.opens_at,
        due_at=one.due_at,
        figure=one.figure if there else "",
        figure_moves=one.figure_moves,
        published=one.published,
        solutions_wait=one.solutions_wait,
        questions=questions if there else [],
    )


def _students(room: Room) -> list[Student]:
    return [
        Student(
            student=one.person,
            name=one.name,
            email=one.email,
            matriculation=one.line.matriculation,
            section=one.line.section,
            joined_at=one.joined_at,
        )
        for one in room.students
    ]
