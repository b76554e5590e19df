"""Sheets and answers of many people at once, with as much of each as the figures need.

A course's sheets are those that its present students began for its assignments. Of a question the newest ``MOST``
sheets are read: more take long and add nothing. Worked examples that somebody completed are not among them.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, select

from app.courses.store.courses import CourseRole
from app.database.schema import assigned, assignments, attempts, hints, members, responses
from app.practice.store.attempt import SELF_MARKED, Way

MOST = 2000
OWN = "-"  # in place of points that the student gave
RULE = responses.c.verdict["rule"].as_string()


@dataclass(frozen=True, slots=True)
class Answer:
    """A response to one part of a sheet; ``earned`` where it settled the part's points. ``predicted``: the chance to be
    right, by what was known of its learner before."""

    part: str
    typed: tuple[str, ...]
    verdict: Mapping[str, Any]
    earned: Fraction | None
    at: datetime
    predicted: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """A person's work on one variant of a question. ``course`` is None outside of assignments,
    ``sitting`` outside of exams."""

    person: int
    course: int | None
    sitting: int | None
    points: Fraction
    variant: Mapping[str, Any]
    begun_at: datetime
    solution_seen: bool
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The points of a sheet: ``settled`` parts have theirs;
    those of ``own`` parts, given by the student, are not in ``earned``."""

    settled: int
    own: int
    earned: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """A sheet of a course in short. ``parts`` is the number of answered ones, ``seen_at`` the time of the last one,
    or of its beginning."""

    person: int
    assignment: int
    question: str
    points: float
    parts: int
    total: Total
    seen_at: datetime

    @property
    def share(self) -> float | None:
        """The share of its points that it earned; None while something waits for its mark, and where the student
        marked it, as ``question_statistics.share`` has it."""
        settled = self.parts and self.total.settled >= self.parts and not self.total.own
        return self.total.earned / self.points if settled and self.points else None


@dataclass(frozen=True, slots=True)
class Score:
    """A person's points on one question in a course, without those that they gave themselves."""

    course: int
    person: int
    question: str
    earned: float


def of_question(
    connection: Connection,
    question: str,
    *,
    version: str = "",
    course: int | None = None,
    but: int | None = None,
    sittings: Collection[int] | None = None,
) -> list[Sheet]:
    """The newest sheets of the question, of one ``version``, one ``course`` or these ``sittings``, oldest first;
    without one person's own (``but``)."""
    some = _sheets(question, version, course, but, sittings)
    of = assignments.c.id == attempts.c.assignment_id
    wanted = select(attempts, assignments.c.course_id).outerjoin(assignments, of)
    found = connection.execute(wanted.where(attempts.c.id.in_(some)).order_by(attempts.c.id)).all()
    given: dict[int, list[Answer]] = {}
    counted = (responses.c.attempt_id.in_(some), responses.c.withdrawn_at.is_(None))
    answers = select(responses).where(*counted).order_by(responses.c.id)
    for row in connection.execute(answers):
        earned = None if row.earned is None else _points(row.earned)
        answer = Answer(row.part, tuple(row.typed), row.verdict, earned, row.at, row.predicted)
        given.setdefault(row.attempt_id, []).append(answer)
    return [
        Sheet(
            person=row.person_id,
            course=row.course_id,
            sitting=row.sitting_id,
            points=_points(row.points),
            variant=row.variant,
            begun_at=row.begun_at,
            solution_seen=row.solution_seen_at is not None,
            answers=tuple(given.get(row.id, ())),
        )
        for row in found
    ]


def hinted(
    connection: Connection,
    question: str,
    *,
    version: str = "",
    course: int | None = None,
    but: int | None = None,
) -> Mapping[tuple[str, int], int]:
    """The number of these sheets on which each hint was opened, by part and rung."""
    some = _sheets(question, version, course, but)
    shown = select(hints.c.part, hints.c.rung, func.count(hints.c.attempt_id.distinct()).label("sheets"))
    found = shown.where(hints.c.attempt_id.in_(some)).group_by(hints.c.part, hints.c.rung)
    return {(row.part, row.rung): row.sheets for row in connection.execute(found)}


def of_course(connection: Connection, course: int) -> list[Work]:
    """All sheets of the course."""
    last = func.coalesce(func.max(responses.c.at), attempts.c.begun_at)
    given = case((and_(responses.c.earned.is_not(None), RULE == SELF_MARKED), OWN), else_=responses.c.earned)
    wanted = (
        select(
            attempts.c.person_id, attempts.c.assignment_id, attempts.c.question, attempts.c.points,
            func.count(responses.c.part.distinct()).label("parts"), _listed(given).label("earned"),
            last.label("seen_at"),
        )
        .outerjoin(responses, responses.c.attempt_id == attempts.c.id)
        .where(attempts.c.id.in_(of_students(assignments.c.course_id == course)))
        .group_by(attempts.c.id)
    )  # fmt: skip
    return [
        Work(
            person=person,
            assignment=assignment,
            question=question,
            points=_total(points).earned,
            parts=parts,
            total=_total(earned),
            seen_at=seen_at,
        )
        for person, assignment, question, points, parts, earned, seen_at in connection.execute(wanted)
    ]


def mistaken(connection: Connection, course: int) -> list[tuple[str, tuple[str, ...], int]]:
    """The mistakes that explain wrong answers of the course: question, mistakes by name, people; the most first."""
    there = of_students(assignments.c.course_id == course)
    named = responses.c.verdict["mistakes"].as_string()
    people = func.count(attempts.c.person_id.distinct())
    wanted = (
        select(attempts.c.question, named, people)
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .where(attempts.c.id.in_(there), named != "[]")
        .group_by(attempts.c.question, named)
        .order_by(people.desc(), attempts.c.question)
    )
    return [(question, tuple(json.loads(names)), who) for question, names, who in connection.execute(wanted)]


def scores(connection: Connection, question: str, course: int | None = None) -> list[Score]:
    """The points, question by question, in this course, else in every course that asks the question."""
    asking = select(assignments.c.course_id).join(assigned).where(assigned.c.question == question)
    there = assignments.c.course_id.in_(asking) if course is None else assignments.c.course_id == course
    wanted = (
        select(
            assignments.c.course_id,
            attempts.c.person_id,
            attempts.c.question,
            _listed(responses.c.earned).label("earned"),
        )
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(attempts.c.id.in_(of_students(there)), responses.c.earned.is_not(None), RULE != SELF_MARKED)
        .group_by(assignments.c.course_id, attempts.c.person_id, attempts.c.question)
    )
    return [
        Score(row.course_id, row.person_id, row.question, _total(row.earned).earned)
        for row in connection.execute(wanted)
    ]


def of_students(where: ColumnElement[bool]) -> Select[Any]:
    """The numbers of the sheets that present students of these courses began for an assignment."""
    student = and_(
        members.c.course_id == assignments.c.course_id,
        members.c.person_id == attempts.c.person_id,
        members.c.role == CourseRole.STUDENT,
        members.c.left_at.is_(None),
    )
    joined = select(attempts.c.id).join(assignments, assignments.c.id == attempts.c.assignment_id)
    return joined.join(members, student).where(where)


def _listed(points: ColumnElement[Any]) -> ColumnElement[Any]:
    """Aggregates points into one text, for ``_total``: no database adds up exact fractions."""
    return func.aggregate_strings(points, " ")


def _sheets(
    question: str,
    version: str,
    course: int | None,
    but: int | None,
    sittings: Collection[int] | None = None,
) -> Select[Any]:
    some = select(attempts.c.id) if course is None else of_students(assignments.c.course_id == course)
    some = some.where(attempts.c.question == question, attempts.c.way != Way.EXAMPLE)
    if version:
        some = some.where(attempts.c.variant["version"].as_string() == version)
    if but is not None:
        some = some.where(attempts.c.person_id != but)
    if sittings is not None:
        some = some.where(attempts.c.sitting_id.in_(sittings))
    return select(some.order_by(attempts.c.id.desc()).limit(MOST).subquery().c.id)


@lru_cache(4096)
def _total(texts: str | None) -> Total:
    """The total of a text that ``_listed`` gives; cached, since most sheets earn the same few points."""
    given = (texts or "").split()
    earned = [_points(text) for text in given if text != OWN]
    return Total(len(given), len(given) - len(earned), float(sum(earned, Fraction(0))))


@lru_cache(4096)
def _points(text: str) -> Fraction:
    """The fraction of a text; cached, since most points are the same few texts."""
    return Fraction(text)
