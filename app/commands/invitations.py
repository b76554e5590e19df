"""Accounts from the command line: adding one, a link to a new password, the first administrator's link.

It prints links and takes no password: the shell keeps what is typed in its history.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from app.accounts import credentials, people
from app.accounts.people import Changed, NoSuchPerson
from app.commands.refusal import Refused
from app.database import migration
from app.database.connection import Database, DatabaseDown
from app.identity.store.people import LastAdministrator, Role
from app.settings import Settings, settings


def add(email: str, role: str) -> str:
    """Raises Refused."""
    tidy = credentials.tidy(email)
    if fault := credentials.fault_of_email(tidy):
        raise Refused(fault, email)
    try:
        with opened() as database:
            added = people.invite(database, tidy, Role(role))
    except LastAdministrator as error:
        raise Refused("is the last administrator; make somebody else one first", tidy) from error
    if isinstance(added, Changed):
        return f"{added.email} had an account; its role is {added.role} now."
    return _said(added.email, added.token)


def link(email: str) -> str:
    """Raises Refused."""
    tidy = credentials.tidy(email)
    try:
        with opened() as database:
            made = people.reset_by_email(database, tidy)
    except NoSuchPerson as error:
        raise Refused("has no account; `examformer user add` makes one", tidy) from error
    return _said(made.email, made.token)


def welcome(chosen: Settings) -> str:
    """The link for the first administrator; "" where there is one already. The database must have been migrated.

    With a read-only database there is no link: the server starts anyway, and its pages say what is wrong.
    """
    database = Database(chosen.database_url)
    try:
        token = people.first_link(database)
    except DatabaseDown:
        token = ""
    finally:
        database.close()
    if not token:
        return ""
    return (
        f"There is no administrator yet. Within an hour, one can sign up once: {chosen.address}/link/{token}"
    )


def _said(email: str, token: str) -> str:
    return f"Within a day, {email} can choose a password once: {settings().address}/link/{token}"


@contextmanager
def opened() -> Iterator[Database]:
    url = settings().database_url
    database, place = Database(url), migration.place(url)
    try:
        yield database
    except DatabaseDown as error:
        raise Refused(
            f"the database {place} cannot be written ({error.orig}); `examformer migrate` makes one"
        ) from error
    finally:
        database.close()
