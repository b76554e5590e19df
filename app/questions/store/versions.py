"""Published versions of questions: they are added and never changed,
so that an attempt keeps the version it began on."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select

from app.database.schema import questions, versions
from app.questions.store.drafts import open_to_person


@dataclass(frozen=True, slots=True)
class Version:
    """One published text; ``hash`` is the ``version`` of its question."""

    question: str
    number: int
    text: str
    hash: str
    published_at: datetime


def add(
    connection: Connection, question: int, text: str, hash: str, report: Mapping[str, Any], person: int
) -> int:
    """Publishes the text as the next version, and returns its number. The caller must hold the question."""
    last = connection.execute(select(func.max(versions.c.number)).where(versions.c.question_id == question))
    number = (last.scalar() or 0) + 1
    connection.execute(
        insert(versions).values(
            question_id=question,
            number=number,
            text=text,
            hash=hash,
            report=dict(report),
            published_at=datetime.now(UTC),
            published_by=person,
        )
    )
    return number


def newest(connection: Connection, name: str) -> Version | None:
    """The version that is asked today; None for an archived question."""
    if "\0" in name:
        return None
    asked = _of(name).where(questions.c.archived_at.is_(None))
    row = connection.execute(asked.order_by(versions.c.number.desc()).limit(1)).first()
    return _version(row) if row else None


def with_hash(connection: Connection, name: str, hash: str) -> Version | None:
    """The version with this hash, which an attempt was begun on; also of an archived question."""
    if "\0" in name + hash:  # PostgreSQL takes no such text
        return None
    row = connection.execute(_of(name).where(versions.c.hash == hash).limit(1)).first()
    return _version(row) if row else None


def of_question(connection: Connection, name: str) -> list[Version]:
    """All versions, the newest first."""
    return [_version(row) for row in connection.execute(_of(name).order_by(versions.c.number.desc()))]


def newest_of(connection: Connection, names: Collection[str]) -> dict[str, Version]:
    """The newest version of each of these questions, archived ones too."""
    real = [name for name in names if "\0" not in name]  # PostgreSQL takes no such text
    if not real:
        return {}
    found = _all().where(questions.c.name.in_(real)).order_by(versions.c.number)
    return {row.name: _version(row) for row in connection.execute(found)}


def practised_by(connection: Connection, person: int, instructor: bool) -> dict[str, Version]:
    """The newest version of each question that is not archived and that the person (0: a guest) may practise."""
    found = connection.execute(_practised(instructor), {"person": person})
    return {row.name: _version(row) for row in found}


def _all() -> Select[Any]:
    return select(versions, questions.c.name).join(questions)


@cache
def _practised(instructor: bool) -> Select[Any]:
    last = select(versions.c.question_id, func.max(versions.c.number).label("number"))
    newest = last.group_by(versions.c.question_id).subquery()
    found = _all().join(
        newest, (newest.c.question_id == versions.c.question_id) & (newest.c.number == versions.c.number)
    )
    return found.where(questions.c.archived_at.is_(None), open_to_person(instructor)).order_by(questions.c.id)


def _of(name: str) -> Select[Any]:
    return _all().where(questions.c.name == name)


def _version(row: Row[Any]) -> Version:
    return Version(row.name, row.number, row.text, row.hash, row.published_at)
