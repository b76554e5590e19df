"""Identities: the accounts that OpenID providers know by issuer and subject."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from app.database.schema import identities


class IdentityTaken(ValueError):
    """The identity was added at this moment, from another browser."""


def person(connection: Connection, issuer: str, subject: str) -> int | None:
    """The person of an identity; the same subject at another issuer is somebody else."""
    this = (identities.c.issuer == issuer, identities.c.subject == subject)
    return connection.execute(select(identities.c.person_id).where(*this)).scalar_one_or_none()


def add(connection: Connection, issuer: str, subject: str, person: int) -> None:
    """Adds an identity of the person. Raises IdentityTaken."""
    new = {"issuer": issuer, "subject": subject, "person_id": person, "made_at": datetime.now(UTC)}
    try:
        with connection.begin_nested():
            connection.execute(insert(identities).values(new))
    except IntegrityError as error:
        raise IdentityTaken from error


def forget(connection: Connection, person: int) -> None:
    """Deletes the person's identities: no provider opens this account any more."""
    connection.execute(delete(identities).where(identities.c.person_id == person))


@dataclass(frozen=True, slots=True)
class Identity:
    """An identity of a person: its number, who vouches for it, and since when."""

    id: int
    issuer: str
    since: datetime


def of_person(connection: Connection, person: int) -> list[Identity]:
    """Returns the person's identities, the oldest first."""
    found = select(identities).where(identities.c.person_id == person).order_by(identities.c.id)
    return [Identity(row.id, row.issuer, row.made_at) for row in connection.execute(found)]


def remove(connection: Connection, person: int, number: int) -> None:
    """Deletes one identity of the person; somebody else's stays."""
    mine = (identities.c.id == number, identities.c.person_id == person)
    connection.execute(delete(identities).where(*mine))


def since(connection: Connection, issuer: str, person: int) -> datetime | None:
    """The time since when this issuer opens the account; None where it does not."""
    mine = (identities.c.issuer == issuer, identities.c.person_id == person)
    found: datetime | None = connection.execute(
        select(func.min(identities.c.made_at)).where(*mine)
    ).scalar_one()
    return found
