"""The sheets of a course, as its instructors see them: whose they are, what stands on them, points given by hand."""

from dataclasses import dataclass

from app.actions import opening, practice
from app.actions.awarding import award, points_in, reason_in
from app.actions.course import NotInCourse
from app.actions.courses import taught
from app.actions.opening import NoSuchAttempt
from app.actions.sheet import Sheet
from app.library import Library
from app.store import assignments, attempts, changes, courses, queue
from app.store.assignments import Assignment, Duty
from app.store.attempts import Attempt
from app.store.changes import Change
from app.store.courses import Course, Member
from app.store.database import Database
from app.store.people import Person


class NoReasonGiven(ValueError):
    """A mark is not changed without a word about why."""


@dataclass(frozen=True, slots=True)
class Folder:
    """What one student began for the course, by assignment."""

    course: Course
    student: Member
    sheets: tuple[tuple[Assignment, tuple[tuple[str, Attempt], ...]], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A student's sheet as it stands; ``sheet`` is None where it cannot be read any more."""

    course: Course
    duty: Duty | None
    attempt: Attempt
    student: int
    called: str
    sheet: Sheet | None
    changes: tuple[Change, ...]


def folder(database: Database, library: Library, person: Person, course: str, student: int) -> Folder:
    """Raises NoSuchCourse, and NotInCourse."""
    with database.read() as rows:
        here = taught(rows, person, course)
        who = next((one for one in courses.roster(rows, here.id) if one.id == student), None)
        if who is None:
            raise NotInCourse(student)
        begun = attempts.of_person(rows, student)[::-1]
        asked = assignments.of_course(rows, here.id)
    titles = library.titles({attempt.question for attempt in begun if attempt.assignment})
    sheets = tuple(
        (one, tuple((titles.get(a.question, a.question), a) for a in begun if a.assignment == one.id))
        for one in asked
    )
    return Folder(here, who, tuple((one, made) for one, made in sheets if made))


def seen(database: Database, library: Library, person: Person, course: str, name: str) -> Seen:
    """Raises NoSuchCourse, and NoSuchAttempt."""
    with database.read() as rows:
        here = taught(rows, person, course)
        found = queue.sheet(rows, here.id, name)
        if found is None:
            raise NoSuchAttempt(name)
        attempt, student = found
        duty = assignments.duty(rows, attempt.id)
        made = tuple(changes.of_attempt(rows, attempt.id))
        hidden = queue.names_hidden(rows, here.id)
        people = {one.id: one.called for one in courses.roster(rows, here.id)}
    on = opening.readable(library, attempt)
    sheet = practice.show(on) if on else None
    return Seen(here, duty, attempt, student, "" if hidden else people.get(student, ""), sheet, made)


def give(
    database: Database,
    library: Library,
    person: Person,
    course: str,
    name: str,
    part: str,
    points: str,
    why: str,
) -> None:
    """Gives one part these points. Raises NoSuchCourse, NoSuchAttempt, NoReasonGiven, and awarding.NoSuchPoints."""
    assert person.id is not None
    reason = reason_in(why)
    with database.write() as rows:
        found = queue.sheet(rows, taught(rows, person, course).id, name)
        on = opening.readable(library, attempts.reload(rows, found[0])) if found else None
        asked = on.variant.part(part) if on else None
        if on is None or asked is None:
            raise NoSuchAttempt(name)
        given = points_in(points, asked.points)
        if not reason:
            raise NoReasonGiven(part)
        award(rows, on.attempt, asked, given, reason, person.id)
