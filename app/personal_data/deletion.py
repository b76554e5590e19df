"""Deletes everything of a person, after they said so: with their password, or by typing a word."""

from app.accounts import account, credentials
from app.database.connection import Connection
from app.identity.store import people
from app.identity.store.people import Role
from app.personal_data.store import deletion, own_work
from app.web.context import Context
from app.web.languages.languages import N_

WORD = "delete"
WRONG_PASSWORD = N_("This is not your password.")
WRONG_WORD = N_("Type the word “delete”.")


class StillSitting(ValueError):
    """The person sits an exam of a course; it ends first."""


class NotSaid(ValueError):
    """The password is wrong, or the word was not typed; the text says which. Nothing was deleted."""

    def __init__(self, said: str, password: bool) -> None:
        super().__init__(said)
        self.password = password


def has_password(context: Context) -> bool:
    """True if the person is asked for a password; a guest and whoever signs in by OpenID alone types a word."""
    if context.person.id is None:
        return False
    with context.database.read() as connection:
        return _kept(connection, context.person.id) is not None


def delete_everything(context: Context, typed: str) -> None:
    """Deletes the person; a newcomer has nothing that could be deleted.

    Raises NotSaid, StillSitting, LastAdministrator, LastInstructor, and SignedOut for an account that was left.
    """
    with context.database.read() as connection:
        me = people.with_token(connection, context.visitor.token)
        kept = None if me.id is None else _kept(connection, me.id)
    if kept is None and typed.strip().casefold() != WORD:
        raise NotSaid(WRONG_WORD, password=False)
    if kept is not None and not credentials.fits(typed, kept):
        raise NotSaid(WRONG_PASSWORD, password=True)
    if me.id is None:
        return
    with context.database.write() as connection:
        now = people.hold(connection, context.visitor.token)
        if now.id != me.id or _kept(connection, me.id) != kept:  # changed at this moment
            raise account.SignedOut
        if own_work.sits_for_a_course(connection, me.id):
            raise StillSitting
        if now.role is Role.ADMINISTRATOR:
            people.set_role(connection, me.id, Role.STUDENT)  # unless it is the last one
        deletion.delete_everything(connection, me.id)


def _kept(connection: Connection, person: int) -> str | None:
    found = people.by_id(connection, person)
    return found.password if found else None
