"""The texts of a question as a search reads them: its title, its task, and what its answer and its options say."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.questions import Question

OF_OPTIONS = "choice"


class Passage(NamedTuple):
    """A text; ``weight`` is how much it tells what the question is about."""

    text: str
    weight: float


def passages(question: Question) -> Iterator[Passage]:
    """The question's own texts, from the one that tells most to the reasons behind wrong options; but no accepted
    short answers, for whoever searches for one would learn that it is right."""
    yield Passage(question.title, 4)
    yield Passage(question.statement, 3)
    yield from (Passage(part.text, 1) for part in question.parts)
    if question.kind == "text":
        yield from _rubric(question)
    elif question.of_numbers:
        asked = {part.ask for part in question.parts}
        yield from (Passage(step.title, 2) for name, step in question.family.steps.items() if name in asked)
    else:
        yield from _reasons(question)


def _rubric(question: Question) -> Iterator[Passage]:
    """The texts that earn the points of an answer in sentences."""
    for step in question.family.steps.values():
        if not step.sources:
            yield Passage(str(step.compute()), 1.5)


def _reasons(question: Question) -> Iterator[Passage]:
    """The options, or what is to be ordered or matched, with their reasons; wrong options tell least."""
    for step in question.family.steps.values():
        key = step.compute(options=tuple(step.reasons)) if question.kind == OF_OPTIONS else None
        right = (key,) if isinstance(key, str) else key
        for option, reason in step.reasons.items():
            share = 1.0 if right is None or option in right else 0.25
            yield Passage(option, 2 * share)
            yield Passage(reason, share)
