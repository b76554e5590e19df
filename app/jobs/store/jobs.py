"""Long jobs: waiting, running with their progress, ended with their result. Workers and pages share the row alone."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from prometheus_client import Counter
from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from app.database.schema import jobs, points
from app.logs import request_id

ASKED = Counter(
    "examformer_jobs_asked", "Jobs that were put into the queue; of the kind run: programs.", ["kind"]
)


class JobState(StrEnum):
    """The state of a job; the last three are final."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def unfinished(self) -> bool:
        return self in UNFINISHED


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One job. ``said`` tells a person why it failed; ``done`` of ``total`` steps are finished.
    ``starts`` counts the workers that have begun it; ``request_id`` is the request that asked for it, "" for none."""

    id: int
    name: str
    kind: str
    payload: Mapping[str, Any]
    state: JobState
    worker: str
    done: int
    total: int
    result: Any
    said: str
    started_at: datetime | None
    beat_at: datetime | None
    cancelled_at: datetime | None
    starts: int
    request_id: str
    steering: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Queue:
    """How the jobs of a kind stand: how many wait, since when the first of them does, how many run, and how many failed
    since a moment."""

    kind: str
    waiting: int = 0
    running: int = 0
    failed: int = 0
    waits_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """The wishes of a running job's person: to cancel it, or to steer it."""

    cancelled: bool
    steering: Mapping[str, Any]


def add(
    connection: Connection, kind: str, payload: Mapping[str, Any], person: int | None, about: str = ""
) -> str:
    """Adds a waiting job and returns its name; ``about`` says what it is for, such as the name of an attempt."""
    name = secrets.token_urlsafe(12)
    connection.execute(
        insert(jobs).values(
            name=name, kind=kind, about=about, payload=dict(payload), person_id=person, state=JobState.WAITING,
            worker="", done=0, total=0, said="", asked_at=datetime.now(UTC), request_id=request_id.get(),
        )
    )  # fmt: skip
    ASKED.labels(kind).inc()
    return name


def find(connection: Connection, name: str) -> Job | None:
    """The job of this name, whoever asked for it."""
    row = connection.execute(select(jobs).where(jobs.c.name == name)).first()
    return _job(row) if row else None


def find_own(connection: Connection, person: int, kind: str, name: str) -> Job | None:
    """The job of this name and kind, if this person asked for it."""
    mine = (jobs.c.name == name, jobs.c.kind == kind, jobs.c.person_id == person)
    row = connection.execute(select(jobs).where(*mine)).first()
    return _job(row) if row else None


def latest(connection: Connection, kind: str, about: str) -> Job | None:
    """The job of this kind that was asked for last about an attempt."""
    asked = select(jobs).where(jobs.c.kind == kind, jobs.c.about == about).order_by(jobs.c.id.desc()).limit(1)
    row = connection.execute(asked).first()
    return _job(row) if row else None


def newest_of(connection: Connection, kinds: Collection[str], about: Collection[str]) -> dict[str, Job]:
    """The job of one of these kinds that was asked for last, by what it is about."""
    mine = (jobs.c.kind.in_(kinds), jobs.c.about.in_(about))
    newest = select(func.max(jobs.c.id)).where(*mine).group_by(jobs.c.about)
    found = connection.execute(select(jobs).where(jobs.c.id.in_(newest)))
    return {row.about: _job(row) for row in found}


def forget(connection: Connection, kind: str, about: str) -> None:
    """Drops the ended jobs of this kind about an attempt: the next one takes their place."""
    ended = jobs.c.state.in_((JobState.DONE, JobState.FAILED, JobState.CANCELLED))
    connection.execute(delete(jobs).where(jobs.c.kind == kind, jobs.c.about == about, ended))


def keep_newest(connection: Connection, kind: str, person: int, most: int) -> None:
    """Drops the ended jobs of this kind that the person asked for before the newest ones."""
    mine = (jobs.c.kind == kind, jobs.c.person_id == person)
    newest = select(jobs.c.id).where(*mine).order_by(jobs.c.id.desc()).limit(most)
    ended = jobs.c.state.in_((JobState.DONE, JobState.FAILED, JobState.CANCELLED))
    connection.execute(delete(jobs).where(*mine, ended, jobs.c.id.not_in(newest)))


def unfinished(connection: Connection, kind: str, person: int | None = None) -> int:
    """Counts the jobs of a kind that wait or run: everybody's, or one person's without those that they cancelled."""
    of_whom = [] if person is None else [jobs.c.person_id == person, jobs.c.cancelled_at.is_(None)]
    still = jobs.c.state.in_(UNFINISHED)
    return int(
        connection.execute(select(func.count()).where(jobs.c.kind == kind, still, *of_whom)).scalar_one()
    )


def go_on(connection: Connection, kind: str, about: Collection[str]) -> bool:
    """True if a job of this kind about one of these attempts waits or runs."""
    still = jobs.c.state.in_(UNFINISHED)
    of_them = (jobs.c.kind == kind, jobs.c.about.in_(about))
    return connection.execute(select(jobs.c.id).where(still, *of_them).limit(1)).first() is not None


def waiting(connection: Connection, kind: str) -> int:
    """Counts the jobs of a kind that wait."""
    of_kind = (jobs.c.kind == kind, jobs.c.state == JobState.WAITING)
    return int(connection.execute(select(func.count()).where(*of_kind)).scalar_one())


def queues(connection: Connection, kinds: Collection[str], failed_since: datetime) -> list[Queue]:
    """Returns how the jobs of these kinds stand."""
    state, number = jobs.c.state, func.count()
    counted = select(
        jobs.c.kind,
        number.filter(state == JobState.WAITING).label("waiting"),
        number.filter(state == JobState.RUNNING).label("running"),
        number.filter(state == JobState.FAILED).label("failed"),
        func.min(jobs.c.asked_at).filter(state == JobState.WAITING).label("waits_since"),
    ).where(jobs.c.kind.in_(kinds), state.in_((*UNFINISHED, JobState.FAILED)))
    lately = or_(state != JobState.FAILED, jobs.c.ended_at > failed_since)
    rows = {row.kind: row for row in connection.execute(counted.where(lately).group_by(jobs.c.kind))}
    return [Queue(**rows[kind]._mapping) if kind in rows else Queue(kind=kind) for kind in kinds]


def going_on(connection: Connection, kind: str, person: int) -> str:
    """The name of the person's job of this kind that waits or runs, "" where none does."""
    mine = (jobs.c.kind == kind, jobs.c.person_id == person, jobs.c.cancelled_at.is_(None))
    still = jobs.c.state.in_(UNFINISHED)
    return (
        connection.execute(select(jobs.c.name).where(*mine, still).order_by(jobs.c.id).limit(1)).scalar()
        or ""
    )


def position(connection: Connection, job: Job) -> int:
    """The place of a waiting job among those of its kind, 1 for the next one; 0 when it no longer waits."""
    if job.state is not JobState.WAITING:
        return 0
    before = (jobs.c.kind == job.kind, jobs.c.state == JobState.WAITING, jobs.c.id < job.id)
    return 1 + int(connection.execute(select(func.count()).where(*before)).scalar_one())


def lost(connection: Connection, kind: str, about: Collection[str], tries: int) -> list[Job]:
    """The last job of each of these attempts whose jobs have all failed, fewer than ``tries`` of them."""
    found = select(jobs).where(jobs.c.kind == kind, jobs.c.about.in_(about)).order_by(jobs.c.id)
    by_attempt: dict[str, list[Job]] = {}
    for row in connection.execute(found):
        by_attempt.setdefault(row.about, []).append(_job(row))
    return [
        made[-1]
        for made in by_attempt.values()
        if len(made) < tries and all(job.state is JobState.FAILED for job in made)
    ]


def running(connection: Connection, kind: str) -> list[Job]:
    """The jobs of a kind that run, whichever worker runs them."""
    found = connection.execute(select(jobs).where(jobs.c.kind == kind, jobs.c.state == JobState.RUNNING))
    return [_job(row) for row in found]


def claim(connection: Connection, kind: str, worker: str) -> Job | None:
    """Gives this worker the job that has waited longest; two workers never get the same one."""
    first = (
        select(jobs.c.id)
        .where(jobs.c.kind == kind, jobs.c.state == JobState.WAITING)
        .order_by(jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    place = connection.execute(first).scalar()
    if place is None:
        return None
    now = datetime.now(UTC)
    begun = {"started_at": now, "beat_at": now, "starts": jobs.c.starts + 1}
    mine = {"state": JobState.RUNNING, "worker": worker, **begun}
    row = connection.execute(update(jobs).where(jobs.c.id == place).values(mine).returning(jobs)).one()
    return _job(row)


def beat(connection: Connection, name: str, worker: str, done: int, total: int) -> Heard | None:
    """Writes that the job is alive and how far it is, and returns what its person wants;
    None where the job is no longer this worker's."""
    beaten = (
        update(jobs)
        .where(*_still(name, worker))
        .values(done=done, total=total, beat_at=datetime.now(UTC))
        .returning(jobs.c.cancelled_at, jobs.c.steering)
    )
    row = connection.execute(beaten).first()
    return Heard(row.cancelled_at is not None, row.steering or {}) if row else None


def end(
    connection: Connection, name: str, worker: str, state: JobState, result: Any = None, said: str = ""
) -> bool:
    """Ends a running job of this worker, and returns True. One that has ended already stays as it is, and so does one
    that another worker was given."""
    values = {"state": state, "result": result, "said": said, "ended_at": datetime.now(UTC)}
    ended = connection.execute(update(jobs).where(*_still(name, worker)).values(values))
    return ended.rowcount == 1


def give_back(connection: Connection, name: str, worker: str) -> None:
    """Puts a running job of this worker back into the queue, as if nobody had begun it."""
    waiting = {"state": JobState.WAITING, "worker": "", "done": 0, "started_at": None, "beat_at": None}
    given = update(jobs).where(*_still(name, worker)).values(waiting).returning(jobs.c.id)
    for number in connection.execute(given).scalars().all():
        connection.execute(delete(points).where(points.c.job_id == number))


def cancel(connection: Connection, name: str) -> None:
    """Ends a waiting job at once, and asks a running one to stop."""
    now = datetime.now(UTC)
    ended = {"state": JobState.CANCELLED, "cancelled_at": now, "ended_at": now}
    connection.execute(
        update(jobs).where(jobs.c.name == name, jobs.c.state == JobState.WAITING).values(ended)
    )
    asked = (jobs.c.name == name, jobs.c.state == JobState.RUNNING, jobs.c.cancelled_at.is_(None))
    connection.execute(update(jobs).where(*asked).values(cancelled_at=now))


def cancel_all(connection: Connection, kind: str, person: int) -> None:
    """Ends the waiting jobs of a kind that this person asked for, and asks those that run to stop."""
    still = jobs.c.state.in_(UNFINISHED)
    mine = (jobs.c.kind == kind, jobs.c.person_id == person, still)
    for name in connection.execute(select(jobs.c.name).where(*mine)).scalars().all():
        cancel(connection, name)


def steer(connection: Connection, name: str, wishes: Mapping[str, Any]) -> None:
    """Adds wishes of its person to a job that waits or runs; a wish that is named again replaces the earlier one."""
    still = (jobs.c.name == name, jobs.c.state.in_(UNFINISHED))
    row = connection.execute(select(jobs.c.steering).where(*still).with_for_update()).first()
    if row:
        wanted = {**(row.steering or {}), **wishes}
        connection.execute(update(jobs).where(*still).values(steering=wanted))


def _still(name: str, worker: str) -> tuple[Any, ...]:
    return jobs.c.name == name, jobs.c.worker == worker, jobs.c.state == JobState.RUNNING


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id, name=row.name, kind=row.kind, payload=row.payload, state=JobState(row.state),
        worker=row.worker, done=row.done, total=row.total, result=row.result, said=row.said,
        started_at=row.started_at, beat_at=row.beat_at, cancelled_at=row.cancelled_at, starts=row.starts,
        request_id=row.request_id, steering=row.steering or {},
    )  # fmt: skip
