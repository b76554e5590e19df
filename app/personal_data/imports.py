"""Imports a file in two steps: a job reads it and tells what is in it; once confirmed, another one stores it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.jobs import files
from app.jobs.runner import GIB, Kind, TooMuchWork, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.personal_data.unpacking import NO_FILE
from app.practice import opening
from app.questions.context import Context
from app.web.languages.languages import N_

IMPORT = Kind(
    name="import", carried_out_by="app.personal_data.import_job:carry_out", memory=4 * GIB, seconds=3600,
    kept_by="app.personal_data.import_job:settle", most_unfinished=50, says=N_("imports of somebody's data"),
)  # fmt: skip
ADDRESS = "/account/data"
CANCELLED = N_("It was cancelled. What was stored until then stays; importing the file again completes it.")


class NothingSent(ValueError):
    """No file was chosen; the text says so."""


class NoSuchImport(LookupError):
    """No import of this name is the person's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """An import as its page shows it: it runs, is to be confirmed, is refused or failed (``said``), or is ``taken``."""

    name: str
    running: bool
    confirmed: bool
    done: int
    total: int
    before: int
    said: str
    where: str
    counted: Mapping[str, Any]
    taken: Mapping[str, Any]
    moments: Mapping[str, datetime | None]


def receive(context: Context, content: bytes) -> str:
    """Keeps the file and queues the job that reads it; returns the import's name.

    Raises NothingSent and TooMuchWork.
    """
    if not content:
        raise NothingSent(NO_FILE)
    file = secrets.token_urlsafe(12)
    with context.database.write() as connection:
        person = opening.person_of(connection, context.visitor.token)
    files.keep(context.database, file, content, person)
    try:
        with context.database.write() as connection:
            name = submit(connection, IMPORT, {"file": file, "confirmed": False}, person, about=file)
            jobs.keep_newest(connection, IMPORT.name, person, 1)
            return name
    except TooMuchWork:
        with context.database.write() as connection:
            files.drop(connection, file)
        raise


def look(context: Context, name: str) -> Import:
    """Raises NoSuchImport."""
    with context.database.read() as connection:
        found = None if context.person.id is None else _own(context.person.id, connection, name)
        before = jobs.position(connection, found) - 1 if found else 0
    if found is None:
        raise NoSuchImport(name)
    result: Mapping[str, Any] = found.result or {}
    refused, confirmed = "why" in result, bool(found.payload["confirmed"])
    shown = {} if refused else result
    moments = {key: shown.get(key) for key in ("written_at", "first", "last")}
    return Import(
        name=name,
        running=found.state.unfinished,
        confirmed=confirmed,
        done=found.done,
        total=found.total,
        before=max(before, 0),
        said=_said(found, result),
        where=result["where"] if refused else "",
        counted={} if confirmed else shown,
        taken=shown if confirmed else {},
        moments={key: datetime.fromisoformat(text) if text else None for key, text in moments.items()},
    )


def confirm(context: Context, name: str) -> str:
    """Queues the job that stores the file; returns its name, that of the first one after a second click. Raises
    NoSuchImport and TooMuchWork."""
    with context.database.write() as connection:
        person = opening.person_of(connection, context.visitor.token)
        found = _own(person, connection, name)
        if found is None or found.state is not JobState.DONE or "sheets" not in found.result:
            raise NoSuchImport(name)
        about = found.payload["file"]
        newest = jobs.latest(connection, IMPORT.name, about)
        if newest is not None and newest.payload["confirmed"]:
            return newest.name
        return submit(connection, IMPORT, {"file": about, "confirmed": True}, person, about=about)


def cancel(context: Context, name: str) -> str:
    """Stops the import and drops its file; returns the address that tells of it. Raises NoSuchImport."""
    with context.database.write() as connection:
        person = opening.person_of(connection, context.visitor.token)
        found = _own(person, connection, name)
        if found is None:
            raise NoSuchImport(name)
        over = not found.state.unfinished
        if over:
            jobs.forget(connection, IMPORT.name, found.payload["file"])
        jobs.cancel(connection, name)
        files.drop(connection, found.payload["file"])
    return ADDRESS if over else f"{ADDRESS}/imports/{name}"


def _own(person: int, connection: Any, name: str) -> Job | None:
    return None if "\0" in name else jobs.find_own(connection, person, IMPORT.name, name)


def _said(found: Job, result: Mapping[str, Any]) -> str:
    if found.state is JobState.CANCELLED or found.cancelled_at:
        return CANCELLED
    return str(result.get("why", "")) or found.said
