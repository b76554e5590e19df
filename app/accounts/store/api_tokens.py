"""Personal tokens: by one of them a program asks for its person, as a cookie does for a browser."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from app.database.schema import api_tokens, people
from app.identity.store import tokens
from app.identity.store.people import Person, Role, sits
from app.identity.store.tokens import hashed

PREFIX = "examformer_"  # by it, whoever searches files for secrets finds one
TWICE = timedelta(seconds=5)  # a form that is sent again so soon was clicked twice


@dataclass(frozen=True, slots=True)
class Token:
    """A token in a list: what it is for, in its owner's words, and until when it opens anything."""

    id: int
    label: str
    made_at: datetime
    ends_at: datetime


def add(rows: Connection, person: int, label: str, lasts: timedelta) -> str:
    """A new token, which is told nowhere else. Those of the person whose time is over go, and the one of a double
    click, which nobody has seen."""
    secret, now = PREFIX + tokens.made(), datetime.now(UTC)
    unseen = (api_tokens.c.label == label) & (api_tokens.c.made_at > now - TWICE)
    gone = (api_tokens.c.ends_at <= now) | unseen
    rows.execute(delete(api_tokens).where(api_tokens.c.person_id == person, gone))
    new = {"token_hash": hashed(secret), "person_id": person, "label": label}
    rows.execute(insert(api_tokens).values(made_at=now, ends_at=now + lasts, **new))
    return secret


def behind(rows: Connection, secret: str) -> tuple[Person, Token] | None:
    """Whose token it is, with the role that they have today; None where it opens nothing, or nothing any more."""
    open_now = (api_tokens.c.token_hash == hashed(secret), api_tokens.c.ends_at > datetime.now(UTC))
    found = (
        select(api_tokens, people.c.role, people.c.email, people.c.name, sits()).join(people).where(*open_now)
    )
    row = rows.execute(found).first()
    if row is None:
        return None
    return Person(row.person_id, Role(row.role), row.email or "", row.name, row.sits or ""), _token(row)


def of_person(rows: Connection, person: int) -> list[Token]:
    """The person's tokens that are still open, the newest first."""
    mine = (api_tokens.c.person_id == person, api_tokens.c.ends_at > datetime.now(UTC))
    found = select(api_tokens).where(*mine).order_by(api_tokens.c.id.desc())
    return [_token(row) for row in rows.execute(found)]


def end(rows: Connection, person: int, token: int) -> bool:
    """Whether it was the person's, until now."""
    mine = (api_tokens.c.person_id == person, api_tokens.c.id == token)
    return rows.execute(delete(api_tokens).where(*mine)).rowcount == 1


def end_all(rows: Connection, person: int) -> None:
    rows.execute(delete(api_tokens).where(api_tokens.c.person_id == person))


def _token(row: Row[Any]) -> Token:
    return Token(row.id, row.label, row.made_at, row.ends_at)
