"""Live runs of the lab: begun, watched, steered and stopped."""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

from app.database.connection import Connection
from app.jobs.runner import GIB, Kind, TooMuchWork, submit
from app.jobs.store import jobs, points
from app.jobs.store.jobs import Job, JobState
from app.lab.demos import TRAINED
from app.lab.demos.demo import Demo, Run
from app.lab.demos.trained import Lack, Trained
from app.lab.store import predictions
from app.practice import opening
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.demos.gpt.settings import OutOfRange

KIND = "training"
TRAINING = Kind(
    name=KIND, carried_out_by="app.lab.training:train", memory=6 * GIB, seconds=600, most_unfinished=40,
    processes=2, idle=240, prepared_by="app.lab.training:prepare", kept_by="app.lab.runs:settle",
    says=N_("runs of the lab"),
)  # fmt: skip
KEPT = 5  # runs of a person; older ones go when another begins
BATCH = 500  # points returned at once
CANCELLED = N_("It was stopped.")
FIXED = N_("This setting cannot be changed while the run goes on.")
STANDING = ("paused", "until", "left")  # wishes that every run takes
NO_TORCH = Lack(
    N_("Nothing can be trained on this server: it has no PyTorch. The recorded run can be watched."),
    N_("“make run” or the package's extra “torch” installs PyTorch; then start Examformer again."),
)


class NoSuchRun(LookupError):
    """Raised if no run of this name belongs to this person."""


class Lacking(RuntimeError):
    """Raised if this server cannot carry the run out; the text says what it lacks."""


class GoesOn(TooMuchWork):
    """Raised if the person has a run that waits or goes on: its name, its demo, and its state in that demo's
    address."""

    def __init__(self, job: Job, said: str) -> None:
        super().__init__(said)
        self.name, self.demo, self.address = job.name, job.payload["demo"], job.payload["address"]


def possible() -> bool:
    """True if models can be trained on this server; torch itself is not imported here."""
    return find_spec("torch") is not None


def lacking(demo: Demo[Any]) -> Lack | None:
    """The resource that this server lacks for a live run of the demo; None if it lacks none, or the demo has no live
    runs."""
    if not isinstance(demo, Trained):
        return None
    return demo.lacks if possible() else NO_TORCH


def begin(context: Context, demo: Trained[Any], more: Mapping[str, Any]) -> str:
    """Queues a run, with ``more`` for whoever keeps its result; returns its name.

    Raises OutOfRange, Lacking, and TooMuchWork: GoesOn where the person's last one is not over.
    """
    if missing := lacking(demo):
        raise Lacking(missing.says)
    payload = {"demo": demo.name, "address": demo.state.address, **demo.training, **more}
    with context.database.write() as connection:
        person = opening.person_of(connection, context.visitor.token)
        try:
            name = submit(connection, TRAINING, payload, person)
        except TooMuchWork as busy:
            unfinished = jobs.going_on(connection, KIND, person)
            if job := unfinished and jobs.find(connection, unfinished):
                raise GoesOn(job, str(busy)) from busy
            raise
        jobs.keep_newest(connection, KIND, person, KEPT)
        return name


def look(context: Context, name: str, after: int = -1, most: int = BATCH) -> Run:
    """The run with up to ``most`` points after this step. Raises NoSuchRun."""
    with context.database.read() as connection:
        job = _own(connection, context.person.id, name)
        told = points.since(connection, job.id, after, most)
        place = jobs.position(connection, job)
    return Run(
        name=name,
        state=job.state,
        position=place,
        done=job.done,
        total=job.total or job.payload["steps"],
        said=CANCELLED if job.state is JobState.CANCELLED else job.said,
        settings=job.payload,
        steering=job.steering,
        result=job.result,
        points=[{"step": one.number, **one.point} for one in told],
        seen=told[-1].number if told else after,
        more=len(told) == most,
    )


def steer(context: Context, name: str, wishes: Mapping[str, Any]) -> None:
    """Sets knobs of the demo from the next step on, ``paused`` or not, and the step ``until`` which it goes on when
    paused.

    A run that is over stays as it is. Raises NoSuchRun and OutOfRange.
    """
    with context.database.write() as connection:
        job = _own(connection, context.person.id, name)
        for knob, number in wishes.items():
            if knob in STANDING:
                continue
            if knob not in (knobs := TRAINED[job.payload["demo"]].steerable):
                raise OutOfRange(FIXED)
            knobs[knob].check(number)
        jobs.steer(connection, name, wishes)


def leave(context: Context, name: str) -> None:
    """Stops the run unless somebody comes back to it soon. Raises NoSuchRun."""
    steer(context, name, {"left": datetime.now(UTC).timestamp()})


def come_back(context: Context, name: str) -> None:
    """Notes that somebody watches the run again. Raises NoSuchRun."""
    with context.database.read() as connection:
        left = _own(connection, context.person.id, name).steering.get("left")
    if left:
        steer(context, name, {"left": None})


def stop(context: Context, name: str) -> None:
    """Raises NoSuchRun."""
    with context.database.write() as connection:
        _own(connection, context.person.id, name)
        jobs.cancel(connection, name)


def settle(connection: Connection, payload: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Settles the prediction about a finished run, if the outcome is a number and nobody changed the rate."""
    measured = TRAINED[payload["demo"]].measured
    if result.get(measured) is not None and not result.get("steered"):
        predictions.settle(connection, payload["prediction"], result[measured])


def _own(connection: Connection, person: int | None, name: str) -> Job:
    job = jobs.find_own(connection, person, KIND, name) if person is not None else None
    if job is None:
        raise NoSuchRun(name)
    return job
