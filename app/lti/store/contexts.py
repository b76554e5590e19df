"""Stores contexts: courses on a platform, each connected with a course here, and who came from them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, update

from app.courses.store.courses import Course
from app.database.schema import courses, lti_contexts, lti_members, lti_platforms

SOON = timedelta(seconds=20)  # marks are compared so soon after somebody came


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """Where the platform offers its services for a context, "" where it does not, and what we may do there."""

    line_items: str = ""
    memberships: str = ""
    groups: str = ""
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseThere:
    """A connected context. ``waiting`` marks were not taken when the platform was last tried, at ``tried_at``, after so
    many ``failures`` in a row, for the ``fault``; marks are compared next at ``look_at``."""

    id: int
    platform: int
    platform_title: str
    deployment: str
    name: str
    title: str
    course: Course
    services: Services
    look_at: datetime
    tried_at: datetime | None
    failures: int
    fault: str
    waiting: int


def find(connection: Connection, platform: int, deployment: str, name: str) -> CourseThere | None:
    this = (lti_contexts.c.platform_id == platform, lti_contexts.c.deployment == deployment)
    return _one(connection, _joined().where(*this, lti_contexts.c.name == name))


def by_id(connection: Connection, number: int) -> CourseThere | None:
    return _one(connection, _joined().where(lti_contexts.c.id == number))


def of_course(connection: Connection, course: int) -> list[CourseThere]:
    """Returns the contexts that are connected with a course, the first one first."""
    found = _joined().where(lti_contexts.c.course_id == course).order_by(lti_contexts.c.id)
    return [_there(row) for row in connection.execute(found)]


def connect(
    connection: Connection, platform: int, deployment: str, name: str, title: str, course: int
) -> None:
    """Connects a context with a course."""
    now = datetime.now(UTC)
    new = {"platform_id": platform, "deployment": deployment, "name": name, "title": title}
    connection.execute(insert(lti_contexts).values(course_id=course, scopes=[], look_at=now, **new))


def disconnect(connection: Connection, number: int) -> None:
    """Ends the connection; what the platform has, it keeps."""
    connection.execute(delete(lti_contexts).where(lti_contexts.c.id == number))


def refresh(connection: Connection, there: CourseThere, title: str, services: Services) -> None:
    """Notes what a launch says of the context. What it does not say stays; marks are compared soon."""
    now = datetime.now(UTC)
    known = {
        "title": title or there.title,
        "line_items": services.line_items or there.services.line_items,
        "memberships": services.memberships or there.services.memberships,
        "groups": services.groups or there.services.groups,
        "scopes": list(services.scopes or there.services.scopes),
    }
    soon = there.look_at if there.failures else min(there.look_at, now + SOON)
    connection.execute(
        update(lti_contexts).where(lti_contexts.c.id == there.id).values(look_at=soon, **known)
    )


def enrol(connection: Connection, there: int, person: int, subject: str) -> None:
    """Notes who the person is there; the person is held."""
    mine = (lti_members.c.context_id == there, lti_members.c.person_id == person)
    if connection.execute(update(lti_members).where(*mine).values(subject=subject)).rowcount == 0:
        new = {"context_id": there, "person_id": person, "subject": subject}
        connection.execute(insert(lti_members).values(new))


def subjects(connection: Connection, there: int) -> dict[int, str]:
    """Returns who came from a context, by person."""
    found = select(lti_members.c.person_id, lti_members.c.subject).where(lti_members.c.context_id == there)
    return {row.person_id: row.subject for row in connection.execute(found)}


def due(connection: Connection, now: datetime) -> list[int]:
    """Returns the contexts of running courses whose marks are to be compared."""
    found = (
        select(lti_contexts.c.id)
        .join(courses, courses.c.id == lti_contexts.c.course_id)
        .where(lti_contexts.c.look_at <= now, courses.c.archived_at.is_(None))
        .where(or_(lti_contexts.c.claimed_until.is_(None), lti_contexts.c.claimed_until < now))
        .order_by(lti_contexts.c.look_at)
    )
    return list(connection.execute(found).scalars())


def standing(connection: Connection) -> tuple[int, int]:
    """Returns how many marks were not taken when they were last sent, and in how many running courses the last try
    failed."""
    failing = func.count().filter(lti_contexts.c.failures > 0)
    found = select(func.coalesce(func.sum(lti_contexts.c.waiting), 0), failing).join(courses)
    row = connection.execute(found.where(courses.c.archived_at.is_(None))).one()
    return int(row[0]), int(row[1])


def claim(connection: Connection, number: int, now: datetime, lasts: timedelta) -> bool:
    """Claims the sending of a context's marks; of two processes at the same moment, one gets True."""
    free = or_(lti_contexts.c.claimed_until.is_(None), lti_contexts.c.claimed_until < now)
    this = update(lti_contexts).where(lti_contexts.c.id == number, free)
    return connection.execute(this.values(claimed_until=now + lasts)).rowcount == 1


def release(
    connection: Connection,
    number: int,
    *,
    look_at: datetime,
    tried_at: datetime | None,
    failures: int,
    fault: str,
    waiting: int,
) -> None:
    """Ends a claim, and notes how it went; ``tried_at`` is None where there was nothing to send."""
    values: dict[str, Any] = {"claimed_until": None, "look_at": look_at, "failures": failures}
    values |= {"fault": fault, "waiting": waiting} | ({"tried_at": tried_at} if tried_at else {})
    connection.execute(update(lti_contexts).where(lti_contexts.c.id == number).values(values))


def look_now(connection: Connection, number: int, now: datetime) -> None:
    """Has the marks of a context compared at once."""
    connection.execute(update(lti_contexts).where(lti_contexts.c.id == number).values(look_at=now))


def _joined() -> Select[Any]:
    return (
        select(lti_contexts, courses, lti_platforms.c.title.label("platform_title"))
        .join(courses, courses.c.id == lti_contexts.c.course_id)
        .join(lti_platforms, lti_platforms.c.id == lti_contexts.c.platform_id)
    )


def _one(connection: Connection, wanted: Select[Any]) -> CourseThere | None:
    row = connection.execute(wanted).first()
    return _there(row) if row else None


def _there(row: Row[Any]) -> CourseThere:
    of = row._mapping
    return CourseThere(
        id=of[lti_contexts.c.id],
        platform=row.platform_id,
        platform_title=row.platform_title,
        deployment=row.deployment,
        name=of[lti_contexts.c.name],
        title=of[lti_contexts.c.title],
        course=Course(
            of[courses.c.id],
            of[courses.c.name],
            of[courses.c.title],
            row.join_code,
            row.archived_at is not None,
        ),
        services=Services(
            line_items=row.line_items,
            memberships=row.memberships,
            groups=row.groups,
            scopes=tuple(row.scopes),
        ),
        look_at=row.look_at,
        tried_at=row.tried_at,
        failures=row.failures,
        fault=row.fault,
        waiting=row.waiting,
    )
