"""Home: one thing to do next, and sheets on which points were lost lately."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from app.learning.today import Today, today
from app.practice.history import history
from app.practice.score_summary import OWN_MARK, finished, waits
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from engine import variants
from engine.answers import cells
from engine.bank import Bank
from engine.marking import feedback, marking
from engine.marking.marking import PartMark

LATELY = 5
SHOWN = "causal-attention-by-hand", "exam", 3
WRITTEN = "1", "0", "0.27", "0.73"


@dataclass(frozen=True, slots=True)
class Lost:
    """A sheet on which points were lost."""

    title: str
    attempt: str
    question: str
    level: str
    lost: Fraction


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A sheet to go on with; ``own_mark`` where only its learner's own marks are missing."""

    title: str
    attempt: str
    own_mark: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A line that the engine has marked, which shows a newcomer what the product does. ``rows`` are texts and rules."""

    title: str
    symbol: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    rule: str
    feedback: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """The content of the page: the day's work, an unfinished sheet, and sheets on which points were lost."""

    today: Today
    unfinished: Unfinished | None
    lost: tuple[Lost, ...]
    done_today: int
    questions: int
    example: Example | None


def desk(
    context: Context,
    bank: Bank,
    example: Callable[[], Example | None],
    withheld: Collection[str] = (),
) -> Desk:
    """Collects what the page shows. ``example`` is called for a newcomer alone;
    questions that are ``withheld`` for a course are not proposed."""
    done = history(context)
    made = done.newest
    shown = None if made else example()
    return Desk(
        today=today(context, done, withheld),
        unfinished=_unfinished(bank, made),
        lost=tuple(islice(_lost(bank, made), LATELY)),
        done_today=done.today,
        questions=len(bank.questions),
        example=shown,
    )


def _lost(bank: Bank, made: Sequence[Attempt]) -> Iterator[Lost]:
    """Sheets on which points were lost, the newest first; of each question the newest."""
    seen = set[str]()
    for a in made:
        known = a.question in bank.questions and a.question not in seen
        if known and finished(a) and a.earned < a.points:
            seen.add(a.question)
            title = bank.questions[a.question].title
            yield Lost(title, a.name, a.question, a.level, a.points - a.earned)


def _unfinished(bank: Bank, made: Sequence[Attempt]) -> Unfinished | None:
    """The newest sheet on which its learner can do something."""
    for attempt in made:
        question = bank.questions.get(attempt.question)
        if question is None or attempt.finished:
            continue
        waiting = waits(attempt, question.kind)
        if waiting in ("", OWN_MARK):
            return Unfinished(question.title, attempt.name, bool(waiting))
    return None


def example(bank: Bank) -> Example | None:
    """Has the engine mark the example like any answer; None where the bank no longer has the exercise as it was."""
    name, level, seed = SHOWN
    if name not in bank.questions:
        return None
    variant = variants.draw(bank.questions[name], seed, level)
    asked = variant.part("weights")
    mark = marking.mark(variant, {"weights": WRITTEN}).get("weights")
    if asked is None or not isinstance(mark, PartMark):
        return None
    _, columns = cells.shape(asked.key)
    marked = [(text, str(cell.rule)) for text, cell in zip(WRITTEN, mark.cells, strict=True)]
    rows = tuple(tuple(marked[n : n + columns]) for n in range(0, len(marked), columns))
    said = tuple(feedback.sentences(variant, asked, mark))
    return Example(asked.text, asked.step.symbol, rows, str(mark.rule), said)
