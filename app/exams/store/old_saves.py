"""Single saves of sittings that ended long ago: which there are, removed from the audit log, and put back.

A save counts as replaced if a later one of the same field was stored; the last of each field is never removed, and the
database itself refuses that.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, select

from app.database.schema import (
    archived_saves,
    assignments,
    attempts,
    courses,
    exams,
    mark_changes,
    reports,
    responses,
    sittings,
    trail,
)
from app.exams.store.audit_log import Kind

DISPUTED = (Kind.REFUSED, Kind.IN_BREAK, Kind.CLAIMED, Kind.OUTSIDE, Kind.PAUSED)
Values = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """A sitting of a course's exam that ended. ``reported``: somebody waits for an answer; ``unmarked``: for a mark;
    ``changed``: a mark of it was changed lately; ``disputed``: its log tells of breaks, or of texts that came late or
    from outside."""

    id: int
    exam: int
    reported: bool
    unmarked: bool
    changed: bool
    disputed: bool


def ended(connection: Connection, before: datetime, sitting: int | None = None) -> list[Ended]:
    """Returns the sittings of courses that ended before that moment and whose saves are in no archive; all, or one."""
    of_it = attempts.c.sitting_id == sittings.c.id
    noted = exists().where(archived_saves.c.sitting_id == sittings.c.id)
    which = [sittings.c.exam_id.is_not(None), sittings.c.closed_at < before, ~noted]
    which += [] if sitting is None else [sittings.c.id == sitting]
    found = select(
        sittings.c.id,
        sittings.c.exam_id.label("exam"),
        _some(reports, of_it, reports.c.answered_at.is_(None)).label("reported"),
        _some(responses, of_it, responses.c.earned.is_(None), responses.c.withdrawn_at.is_(None)).label(
            "unmarked"
        ),
        _some(mark_changes, of_it, mark_changes.c.at >= before).label("changed"),
        exists().where(trail.c.sitting_id == sittings.c.id, trail.c.kind.in_(DISPUTED)).label("disputed"),
    )
    return [Ended(**row._mapping) for row in connection.execute(found.where(*which).order_by(sittings.c.id))]


def _some(table: Any, *which: ColumnElement[bool]) -> ColumnElement[bool]:
    """True if there is such a row of a sheet."""
    return exists(select(table.c.id).join(attempts, attempts.c.id == table.c.attempt_id).where(*which))


def head_of(connection: Connection, sitting: int) -> Values:
    """Returns what an archive says of a sitting, so that it is known whose the saves are as long as the sitting is."""
    found = (
        select(
            sittings.c.id, sittings.c.name, sittings.c.number, sittings.c.closed_at,
            assignments.c.title.label("exam"), courses.c.title.label("course"),
        )
        .join(exams, exams.c.id == sittings.c.exam_id)
        .join(assignments, assignments.c.id == exams.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(sittings.c.id == sitting)
    )  # fmt: skip
    return dict(connection.execute(found).one()._mapping)


def replaced(connection: Connection, sitting: int) -> list[Values]:
    """Returns the saves of a sitting that later ones replaced, oldest first."""
    saved = select(trail).where(trail.c.sitting_id == sitting, trail.c.kind == Kind.SAVED)
    rows = connection.execute(saved.order_by(trail.c.id)).all()
    last = {(row.place, row.field): row.id for row in rows}
    return [dict(row._mapping) for row in rows if row.id != last[row.place, row.field]]


def there(connection: Connection, sitting: int, saves: Sequence[Values]) -> list[Values]:
    """Returns those of these saves, given oldest first, that are in its log, as they are there."""
    numbers = {one["id"] for one in saves}
    between = trail.c.id.between(saves[0]["id"], saves[-1]["id"])
    found = connection.execute(select(trail).where(trail.c.sitting_id == sitting, between))
    return [dict(row._mapping) for row in found if row.id in numbers]


def remove(connection: Connection, saves: Collection[int]) -> None:
    connection.execute(delete(trail).where(trail.c.id.in_(saves)))


def put_back(connection: Connection, saves: Sequence[Values]) -> None:
    """Adds these saves under the numbers that they had."""
    if saves:
        connection.execute(insert(trail), list(saves))
