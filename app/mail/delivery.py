"""Sending what the outbox holds: a job of a worker, so that no page waits for a server of e-mails.

A mail is held while it is sent, so of several servers one sends it. It is tried again after growing pauses, and given
up after some days; where the server itself does not work, all that wait are put off together. One mail can arrive
twice only if connection or worker are lost between the moment at which the server took it and the one at which that
is stored: both copies have one Message-ID then.
"""

import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, assert_never

from app.database.connection import Database, DatabaseDown
from app.jobs.heartbeat import Report
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs
from app.mail import letters, message, reminders, smtp
from app.mail.message import BadAddress
from app.mail.smtp import Accepted, Deferred, Line, Lost, Outcome, Refused, ServerDown
from app.outbox import outbox
from app.outbox.store import mails, readers
from app.outbox.store.mails import Mail
from app.settings import Settings, settings
from app.web.languages.languages import N_

MAIL = Kind(
    name="mail",
    carried_out_by="app.mail.delivery:carry_out",
    memory=GIB,
    seconds=300,
    idle=30.0,
    says=N_("e-mails"),
)
PAUSES = tuple(timedelta(minutes=some) for some in (1, 5, 30, 120, 360, 1440, 1440))
HELD = timedelta(minutes=10)  # longer than a job runs
AT_ONCE = 10  # held together
LONGEST = 200.0  # seconds; the next job goes on
log = logging.getLogger("examformer")


def enqueue(database: Database) -> None:
    """Puts a job into the queue where a mail is to be sent or a due date comes near, unless one is there; forgets what
    is old."""
    if not outbox.is_on():
        return
    now = datetime.now(UTC)
    with database.read() as connection:
        wanted = mails.is_due(connection, now) or reminders.near(connection, now, settings().reminder_hours)
        if not wanted or jobs.unfinished(connection, MAIL.name):
            return
    with database.write() as connection:
        mails.forget_older(connection, now)
        if not jobs.unfinished(connection, MAIL.name):
            jobs.forget(connection, MAIL.name, MAIL.name)
            submit(connection, MAIL, {}, about=MAIL.name)


def carry_out(_: Mapping[str, Any], progress: Report) -> dict[str, Any]:
    """Queues reminders of what is due soon, then sends what waits; returns how many mails were sent."""
    progress(0, 1)
    database = Database(settings().database_url)
    try:
        reminders.queue(database, datetime.now(UTC), settings().reminder_hours)
        return {"sent": send_due(database, settings())}
    finally:
        database.close()


def send_due(database: Database, chosen: Settings) -> int:
    """Sends what is to be sent now, and returns how many mails the server took."""
    done, began, lost = 0, time.monotonic(), 0
    while time.monotonic() - began < LONGEST:
        now = datetime.now(UTC)
        with database.write() as connection:
            batch = mails.claim(connection, now, now + HELD, AT_ONCE)
        if not batch:
            break
        left = list(batch)
        try:
            with smtp.connected(chosen) as line:
                while left:
                    done += _send(database, chosen, line, left.pop(0))
            lost = 0
        except Lost:  # the mail itself is put off; the next ones go over a new connection
            lost += 1
        except ServerDown as error:
            log.warning("e-mails wait: %s", error)
            lost = 2
            with database.write() as connection:
                mails.put_off(connection, datetime.now(UTC), PAUSES, str(error))
        with database.write() as connection:
            mails.let_go(connection, [one.id for one in left])
        if lost > 1:
            break
    return done


def _send(database: Database, chosen: Settings, line: Line, mail: Mail) -> bool:
    """Writes and sends one mail, and stores what came of it; True if the server took it. Raises Lost, and
    ServerDown."""
    try:
        with database.write() as connection:
            letter = letters.written(connection, mail, datetime.now(UTC), chosen)
            if letter is None:
                mails.drop(connection, mail.id)
                return False
    except DatabaseDown:
        raise
    except Exception:  # a fault of ours in one mail keeps no other one waiting
        log.exception("mail %s could not be written", mail.id)
        _note(database, mail, Refused("It could not be written; the reason is in the server's log."))
        return False
    try:
        sent = message.envelope(letter, chosen.smtp_from, mail.name, chosen.address, datetime.now(UTC))
        outcome: Outcome = line.send(sent)
    except BadAddress:
        outcome = Refused("This is no address that a mail can be sent to.", no_such_address=True)
    except Lost as error:
        _note(database, mail, Deferred(str(error)))
        raise
    _note(database, mail, outcome)
    return isinstance(outcome, Accepted)


def _note(database: Database, mail: Mail, outcome: Outcome) -> None:
    now = datetime.now(UTC)
    with database.write() as connection:
        match outcome:
            case Accepted():
                mails.sent(connection, mail, now)
            case Deferred(said=said):
                again = now + PAUSES[mail.tries] if mail.tries < len(PAUSES) else None
                mails.failed(connection, mail.id, now, again, said)
            case Refused(said=said, no_such_address=nobody):
                mails.failed(connection, mail.id, now, None, said)
                if nobody and mail.person is not None and not mail.address:
                    readers.refuse(connection, mail.person, now)
            case never:
                assert_never(never)
