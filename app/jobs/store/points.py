"""Points that a running job measured: written by its worker, read by whoever watches, never changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from app.database.schema import points


@dataclass(frozen=True, slots=True)
class Point:
    """A measured point; ``number`` is the step after which it was measured."""

    number: int
    point: Mapping[str, Any]


def add(connection: Connection, job: int, told: Sequence[Point]) -> None:
    """Adds points, whose numbers must rise within a job."""
    if told:
        connection.execute(
            insert(points), [{"job_id": job, "number": one.number, "point": dict(one.point)} for one in told]
        )


def since(connection: Connection, job: int, number: int, most: int = 500) -> list[Point]:
    """The next points after this number, in their order."""
    wanted = select(points.c.number, points.c.point).where(points.c.job_id == job, points.c.number > number)
    return [
        Point(row.number, row.point)
        for row in connection.execute(wanted.order_by(points.c.number).limit(most))
    ]
