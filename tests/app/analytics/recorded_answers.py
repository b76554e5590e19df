"""Answers put into the database with the marks they would get: many people at once, at times of one's choice."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from fastapi import FastAPI
from sqlalchemy import select, update

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.database.schema import assignments, responses
from app.database.schema import attempts as sheets
from app.identity.store.people import Role
from app.practice.store import attempts
from engine import variants
from engine.marking import feedback
from engine.marking.marking import PartMark, mark
from engine.questions import Question
from engine.variants import Variant
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


def student(app: FastAPI, nlp: Lecture, name: str = "") -> int:
    """Somebody who is in the course; returns their number."""
    one = member(app, name=name)
    database: Database = app.state.database
    with database.write() as connection:
        found = courses.with_code(connection, nlp.code.replace("-", ""))
        assert found
        courses.enter(connection, found.id, one.id, CourseRole.STUDENT)
    return one.id


def instructor(app: FastAPI) -> Member:
    return member(app, Role.INSTRUCTOR)


def answer(
    app: FastAPI,
    person: int,
    question: Question,
    typed: Mapping[str, Sequence[str]],
    *,
    seed: int = 1,
    work: str = "",
    minutes: float = 5,
    at: datetime = MONDAY,
    seen: bool = False,
) -> Variant:
    """A sheet, for the assignment at the address ``work`` or none, with these tries per part, one every so many
    minutes; ``seen``: the solution, at the end."""
    database: Database = app.state.database
    variant = variants.draw(question, seed, question.default_level)
    with database.write() as connection:
        name = work.rpartition("/")[2]
        duty = connection.execute(select(assignments.c.id).where(assignments.c.name == name)).scalar()
        key, new = secrets.token_urlsafe(16), secrets.token_urlsafe(12)
        made = attempts.begin(
            connection, person, key, new, question.section, variant.points, variant.to_json(), duty
        ).id
        connection.execute(update(sheets).where(sheets.c.id == made).values(begun_at=at))
        standing: dict[str, list[str]] = {}
        for part, tries in typed.items():
            for place, text in enumerate(tries):
                standing[part] = text.split("; ")
                marked, asked = mark(variant, standing)[part], variant.part(part)
                assert isinstance(marked, PartMark), marked
                assert asked
                said = feedback.verdict(variant, asked, marked)
                first = (
                    marked.credit * asked.points if place == 0 and said["rule"] != "not marked yet" else None
                )
                attempts.respond(
                    connection, made, part, secrets.token_urlsafe(8), standing[part], said, first
                )
                at += timedelta(minutes=minutes)
                last = select(responses.c.id).order_by(responses.c.id.desc()).limit(1).scalar_subquery()
                connection.execute(update(responses).where(responses.c.id == last).values(at=at))
        if seen:
            attempts.see_solution(connection, made)
    return variant
