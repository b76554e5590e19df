"""Identities: whose account it is that an OpenID provider knows by this subject."""

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from app.database.schema import identities


class IdentityTaken(ValueError):
    """It was kept at this moment, from another browser."""


def person(rows: Connection, issuer: str, subject: str) -> int | None:
    """Whose it is; the same subject at another issuer is somebody else."""
    this = (identities.c.issuer == issuer, identities.c.subject == subject)
    return rows.execute(select(identities.c.person_id).where(*this)).scalar_one_or_none()


def add(rows: Connection, issuer: str, subject: str, person: int) -> None:
    """Raises IdentityTaken."""
    new = {"issuer": issuer, "subject": subject, "person_id": person, "made_at": datetime.now(UTC)}
    try:
        with rows.begin_nested():
            rows.execute(insert(identities).values(new))
    except IntegrityError as error:
        raise IdentityTaken from error


def forget(rows: Connection, person: int) -> None:
    """No provider opens this account any more."""
    rows.execute(delete(identities).where(identities.c.person_id == person))


def since(rows: Connection, issuer: str, person: int) -> datetime | None:
    """Since when this issuer opens the account; None where it does not."""
    mine = (identities.c.issuer == issuer, identities.c.person_id == person)
    found: datetime | None = rows.execute(select(func.min(identities.c.made_at)).where(*mine)).scalar_one()
    return found
