"""Stores the marks of each of two markers until they agree. Nobody reads the other's before both have marked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from sqlalchemy import Connection, insert, select, update

from app.database.schema import markings, people


@dataclass(frozen=True, kw_only=True, slots=True)
class Marking:
    """One marker's points for a part, with the points of the rubric that they ticked, and a reason."""

    attempt: int
    part: str
    person: int
    who: str
    points: Fraction
    ticked: tuple[str, ...]
    reason: str
    at: datetime


def of_attempts(connection: Connection, these: Collection[int]) -> dict[tuple[int, str], list[Marking]]:
    """Returns the marks by attempt and part, oldest first."""
    wanted = (
        select(markings, people.c.name, people.c.email)
        .join(people, people.c.id == markings.c.person_id)
        .where(markings.c.attempt_id.in_(these))
        .order_by(markings.c.id)
    )
    found: dict[tuple[int, str], list[Marking]] = {}
    for row in connection.execute(wanted) if these else ():
        one = Marking(
            attempt=row.attempt_id, part=row.part, person=row.person_id, who=row.name or row.email,
            points=Fraction(row.points), ticked=tuple(row.ticked), reason=row.reason, at=row.at,
        )  # fmt: skip
        found.setdefault((one.attempt, one.part), []).append(one)
    return found


def put(
    connection: Connection,
    attempt: int,
    part: str,
    person: int,
    points: Fraction,
    ticked: Sequence[str],
    reason: str,
) -> None:
    """Stores the person's own marks; a second time replaces the first."""
    values = {"points": str(points), "ticked": list(ticked), "reason": reason, "at": datetime.now(UTC)}
    mine = (markings.c.attempt_id == attempt, markings.c.part == part, markings.c.person_id == person)
    if connection.execute(update(markings).where(*mine).values(values)).rowcount == 0:
        new = {"attempt_id": attempt, "part": part, "person_id": person}
        connection.execute(insert(markings).values(new | values))
