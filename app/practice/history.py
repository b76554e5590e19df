"""The past work of a learner that decides what comes next: their newest sheets, and how often each question was asked.

It is read on every visit, and so without all sheets of somebody who has thousands; how often a question was asked is
counted when it matters.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.practice.store import attempts
from app.practice.store.attempt import Attempt
from app.questions.context import Context

NEWEST = 40  # sheets


@dataclass(frozen=True, kw_only=True, slots=True)
class History:
    """The ``newest`` sheets, the newest first, with their responses, and how many were begun ``today``; ``asked``
    counts all sheets of these questions. Worked examples are not among them."""

    newest: Sequence[Attempt] = ()
    today: int = 0
    asked: Callable[[Collection[str]], Mapping[str, int]] = field(default=lambda _: {}, compare=False)


def history(context: Context, now: datetime | None = None) -> History:
    """Returns what the visitor has done."""
    person, moment = context.person.id, now or context.clock.now()
    if person is None:
        return History()

    def asked(questions: Collection[str]) -> Mapping[str, int]:
        with context.database.read() as connection:
            return attempts.times_asked(connection, person, questions)

    with context.database.read() as connection:
        return History(
            newest=attempts.newest(connection, person, NEWEST),
            today=attempts.begun_since(
                connection, person, moment.replace(hour=0, minute=0, second=0, microsecond=0)
            ),
            asked=asked,
        )


def since(context: Context, moment: datetime) -> list[Attempt]:
    """Returns the visitor's sheets that were begun since then, the newest first."""
    if context.person.id is None:
        return []
    with context.database.read() as connection:
        return attempts.newest(connection, context.person.id, since=moment)


def of_questions(context: Context, questions: Collection[str]) -> list[Attempt]:
    """Returns the visitor's sheets of these questions, the newest first."""
    if context.person.id is None:
        return []
    with context.database.read() as connection:
        return attempts.newest(connection, context.person.id, questions=questions)
