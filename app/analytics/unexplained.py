"""Wrong numeric answers that neither a mistake nor a convention explains, beside their keys."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.analytics.store.cohort import Answer, Sheet
from engine.answers import cells
from engine.answers.reading import Number, read_number
from engine.marking.marking import Rule
from engine.marking.recurring import recurring

MOST_COMPARED = 400  # answers to one part, the newest
LONGEST_NUMBERS = 160
HIDDEN = {"convention"}  # a parameter that no page shows


@dataclass(frozen=True, slots=True)
class Off:
    """An unexplained numeric answer: its wrong cells with their keys."""

    sheet: Sheet
    answer: Answer
    typed: tuple[Number, ...]
    keys: tuple[float, ...]


def unexplained(sheets: Sequence[Sheet], part: str) -> list[Off]:
    """The unexplained answers to a part, each person's once; the most recurrent first."""
    found = [
        one
        for sheet, answer in wrong_answers(sheets, part)
        if not is_explained(answer) and (one := in_numbers(sheet, answer))
    ]
    answers = once(found)
    again = recurring([(one.typed, one.keys) for one in answers])
    order = sorted(range(len(answers)), key=lambda n: -max(again[n].same_ratio, again[n].same_difference))
    return [answers[n] for n in order]


def wrong_answers(sheets: Sequence[Sheet], part: str) -> Iterator[tuple[Sheet, Answer]]:
    """Yields the answers to a part that were wrong when they were given."""
    for sheet in sheets:
        for answer in sheet.answers:
            verdict = answer.verdict
            if answer.part == part and verdict["rule"] == Rule.WRONG and "outdated" not in verdict:
                yield sheet, answer


def is_explained(answer: Answer) -> bool:
    return bool(answer.verdict["mistakes"] or answer.verdict["convention"])


def in_numbers(sheet: Sheet, answer: Answer) -> Off | None:
    """The wrong cells as numbers; None where one is no number,
    or where the part's cells no longer match those asked."""
    keys: list[Any] = next((p["key"] for p in sheet.variant["parts"] if p["name"] == answer.part), [])
    marked = answer.verdict["cells"]
    pairs = [
        (read_number(read), cells.from_json(key))
        for (rule, read), key in zip(marked, keys, strict=False)
        if rule == Rule.WRONG
    ]
    numeric = all(isinstance(read, Number) and isinstance(key, int | float) for read, key in pairs)
    if not numeric or not pairs or len(marked) != len(keys):
        return None
    typed = tuple(read for read, _ in pairs if isinstance(read, Number))
    return Off(sheet, answer, typed, tuple(float(key) for _, key in pairs))


def once(off: Sequence[Off]) -> list[Off]:
    """Drops repetitions by the same person, and all but the newest ``MOST_COMPARED``."""
    return list({(one.sheet.person, texts(one)): one for one in off}.values())[-MOST_COMPARED:]


def texts(off: Off) -> tuple[str, ...]:
    """The identity of an answer: its numbers, with their keys."""
    return tuple(f"{number.shown} {key:.12g}" for number, key in zip(off.typed, off.keys, strict=True))


def numbers(parameters: Mapping[str, Any]) -> str:
    """The numbers of a variant on one line."""
    text = ", ".join(f"{name} = {_plain(x)}" for name, x in parameters.items() if name not in HIDDEN)
    return text if len(text) <= LONGEST_NUMBERS else f"{text[:LONGEST_NUMBERS]} …"


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)
