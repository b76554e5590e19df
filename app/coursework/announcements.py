"""Announcements of a course: written by those who teach it, read on its page by everybody in it, and sent by mail.

The mail waits for some minutes and is written when it leaves: what is corrected until then arrives corrected, and
what is removed does not arrive. What is changed later is not sent again; the page says that it was edited.
"""

from datetime import timedelta

from app.courses.membership import LONGEST_TITLE, running, taught
from app.courses.store import announcements, courses
from app.courses.store.announcements import Announcement
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.outbox import outbox
from app.outbox.store.mails import MailKind, New
from app.questions.context import Context
from app.web.dependencies import one_line

LONGEST = 5000
WAITS = timedelta(minutes=5)


class NoSuchAnnouncement(LookupError):
    """The course has no announcement of this number, or not any more."""


class Empty(ValueError):
    """An announcement has a title and a text."""


def announce(context: Context, course: str, title: str, text: str) -> None:
    """Adds an announcement, and queues a mail to everybody in the course but its author. Raises NoSuchCourse,
    CourseArchived, and Empty."""
    said = _said(title, text)
    with context.database.write() as connection:
        here = running(connection, context.person, course)
        number = announcements.add(connection, here.id, context.account, *said, context.clock.now())
        others = (one.id for one in courses.members_of(connection, here.id) if one.id != context.account)
        outbox.queue_all(
            connection,
            [New(MailKind.ANNOUNCEMENT, one, announcement=number, wait=WAITS) for one in others],
        )


def edit(context: Context, course: str, number: int, title: str, text: str) -> None:
    """Replaces what an announcement says. Raises NoSuchCourse, NoSuchAnnouncement, and Empty."""
    said = _said(title, text)
    with context.database.write() as connection:
        one = _own(connection, context, course, number)
        if said != (one.title, one.text):
            announcements.edit(connection, one.id, *said, context.clock.now())


def remove(context: Context, course: str, number: int) -> None:
    """Removes an announcement. Raises NoSuchCourse, and NoSuchAnnouncement."""
    with context.database.write() as connection:
        announcements.remove(connection, _own(connection, context, course, number).id)


def open_course(context: Context, course: str) -> Course:
    """Returns the course, for those who may announce something in it. Raises NoSuchCourse, and CourseArchived."""
    with context.database.read() as connection:
        return running(connection, context.person, course)


def find(context: Context, course: str, number: int) -> tuple[Course, Announcement]:
    """Returns an announcement, for those who may edit it. Raises NoSuchCourse, and NoSuchAnnouncement."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        return here, _own(connection, context, course, number)


def _own(connection: Connection, context: Context, course: str, number: int) -> Announcement:
    here, found = taught(connection, context.person, course), announcements.by_id(connection, number)
    if found is None or found.course != here.id:
        raise NoSuchAnnouncement(number)
    return found


def _said(title: str, text: str) -> tuple[str, str]:
    """Returns title and text as they are stored. Raises Empty."""
    lines = (
        one_line(line) if not line.strip() else line.rstrip() for line in text.replace("\0", "").splitlines()
    )
    said = one_line(title)[:LONGEST_TITLE], "\n".join(lines).strip("\n")[:LONGEST]
    if not all(said):
        raise Empty
    return said
