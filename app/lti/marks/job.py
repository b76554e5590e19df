"""The job that sends marks: queued when a comparison is due, done by a worker, so that no page waits for a platform."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from app.database.connection import Database
from app.jobs.runner import Kind, submit
from app.jobs.store import jobs
from app.lti.marks import sending
from app.lti.store import contexts
from app.questions import installed
from app.questions.library import Library
from app.settings import settings
from app.web.languages.languages import N_

SENDING = Kind(
    name="lti",
    carried_out_by="app.lti.marks.job:send",
    seconds=1800,
    idle=60.0,  # while a course is at work, the next comparison follows in half a minute
    says=N_("marks for learning platforms"),
)


def submit_due(database: Database) -> None:
    """Queues a comparison where one is due and none is queued."""
    with database.read() as connection:
        due = contexts.due(connection, datetime.now(UTC))
        waits = jobs.unfinished(connection, SENDING.name)
    if due and not waits:
        with database.write() as connection:
            jobs.forget(connection, SENDING.name, "")
            submit(connection, SENDING, {})


def send(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Sends what is due, and returns how many marks were acknowledged."""
    progress(0, 1)
    return {"sent": sending.send_due(*_here())}


@cache
def _here() -> tuple[Database, Library]:
    database = Database(settings().database_url)
    return database, Library(installed.bank(), database)
