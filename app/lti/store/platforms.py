"""Stores the platforms that administrators have registered."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.database.schema import lti_contexts, lti_platforms
from app.lti.protocol.asking import origin


class PlatformTaken(ValueError):
    """Another platform has this issuer and client id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Details:
    """The details that an administrator gives of a platform: its addresses, its deployments, at which other origins it
    answers, and whether who teaches there may open courses here."""

    title: str
    issuer: str
    client_id: str
    authorization: str
    token: str
    keys: str
    deployments: tuple[str, ...]
    origins: tuple[str, ...] = ()
    makes_instructors: bool = True


@dataclass(frozen=True, slots=True)
class Platform:
    """A registered platform."""

    id: int
    details: Details
    made_at: datetime
    contexts: int = 0

    @property
    def title(self) -> str:
        return self.details.title

    @property
    def issuer_key(self) -> str:
        """The issuer of identities: a subject is known by it and the client, which an institution has for itself where
        many share one issuer. An address has no space, so it is nobody else's."""
        return f"{self.details.issuer} {self.details.client_id}"

    @property
    def origins(self) -> tuple[str, ...]:
        """Where it may be asked, and whose pages may frame ours."""
        one = self.details
        addresses = (one.issuer, one.authorization, one.token, one.keys, *one.origins)
        return tuple(dict.fromkeys(map(origin, addresses)))

    @property
    def storage_origin(self) -> str:
        """Where its storage answers: as the standard says, the origin of authorization."""
        return origin(self.details.authorization)

    def trusted(self, address: str) -> bool:
        """True if an address that it named is at one of its origins."""
        return origin(address) in self.origins


def every(connection: Connection) -> list[Platform]:
    """Returns all platforms, in the order of their titles, each with the number of its connected contexts."""
    count = select(func.count(lti_contexts.c.id)).where(lti_contexts.c.platform_id == lti_platforms.c.id)
    found = select(lti_platforms, count.scalar_subquery().label("contexts"))
    order = func.lower(lti_platforms.c.title), lti_platforms.c.id
    return [_platform(row, row.contexts) for row in connection.execute(found.order_by(*order))]


def by_id(connection: Connection, number: int) -> Platform | None:
    row = connection.execute(select(lti_platforms).where(lti_platforms.c.id == number)).first()
    return _platform(row) if row else None


def hold(connection: Connection, number: int) -> None:
    """Locks a platform: until this transaction ends, it alone connects its contexts."""
    connection.execute(select(lti_platforms.c.id).where(lti_platforms.c.id == number).with_for_update())


def found(connection: Connection, issuer: str, client_id: str) -> list[Platform]:
    """Returns the platforms of this issuer, all of them where no client id is told."""
    if "\0" in issuer + client_id:  # PostgreSQL takes no such text
        return []
    wanted = select(lti_platforms).where(lti_platforms.c.issuer == issuer)
    if client_id:
        wanted = wanted.where(lti_platforms.c.client_id == client_id)
    return [_platform(row) for row in connection.execute(wanted.order_by(lti_platforms.c.id))]


def add(connection: Connection, details: Details) -> int:
    """Stores a platform, and returns its number. Raises PlatformTaken."""
    new = insert(lti_platforms).values(made_at=datetime.now(UTC), **_columns(details))
    try:
        with connection.begin_nested():
            return int(connection.execute(new.returning(lti_platforms.c.id)).scalar_one())
    except IntegrityError as error:
        raise PlatformTaken(details.issuer) from error


def change(connection: Connection, number: int, details: Details) -> None:
    """Sets what is known of a platform. Raises PlatformTaken."""
    try:
        with connection.begin_nested():
            this = update(lti_platforms).where(lti_platforms.c.id == number)
            connection.execute(this.values(_columns(details)))
    except IntegrityError as error:
        raise PlatformTaken(details.issuer) from error


def remove(connection: Connection, number: int) -> None:
    """Deletes a platform, with its connections to courses; accounts and courses stay."""
    connection.execute(delete(lti_platforms).where(lti_platforms.c.id == number))


def _columns(details: Details) -> dict[str, Any]:
    return {
        "title": details.title,
        "issuer": details.issuer,
        "client_id": details.client_id,
        "authorization": details.authorization,
        "token": details.token,
        "keys": details.keys,
        "deployments": list(details.deployments),
        "origins": list(details.origins),
        "makes_instructors": details.makes_instructors,
    }


def _platform(row: Row[Any], contexts: int = 0) -> Platform:
    return Platform(
        id=row.id,
        details=Details(
            title=row.title,
            issuer=row.issuer,
            client_id=row.client_id,
            authorization=row.authorization,
            token=row.token,
            keys=row._mapping["keys"],
            deployments=tuple(row.deployments),
            origins=tuple(row.origins),
            makes_instructors=row.makes_instructors,
        ),
        made_at=row.made_at,
        contexts=contexts,
    )
