"""The order in which answers come to whoever marks them: all to one question one after the other, the oldest first;
and before other questions the one that has waited longest."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.grading.store.queue import Waiting


@dataclass(frozen=True, slots=True)
class Work:
    """An assignment or an exam, by its name and title, and how many of its answers wait."""

    name: str
    title: str
    count: int


def by_question(waiting: Sequence[Waiting]) -> list[Waiting]:
    """``waiting`` are the oldest first."""
    first: dict[tuple[str, str], int] = {}
    for one in waiting:
        first.setdefault(one.asked, one.response)
    return sorted(waiting, key=lambda one: (first[one.asked], one.response))


def behind(ordered: Sequence[Waiting], after: int, asked: tuple[str, str] | None) -> list[Waiting]:
    """All of them, beginning with the next answer to what was ``asked`` in the response ``after``.

    That one may be marked by now. Where no other answer to the question waits, they begin with the first question.
    """
    there = [place for place, one in enumerate(ordered) if one.asked == asked]
    ends = there[-1] + 1 if there else 0
    begin = next((place for place in there if ordered[place].response > after), ends)
    return [*ordered[begin:], *ordered[:begin]]


def works(waiting: Sequence[Waiting]) -> tuple[Work, ...]:
    """What the answers were written for, in the order of their oldest."""
    counts = Counter((one.work, one.title) for one in waiting)
    return tuple(Work(name, title, count) for (name, title), count in counts.items())
