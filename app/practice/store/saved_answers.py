"""Stores answers that are saved without a mark until the results of their assignment open, and what they get then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, select, update

from app.courses.store.assignments import policy_of
from app.courses.store.due_dates import due_of
from app.database.schema import assignments, attempts, responses
from app.practice.store import mark_events
from app.practice.store.attempt import SAVED, Attempt, Response


def save(connection: Connection, attempt: int, at: datetime) -> None:
    """Stores that an answer was saved then which is marked once results open."""
    connection.execute(update(attempts).where(attempts.c.id == attempt).values(saved_at=at))


def rewrite(
    connection: Connection,
    response: int,
    typed: Sequence[str],
    verdict: Mapping[str, Any],
    at: datetime,
    withdrawn_at: datetime | None = None,
) -> None:
    """Replaces a response that no mark rests on."""
    values = {"typed": list(typed), "verdict": dict(verdict), "at": at, "withdrawn_at": withdrawn_at}
    connection.execute(update(responses).where(responses.c.id == response).values(values))


def take_back(connection: Connection, attempt: int, part: str, at: datetime) -> None:
    """Stores that the answers to a part were taken back which no mark rests on."""
    these = responses.c.attempt_id == attempt, responses.c.part == part, responses.c.earned.is_(None)
    standing = update(responses).where(*these, responses.c.withdrawn_at.is_(None))
    connection.execute(standing.values(withdrawn_at=at))


@dataclass(frozen=True, slots=True)
class Saved:
    """An attempt of a person, by name, with answers to a question that wait for the results of an ``assignment``, None
    where it was removed; ``until``: the last moment at which its student's answers count."""

    name: str
    person: int
    question: str
    assignment: int | None
    until: datetime | None

    def over(self, now: datetime) -> bool:
        """True once its student has no time left."""
        return self.until is None or self.until < now


def waiting(connection: Connection, assignment: int | None = None) -> list[Saved]:
    """Returns the attempts with answers that wait for results: of all assignments, or of one."""
    wanted = (
        select(
            attempts.c.name.label("sheet"),
            attempts.c.person_id, attempts.c.question,
            assignments,
            due_of(attempts.c.person_id).label("theirs"),
        )
        .outerjoin(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(attempts.c.saved_at.is_not(None))
        .order_by(attempts.c.id)
    )  # fmt: skip
    if assignment is not None:
        wanted = wanted.where(attempts.c.assignment_id == assignment)
    return [
        Saved(
            row.sheet,
            row.person_id,
            row.question,
            row.id,
            None if row.id is None else policy_of(row).until(row.theirs),
        )
        for row in connection.execute(wanted)
    ]


def settle(
    connection: Connection,
    attempt: Attempt,
    marked: Iterable[tuple[Response, Mapping[str, Any], Fraction | None]],
) -> None:
    """Stores the verdicts and points of saved answers, None for one that a person marks; none of the attempt waits for
    results any more. What was saved and does not stand, because a choice before it was changed, is taken back."""
    settled: set[int] = set()
    for response, verdict, earned in marked:
        settled.add(response.id)
        these = update(responses).where(responses.c.id == response.id)
        points = None if earned is None else str(earned)
        connection.execute(these.values(verdict=dict(verdict), earned=points))
        if earned is not None:
            mark_events.add(connection, attempt.id, response.id)
    left = [one.id for one in attempt.responses if one.verdict["rule"] == SAVED and one.id not in settled]
    now = datetime.now(UTC)
    connection.execute(update(responses).where(responses.c.id.in_(left)).values(withdrawn_at=now))
    connection.execute(update(attempts).where(attempts.c.id == attempt.id).values(saved_at=None))
