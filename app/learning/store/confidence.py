"""Reads how sure learners said they were of answers that were then marked."""

from fractions import Fraction

from sqlalchemy import Connection, select

from app.database.schema import attempts, responses


def of_person(connection: Connection, person: int) -> list[tuple[int, bool]]:
    """The person's confidence in each answer that settled its points, in percent, and whether it was all right."""
    found = (
        select(responses.c.sure, responses.c.verdict)
        .join(attempts, attempts.c.id == responses.c.attempt_id)
        .where(attempts.c.person_id == person, responses.c.sure.is_not(None), responses.c.earned.is_not(None))
        .order_by(responses.c.id)
    )
    return [(row.sure, Fraction(row.verdict["credit"]) == 1) for row in connection.execute(found)]
