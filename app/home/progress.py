"""Progress: points per topic, the attempts behind them, and the same as CSV."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from app.personal_data import tables
from app.practice.score_summary import Tally, attempts_of, by_section, finished, tally, waits
from app.practice.store import mark_log
from app.practice.store.attempt import Attempt, Way
from app.questions.context import Context
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.questions import Question

SHOWN = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One attempt in the list. ``name`` opens it again; ``still`` says why it is not finished, "" where it is;
    ``changed`` where somebody marked it again since; ``way``: how it was worked on."""

    name: str
    title: str
    level: str
    begun_at: datetime
    earned: Fraction
    points: Fraction
    self_marked: Fraction
    still: str
    changed: bool
    way: Way


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic with its sheets, the newest first."""

    section: str
    title: str
    tally: Tally
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A learner's record: in all, and by topic with the newest attempts; ``more`` older ones are not shown."""

    all: Tally
    topics: tuple[Topic, ...]
    more: int


def record(context: Context) -> Record:
    made = attempts_of(context)
    with context.database.read() as open_rows:
        changed = mark_log.touched(open_rows, context.person.id) if context.person.id else set()
    rows: dict[str, list[Row]] = {}
    asked = context.library.newest({attempt.question for attempt in made[:SHOWN]})
    for attempt in made[:SHOWN]:
        row = _row(asked.get(attempt.question), attempt, attempt.id in changed)
        rows.setdefault(attempt.section, []).append(row)
    topics = tuple(
        Topic(section, SECTIONS.get(section, section), of_section, tuple(rows.get(section, ())))
        for section, of_section in by_section(made).items()
    )
    return Record(tally(made), topics, max(0, len(made) - SHOWN))


def _row(question: Question | None, attempt: Attempt, changed: bool) -> Row:
    unfinished = "" if finished(attempt) else N_("unfinished")
    return Row(
        name=attempt.name,
        title=question.title if question else attempt.question,
        level=attempt.level,
        begun_at=attempt.begun_at,
        earned=attempt.earned,
        points=attempt.points,
        self_marked=attempt.self_marked,
        still=waits(attempt, question.kind if question else "") or unfinished,
        changed=changed,
        way=attempt.way,
    )


def as_csv(context: Context) -> str:
    """A CSV with one line per response, oldest first."""
    return tables.answers_of(attempts_of(context, examples=True))
