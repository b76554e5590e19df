"""Reminders of due dates: some hours before a student's own date, once for each date, to those who have not finished.

Hours before are counted on the clock that runs through, so a change to summer time moves no reminder.
"""

from datetime import datetime, timedelta

from app.courses.store import assignments
from app.coursework.due_work import left
from app.database.connection import Connection, Database
from app.mail.store import subjects
from app.outbox import outbox
from app.outbox.store import events
from app.outbox.store.events import Event
from app.outbox.store.mails import MailKind, New
from app.practice.store import attempts


def near(connection: Connection, now: datetime, hours: int) -> bool:
    """True if a due date has come near of which nobody was reminded."""
    return bool(_new(connection, now, hours))


def queue(database: Database, now: datetime, hours: int) -> None:
    """Queues reminders of the due dates that have come near, one date after the other."""
    with database.read() as connection:
        found = _new(connection, now, hours)
    for assignment, due in sorted(found):
        with database.write() as connection:
            if events.note(connection, assignment, Event.DUE, due):
                outbox.queue_all(
                    connection,
                    [
                        New(
                            MailKind.DUE,
                            person,
                            assignment=assignment,
                            topic=f"due {assignment} {person} {due.isoformat()}",
                            until=due,
                        )
                        for person, own in subjects.students(connection, assignment)
                        if own == due and unfinished(connection, assignment, person)
                    ],
                )


def unfinished(connection: Connection, assignment: int, person: int) -> int:
    """Returns how many questions of an assignment the person has not finished."""
    course = subjects.course_of(connection, assignment)
    one = next((each for each in assignments.of_course(connection, course) if each.id == assignment), None)
    if one is None:  # a draft again
        return 0
    return left(one, attempts.of_assignments(connection, person, [assignment]))


def _new(connection: Connection, now: datetime, hours: int) -> set[tuple[int, datetime]]:
    dates = subjects.near(connection, now, now + timedelta(hours=hours))
    told = events.noted(connection, Event.DUE, {number for number, _ in dates}) if dates else set()
    return {(number, due) for number, due in dates if (number, due.isoformat()) not in told}
