"""Telling webhooks: a job that compares marks with those that were told, and sends what is due.

Servers that share a database take turns: one holds a webhook while it sends. What does not arrive is sent again after
growing pauses; a webhook at which many tries in a row failed is turned off.
"""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from app.clock import Clock
from app.courses.membership import NoSuchCourse, Right
from app.coursework.marks import gradebook
from app.coursework.marks.gradebook import Marks
from app.database.connection import Connection, Database
from app.identity.permissions import Visitor
from app.identity.store import people
from app.jobs.heartbeat import Report
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs
from app.questions import installed
from app.questions.context import Context
from app.questions.library import Library
from app.settings import Settings, settings
from app.web.languages.languages import N_
from app.webhooks import changes, sending, signing
from app.webhooks.store import deliveries, webhooks
from app.webhooks.store.deliveries import KEPT, Delivery
from app.webhooks.store.webhooks import Webhook

WEBHOOKS = Kind(
    name="webhooks",
    carried_out_by="app.webhooks.delivery:carry_out",
    memory=GIB,
    seconds=300,
    says=N_("messages to other programs"),
)
LOOK = timedelta(minutes=2)  # from one comparison of marks to the next
HELD = timedelta(minutes=5)  # no longer than a job runs
PAUSES = tuple(timedelta(minutes=some) for some in (1, 5, 30, 120, 360, 1440))
MOST_FAILURES = 20  # in a row
AT_ONCE = 20  # sent to one webhook at one look


def enqueue(database: Database) -> None:
    """Puts a job into the queue where a webhook has something to hear, unless one waits there; forgets what is old."""
    now = datetime.now(UTC)
    with database.read() as connection:
        wanted = webhooks.waiting(connection, now, now - LOOK)
        if not wanted or jobs.unfinished(connection, WEBHOOKS.name):
            return
    with database.write() as connection:
        deliveries.forget_older(connection, now - KEPT)
        if not jobs.unfinished(connection, WEBHOOKS.name):
            jobs.forget(connection, WEBHOOKS.name, WEBHOOKS.name)
            submit(connection, WEBHOOKS, {}, about=WEBHOOKS.name)


def carry_out(_: Mapping[str, Any], progress: Report) -> dict[str, Any]:
    """Looks after every webhook that has something to hear; returns how many that were."""
    database, chosen = Database(settings().database_url), settings()
    try:
        now = datetime.now(UTC)
        with database.read() as connection:
            wanted = webhooks.waiting(connection, now, now - LOOK)
        for done, webhook in enumerate(wanted):
            progress(done, len(wanted))
            look_after(database, _library(), webhook, chosen)
        return {"webhooks": len(wanted)}
    finally:
        database.close()


def look_after(database: Database, library: Library, webhook: int, chosen: Settings) -> None:
    """Compares the marks of one webhook's course, and sends what is due, unless another server does so now."""
    now = datetime.now(UTC)
    with database.write() as connection:
        held = webhooks.hold(connection, webhook, now, now + HELD)
    if held is None:
        return
    try:
        _compare(database, library, held, now)
        with database.read() as connection:
            due = deliveries.due(connection, webhook, datetime.now(UTC), AT_ONCE)
        for one in due:
            if not _sent(database, held, one, chosen.webhooks_inside):
                break  # the others wait with it
    finally:
        with database.write() as connection:
            webhooks.let_go(connection, webhook)


def _compare(database: Database, library: Library, one: Webhook, now: datetime) -> None:
    """Queues what has changed. A webhook whose person teaches the course no more is turned off."""
    marks = _marks(database, library, one)
    if marks is None:
        with database.write() as connection:
            turn_off(connection, one.id, now)
        return
    after = changes.told_by(marks)
    accounts = {row.student.id: row.student.person for row in marks.rows}
    with database.write() as connection:
        if one.told is not None:
            for body in changes.events(one.course, accounts, one.told, after, now):
                deliveries.add(connection, one.id, changes.EVENT, body, now)
        webhooks.tell(connection, one.id, after, now)


def _marks(database: Database, library: Library, one: Webhook) -> Marks | None:
    """Returns the gradebook as whoever registered the webhook sees it now; None where they teach the course no more."""
    with database.read() as connection:
        found = people.by_id(connection, one.person)
    if found is None:
        return None
    context = Context(
        database=database,
        clock=Clock(),
        visitor=Visitor("", False, "", secure=False),
        person=found.person,
        library=library,
    )
    try:
        marks, may = gradebook.everybody(context, one.course)
    except NoSuchCourse:
        return None
    return marks if Right.TEACH in may else None


def _sent(database: Database, webhook: Webhook, one: Delivery, inside: bool) -> bool:
    """Sends a delivery, and stores what came of it; True if it arrived."""
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Examformer",
        "Examformer-Event": one.event,
        "Examformer-Delivery": one.name,
        signing.HEADER: signing.signature(webhook.secret, int(time.time()), one.body),
    }
    answer = sending.send(webhook.address, one.body, headers, inside)
    arrived = answer.status in deliveries.ARRIVED if answer.status else False
    now = datetime.now(UTC)
    again = now + PAUSES[one.tries] if not arrived and one.tries < len(PAUSES) else None
    with database.write() as connection:
        deliveries.tried(connection, one.id, now, again, answer.status, answer.said)
        if webhooks.count(connection, webhook.id, failed=not arrived) >= MOST_FAILURES:
            turn_off(connection, webhook.id, now)
    return arrived


def turn_off(connection: Connection, webhook: int, now: datetime) -> None:
    """Turns a webhook off, and gives up what waits for it."""
    webhooks.switch(connection, webhook, now)
    deliveries.give_up(connection, webhook)


@cache
def _library() -> Library:
    return Library(installed.bank(), Database(settings().database_url))
