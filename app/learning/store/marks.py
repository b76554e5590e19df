"""Reads marks in the shape in which they are folded: each with its attempt, its hints and what came before."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, update

from app.database.schema import attempts, hints, responses
from app.practice.store.attempt import AS_TOLD, BY_HAND, SELF_MARKED, Way
from engine.learning import tempo

MOST_AT_ONCE = 500  # attempts


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredMark:
    """A settled part; ``hints`` were shown of it before; ``slow``: it took much longer than an exam gives."""

    response: int
    part: str
    verdict: Mapping[str, Any]
    at: datetime
    hints: int
    slow: bool

    @property
    def self_marked(self) -> bool:
        return bool(self.verdict["rule"] == SELF_MARKED)

    @property
    def by_hand(self) -> bool:
        return bool(self.verdict["rule"] == BY_HAND)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredSheet:
    """An attempt with its settled parts, oldest first. ``repeated``: the person had these numbers before; ``empty`` are
    the parts without an answer when the solution was opened."""

    attempt: int
    name: str
    question: str
    version: str
    level: str
    in_exam: bool
    way: Way
    marks: tuple[StoredMark, ...]
    repeated: bool
    solution_seen_at: datetime | None
    empty: tuple[str, ...]


def of_attempts(connection: Connection, person: int, wanted: Collection[int]) -> Sequence[StoredSheet]:
    """Returns these sheets of a person, in the order in which they were begun."""
    ids = sorted(wanted)
    found: list[StoredSheet] = []
    for n in range(0, len(ids), MOST_AT_ONCE):
        found += _sheets(connection, person, ids[n : n + MOST_AT_ONCE])
    return found


def all_of(connection: Connection, person: int, now: datetime) -> Sequence[int]:
    """Returns all attempts of a person that they may see."""
    mine = select(attempts.c.id).where(attempts.c.person_id == person)
    opened = attempts.c.opens_at.is_(None) | (attempts.c.opens_at <= now)
    return list(connection.execute(mine.where(opened).order_by(attempts.c.id)).scalars())


def typed_with(
    connection: Connection, person: int, sheets: Collection[str]
) -> Mapping[tuple[str, str, str], Sequence[str]]:
    """Returns what was typed last with each mistake in these sheets of a person, by sheet, part and mistake."""
    answered = select(attempts.c.name, responses.c.part, responses.c.typed, responses.c.verdict)
    there = answered.join(responses, responses.c.attempt_id == attempts.c.id)
    mine = (attempts.c.person_id == person, attempts.c.name.in_(sheets))
    return {
        (row.name, row.part, mistake): row.typed
        for row in connection.execute(there.where(*mine).order_by(responses.c.id))
        for mistake in row.verdict.get("mistakes", ())
    }


def people(connection: Connection) -> Sequence[int]:
    """Returns all people with attempts."""
    return list(
        connection.execute(select(attempts.c.person_id).distinct().order_by(attempts.c.person_id)).scalars()
    )


def _sheets(connection: Connection, person: int, ids: Sequence[int]) -> list[StoredSheet]:
    these = connection.execute(select(attempts).where(attempts.c.id.in_(ids)).order_by(attempts.c.id)).all()
    answered: dict[int, list[Any]] = {}
    for row in connection.execute(
        select(responses).where(responses.c.attempt_id.in_(ids)).order_by(responses.c.id)
    ):
        answered.setdefault(row.attempt_id, []).append(row)
    shown: dict[tuple[int, str], list[datetime]] = {}
    for row in connection.execute(select(hints).where(hints.c.attempt_id.in_(ids)).order_by(hints.c.id)):
        shown.setdefault((row.attempt_id, row.part), []).append(row.at)
    earlier = _numbers(connection, person, {row.question for row in these})
    sheets = []
    for row in these:
        there = answered.get(row.id, [])
        seen, exam = row.solution_seen_at, row.sitting_id is not None
        slow = _slow(row, there)
        marks = tuple(
            StoredMark(
                response=one.id, part=one.part, verdict=one.verdict, at=one.at,
                hints=sum(at <= one.at for at in shown.get((row.id, one.part), ())), slow=one.id in slow,
            )
            for one in there
            if _tells(one, None if exam else seen)
        )  # fmt: skip
        said = {one.part for one in there if seen is None or one.at <= seen}
        empty = (
            () if seen is None else tuple(p["name"] for p in row.variant["parts"] if p["name"] not in said)
        )
        key = (row.question, row.level, str(row.variant["seed"]))
        repeated = row.variant["seed"] >= 0 and earlier.get(key, row.id) < row.id
        sheets.append(
            StoredSheet(
                attempt=row.id, name=row.name, question=row.question, version=row.variant["version"],
                level=row.level, in_exam=exam, way=Way(row.way), marks=marks, repeated=repeated,
                solution_seen_at=seen, empty=empty,
            )
        )  # fmt: skip
    return sheets


def _slow(sheet: Row[Any], answered: Sequence[Row[Any]]) -> set[int]:
    """Returns the settled answers that took long. What was sent together took its time together; an ordinary sheet
    begins with its first answer, and all questions of an exam at once, so of those nothing is known."""
    if sheet.sitting_id is not None:
        return set()
    points = {part["name"]: Fraction(part["points"]) for part in sheet.variant["parts"]}
    opened = sheet.assignment_id is not None or sheet.way == Way.STRICT
    before, found = sheet.begun_at if opened else None, set[int]()
    for _, together in groupby(answered, key=lambda one: str(one.form_key)):
        sent = list(together)
        settled = [one for one in sent if one.earned is not None]
        worth = float(sum(points.get(one.part, Fraction(0)) for one in settled))
        if before is not None and tempo.slow((sent[-1].at - before).total_seconds(), worth):
            found |= {one.id for one in settled}
        before = sent[-1].at
    return found


def _tells(response: Row[Any], seen_at: datetime | None) -> bool:
    """True if a mark tells what its learner knows: it was earned before the solution was seen, and given here."""
    if response.earned is None or AS_TOLD in response.verdict:
        return False
    in_time = seen_at is None or response.at <= seen_at
    return in_time or bool(response.verdict["rule"] == SELF_MARKED)


def _numbers(
    connection: Connection, person: int, questions: Collection[str]
) -> Mapping[tuple[str, str, str], int]:
    """Returns the first attempt of the person with each question, level and seed, which for exams has 128 bits."""
    seed = attempts.c.variant["seed"].as_string()
    mine = select(attempts.c.id, attempts.c.question, attempts.c.level, seed.label("seed")).where(
        attempts.c.person_id == person, attempts.c.question.in_(questions)
    )
    first: dict[tuple[str, str, str], int] = {}
    for row in connection.execute(mine.order_by(attempts.c.id)):
        first.setdefault((row.question, row.level, str(row.seed)), row.id)
    return first


def keep_predicted(connection: Connection, chances: Mapping[int, float]) -> None:
    """Stores the chance to be right that was predicted of each of these answers."""
    if chances:
        told = [{"answer": answer, "chance": chance} for answer, chance in chances.items()]
        row = update(responses).where(responses.c.id == bindparam("answer"))
        connection.execute(row.values(predicted=bindparam("chance")), told)
