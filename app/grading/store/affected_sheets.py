"""Reads an exam's sheets for a key correction: by which version each was marked, and whether it lacks points."""

from dataclasses import dataclass
from fractions import Fraction

from sqlalchemy import Connection, func, select

from app.database.schema import attempts, responses, sittings


@dataclass(frozen=True, slots=True)
class Marked:
    """One question of an ended sitting; ``lacks``: it does not have all of its points."""

    attempt: int
    question: str
    version: str
    lacks: bool


def sheets(connection: Connection, exam: int) -> list[Marked]:
    """Returns one entry for each question of each ended sitting of the exam."""
    version = attempts.c.variant["version"].as_string().label("version")
    earned = func.aggregate_strings(responses.c.earned, " ").label("earned")
    wanted = (
        select(attempts.c.id, attempts.c.question, attempts.c.points, version, earned)
        .join(sittings, sittings.c.id == attempts.c.sitting_id)
        .outerjoin(responses, responses.c.attempt_id == attempts.c.id)
        .where(sittings.c.exam_id == exam)
        .group_by(attempts.c.id)
    )
    return [
        Marked(
            row.id,
            row.question,
            row.version,
            sum(map(Fraction, (row.earned or "").split()), Fraction(0)) < Fraction(row.points),
        )
        for row in connection.execute(wanted)
    ]
