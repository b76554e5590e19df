"""Writes what a file holds for one person. Names are asked for first: what is theirs already is never written again."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from app.database.schema import (
    attempts,
    drawn,
    entries,
    hints,
    jobs,
    people,
    predictions,
    reports,
    responses,
    sittings,
    trail,
)
from app.practice.store import mark_events

NAMED: Mapping[str, Table] = {"sheets": attempts, "exams": sittings, "predictions": predictions}
MOST_NAMES = 500  # asked for at once


@dataclass(frozen=True, slots=True)
class Owned:
    """A row that has a certain name: its number and its person."""

    id: int
    person: int | None


def importing(connection: Connection, about: str, hold: bool = False) -> int | None:
    """Returns the person for whom the job about this file works; None once the job or the person is gone. Whoever signs
    in meanwhile takes the job along to their account. With ``hold``, this transaction alone writes for them."""
    whose = select(jobs.c.person_id).where(jobs.c.about == about).order_by(jobs.c.id.desc()).limit(1)
    there = select(people.c.id).where(people.c.id == whose.scalar_subquery())
    return connection.execute(there.with_for_update() if hold else there).scalar()


def named(connection: Connection, what: str, names: Collection[str]) -> dict[str, Owned]:
    """Returns the rows that have one of these names, whoever they belong to."""
    table, wanted = NAMED[what], sorted(names)
    found: dict[str, Owned] = {}
    for start in range(0, len(wanted), MOST_NAMES):
        some = table.c.name.in_(wanted[start : start + MOST_NAMES])
        rows = connection.execute(select(table.c.name, table.c.id, table.c.person_id).where(some))
        found |= {row.name: Owned(row.id, row.person_id) for row in rows}
    return found


def add_exam(
    connection: Connection,
    person: int,
    values: Mapping[str, Any],
    questions: Sequence[Mapping[str, Any]],
    fields: Sequence[Mapping[str, Any]],
    history: Sequence[Mapping[str, Any]],
) -> int:
    """Stores a sitting that has ended, with its questions, texts and submission history; returns its number."""
    fixed = {"person_id": person, "form_key": secrets.token_urlsafe(16), "window": ""}
    row = insert(sittings).values(**fixed, **values).returning(sittings.c.id)
    sitting = int(connection.execute(row).scalar_one())
    for table, rows in ((drawn, questions), (entries, fields), (trail, history)):
        if rows:
            connection.execute(insert(table), [{**one, "sitting_id": sitting} for one in rows])
    return sitting


def add_sheet(
    connection: Connection,
    person: int,
    values: Mapping[str, Any],
    answers: Iterable[Mapping[str, Any]],
    shown: Iterable[Mapping[str, Any]],
) -> int:
    """Stores a sheet with its answers and hints; returns its number."""
    fixed = {"person_id": person, "form_key": secrets.token_urlsafe(16)}
    row = insert(attempts).values(**fixed, **values).returning(attempts.c.id)
    attempt = int(connection.execute(row).scalar_one())
    for table, rows in ((responses, answers), (hints, shown)):
        if own := [{**one, "attempt_id": attempt} for one in rows]:
            connection.execute(insert(table), own)
    mark_events.add_all(connection, attempt)
    return attempt


def places_of(connection: Connection, sitting: int) -> set[int]:
    """Returns the questions of a sitting that have their sheets."""
    there = select(attempts.c.place).where(attempts.c.sitting_id == sitting, attempts.c.place.is_not(None))
    return {int(place) for place in connection.execute(there).scalars() if place is not None}


def add_predictions(connection: Connection, person: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Stores these predictions."""
    fixed = [{**one, "person_id": person, "form_key": secrets.token_urlsafe(16)} for one in rows]
    if fixed:
        connection.execute(insert(predictions), fixed)


def add_report(connection: Connection, person: int, values: Mapping[str, Any]) -> bool:
    """Stores a report about a sheet; False where the sheet has the same one already."""
    same = (
        reports.c.attempt_id == values["attempt_id"],
        reports.c.sentence == values["sentence"],
        reports.c.at == values["at"],
    )
    if connection.execute(select(reports.c.id).where(*same)).first() is not None:
        return False
    fixed = {"person_id": person, "form_key": secrets.token_urlsafe(16)}
    connection.execute(insert(reports).values(**fixed, **values))
    return True


def variant_of(connection: Connection, attempt: int) -> Mapping[str, Any]:
    """Returns the numbers of a sheet as they are stored."""
    found: Mapping[str, Any] = connection.execute(
        select(attempts.c.variant).where(attempts.c.id == attempt)
    ).scalar_one()
    return found
