"""Live runs of the lab: one begins them, watches what is measured, steers them, and stops them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from app.actions import opening
from app.i18n import N_
from app.store import jobs, points
from app.store.database import Database, Rows
from app.store.jobs import Job, State
from app.work import TooMuchWork, submit
from engine.demos import gpt_settings
from engine.demos.gpt_settings import Settings

KIND = "training"
KEPT = 5  # runs of a person; older ones go when another begins
BATCH = 500  # points that are told at once
DEMOS: Mapping[str, Callable[[Mapping[str, Any]], Settings]] = {"gpt": gpt_settings.checked}
CANCELLED = N_("It was stopped.")


class NoSuchRun(LookupError):
    """No run of this name belongs to this person."""


class NoTorch(RuntimeError):
    """This server has no PyTorch, so nothing is trained on it."""


class GoesOn(TooMuchWork):
    """The person has a run that waits or goes on; its name."""

    def __init__(self, name: str, said: str) -> None:
        super().__init__(said)
        self.name = name


@dataclass(frozen=True, slots=True)
class Run:
    """A run as its person sees it. ``position`` is its place in the queue, 0 when it waits no more.

    ``settings`` holds also how many ``parameters`` the model has. ``points`` are the next ones after the step that was
    asked for, each with its ``step``; ``seen`` is the last of these steps, and there may be ``more`` already. ``said``
    tells why it came to nothing.
    """

    name: str
    state: State
    position: int
    done: int
    total: int
    said: str
    settings: Mapping[str, Any]
    steering: Mapping[str, Any]
    result: Mapping[str, Any] | None
    points: Sequence[Mapping[str, Any]]
    seen: int
    more: bool

    @property
    def over(self) -> bool:
        """Whether nothing comes any more."""
        return self.state not in (State.WAITING, State.RUNNING) and not self.more


def possible() -> bool:
    """Whether anything can be trained on this server; torch itself is not imported here."""
    return find_spec("torch") is not None


def begin(
    database: Database,
    token: str,
    demo: str,
    chosen: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
) -> tuple[int, str]:
    """Puts a run into the queue, with ``more`` for whoever keeps its result; returns whose it is, and its name.

    Raises OutOfRange, NoTorch, and TooMuchWork: GoesOn where the person's last one is not over.
    """
    if demo not in DEMOS:
        raise NoSuchRun(demo)
    settings = DEMOS[demo](chosen)
    if not possible():
        raise NoTorch
    with database.write() as rows:
        person = opening.person_of(rows, token)
        try:
            name = submit(rows, KIND, {**_payload(demo, settings), **(more or {})}, person)
        except TooMuchWork as busy:
            if unfinished := jobs.going_on(rows, KIND, person):
                raise GoesOn(unfinished, str(busy)) from busy
            raise
        jobs.keep_newest(rows, KIND, person, KEPT)
        return person, name


def look(database: Database, person: int | None, name: str, after: int = -1, most: int = BATCH) -> Run:
    """How it stands, with up to so many points after this step. Raises NoSuchRun."""
    with database.read() as rows:
        job = _own(rows, person, name)
        told = points.since(rows, job.id, after, most)
        place = jobs.position(rows, job)
    return Run(
        name,
        job.state,
        place,
        job.done,
        job.total or job.payload["steps"],
        CANCELLED if job.state is State.CANCELLED else job.said,
        job.payload,
        job.steering,
        job.result,
        [{"step": one.number, **one.point} for one in told],
        told[-1].number if told else after,
        len(told) == most,
    )


def steer(database: Database, person: int | None, name: str, wishes: Mapping[str, Any]) -> None:
    """Another ``rate`` from the next step on, ``paused`` or not, and ``until`` which step it goes on although paused.

    A run that is over stays as it is. Raises NoSuchRun and OutOfRange.
    """
    if "rate" in wishes:
        gpt_settings.within("rate", wishes["rate"])
    with database.write() as rows:
        _own(rows, person, name)
        jobs.steer(rows, name, wishes)


def stop(database: Database, person: int | None, name: str) -> None:
    """Raises NoSuchRun."""
    with database.write() as rows:
        _own(rows, person, name)
        jobs.cancel(rows, name)


def _payload(demo: str, settings: Settings) -> dict[str, Any]:
    return {"demo": demo, "parameters": settings.parameters, **asdict(settings)}


def _own(rows: Rows, person: int | None, name: str) -> Job:
    job = jobs.find_own(rows, person, KIND, name) if person is not None else None
    if job is None:
        raise NoSuchRun(name)
    return job
