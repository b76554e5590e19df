"""Stores forecasts: the points that were expected of an exam when it began."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from app.database.schema import forecasts, learners, sittings
from engine.learning.readiness import Expected


def add(connection: Connection, sitting: int, expected: Expected) -> None:
    """Stores what is expected of a sitting."""
    values = {"points": expected.points, "low": expected.low, "high": expected.high, "of": expected.of}
    connection.execute(insert(forecasts).values(sitting_id=sitting, **values))


def without(
    connection: Connection, begun_after: datetime, begun_before: datetime
) -> Sequence[tuple[int, int, Mapping[str, Any]]]:
    """Returns the running sittings of courses' exams without a forecast, of people of whom something is known, the
    first begun first: number, person and blueprint."""
    wanted = (
        select(sittings.c.id, sittings.c.person_id, sittings.c.blueprint)
        .join(learners, learners.c.person_id == sittings.c.person_id)
        .outerjoin(forecasts, forecasts.c.sitting_id == sittings.c.id)
        .where(
            forecasts.c.sitting_id.is_(None),
            sittings.c.exam_id.is_not(None),
            sittings.c.closed_at.is_(None),
            sittings.c.begun_at.between(begun_after, begun_before),
        )
        .order_by(sittings.c.begun_at, sittings.c.id)
    )
    return [(row.id, row.person_id, row.blueprint) for row in connection.execute(wanted)]


def of_person(connection: Connection, person: int) -> Mapping[int, tuple[str, Expected]]:
    """Returns the forecasts of a person's sittings that are over, oldest first, each with the name of its sitting."""
    over = (sittings.c.person_id == person, sittings.c.closed_at.is_not(None))
    found = select(forecasts, sittings.c.name).join(sittings, sittings.c.id == forecasts.c.sitting_id)
    rows = connection.execute(found.where(*over).order_by(sittings.c.closed_at))
    return {row.sitting_id: (row.name, Expected(row.points, row.low, row.high, row.of)) for row in rows}
