"""Numbers that show a mistake: whoever makes it on them is told so; whoever does not has let a chance go by."""

from collections.abc import Iterable

from engine.answers import cells
from engine.chain import CannotGoOn, NotApplicable, run
from engine.marking.marking import PartMark, mark
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import Undrawable, Variant, draw


def shows(variant: Variant, name: str) -> bool:
    """True if whoever makes this mistake, and everything else right, is told of it and of no other in some line."""
    family = variant.question.family
    mistake = family.mistakes[name]
    try:
        wrong = run(family, variant.parameters, instead={mistake.of: mistake})
    except (CannotGoOn, NotApplicable):
        return False
    typed = {}
    for asked in variant.asked:
        if asked.name in wrong.values:
            shown = [asked.step.form.show(leaf) for leaf in cells.cells(wrong.values[asked.name])]
            if len(shown) == len(asked.bands):
                typed[asked.name] = shown
    marks = mark(variant, typed).values()
    return any(isinstance(one, PartMark) and one.explanation.mistakes == (name,) for one in marks)


def seed_for(question: Question, level: str, name: str, seeds: Iterable[int]) -> int | None:
    """The first of these seeds whose numbers show the mistake; None where none does."""
    for seed in seeds:
        try:
            if shows(draw(question, seed, level), name):
                return seed
        except (Undrawable, BadParameters, CannotGoOn):
            continue
    return None
