"""Stores the reviews of cards, each with the memory that it left: the newest of a card is how it stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select

from app.database.schema import card_reviews
from engine.learning.spacing import Card, Grade


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a card: how well it was known, and its memory after that; ``number``: how many reviews it has had."""

    id: int
    card: str
    grade: Grade
    memory: Card
    number: int

    @property
    def at(self) -> datetime:
        return self.memory.reviewed_at


def newest(connection: Connection, person: int) -> Mapping[str, Review]:
    """Returns the newest review of each card that a person has turned."""
    last = (
        select(func.max(card_reviews.c.id).label("id"), func.count().label("number"))
        .where(card_reviews.c.person_id == person)
        .group_by(card_reviews.c.card)
        .subquery()
    )
    wanted = select(card_reviews, last.c.number).join(last, last.c.id == card_reviews.c.id)
    return {row.card: _review(row) for row in connection.execute(wanted)}


def first_since(connection: Connection, person: int, moment: datetime) -> int:
    """Returns how many cards a person turned for the first time since then."""
    first = (
        select(func.min(card_reviews.c.at).label("at"))
        .where(card_reviews.c.person_id == person)
        .group_by(card_reviews.c.card)
        .subquery()
    )
    return connection.execute(select(func.count()).where(first.c.at >= moment)).scalar_one()


def count(connection: Connection, person: int) -> int:
    """Returns how many cards a person has turned."""
    mine = card_reviews.c.person_id == person
    return connection.execute(select(func.count(card_reviews.c.card.distinct())).where(mine)).scalar_one()


def due(connection: Connection, person: int, now: datetime) -> int:
    """Returns how many of a person's cards are due."""
    last = select(func.max(card_reviews.c.id)).where(card_reviews.c.person_id == person)
    newest_ones = card_reviews.c.id.in_(last.group_by(card_reviews.c.card))
    wanted = select(func.count()).select_from(card_reviews).where(newest_ones, card_reviews.c.due_at <= now)
    return connection.execute(wanted).scalar_one()


def add(connection: Connection, person: int, card: str, grade: Grade, memory: Card) -> None:
    """Stores a review."""
    add_all(connection, person, [(card, grade, memory)])


def add_all(connection: Connection, person: int, made: Sequence[tuple[str, Grade, Card]]) -> None:
    """Stores reviews in the order in which they were made."""
    rows = [
        {
            "person_id": person, "card": card, "grade": int(grade), "at": memory.reviewed_at,
            "stability": memory.stability, "difficulty": memory.difficulty, "due_at": memory.due_at,
        }
        for card, grade, memory in made
    ]  # fmt: skip
    connection.execute(insert(card_reviews), rows)


def every(connection: Connection, person: int) -> Iterator[tuple[str, Grade, datetime]]:
    """Yields all reviews of a person in the order in which they were made."""
    mine = select(card_reviews).where(card_reviews.c.person_id == person).order_by(card_reviews.c.id)
    for row in connection.execute(mine):
        yield row.card, Grade(row.grade), row.at


def take_back(connection: Connection, review: Review) -> None:
    """Deletes a review: the card stands as it did before."""
    connection.execute(delete(card_reviews).where(card_reviews.c.id == review.id))


def forget(connection: Connection, person: int) -> None:
    """Deletes all reviews of a person, so that they can be stored in another order."""
    connection.execute(delete(card_reviews).where(card_reviews.c.person_id == person))


def _review(row: Row[Any]) -> Review:
    memory = Card(row.stability, row.difficulty, row.at, row.due_at)
    return Review(row.id, row.card, Grade(row.grade), memory, row.number)
