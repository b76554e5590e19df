"""The supervision of an exam as its instructors set it up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.courses.membership import taught
from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole, Member
from app.exams.course_exam import find, not_archived
from app.exams.store import presences
from app.exams.store import supervision as store
from app.exams.store.exams import Exam
from app.exams.store.supervision import Supervision
from app.exams.supervision import admission, rooms, seb_keys, seb_settings
from app.exams.supervision.seb_keys import NoKey
from app.exams.supervision.seen import Seen
from app.identity.networks import address
from app.questions.context import Context

MOST_MINUTES = 60  # for which a room code holds
UNSUPERVISED = Supervision()


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """The contents of the form, as they were typed."""

    rooms: str = ""
    code_minutes: int = 0
    code_again: bool = False
    closes_site: bool = False
    config_keys: str = ""
    browser_keys: str = ""
    own_settings: bool = False


class Refused(ValueError):
    """One of the fields cannot be taken; ``findings`` are those of the rooms, ``piece`` is the part at fault of
    another."""

    def __init__(self, field: str, piece: str = "", findings: Sequence[rooms.Finding] = ()) -> None:
        super().__init__(field)
        self.field, self.piece, self.findings = field, piece, tuple(findings)


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """The page of the supervision. ``here`` is the address from which it was asked for, in which of the rooms;
    ``own_key`` is the Config Key of the settings that we make; ``assigned`` are the students who sit it in one room."""

    course: Course
    exam: Exam
    supervision: Supervision
    typed: Typed
    here: str
    here_rooms: tuple[str, ...]
    own_key: str
    students: tuple[Member, ...]
    assigned: tuple[tuple[Member, str], ...]


def setup(context: Context, course: str, name: str, seen: Seen) -> Setup:
    """Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        exam = find(connection, here, name)
        found = store.find(connection, exam.id) or UNSUPERVISED
        own = seb_settings.config_key(admission.settings_for(connection, exam, seen))
        everybody = courses.members_of(connection, here.id)
        there = presences.of_exam(connection, exam.id)
    students = tuple(one for one in everybody if one.role is CourseRole.STUDENT)
    at = admission.judge(found, presences.NOWHERE, seen, ())
    return Setup(
        course=here, exam=exam, supervision=found, typed=written(found), here=str(address(seen.address) or ""),
        here_rooms=tuple(room.name for room in at.rooms) if found.by_address else (), own_key=own,
        students=students,
        assigned=tuple((one, there[one.id].assigned) for one in students if one.id in there and there[one.id].assigned),
    )  # fmt: skip


def written(found: Supervision) -> Typed:
    """Writes the supervision as the form holds it."""
    return Typed(
        rooms=rooms.written(found.rooms), code_minutes=found.code_minutes, code_again=found.code_again,
        closes_site=found.closes_site, config_keys="\n".join(found.config_keys),
        browser_keys="\n".join(found.browser_keys), own_settings=found.own_settings,
    )  # fmt: skip


def read(typed: Typed) -> Supervision:
    """Raises Refused."""
    try:
        read_rooms = rooms.read(typed.rooms)
    except rooms.Misread as error:
        raise Refused("rooms", findings=error.findings) from error
    config_keys = _keys("config_keys", typed.config_keys)
    browser_keys = _keys("browser_keys", typed.browser_keys)
    if not 0 <= typed.code_minutes <= MOST_MINUTES:
        raise Refused("code_minutes")
    found = Supervision(
        rooms=read_rooms, code_minutes=typed.code_minutes, code_again=typed.code_again,
        closes_site=typed.closes_site, config_keys=config_keys, browser_keys=browser_keys,
        own_settings=typed.own_settings,
    )  # fmt: skip
    if found.code_minutes and not found.rooms:
        raise Refused("code_minutes")
    if found.closes_site and not found.by_address:
        raise Refused("closes_site")
    return found


def save(context: Context, course: str, name: str, typed: Typed) -> None:
    """Sets the supervision, also of an exam that is being sat: from the next request on. Raises NoSuchCourse,
    NoCourseExam, ExamArchived, and Refused: also where practice is to be closed from an opening that the exam does not
    have."""
    new = read(typed)
    with context.database.write() as connection:
        exam = not_archived(connection, taught(connection, context.person, course), name, hold=True)
        if new.closes_site and exam.rules.opens_at is None:
            raise Refused("closes_site", "opens_at")
        store.put(connection, exam.id, new)


def accept_settings(context: Context, course: str, name: str, file: bytes) -> None:
    """Accepts the settings of Safe Exam Browser in this file beside what is accepted already.

    Raises NoSuchCourse, NoCourseExam, ExamArchived, NoSettings, EncryptedSettings, and Refused where there are too many
    keys.
    """
    key = seb_settings.config_key(seb_settings.read(file))
    with context.database.write() as connection:
        exam = not_archived(connection, taught(connection, context.person, course), name, hold=True)
        found = store.find(connection, exam.id) or UNSUPERVISED
        keys = tuple(dict.fromkeys((*found.config_keys, key)))
        if len(keys) > seb_keys.MOST_KEYS:
            raise Refused("config_keys", key)
        store.put(connection, exam.id, replace(found, config_keys=keys))


def assign(context: Context, course: str, name: str, student: int, room: str) -> None:
    """Has a student sit the exam in this room alone, "" for in any of them. Raises NoSuchCourse, NoCourseExam, and
    Refused for somebody who is no student of the course, or a room that there is not."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course)
        exam = find(connection, here, name, hold=True)
        found = store.find(connection, exam.id) or UNSUPERVISED
        there = {one.id for one in courses.members_of(connection, here.id) if one.role is CourseRole.STUDENT}
        if student not in there:
            raise Refused("student")
        if room and room not in (one.name for one in found.rooms):
            raise Refused("room", room[:80])
        presences.note(connection, exam.id, student, assigned=room)


def _keys(field: str, text: str) -> tuple[str, ...]:
    try:
        return seb_keys.read(text)
    except NoKey as error:
        raise Refused(field, str(error)[:80]) from error
