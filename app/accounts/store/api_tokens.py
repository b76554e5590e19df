"""Personal tokens, by which programs ask for a person, as browsers do by a cookie."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from app.database.schema import api_tokens, people
from app.identity.store import tokens
from app.identity.store.people import Person, Role, sits
from app.identity.store.tokens import hashed

PREFIX = "examformer_"  # lets scanners for secrets find one
TWICE = timedelta(seconds=5)  # a form that is sent again within this time was clicked twice


class Scope(StrEnum):
    """The data that a program may write with a token, as far as its person may. Every token may read."""

    COURSES = "courses"
    ROSTER = "roster"
    ASSIGNMENTS = "assignments"
    MARKS = "marks"
    EXAMS = "exams"
    QUESTIONS = "questions"


@dataclass(frozen=True, slots=True)
class Token:
    """A token in a list: its purpose in its owner's words (``label``), its expiry, and what it may write."""

    id: int
    label: str
    made_at: datetime
    ends_at: datetime
    scopes: frozenset[Scope] = frozenset()


def add(
    connection: Connection, person: int, label: str, lasts: timedelta, scopes: Collection[Scope] = ()
) -> str:
    """Adds a token and returns it; only its hash is kept. Deletes the person's expired ones, and the first one of a
    double click, which nobody has seen."""
    secret, now = PREFIX + tokens.made(), datetime.now(UTC)
    unseen = (api_tokens.c.label == label) & (api_tokens.c.made_at > now - TWICE)
    gone = (api_tokens.c.ends_at <= now) | unseen
    connection.execute(delete(api_tokens).where(api_tokens.c.person_id == person, gone))
    said = " ".join(one for one in Scope if one in scopes)
    new = {"token_hash": hashed(secret), "person_id": person, "label": label, "scopes": said}
    connection.execute(insert(api_tokens).values(made_at=now, ends_at=now + lasts, **new))
    return secret


def behind(connection: Connection, secret: str) -> tuple[Person, Token] | None:
    """The person of a token, as they are today, and the token; None where it is unknown or expired."""
    open_now = (api_tokens.c.token_hash == hashed(secret), api_tokens.c.ends_at > datetime.now(UTC))
    found = (
        select(api_tokens, people.c.role, people.c.email, people.c.name, sits()).join(people).where(*open_now)
    )
    row = connection.execute(found).first()
    if row is None:
        return None
    return Person(row.person_id, Role(row.role), row.email or "", row.name, row.sits or ""), _token(row)


def of_person(connection: Connection, person: int) -> list[Token]:
    """The person's tokens that are still open, the newest first."""
    mine = (api_tokens.c.person_id == person, api_tokens.c.ends_at > datetime.now(UTC))
    found = select(api_tokens).where(*mine).order_by(api_tokens.c.id.desc())
    return [_token(row) for row in connection.execute(found)]


def end(connection: Connection, person: int, token: int) -> bool:
    """Deletes a token; True if it was the person's."""
    mine = (api_tokens.c.person_id == person, api_tokens.c.id == token)
    return connection.execute(delete(api_tokens).where(*mine)).rowcount == 1


def end_all(connection: Connection, person: int) -> None:
    """Deletes all tokens of the person."""
    connection.execute(delete(api_tokens).where(api_tokens.c.person_id == person))


def _token(row: Row[Any]) -> Token:
    return Token(row.id, row.label, row.made_at, row.ends_at, frozenset(map(Scope, row.scopes.split())))
