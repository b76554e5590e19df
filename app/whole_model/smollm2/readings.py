"""Readings asked of the worker, and their results: kept by the text, so an address shows the same to everybody."""

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from app.database.connection import Connection, Database
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs, points
from app.jobs.store.jobs import JobState
from app.practice import opening
from app.questions.context import Context
from app.web.languages.languages import N_
from app.whole_model.smollm2.state import TOP, State
from engine.demos.smollm2.settings import LAYERS, installed
from engine.parameters import Array

KIND = "whole_model"
READING = Kind(
    name=KIND, carried_out_by="app.whole_model.smollm2.job:read", memory=6 * GIB, seconds=60, most_unfinished=40,
    most_per_person=3, idle=240, prepared_by="app.whole_model.smollm2.job:prepare",
    says=N_("texts that a real model reads"),
)  # fmt: skip
KEPT = 6  # readings of a person, each of up to 2.5 MB; older ones go when another begins
FAST, SLOWER, SLOW = (
    (8, 150),
    (40, 400),
    1500,
)  # so many looks with so many milliseconds between them; then slowly
LOGITS, TOLD = LAYERS + 1, LAYERS + 2  # the steps after the streams


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A reading: ``said`` is why it failed. Once it is done, what was ``told`` of the whole, the stream ``x`` before
    the open layer (T, C), and the ``logits`` of the next token (V,)."""

    state: JobState
    said: str = ""
    told: Mapping[str, Any]
    x: Array
    logits: Array

    @property
    def goes_on(self) -> bool:
        return self.state.unfinished

    @property
    def is_done(self) -> bool:
        return bool(self.told)


def possible() -> bool:
    """True if the real model can read on this server; neither it nor torch is imported here."""
    return installed() and find_spec("torch") is not None


def pause(looked: int) -> int:
    """Milliseconds until the next look, after so many: a warm worker needs few, one that loads the model many."""
    return next((between for looks, between in (FAST, SLOWER) if looked < looks), SLOW)


def begin(context: Context, state: State) -> None:
    """Has the worker read the state's text, unless it does, or has done so already. Raises TooMuchWork."""
    with context.database.write() as connection:
        known = jobs.latest(connection, KIND, state.about)
        if known and known.state in (JobState.WAITING, JobState.RUNNING, JobState.DONE):
            return
        person = opening.person_of(connection, context.visitor.token)
        submit(connection, READING, {"text": state.text, "then": state.then}, person, state.about)
        jobs.keep_newest(connection, KIND, person, KEPT)


def find(database: Database, state: State) -> Reading | None:
    """The reading of the state's text, whoever asked for it; None if there is none."""
    with database.read() as connection:
        job = jobs.latest(connection, KIND, state.about)
        if job is None:
            return None
        nothing = np.zeros(0)
        if job.state is not JobState.DONE:
            return Reading(state=job.state, said=job.said, told={}, x=nothing, logits=nothing)
        told = _point(connection, job.id, TOLD)
        x = _numbers(_point(connection, job.id, min(state.layer, TOP) - 1)["x"]).reshape(len(told["ids"]), -1)
        logits = _numbers(_point(connection, job.id, LOGITS)["logits"])
    return Reading(state=job.state, told=told, x=x, logits=logits)


def _point(connection: Connection, job: int, step: int) -> Mapping[str, Any]:
    (found,) = points.since(connection, job, step - 1, 1)
    return found.point


def _numbers(text: str) -> Array:
    return np.frombuffer(b64decode(text), "<f4").astype(float)
