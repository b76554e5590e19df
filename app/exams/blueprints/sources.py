"""The sources of a new exam of a course: nothing, a built-in exam, or a copy of one of the person's courses."""

from dataclasses import dataclass, replace
from pathlib import Path

from app.courses.membership import running, taught, teaches, titled
from app.courses.store import courses
from app.exams import mock_exams
from app.exams.blueprints import blueprint
from app.exams.blueprints.editing import EMPTY
from app.exams.course_exam import LONGEST_TITLE, find
from app.exams.store import exams as store
from app.exams.store import supervision
from app.exams.store.sitting import LateStart
from app.questions.context import Context
from engine.bank import Bank
from engine.exams.blueprints import Blueprint

NOTHING = "empty"  # the source of an exam that one composes oneself


@dataclass(frozen=True, slots=True)
class Source:
    """An exam that a new one can be copied from; ``name`` is the value that the form sends."""

    name: str
    title: str
    course: str = ""


def sources(context: Context) -> list[Source]:
    """Returns the built-in exams, the longest first, then those of all courses that the person teaches."""
    longest_first = sorted(built_in(context.library.bank).values(), key=lambda one: -one.minutes)
    found = [Source(one.id, one.title) for one in longest_first]
    with context.database.read() as connection:
        for one in courses.of_person(connection, context.account):
            if teaches(one, context.person):
                there = store.of_course(connection, one.course.id)
                found += [Source(f"{one.course.name}/{x.name}", x.title, one.course.title) for x in there]
    return found


def built_in(bank: Bank) -> dict[str, Blueprint]:
    """Returns the built-in exams that a course can copy: all but the one on weak spots, which are a learner's own."""
    return {name: one for name, one in bank.exams.items() if one.scope != "weak spots"}


def make(context: Context, folder: Path, course: str, source: str, title: str) -> str:
    """Copies a built-in exam, or one of the person's courses with its rules and rooms but without its times, so that
    latecomers have the whole time. Nobody else sees the copy yet. Returns its name.

    Raises NoSuchCourse, CourseArchived, NoCourseExam, and mock_exams.NoSuchExam.
    """
    other, slash, name = source.partition("/")
    with context.database.write() as connection:
        here = running(connection, context.person, course)
        original = None
        if slash:
            original = find(connection, taught(connection, context.person, other), name)
            text, called, rules = (
                original.blueprint,
                original.title,
                replace(original.rules, late=LateStart.WHOLE),
            )
        elif source == NOTHING:
            text, called, rules = EMPTY, titled(title) or "New exam", store.NEW
        elif source in built_in(context.library.bank):
            text = (folder / f"{source}.toml").read_text("utf-8")
            called, rules = context.library.bank.exams[source].title, store.NEW
        else:
            raise mock_exams.NoSuchExam(source)
        if said := titled(title)[:LONGEST_TITLE]:
            text, called = blueprint.entitled(text, said), said
        made = store.add(connection, here.id, called, blueprint.for_everybody(text), rules)
        if original is not None:
            supervision.copy(connection, original.id, find(connection, here, made).id)
        return made
