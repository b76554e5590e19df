"""Ways with one mistake: those that a family lists, carried out by hand, and others that nobody lists."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import CannotGoOn, Mistake, NotApplicable, Run, run
from engine.variants import Asked, Variant
from tests.honest.computing.decisions import Changed
from tests.honest.computing.operations import HAND
from tests.honest.computing.source import at
from tests.honest.mistakes.mutants import Mutant, mutants
from tests.honest.sheets import differing, same_numbers
from tests.honest.ways import Line, Way

TRIES = 12
NUMBERS = (Fixed, Scientific, Integer)
PLUMBING = {"lone", "call"}
ON_TOP, SELDOM = "put on top", 0.05  # nearly every line could have a function put on top, and few people do
BEYOND = 1e6  # times the key: nobody believes that
IMPOSSIBLE = (CannotGoOn, NotApplicable, TypeError, AttributeError, LookupError, ValueError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class Made:
    """A mistake somebody makes in a variant: ``run`` are its exact consequences, ``way`` how it is computed by hand.

    ``name`` is that of the family's mistake, or the kind of an unlisted one.
    """

    says: str
    name: str
    run: Run
    way: Callable[[], Way]
    shows: bool


def listed(variant: Variant) -> list[Made]:
    """The family's own that can be made here."""
    found = []
    for mistake in variant.question.family.mistakes.values():
        instead = {mistake.of: mistake}
        try:
            wrong = run(variant.question.family, variant.parameters, instead=instead, like=variant.exact)
        except (CannotGoOn, NotApplicable):
            continue
        found.append(_made(variant, mistake.name, mistake.name, wrong, partial(Way, wrong, instead)))
    return found


def unlisted(variant: Variant, right: Way, known: Sequence[Made], rng: Random) -> Made | None:
    """A wrong turn in the source of one line, other than those that are listed; None where none was found."""
    needed = variant.exact.leads_to(*(asked.name for asked in variant.asked))
    lines = [
        line for line in right.lines if line.step.name in needed and _functions(line) and _is_computed(line)
    ]
    for _ in range(TRIES if lines else 0):
        line = rng.choice(lines)
        code, function = rng.choice(_functions(line))
        try:
            turn = _chosen(mutants(code), rng)
            says = turn and f"{turn.kind} in {line.step.name} ({at(function)}): {turn.says}"
            made = turn and _turned(variant, line, {code: turn.tree}, turn.kind, str(says))
        except IMPOSSIBLE:
            continue
        if made and made.shows and not any(same_numbers(variant, made.run, other.run) for other in known):
            return made
    return None


def _chosen(turns: Sequence[Mutant], rng: Random) -> Mutant | None:
    """Each kind of turn as often as the others, however many places there are for it."""
    kinds = sorted({turn.kind for turn in turns if turn.kind != ON_TOP or rng.random() < SELDOM})
    kind = rng.choice(kinds) if kinds else ""
    return rng.choice([turn for turn in turns if turn.kind == kind]) if kinds else None


def _turned(variant: Variant, line: Line, changed: Changed, kind: str, says: str) -> Made:
    step = line.step
    mistake = Mistake(
        "unlisted",
        step.name,
        "",
        compute=lambda *given: HAND.exactly(line.function, given, changed)[0],
        sources=step.sources,
    )
    family = variant.question.family
    wrong = run(family, variant.parameters, instead={step.name: mistake}, like=variant.exact)
    return _made(variant, says, kind, wrong, lambda: Way(wrong, changed={step.name: changed}))


def _made(variant: Variant, says: str, name: str, wrong: Run, way: Callable[[], Way]) -> Made:
    shows = all(_can_be_typed(asked, wrong.reached.get(asked.name)) for asked in variant.asked)
    return Made(says, name, wrong, way, shows and bool(differing(variant, wrong.reached)))


def _functions(line: Line) -> list[tuple[Any, Any]]:
    """Those that compute something in this line."""
    return [(code, function) for code, function in line.met.items() if function.__name__ not in PLUMBING]


def _is_computed(line: Line) -> bool:
    return isinstance(line.step.form, NUMBERS) and not line.because


def _can_be_typed(asked: Asked, value: Any) -> bool:
    """True if it fits the sheet: as many cells, numbers that a person would believe."""
    mine, keys = cells(value), cells(asked.key)
    return (
        value is not None
        and len(mine) == len(keys)
        and all(map(_believed, mine, keys, [asked.step.form] * len(keys)))
    )


def _believed(mine: Any, key: Any, form: Any) -> bool:
    if not isinstance(form, NUMBERS):
        return True
    if not isinstance(mine, int | float) or math.isnan(mine):
        return False
    if math.isinf(mine) or math.isinf(key):
        return bool(mine == key)
    return abs(mine) <= BEYOND * max(1.0, abs(key)) and (not isinstance(form, Integer) or mine == int(mine))
