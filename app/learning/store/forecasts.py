"""Stores forecasts: the points that were expected of an exam when it began."""

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select

from app.database.schema import forecasts, sittings
from engine.learning.readiness import Expected


def add(connection: Connection, sitting: int, expected: Expected) -> None:
    """Stores what is expected of a sitting."""
    values = {"points": expected.points, "low": expected.low, "high": expected.high, "of": expected.of}
    connection.execute(insert(forecasts).values(sitting_id=sitting, **values))


def of_person(connection: Connection, person: int) -> Mapping[int, tuple[str, Expected]]:
    """Returns the forecasts of a person's sittings that are over, oldest first, each with the name of its sitting."""
    over = (sittings.c.person_id == person, sittings.c.closed_at.is_not(None))
    found = select(forecasts, sittings.c.name).join(sittings, sittings.c.id == forecasts.c.sitting_id)
    rows = connection.execute(found.where(*over).order_by(sittings.c.closed_at))
    return {row.sitting_id: (row.name, Expected(row.points, row.low, row.high, row.of)) for row in rows}
