"""Questions that instructors write in the browser: the owner and the draft of each."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, or_, select, update

from app.courses.store.courses import CourseRole
from app.database.schema import courses, members, questions, versions


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A question as its owner left it. ``name`` is its id as a question,
    ``origin`` the built-in one that it was copied from.

    ``courses_only``: exams and assignments of its owner's courses ask it, and nobody practises it.
    """

    id: int
    name: str
    origin: str
    text: str
    changed_at: datetime
    courses_only: bool


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
    """Adds a question, kept for exams and assignments until its owner opens it for practice."""
    now = datetime.now(UTC)
    made = {"name": name, "owner_id": owner, "draft": text, "origin": origin, "courses_only": True}
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


def keep_for_courses(connection: Connection, question: int, only: bool) -> None:
    """Keeps the question for its owner's courses, or opens it for practice."""
    connection.execute(update(questions).where(questions.c.id == question).values(courses_only=only))


def kept_for_courses(connection: Connection, names: Collection[str], instructor: int = 0) -> set[str]:
    """The names among these that are not for practice. The ``instructor`` may practise those that they own, or that
    somebody owns who teaches a course with them."""
    kept = ~practised_by(instructor)
    return set(
        connection.execute(select(questions.c.name).where(questions.c.name.in_(names), kept)).scalars()
    )


def practised_by(instructor: int) -> ColumnElement[bool]:
    """True where a question is for practice, or the ``instructor`` owns it or teaches a course with its owner."""
    mine, theirs = members.alias(), members.alias()
    there = (each.c.left_at.is_(None) & (each.c.role == CourseRole.INSTRUCTOR) for each in (mine, theirs))
    together = (
        select(mine.c.id)
        .join(theirs, theirs.c.course_id == mine.c.course_id)
        .where(mine.c.person_id == instructor, theirs.c.person_id == questions.c.owner_id, *there)
    )
    return or_(questions.c.courses_only.is_(False), questions.c.owner_id == instructor, together.exists())


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
        courses_only=row.courses_only,
    )
