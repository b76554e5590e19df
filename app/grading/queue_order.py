"""The order of the grading queue: all answers to one question in a row, oldest first; and before other questions the
one that has waited longest."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.grading.store.queue import Waiting


@dataclass(frozen=True, slots=True)
class Work:
    """An assignment or an exam: its name and title, and how many of its answers wait."""

    name: str
    title: str
    count: int


def by_question(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Sorts by question and age; ``waiting`` must be the oldest first."""
    first: dict[tuple[str, str], int] = {}
    for one in waiting:
        first.setdefault(one.asked, one.response)
    return sorted(waiting, key=lambda one: (first[one.asked], one.response))


def behind(ordered: Sequence[Waiting], after: int, asked: tuple[str, str] | None) -> list[Waiting]:
    """Returns all of them, beginning with the next answer to what was ``asked`` in the response ``after``.

    That response may be marked by now. Where only earlier answers to the question wait, they begin with the next
    question; where none waits, with the first.
    """
    there = [place for place, one in enumerate(ordered) if one.asked == asked]
    ends = there[-1] + 1 if there else 0
    begin = next((place for place in there if ordered[place].response > after), ends)
    return [*ordered[begin:], *ordered[:begin]]


def works(waiting: Sequence[Waiting]) -> tuple[Work, ...]:
    """Returns the assignments and exams that the answers were written for, in the order of their oldest."""
    counts = Counter((one.work, one.title) for one in waiting)
    return tuple(Work(name, title, count) for (name, title), count in counts.items())
