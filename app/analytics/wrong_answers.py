"""The wrong answers to one part: grouped by the mistake or the convention that explains them, the others by value.

Answers that are not numbers are only counted: nobody's sentences appear in the figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analytics.store.cohort import Answer, Sheet
from app.analytics.unexplained import Off, in_numbers, numbers, once, texts, wrong_answers
from engine.chain import Family
from engine.marking.recurring import Recurrence, recurring
from engine.solutions.columns import minus

MOST_SHOWN = 25


@dataclass(frozen=True, slots=True)
class Reason:
    """Mistakes that give the same number, or a convention: the sentence about each, and how many people's answers they
    explain; ``share`` is of the people who answered the part."""

    names: tuple[str, ...]
    says: tuple[str, ...]
    people: int
    share: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Odd:
    """A wrong number that nothing explains, its key, and how often answers have the same ratio or difference to their
    key.

    Ratio and difference are "" where there is none; ``numbers`` are those of the variant.
    """

    typed: str
    key: str
    people: int
    ratio: str
    same_ratio: int
    difference: str
    same_difference: int
    numbers: str

    @property
    def seen(self) -> int:
        return max(self.people, self.same_ratio, self.same_difference)


@dataclass(frozen=True, slots=True)
class Wrong:
    """All wrong answers to a part. ``unshown`` people gave one that is no number; ``more`` rows are omitted."""

    mistakes: tuple[Reason, ...]
    conventions: tuple[Reason, ...]
    odd: tuple[Odd, ...]
    more: int
    unshown: int

    @property
    def any(self) -> bool:
        return bool(self.mistakes or self.conventions or self.odd or self.unshown)


def wrong(sheets: Sequence[Sheet], part: str, family: Family | None, people: int) -> Wrong:
    """Groups the wrong answers: each person counts once for each way of being wrong, at any try. ``people`` is the
    number who answered the part at all."""
    mistakes: dict[tuple[str, ...], set[int]] = {}
    conventions: dict[tuple[str, ...], set[int]] = {}
    others: list[tuple[Sheet, Answer]] = []
    for sheet, answer in wrong_answers(sheets, part):
        verdict = answer.verdict
        if named := tuple(verdict["mistakes"]):
            mistakes.setdefault(named, set()).add(sheet.person)
        elif convention := verdict["convention"]:
            conventions.setdefault((convention,), set()).add(sheet.person)
        else:
            others.append((sheet, answer))
    said = {name: one.says for name, one in family.mistakes.items()} if family else {}
    ways = {name: one.says for name, one in family.conventions.items()} if family else {}
    off = [one for pair in others if (one := in_numbers(*pair))]
    shown = {id(one.answer) for one in off}
    rows = _odd(off)
    return Wrong(
        _reasons(mistakes, said, people),
        _reasons(conventions, ways, people),
        rows[:MOST_SHOWN],
        max(0, len(rows) - MOST_SHOWN),
        len({sheet.person for sheet, answer in others if id(answer) not in shown}),
    )


def _reasons(
    found: Mapping[tuple[str, ...], set[int]], said: Mapping[str, str], people: int
) -> tuple[Reason, ...]:
    """The reasons, the most frequent first; a mistake that the question no longer has is given by its name."""
    rows = [
        Reason(names, tuple(said.get(name, "") for name in names), len(who), len(who) / max(people, 1))
        for names, who in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.people, row.names)))


def _odd(off: Sequence[Off]) -> tuple[Odd, ...]:
    """A row per number and key: the most recurrent first, whether by itself, by its ratio or by its difference."""
    alike: dict[tuple[str, ...], tuple[Off, Recurrence, set[int]]] = {}
    answers = once(off)
    for one, again in zip(answers, recurring([(a.typed, a.keys) for a in answers]), strict=True):
        alike.setdefault(texts(one), (one, again, set()))[2].add(one.sheet.person)
    rows = [_row(one, again, len(who)) for one, again, who in alike.values()]
    return tuple(sorted(rows, key=lambda row: (-row.seen, -row.people, row.ratio, row.typed)))


def _row(off: Off, again: Recurrence, people: int) -> Odd:
    return Odd(
        typed=", ".join(number.shown for number in off.typed[:12]),
        key=", ".join(f"{key:.6g}" for key in off.keys[:12]),
        people=people,
        ratio="" if again.ratio is None else f"{again.ratio:.3g}",
        same_ratio=again.same_ratio,
        difference="" if again.difference is None else minus(f"{again.difference:+.3g}"),
        same_difference=again.same_difference,
        numbers=numbers(off.sheet.variant["parameters"]),
    )
