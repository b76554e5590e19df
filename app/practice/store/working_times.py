"""The times at which sheets were begun and answered, which tell how long a question takes."""

from datetime import datetime

from sqlalchemy import Connection, select

from app.database.schema import attempts, responses

NEWEST = 20_000  # answers that are looked at


def of_coursework(connection: Connection) -> dict[str, list[tuple[datetime, list[datetime]]]]:
    """The times at which each finished sheet of an assignment was begun and its parts were answered, by question.

    A sheet of an assignment begins with a button, that of practice with its first answer, and those of an exam all at
    once: only the first tells how long one sat over it.
    """
    answered = (
        select(attempts.c.id, responses.c.at)
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .where(
            attempts.c.assignment_id.is_not(None),
            attempts.c.sitting_id.is_(None),
            responses.c.earned.is_not(None),
        )
        .order_by(responses.c.id.desc())
        .limit(NEWEST)
    )
    moments: dict[int, list[datetime]] = {}
    for attempt, at in connection.execute(answered):
        moments.setdefault(attempt, []).append(at)
    begun = select(attempts.c.id, attempts.c.question, attempts.c.begun_at, attempts.c.variant["parts"])
    coursework = attempts.c.assignment_id.is_not(None), attempts.c.sitting_id.is_(None)
    found: dict[str, list[tuple[datetime, list[datetime]]]] = {}
    for attempt, question, begun_at, parts in connection.execute(begun.where(*coursework)):
        if len(moments.get(attempt, ())) == len(parts):
            found.setdefault(question, []).append((begun_at, moments[attempt]))
    return found
