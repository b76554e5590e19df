"""What a person's attempts came to, without their numbers: enough for a list of all questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, or_, select

from app.database.schema import attempts, responses
from engine import deadline


@dataclass(frozen=True, slots=True)
class Outcome:
    """An attempt: the ``points`` of its parts by name, those that its marks ``earned``, and the parts that were
    answered, marked or not."""

    question: str
    points: dict[str, str]
    earned: dict[str, str]
    answered: frozenset[str]
    solution_seen: bool


def of_person(connection: Connection, person: int) -> Iterator[Outcome]:
    """The person's attempts, newest first; those of exams that have not opened are left out. Raises TakesTooLong."""
    opened = or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= datetime.now(UTC))
    mine = (attempts.c.person_id == person, opened)
    earned: dict[int, dict[str, str]] = {}
    answered: dict[int, set[str]] = {}
    given = select(responses.c.attempt_id, responses.c.part, responses.c.earned)
    for attempt, part, share in connection.execute(
        given.where(responses.c.attempt_id.in_(select(attempts.c.id).where(*mine)))
    ):
        answered.setdefault(attempt, set()).add(part)
        if share is not None:
            earned.setdefault(attempt, {})[part] = share
    made = select(
        attempts.c.id, attempts.c.question, attempts.c.variant["parts"], attempts.c.solution_seen_at
    )
    for number, question, parts, seen_at in connection.execute(
        made.where(*mine).order_by(attempts.c.id.desc())
    ):
        deadline.check()
        yield Outcome(
            question,
            {part["name"]: part["points"] for part in parts},
            earned.get(number, {}),
            frozenset(answered.get(number, ())),
            seen_at is not None,
        )
