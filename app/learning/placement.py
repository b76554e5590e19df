"""The placement: at most ten exercises, each chosen for what it tells of the rest; one may skip and leave at any time.

The sheets are those of ordinary practice. What a placement asks follows from how its topics went so far, so nothing but
these is stored.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.learning import conclusions, fold
from app.learning.store import placements
from app.learning.store.placements import Answers, StoredPlacement
from app.learning.syllabus import syllabus
from app.practice.history import history, since
from app.practice.opening import person_of
from app.practice.score_summary import finished
from app.questions.context import Context
from engine.learning.placement import MOST, Placement, passed
from engine.questions import Question

LIKELY = 0.75  # the chance from which a topic is told as probably known
LASTS = timedelta(hours=12)  # whoever comes back later begins anew


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenStep:
    """The exercise that is to be done; ``attempt`` is the sheet that was begun, "" for none."""

    topic: str
    question: Question
    attempt: str

    @property
    def address(self) -> str:
        """The page on which the exercise is worked on."""
        return f"/attempts/{self.attempt}" if self.attempt else f"/practice/{self.question.id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """The progress of a placement: the topics that were asked, and the next one; ``step`` is None where nothing more is
    to be asked. ``sheets`` are those that were done since the last topic that was skipped, with their numbers."""

    begun: bool
    over: bool
    answers: Answers
    step: OpenStep | None
    sheets: Mapping[str, int]
    likely: Sequence[str]
    unlikely: Sequence[str]
    most: int = MOST

    @property
    def place(self) -> int:
        """The number of the open exercise."""
        return len(self.answers) + 1


def progress(context: Context, withheld: Collection[str] = (), now: datetime | None = None) -> Progress:
    """Returns how far the visitor's placement is; where none is going on, what the last one found."""
    stored = _newest(context)
    if stored is None or (stored.ended_at is None and not _goes_on(context, stored, now)):
        return Progress(begun=False, over=False, answers=(), step=None, sheets={}, likely=(), unlikely=())
    reached, step, sheets = _reached(context, stored, withheld)
    known = {topic: reached.known(topic) for topic in reached.topics}
    return Progress(
        begun=True, over=stored.ended_at is not None, answers=tuple(reached.asked.items()), step=step,
        sheets=sheets, likely=[topic for topic, chance in known.items() if chance > LIKELY],
        unlikely=[topic for topic, chance in known.items() if chance < 1 - LIKELY],
    )  # fmt: skip


def running(context: Context, now: datetime | None = None) -> bool:
    """True while the visitor's placement is going on."""
    stored = _newest(context)
    return stored is not None and stored.ended_at is None and _goes_on(context, stored, now)


def is_over(context: Context) -> bool:
    """True if the visitor's last placement has ended."""
    stored = _newest(context)
    return stored is not None and stored.ended_at is not None


def begin(context: Context, now: datetime | None = None) -> None:
    """Begins a placement, unless one is going on."""
    if not running(context, now):
        with context.database.write() as connection:
            person = person_of(connection, context.visitor.token)
            placements.begin(connection, person, now or context.clock.now())


def skip(context: Context, topic: str, withheld: Collection[str] = (), now: datetime | None = None) -> None:
    """Takes in that the visitor has not learned the topic that is asked; nothing where another one is."""
    stored = _newest(context)
    if stored is None or stored.ended_at is not None or not _goes_on(context, stored, now):
        return
    reached, step, _ = _reached(context, stored, withheld)
    if step is not None and step.topic == topic:
        with context.database.write() as connection:
            placements.keep(connection, stored.id, (*reached.asked.items(), (topic, False)))


def end(context: Context, withheld: Collection[str] = (), now: datetime | None = None) -> None:
    """Ends the placement where it is, and takes in what it tells."""
    stored, person, at = _newest(context), context.person.id, now or context.clock.now()
    if stored is None or person is None or stored.ended_at is not None:
        return
    reached, *_ = _reached(context, stored, withheld)
    fold.end_placement(context.database, context.library, person, stored.id, tuple(reached.asked.items()), at)


def _newest(context: Context) -> StoredPlacement | None:
    if context.person.id is None:
        return None
    with context.database.read() as connection:
        return placements.newest(connection, context.person.id)


def _goes_on(context: Context, stored: StoredPlacement, now: datetime | None) -> bool:
    return (now or context.clock.now()) - stored.begun_at < LASTS


def _reached(
    context: Context, stored: StoredPlacement, withheld: Collection[str]
) -> tuple[Placement, OpenStep | None, Mapping[str, int]]:
    """The placement with all that was done since the last topic that was skipped, the exercise that is open, and the
    sheets that were done, by their numbers."""
    bank = context.library.bank
    reached = conclusions.placement(bank, stored.answers)
    sheets: dict[str, int] = {}
    if stored.ended_at is not None:
        return reached, None, sheets
    made = since(context, stored.begun_at)
    lately, before = Counter(attempt.question for attempt in made), history(context)
    here = {attempt.question: attempt for attempt in made}
    questions = syllabus(bank).questions
    while (topic := reached.next()) is not None:
        there = [one for one in questions(topic) if one.id not in withheld]
        asked = before.asked([one.id for one in there])
        seen = {name for name, times in asked.items() if times > lately[name]}
        question = _question(there, seen)
        attempt = here.get(question.id) if question else None
        if question is None:  # a course withholds all that there is of it
            reached.take(topic, reached.known(topic) > 0.5)
        elif attempt is None or not finished(attempt):
            begun = attempt.name if attempt else ""
            return reached, OpenStep(topic=topic, question=question, attempt=begun), sheets
        else:
            reached.take(topic, passed(attempt.earned, attempt.points))
            sheets[attempt.name] = len(reached.asked)
    return reached, None, sheets


def _question(there: Sequence[Question], seen: Collection[str]) -> Question | None:
    """The shortest question of a topic, if possible one that was never seen."""
    return min(there, key=lambda one: (one.id in seen, one.points, one.id), default=None)
