"""Stores due dates that are later than everybody's, given to one student of the roster or to a section of it; reads the
due date of each.

A student is due at the latest of everybody's date, one of their own, and that of the section in which they are: an own
date is that of the student on the roster, who may not have joined yet, and a section's holds for whoever is in it at
the time, however they came. Where everybody has no date, nobody has one.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from app.courses.store.assignments import hold
from app.courses.store.courses import CourseRole
from app.database.schema import assignments, extensions, members, section_extensions


def due_of(person: Column[int]) -> ColumnElement[datetime]:
    """Returns the due date, NULL for none, that a person has for the assignment in a row of ``assignments``."""
    theirs = members.alias()
    own = _own(theirs).where(theirs.c.person_id == person)
    of_section = select(section_extensions.c.due_at).where(_in_section(theirs), theirs.c.person_id == person)
    return _latest(own, of_section, person.table)


def last_due() -> ColumnElement[datetime]:
    """Returns the last due date, NULL for none, of anybody who is or is expected in the course, for the assignment in a
    row of ``assignments``."""
    theirs = members.alias()
    there = theirs.c.left_at.is_(None)
    own = _own(theirs).where(_student(theirs), there)
    return _latest(own, select(section_extensions.c.due_at).where(_in_section(theirs), there))


def later(
    connection: Connection, course: int, person: int | None = None
) -> Mapping[tuple[int, int], datetime]:
    """Returns the due dates that are later than everybody's, by assignment and person: of all who have joined, or of
    one."""
    found = connection.execute(_later_of(one=person is not None), {"course": course, "person": person})
    return {(row.id, row.person_id): row.due for row in found}


def later_of_entries(connection: Connection, course: int) -> Mapping[tuple[int, int], datetime]:
    """Returns the same by assignment and entry of the roster, also of those who have not joined yet."""
    return {(row.id, row.entry): row.due for row in connection.execute(_later(), {"course": course})}


def extend(connection: Connection, assignment: int, entry: int, due_at: datetime | None) -> None:
    """Gives one student of the roster a date of their own; None takes it away."""
    _put(connection, extensions, assignment, {"member_id": entry}, due_at)


def extend_section(connection: Connection, assignment: int, section: str, due_at: datetime | None) -> None:
    """Gives a section a date; None takes it away."""
    _put(connection, section_extensions, assignment, {"section": section}, due_at)


def of_entries(connection: Connection, assignment: int) -> dict[int, datetime]:
    """Returns the dates that single students were given, by their entry of the roster."""
    found = select(extensions).where(extensions.c.assignment_id == assignment).order_by(extensions.c.due_at)
    return {row.member_id: row.due_at for row in connection.execute(found)}


def move(connection: Connection, old: int, new: int) -> list[int]:
    """Moves the dates of a student to another entry of the roster, which is the same person; returns their numbers."""
    moved = update(extensions).where(extensions.c.member_id == old).values(member_id=new)
    return list(connection.execute(moved.returning(extensions.c.id)).scalars())


def move_back(connection: Connection, dates: Collection[int], new: int) -> None:
    """Moves the dates with these numbers."""
    connection.execute(update(extensions).where(extensions.c.id.in_(dates)).values(member_id=new))


def of_sections(connection: Connection, assignment: int) -> dict[str, datetime]:
    """Returns the dates that sections were given, by section; also of one in which nobody is any more."""
    found = select(section_extensions).where(section_extensions.c.assignment_id == assignment)
    return {row.section: row.due_at for row in connection.execute(found)}


def _put(
    connection: Connection, table: Table, assignment: int, whose: Mapping[str, Any], due_at: datetime | None
) -> None:
    hold(connection, assignment)
    key = {"assignment_id": assignment, **whose}
    connection.execute(delete(table).filter_by(**key))
    if due_at is not None:
        connection.execute(insert(table).values(due_at=due_at, **key))


def _own(theirs: FromClause) -> Select[Any]:
    return select(extensions.c.due_at).join(theirs, theirs.c.id == extensions.c.member_id)


@cache
def _later_of(one: bool) -> Select[Any]:
    person = members.c.person_id
    return _later().where(person == bindparam("person") if one else person.is_not(None))


@cache
def _later() -> Select[Any]:
    theirs = members.alias()
    own = _own(theirs).where(theirs.c.id == members.c.id)
    of_section = select(section_extensions.c.due_at).where(_in_section(theirs), theirs.c.id == members.c.id)
    due = _latest(own, of_section, members)
    given = (
        assignments.c.id.in_(select(table.c.assignment_id)) for table in (extensions, section_extensions)
    )
    return (
        select(assignments.c.id, members.c.person_id, members.c.id.label("entry"), due.label("due"))
        .join(members, members.c.course_id == assignments.c.course_id)
        .where(assignments.c.course_id == bindparam("course"), or_(*given), due > assignments.c.due_at)
    )


def _student(theirs: FromClause) -> ColumnElement[bool]:
    return and_(theirs.c.course_id == assignments.c.course_id, theirs.c.role == CourseRole.STUDENT)


def _in_section(theirs: FromClause) -> ColumnElement[bool]:
    return and_(_student(theirs), theirs.c.section == section_extensions.c.section)


def _latest(own: Select[Any], of_section: Select[Any], *around: FromClause) -> ColumnElement[datetime]:
    """Returns the latest of everybody's date and these, NULL where everybody's is; the tables ``around`` are those of
    the statement that it is part of."""
    given = (
        select(assignments.c.due_at.label("at")),
        own.where(extensions.c.assignment_id == assignments.c.id),
        of_section.where(section_extensions.c.assignment_id == assignments.c.id),
    )
    dates = union_all(*(one.correlate(assignments, *around) for one in given)).subquery()
    return case((assignments.c.due_at.is_not(None), select(func.max(dates.c.at)).scalar_subquery()))
