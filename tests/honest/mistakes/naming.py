"""A check that the mistake somebody made is named in what is said of the sheet."""

from collections.abc import Callable
from functools import partial

from engine.chain import CannotGoOn, NotApplicable, Run, run
from engine.variants import Variant
from tests.honest.mistakes.wrong import Made
from tests.honest.sheets import Marked, alike


def is_named(variant: Variant, made: Made, found: Marked) -> bool:
    """True if some part's explanation names the mistake, or another one that gives the same numbers there."""
    family = variant.question.family
    for name, part in found.parts.items():
        if made.name in part.explanation.mistakes:
            return True
        for other in part.explanation.mistakes:
            instead = {family.mistakes[other].of: family.mistakes[other]}
            if _gives_thesame_numbers(
                variant, name, made, partial(run, family, variant.parameters, instead=instead)
            ):
                return True
        if convention := part.explanation.convention:
            parameters = family.conventions[convention].other(variant.parameters)
            if parameters and _gives_thesame_numbers(variant, name, made, partial(run, family, parameters)):
                return True
    return False


def _gives_thesame_numbers(variant: Variant, name: str, made: Made, other: Callable[[], Run]) -> bool:
    try:
        reached = other().reached
    except (CannotGoOn, NotApplicable):
        return False
    asked = variant.part(name)
    return asked is not None and name in reached and alike(asked, reached[name], made.run.reached[name])
