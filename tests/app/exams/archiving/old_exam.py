"""An exam of a course that ended long ago, with fields that were saved again and again."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import trail
from app.exams.archiving import archiving
from app.exams.archiving.archiving import Archived
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams import course_exam
from tests.app.exams.sitting import NOON, Sat, watched

CLOSES = NOON + timedelta(minutes=30)
BEFORE = datetime(2026, 11, 23, tzinfo=UTC)
TEXTS = ("1", "12", "1.2", "1.25")  # of one field, one after the other
REPLACED = 2 * (len(TEXTS) - 1)  # of each sitting


def exam(app: FastAPI, nlp: Lecture, **rules: str) -> str:
    watched(app)
    return course_exam.exam(nlp, **({"closes": course_exam.at(CLOSES)} | rules))


def sit(app: FastAPI, nlp: Lecture, address: str, who: Member | None = None) -> Sat:
    """Types two answers letter by letter, and turns to the other question in between."""
    sat = course_exam.sit(app, who or nlp.student, address)
    for revision, text in enumerate(TEXTS, 1):
        sat.watch.on(seconds=2)
        sat.type(1, {"dot": [text], "norm_u": [f"{text}1"]}, revision)
        sat.save(place=2, opened=revision == 2)
    return sat


def sat_long_ago(app: FastAPI, nlp: Lecture, address: str = "", students: int = 1) -> list[Sat]:
    """Sittings of the course's student and of others, all handed in."""
    there = address or exam(app, nlp)
    others = [member(app, name=f"Student {n}") for n in range(1, students)]
    for one in others:
        join(one, nlp.code)
    found = [sit(app, nlp, there, who) for who in (nlp.student, *others)]
    for sat in found:
        sat.watch.on(seconds=5)
        sat.hand_in()
    watched(app).on(minutes=60)
    return found


def archive(app: FastAPI, file: Path, **given: Any) -> Archived:
    return archiving.archive(app.state.database, BEFORE, file, **({"rests": lambda _: None} | given))


def log_of(database: Database, sats: Sequence[Sat]) -> list[dict[str, Any]]:
    """The rows of their audit logs."""
    numbers = [sat.stored.id for sat in sats]
    with database.read() as connection:
        found = connection.execute(select(trail).where(trail.c.sitting_id.in_(numbers)).order_by(trail.c.id))
        return [dict(row._mapping) for row in found]
