"""People with accounts: signed up as a browser does it, or put in with a role and a session, without a password."""

import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI

from app.accounts.store import links
from app.accounts.store.links import Purpose
from app.database.connection import Database
from app.identity.permissions import COOKIE
from app.identity.store import people, sessions
from app.identity.store.people import Role
from tests.app.learner import Learner, Page, new_learner

DOMAIN = "testserver.local"  # what a cookie jar calls the host of the test client
EMAIL = "ada@school.example"
PASSWORD = "a horse, a battery"
CONSONANTS = "bcdfghjklmnpqrstvwxz"
OTHER_PASSWORD = "another few words"


class Member(NamedTuple):
    """Somebody with an account, and the browser in which they are signed in."""

    id: int
    email: str
    learner: Learner


def sign_up(learner: Learner, email: str = EMAIL, password: str = PASSWORD, follow: bool = True) -> Page:
    return learner.send("/account/sign-up", {"email": email, "password": password}, follow=follow)


def sign_in(learner: Learner, email: str = EMAIL, password: str = PASSWORD, follow: bool = True) -> Page:
    return learner.send("/account/sign-in", {"email": email, "password": password}, follow=follow)


def cookie(learner: Learner) -> str:
    return learner.client.cookies.get(COOKIE) or ""


def with_cookie(app: FastAPI, token: str) -> Learner:
    """Whoever holds this cookie."""
    learner = new_learner(app)
    learner.client.cookies.set(COOKIE, token, domain=DOMAIN)
    return learner


def is_signed_in(learner: Learner) -> bool:
    return "/account/sign-out" in learner.get("/account").html


def member(
    app: FastAPI, role: Role = Role.STUDENT, email: str = "", name: str = "", *, confirmed: bool = False
) -> Member:
    """Put into the database as they are, signed in, without a password; ``confirmed``: the address is theirs.

    An address that is not given is of consonants: others would spell "ada" or 77777 now and then, as tests search for.
    """
    database: Database = app.state.database
    email = email or f"{''.join(secrets.choice(CONSONANTS) for _ in range(12))}@school.example"
    token = secrets.token_urlsafe(32)
    with database.write() as connection:
        person = people.open_account(connection, None, email, None, role)
        people.rename(connection, person, name)
        if confirmed:
            people.verify_email(connection, person, datetime.now(UTC))
        sessions.add(connection, person, token)
    return Member(person, email, with_cookie(app, token))


def link_to(database: Database, person: int | None, lasts: timedelta = timedelta(hours=1)) -> str:
    """The address of a link to a new password of this person, or of the first administrator's."""
    purpose = Purpose.FIRST_ADMINISTRATOR if person is None else Purpose.PASSWORD
    with database.write() as connection:
        return f"/link/{links.add(connection, purpose, person, lasts)}"


def is_anywhere_in(database: Database, secret: str) -> bool:
    """True if one of the files of an SQLite database holds this text."""
    assert database.url.database
    return any(secret.encode() in file.read_bytes() for file in Path(database.url.database).parent.iterdir())
