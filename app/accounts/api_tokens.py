"""Tokens for programs: made by somebody who is signed in, shown once, listed, revoked.

A token identifies its person and gives no right: a program may do what its person may at that moment, so a role that
is lost is lost there, too. Its scopes only narrow that: without any, it reads. Whatever ends every other session of a
person ends their tokens with them (another password, "Sign out everywhere else", an administrator's "Sign out
everywhere"): an intruder may have made some.
"""

from collections.abc import Collection
from datetime import timedelta

from app.accounts.account import mine
from app.accounts.store import api_tokens
from app.accounts.store.api_tokens import Scope, Token
from app.identity.store import people
from app.web.context import Context
from app.web.languages.languages import N_

DAYS = (30, 90, 365)
MOST = 20
LONGEST_LABEL = 80
SCOPES = {
    Scope.COURSES: N_("courses and their staff"),
    Scope.ROSTER: N_("the roster"),
    Scope.ASSIGNMENTS: N_("assignments, weights and grade scales"),
    Scope.MARKS: N_("marks and grades set by hand"),
    Scope.EXAMS: N_("exams"),
    Scope.QUESTIONS: N_("questions"),
}


class TooManyTokens(ValueError):
    """The person has as many tokens as allowed."""


class NoSuchToken(LookupError):
    """No token of this number belongs to this person, or no longer."""


def of_person(context: Context) -> list[Token]:
    """The tokens that are still open; none for a guest."""
    if context.person.id is None or not context.person.email:
        return []
    with context.database.read() as connection:
        return api_tokens.of_person(connection, context.person.id)


def make(context: Context, cookie: str, label: str, days: int, scopes: Collection[Scope] = ()) -> str:
    """Makes a token, which nobody can read again. Raises SignedOut, and TooManyTokens."""
    called = "".join(letter for letter in label if letter.isprintable() or letter.isspace())
    with context.database.write() as connection:
        people.hold(connection, cookie)
        person = mine(connection, cookie)
        if len(api_tokens.of_person(connection, person)) >= MOST:
            raise TooManyTokens
        return api_tokens.add(
            connection, person, " ".join(called.split())[:LONGEST_LABEL], timedelta(days=days), scopes
        )


def revoke(context: Context, cookie: str, token: int) -> None:
    """Raises SignedOut, and NoSuchToken."""
    with context.database.write() as connection:
        if not api_tokens.end(connection, mine(connection, cookie), token):
            raise NoSuchToken(token)
