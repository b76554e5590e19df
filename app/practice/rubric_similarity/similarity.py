"""Shows beside the model answer which of the student's sentences comes nearest to each point. A hint, never a mark."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.jobs.runner import GIB, Kind, TooMuchWork, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.practice.opening import Begun
from app.practice.rubric_similarity import job
from app.questions.context import Context
from app.web.languages.languages import N_

NEARNESS = Kind(
    name="nearness",
    carried_out_by="app.practice.rubric_similarity.job:compare",
    memory=6 * GIB,
    seconds=120,
    most_unfinished=100,
    says=N_("answers compared with their rubric"),
)


@dataclass(frozen=True, slots=True)
class Nearness:
    """The comparison; ``nearest`` maps each point, by its step, to a sentence and the cosine, from -1 to 1."""

    running: bool
    nearest: Mapping[str, tuple[str, float]]


def ask(context: Context, on: Begun) -> bool:
    """Queues the comparison, once for each text; returns True if there is now something to wait for."""
    answer = _answer(on)
    points = {
        step.name: str(on.variant.exact.reached[step.name])
        for step in on.variant.exact.steps.values()
        if step.terms
    }
    if not (answer and points and job.installed()):
        return False
    with context.database.write() as connection:
        before = jobs.latest(connection, NEARNESS.name, on.attempt.name)
        if before and before.payload["answer"] == answer:
            return False
        try:
            jobs.forget(connection, NEARNESS.name, on.attempt.name)
            submit(connection, NEARNESS, {"answer": answer, "points": points}, about=on.attempt.name)
        except TooMuchWork:
            return False
    return True


def shown(context: Context, on: Begun) -> Nearness | None:
    """Returns the comparison; None where none was made, or it failed: then the words found are hint enough."""
    with context.database.read() as connection:
        asked = jobs.latest(connection, NEARNESS.name, on.attempt.name)
    if asked is None or asked.payload["answer"] != _answer(on):
        return None
    if asked.state.unfinished:
        return Nearness(True, {})
    if asked.state is not JobState.DONE:
        return None
    return Nearness(False, {name: (sentence, cosine) for name, (sentence, cosine) in asked.result.items()})


def _answer(on: Begun) -> str:
    return "\n".join(text for response in on.attempt.latest().values() for text in response.typed)
