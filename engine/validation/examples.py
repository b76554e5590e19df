"""Variants that an author keeps as tests: with these numbers, these answers get this verdict."""

from engine import variants
from engine.marking.marking import PartMark, mark
from engine.parameters import BadParameters
from engine.questions import Example, Question
from engine.validation.findings import Said
from engine.variants import Undrawable

RIGHT, WRONG = "right", "wrong"


def broken(question: Question) -> Said:
    """The tests that fail: what each is about, and what it gives instead."""
    for place, example in enumerate(question.tests, 1):
        given = outcome(question, example)
        if given != example.gives and example.gives not in given.split(", "):
            yield f"test {place}", f"test {place} gives {given}, not {example.gives}"


def outcome(question: Question, example: Example) -> str:
    """The verdict on an example: "right", "wrong", the names of the mistakes that are seen, or why there is none."""
    try:
        variant = variants.draw(question, 0, question.default_level, example.numbers)
    except (Undrawable, BadParameters) as error:
        return f"no variant: {error}"
    marks = mark(variant, example.typed)
    missing = example.typed.keys() - marks.keys()
    if missing:
        return f"no mark for {', '.join(sorted(missing))}, which is not asked"
    unread = [name for name, part in marks.items() if not isinstance(part, PartMark)]
    if unread:
        return f"no mark for {', '.join(unread)}, which cannot be read"
    wrong = [part for part in marks.values() if isinstance(part, PartMark) and not part.right]
    named = [name for part in wrong for name in part.explanation.mistakes]
    return ", ".join(named) or (WRONG if wrong else RIGHT)
