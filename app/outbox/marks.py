"""Tells students that there are marks, never which: once when they are released, and again for what changes later.

A mail waits for an hour and gathers what happens meanwhile, so a regrade of twenty sheets is one mail, and a release
that is taken back in time is none. Marks that nobody has released are never told, whoever gives or changes them.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta

from app.database.connection import Connection
from app.outbox import outbox
from app.outbox.store import events, mails
from app.outbox.store.events import Event
from app.outbox.store.mails import MailKind, New

GATHERS = timedelta(hours=1)


def released(connection: Connection, assignment: int, tell: bool = True) -> None:
    """Queues a mail to every student who has begun the assignment, or the exam, with this number in the table of
    assignments; a second call does nothing. Without ``tell`` it is noted as released, and nobody hears of it."""
    if outbox.is_on() and events.note(connection, assignment, Event.MARKS) and tell:
        _queue(
            connection,
            ((person, assignment) for person in events.students_with_sheets(connection, assignment)),
        )


def withheld(connection: Connection, assignment: int) -> None:
    """Takes a release back: mails that still wait are not sent, and the next release is told anew."""
    if events.forget(connection, assignment, Event.MARKS):
        mails.withdraw(connection, MailKind.MARKS, assignment)


def changed(connection: Connection, attempts: Collection[int]) -> None:
    """Queues a mail to those whose marks on these sheets were given or changed, if they were released before."""
    if attempts and outbox.is_on():
        _queue(connection, events.whose_released(connection, attempts))


def _queue(connection: Connection, whose: Iterable[tuple[int, int]]) -> None:
    outbox.queue_all(
        connection,
        [
            New(
                MailKind.MARKS,
                person,
                assignment=assignment,
                topic=f"marks {assignment} {person}",
                wait=GATHERS,
            )
            for person, assignment in whose
        ],
    )
