"""Stores the categories of a course's assignments, with their weights, and what is in which of them."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from app.database.schema import assignments, categories


@dataclass(frozen=True, slots=True)
class Category:
    """A group of assignments, which has this weight in the course's mark; of each student's, the ``drop`` with the
    lowest shares are left out."""

    id: int
    title: str
    weight: int
    drop: int


def of_course(connection: Connection, course: int) -> list[Category]:
    """Returns the categories in the order in which they were made."""
    found = select(categories).where(categories.c.course_id == course).order_by(categories.c.id)
    return [Category(row.id, row.title, row.weight, row.drop_lowest) for row in connection.execute(found)]


def add(connection: Connection, course: int, title: str, weight: int, drop: int) -> int:
    """Stores a new category, with nothing in it; returns its number."""
    new = {"course_id": course, "title": title, "weight": weight, "drop_lowest": drop}
    return int(connection.execute(insert(categories).values(new).returning(categories.c.id)).scalar_one())


def change(connection: Connection, one: Category) -> None:
    """Stores title, weight, and how many are dropped."""
    values = {"title": one.title, "weight": one.weight, "drop_lowest": one.drop}
    connection.execute(update(categories).where(categories.c.id == one.id).values(values))


def remove(connection: Connection, gone: Collection[int]) -> None:
    """Removes categories; their assignments are in none then."""
    connection.execute(delete(categories).where(categories.c.id.in_(gone)))


def put(connection: Connection, assignment: int, category: int | None, extra_credit: bool) -> None:
    """Puts an assignment, or an exam, into a category, or into none."""
    values = {"category_id": category, "extra_credit": extra_credit}
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))
