"""Questions that instructors write in the browser: the owner and the draft of each."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)

from app.courses.store.courses import CourseRole
from app.database.schema import courses, members, questions, versions


class Audience(StrEnum):
    """The people who may practise a published question. Exams and assignments of its owner's courses ask it anyway."""

    OWNER = "owner"  # and those who teach a course with them
    COURSES = "courses"  # people in the courses that they teach, too
    EVERYONE = "everyone"


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A question as its owner left it. ``name`` is its id as a question,
    ``origin`` the built-in one that it was copied from."""

    id: int
    name: str
    origin: str
    text: str
    changed_at: datetime
    audience: Audience


@dataclass(frozen=True, slots=True)
class Listed:
    """A draft, the number of its newest version (0: none), and the text of that."""

    draft: Draft
    number: int
    published: str


@dataclass(frozen=True, slots=True)
class Named:
    """The question of a name, with its owner."""

    owner: int
    draft: Draft
    archived: bool


def add(connection: Connection, owner: int, name: str, text: str, origin: str) -> None:
    """Adds a question, kept for exams and assignments until its owner shares it."""
    now = datetime.now(UTC)
    made = {"name": name, "owner_id": owner, "draft": text, "origin": origin, "audience": Audience.OWNER}
    connection.execute(insert(questions).values(created_at=now, changed_at=now, **made))


def find(connection: Connection, owner: int, name: str) -> Draft | None:
    """The owner's question of this name; another's is not found."""
    row = connection.execute(_of(owner, name)).first() if "\0" not in name else None
    return _draft(row) if row else None


def hold(connection: Connection, owner: int, name: str) -> Draft | None:
    """Finds as ``find``, and locks the row until the transaction ends."""
    row = connection.execute(_of(owner, name).with_for_update()).first() if "\0" not in name else None
    return _draft(row) if row else None


def named(connection: Connection, names: Collection[str]) -> dict[str, Named]:
    """The questions of these names, whoever owns them, archived ones too."""
    found = connection.execute(select(questions).where(questions.c.name.in_(names))) if names else ()
    return {row.name: Named(row.owner_id, _draft(row), row.archived_at is not None) for row in found}


def archive(connection: Connection, question: int, back: bool = False) -> None:
    """Takes a question out of its owner's list, or ``back`` into it."""
    at = None if back else datetime.now(UTC)
    connection.execute(update(questions).where(questions.c.id == question).values(archived_at=at))


def save(connection: Connection, question: int, text: str) -> None:
    """Stores the draft's text, and that it changed now."""
    connection.execute(
        update(questions).where(questions.c.id == question).values(draft=text, changed_at=datetime.now(UTC))
    )


def share(connection: Connection, question: int, audience: Audience) -> None:
    connection.execute(update(questions).where(questions.c.id == question).values(audience=audience))


def unshared(connection: Connection, names: Collection[str]) -> set[str]:
    """The names among these that no student may practise."""
    kept = questions.c.audience == Audience.OWNER
    return set(
        connection.execute(select(questions.c.name).where(questions.c.name.in_(names), kept)).scalars()
    )


def closed_to(connection: Connection, names: Collection[str], person: int, instructor: bool) -> set[str]:
    """The names among these that the person (0: a guest) may not practise."""
    these = select(questions.c.name).where(questions.c.name.in_(names), ~open_to_person(instructor))
    return set(connection.execute(these, {"person": person}).scalars())


@cache
def open_to_person(instructor: bool) -> ColumnElement[bool]:
    """True where the audience of a question holds the parameter ``person``. An ``instructor`` may practise also what
    they own, and what somebody owns who teaches a course with them."""
    mine, theirs = members.alias(), members.alias()
    shared = (
        select(mine.c.id)
        .join(theirs, theirs.c.course_id == mine.c.course_id)
        .where(
            mine.c.person_id == bindparam("person"),
            mine.c.left_at.is_(None),
            theirs.c.person_id == questions.c.owner_id,
            theirs.c.left_at.is_(None),
            theirs.c.role == CourseRole.INSTRUCTOR,
        )
    )
    for_courses = and_(questions.c.audience == Audience.COURSES, shared.exists())
    found = [questions.c.audience == Audience.EVERYONE, for_courses]
    if instructor:
        taught = shared.where(mine.c.role == CourseRole.INSTRUCTOR)
        found += [questions.c.owner_id == bindparam("person"), taught.exists()]
    return or_(*found)


def courses_beside(connection: Connection, names: Collection[str], person: int) -> dict[str, str]:
    """The title of a course of the person that the owner of a question teaches, by the question's name."""
    mine, theirs = members.alias(), members.alias()
    found = (
        select(questions.c.name, courses.c.title)
        .join(theirs, theirs.c.person_id == questions.c.owner_id)
        .join(mine, mine.c.course_id == theirs.c.course_id)
        .join(courses, courses.c.id == mine.c.course_id)
        .where(
            questions.c.name.in_(names),
            mine.c.person_id == person,
            mine.c.left_at.is_(None),
            theirs.c.left_at.is_(None),
            theirs.c.role == CourseRole.INSTRUCTOR,
        )
        .order_by(courses.c.id)
    )
    return {row.name: row.title for row in connection.execute(found)}


def of_owner(
    connection: Connection,
    owner: int,
    text: str,
    archived: bool = False,
    left_out: int = 0,
    most: int | None = None,
) -> list[Listed]:
    """The owner's questions with ``text`` in their name or draft, the one changed last first; or archived ones instead.

    At most ``most`` of these, after the first ``left_out``.
    """
    newest = select(versions.c.question_id, func.max(versions.c.number).label("number"))
    last = newest.group_by(versions.c.question_id).subquery()
    fits = or_(
        questions.c.name.icontains(text, autoescape=True), questions.c.draft.icontains(text, autoescape=True)
    )
    found = (
        select(questions, versions.c.number, versions.c.text)
        .outerjoin(last, last.c.question_id == questions.c.id)
        .outerjoin(
            versions, (versions.c.question_id == questions.c.id) & (versions.c.number == last.c.number)
        )
        .where(questions.c.owner_id == owner, questions.c.archived_at.is_not(None) == archived, fits)
        .order_by(questions.c.changed_at.desc(), questions.c.id.desc())
        .offset(left_out)
        .limit(most)
    )
    return [Listed(_draft(row), row.number or 0, row.text or "") for row in connection.execute(found)]


def _of(owner: int, name: str) -> Select[Any]:
    return select(questions).where(
        questions.c.name == name, questions.c.owner_id == owner, questions.c.archived_at.is_(None)
    )


def _draft(row: Row[Any]) -> Draft:
    return Draft(
        id=row.id,
        name=row.name,
        origin=row.origin,
        text=row.draft,
        changed_at=row.changed_at,
        audience=Audience(row.audience),
    )
