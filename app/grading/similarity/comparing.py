"""The comparison of all answers to a question: asked for, watched, and its pairs in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.courses.membership import hides_names
from app.courses.store import assignments
from app.grading.similarity.asked import Asked, find
from app.grading.store import similarity as stored
from app.grading.store.similarity import Answer, Comparison
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.similarity.comparison import MOST_PAIRS, Pair, most_sharing

SIMILARITY = Kind(
    name="similarity",
    carried_out_by="app.grading.similarity.job:carry_out",
    memory=3 * GIB,
    seconds=600,
    most_per_person=4,
    says=N_("answers compared with one another"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A pair by its number, with what its two answers are called."""

    id: int
    pair: Pair
    first: str
    second: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Results:
    """The last comparison, None until one has ended. It is ``stale`` where the answers are other ones now, of so many
    students. ``said`` tells why one failed; a gram that more than ``most`` answers share is common."""

    asked: Asked
    answers: int
    most: int
    comparison: Comparison | None
    stale: bool
    running: bool
    done: int
    said: str
    names_hidden: bool
    pairs: tuple[Shown, ...]

    @property
    def cut(self) -> bool:
        """True if there may be more pairs than are shown."""
        return len(self.pairs) == MOST_PAIRS


def results(context: Context, course: str, work: str, question: str) -> Results:
    """Raises NoSuchCourse, and NothingToCompare."""
    with context.database.read() as connection:
        asked = find(context, connection, course, work, question)
        hidden = hides_names(connection, context.person, asked.course)
        answers = stored.answers(connection, asked.work.id, question)
        comparison = stored.find(connection, asked.work.id, question)
        job = jobs.latest(connection, SIMILARITY.name, _about(comparison)) if comparison else None
        pairs = stored.pairs(connection, comparison.id) if comparison else []
        called = names(stored.in_pairs(connection, pairs), pairs, hidden)
    running = job is not None and job.state.unfinished
    ended = comparison if comparison and comparison.compared_at else None
    return Results(
        asked=asked,
        answers=len(answers),
        most=most_sharing(ended.compared + ended.short if ended else len(answers)),
        comparison=ended,
        stale=ended is not None and ended.digest != stored.digest(answers),
        running=running,
        done=job.done if job else 0,
        said=_failure(job),
        names_hidden=hidden,
        pairs=tuple(Shown(number, pair, called[pair.first], called[pair.second]) for number, pair in pairs),
    )


def start(context: Context, course: str, work: str, question: str) -> None:
    """Queues the comparison; one that goes on goes on. Raises NoSuchCourse, NothingToCompare, and TooMuchWork."""
    with context.database.write() as connection:
        asked = find(context, connection, course, work, question)
        assignments.hold(connection, asked.work.id)
        about = _about(comparison := stored.begin(connection, asked.work.id, question))
        if not jobs.go_on(connection, SIMILARITY.name, [about]):
            jobs.forget(connection, SIMILARITY.name, about)
            payload = {"comparison": comparison.id, "kind": asked.kind}
            submit(connection, SIMILARITY, payload, context.account, about=about)


def cancel(context: Context, course: str, work: str, question: str) -> None:
    """Raises NoSuchCourse, and NothingToCompare."""
    with context.database.write() as connection:
        asked = find(context, connection, course, work, question)
        comparison = stored.find(connection, asked.work.id, question)
        job = jobs.latest(connection, SIMILARITY.name, _about(comparison)) if comparison else None
        if job:
            jobs.cancel(connection, job.name)


def names(
    answers: Mapping[int, Answer], pairs: Sequence[tuple[int, Pair]], hidden: bool
) -> Mapping[int, str]:
    """Returns what the answers are called, by response: as their students are, or where names are hidden by numbers, in
    the order of the pairs."""
    in_order = dict.fromkeys(response for _, pair in pairs for response in (pair.first, pair.second))
    if hidden:
        return {response: str(n) for n, response in enumerate(in_order, 1)}
    return {response: answers[response].called for response in in_order}


def _about(comparison: Comparison) -> str:
    return f"comparison {comparison.id}"


def _failure(job: Job | None) -> str:
    if job is None or job.state not in (JobState.FAILED, JobState.CANCELLED):
        return ""
    return job.said or N_("It was cancelled.")
