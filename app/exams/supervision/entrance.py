"""The door of a supervised exam as a student meets it: what is missing, and what to do."""

from dataclasses import dataclass

from app.courses.membership import Right, membership, rights
from app.database.connection import Connection
from app.exams.course_exam import NoCourseExam, find
from app.exams.sitting import Time, its_own, time
from app.exams.store import exams
from app.exams.store import supervision as store
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting
from app.exams.supervision import admission
from app.exams.supervision.admission import Obstacle, Standing
from app.exams.supervision.seen import Seen
from app.identity.store.people import Person
from app.questions.context import Context


@dataclass(frozen=True, kw_only=True, slots=True)
class Entrance:
    """The obstacle in a running exam, whose clock goes on. ``cover`` is the address of its page in the course."""

    sitting: Sitting
    standing: Standing
    clock: Time
    cover: str


def entrance(context: Context, name: str, sent: Seen) -> Entrance | None:
    """Returns what is missing; None where nothing is, or the exam is over. Raises NoSuchSitting, and NotBegun."""
    with context.database.read() as connection:
        sitting, one = _standing(connection, context, name, sent)
        if one is None or one.obstacle is None or not sitting.running or sitting.exam is None:
            return None
        exam = exams.by_id(connection, sitting.exam)
    return Entrance(
        sitting=sitting, standing=one, clock=time(sitting, context.clock.now()),
        cover=f"/courses/{sitting.course}/exams/{exam.name}",
    )  # fmt: skip


def enter(context: Context, name: str, sent: Seen, code: str) -> None:
    """Takes the code of the room. Raises NoSuchSitting, NotBegun, and WrongCode."""
    with context.database.read() as connection:
        sitting, one = _standing(connection, context, name, sent)
    if one is not None and one.obstacle is Obstacle.CODE:
        admission.enter(context, sitting, one, code)


def own_settings(context: Context, course: str, name: str, sent: Seen) -> dict[str, object]:
    """Returns the settings of Safe Exam Browser that we make for the exam. Raises NoSuchCourse, and NoCourseExam, also
    where the exam does not accept them."""
    with context.database.read() as connection:
        exam = _exam(connection, context.person, course, name)
        found = store.find(connection, exam.id)
        if found is None or not found.own_settings:
            raise NoCourseExam(name)
        return admission.settings_for(connection, exam, sent)


def _standing(
    connection: Connection, context: Context, name: str, sent: Seen
) -> tuple[Sitting, Standing | None]:
    sitting = its_own(connection, context.person.id, name)
    return sitting, admission.standing_of(connection, sitting, sent)


def _exam(connection: Connection, person: Person, course: str, name: str) -> Exam:
    """Returns an exam for its students once it is published, and for those who teach the course. Raises NoSuchCourse,
    and NoCourseExam."""
    found = membership(connection, person, course)
    exam = find(connection, found.course, name)
    if exam.published_at is None and Right.TEACH not in rights(found, person):
        raise NoCourseExam(name)
    return exam
