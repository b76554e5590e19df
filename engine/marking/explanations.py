"""Explanations of a wrong part: the classic mistake that gives the student's numbers, another convention, or a slip.

An accusation needs evidence: the mistake gives the numbers, the lines above do not speak against it, and what rounding
gives is not nearly as near. Otherwise nothing is said of a mistake.
"""

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.answers import cells
from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import NOTHING, CannotGoOn, Convention, Mistake, NotApplicable, Run, run, stem_of
from engine.fairness import same_cells
from engine.marking import slips
from engine.mutations.candidates import IMPOSSIBLE, candidates
from engine.rounding.bands import bands, meets, reach
from engine.rounding.early import rounded_early
from engine.variants import Asked, Variant

MOST_NAMED = 3
NEAR = 2.0  # so many times as far as rounding moves a number, it is no evidence of a mistake
NEAR_THE_KEY = (
    "Near, but farther off than rounding on the way explains. Work it out once more, with one decimal more."
)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The evidence in the numbers: names of mistakes that all give them, a convention, or a slip in words.

    Beside mistakes a slip stands where it gives these numbers, too.
    """

    mistakes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    convention: str = ""
    slip: str = ""


def explain(
    variant: Variant,
    asked: Asked,
    leaves: Sequence[Any],
    wrong: Sequence[int],
    own: Mapping[str, Any],
    first: bool = True,
) -> Explanation:
    """The best explanation of a wrong part; empty where none fits. ``own`` are the student's earlier values.

    Only in the ``first`` wrong part is each operation tried: what follows from it is looked for before.
    """
    used = variant.exact.leads_to(asked.name)
    hidden = used - own.keys()  # a mistake in a line that was handed in shows there, or is too small to show
    sharp, close = _mistakes(variant, asked, leaves, own, hidden)
    if not (sharp or close):
        sharp, close = _mistakes(variant, asked, leaves, own, used, tried=hidden)
    if sharp:
        return _named(sharp, slips.shortened(variant, asked, leaves, wrong, own))
    for convention in variant.question.family.conventions.values():
        if meets(_by(convention, variant, asked), asked.step.form, leaves):
            return Explanation(convention=convention.name, says=(convention.says,))
    if said := slips.slip(variant, asked, leaves, wrong, own):
        return Explanation(slip=said)
    if said := rounded_early(variant.exact, asked.name, leaves, own):
        return Explanation(slip=said)
    if is_near(asked, leaves, wrong):
        return Explanation(slip=NEAR_THE_KEY)
    if close or not first:
        return _named(close)
    return Explanation(slip=_in_one_operation(variant, asked, leaves, own))


def _named(mistakes: Sequence[Mistake], slip: str = "") -> Explanation:
    return Explanation(
        tuple(mistake.name for mistake in mistakes), tuple(mistake.says for mistake in mistakes), slip=slip
    )


def is_near(asked: Asked, leaves: Sequence[Any], wrong: Sequence[int]) -> bool:
    """True if all that is wrong is nearly what rounding gives."""
    for index in wrong:
        band = asked.bands[index]
        if band is None or not math.isfinite(band.exact):
            return False
        if abs(float(leaves[index]) - band.exact) > NEAR * (band.high - band.exact):
            return False
    return True


def repeated(
    variant: Variant, asked: Asked, leaves: Sequence[Any], own: Mapping[str, Any], charged: Set[str]
) -> Explanation | None:
    """A slip or convention that was ``charged`` in an earlier part and gives the numbers of this one, too."""
    used = variant.exact.leads_to(asked.name)
    given = {name: value for name, value in own.items() if name in used}
    starts = [(values, _unmistaken(variant, asked, values)) for values in ({}, given)]
    for made in _ways(variant, used):
        fits = (_fits(variant, asked, leaves, made, values, right) for values, right in starts)
        if made[0].slip in charged and any(fits):
            return Explanation(tuple(mistake.name for mistake in made), (made[0].says,))
    for convention in variant.question.family.conventions.values():
        if convention.name in charged and meets(_by(convention, variant, asked), asked.step.form, leaves):
            return Explanation(convention=convention.name, says=(convention.says,))
    return None


def charges(variant: Variant, explanation: Explanation) -> set[str]:
    """The slips, or the convention, that an explanation takes points for."""
    mistakes = variant.question.family.mistakes
    slips = {mistakes[name].slip for name in explanation.mistakes}
    return slips | {explanation.convention} if explanation.convention else slips


def _by(convention: Convention, variant: Variant, asked: Asked) -> Any:
    """The value of a part by another convention, None where it has none."""
    other = convention.other(variant.parameters)
    with suppress(CannotGoOn):
        if other is not None:
            return run(variant.question.family, other, wanted=[asked.name]).reached.get(asked.name)
    return None


def _mistakes(
    variant: Variant,
    asked: Asked,
    leaves: Sequence[Any],
    own: Mapping[str, Any],
    steps: set[str],
    tried: Set[str] = frozenset(),
) -> tuple[list[Mistake], list[Mistake]]:
    """The mistakes in these steps that give the numbers: those that give just them, and those that do by rounding.
    Those in the steps that were ``tried`` are not met again but together with others."""
    close: list[Mistake] = []
    sharp: list[Mistake] = []
    used = variant.exact.leads_to(asked.name)
    given = {name: value for name, value in own.items() if name in used}
    starts = [(mine, _unmistaken(variant, asked, mine)) for mine in ({}, given)[: 1 + bool(given)]]
    for made in _ways(variant, steps, tried):
        if len(made) > 1 and sharp:
            break
        how = max(_fits(variant, asked, leaves, made, mine, right, given) for mine, right in starts)
        if how:
            (sharp if how == 2 else close).append(made[0])
    return sharp[:MOST_NAMED], close[:MOST_NAMED]


def _in_one_operation(variant: Variant, asked: Asked, leaves: Sequence[Any], own: Mapping[str, Any]) -> str:
    """The wrong operation that gives the numbers, in this line or in one before it that was not handed in."""
    if not isinstance(asked.step.form, Fixed | Scientific | Integer) or not all(map(math.isfinite, leaves)):
        return ""
    small = any(abs(key) < slips.SMALL for key in cells.cells(asked.key) if isinstance(key, int))
    if small or not any(leaves):
        return ""  # a nought, or a small number beside another, is reached by chance
    used = variant.exact.leads_to(asked.name)
    given = {name: value for name, value in own.items() if name in used}
    close = ""
    for mine in ({}, given)[: 1 + bool(given)]:
        right = _unmistaken(variant, asked, mine)
        for mistake in candidates(variant.exact, asked.name, leaves, mine, used - own.keys()):
            with suppress(*IMPOSSIBLE):
                how = _fits(variant, asked, leaves, [mistake], mine, right, given)
                if how == 2:
                    return mistake.says
                close = close or mistake.says * how
    return close


def _ways(variant: Variant, steps: Set[str], tried: Set[str] = frozenset()) -> Iterator[tuple[Mistake, ...]]:
    """The mistakes that can be made in these steps, each alone; then those that are one slip in several places."""
    places, before = (names | {stem_of(name) for name in names} for names in (steps, tried))
    mistakes = [mistake for mistake in variant.question.family.mistakes.values() if mistake.of in places]
    yield from ((mistake,) for mistake in mistakes if mistake.of not in before)
    for slip in dict.fromkeys(mistake.slip for mistake in mistakes):
        same = tuple(mistake for mistake in mistakes if mistake.slip == slip)
        if len(same) > 1 and not before >= {mistake.of for mistake in same}:
            yield same


def _fits(
    variant: Variant,
    asked: Asked,
    leaves: Sequence[Any],
    made: Sequence[Mistake],
    given: Mapping[str, Any],
    right: Any,
    own: Mapping[str, Any] = NOTHING,
) -> int:
    """2 where the mistakes give just these numbers, 1 where they do from rounded steps, 0 where they do not, or leave
    the answer as ``right`` as it is without them."""
    family, instead = variant.question.family, {mistake.of: mistake for mistake in made}
    try:
        mistaken = run(
            family, variant.parameters, instead=instead, given=given, wanted=[asked.name], like=variant.exact
        )
        value = mistaken.reached.get(asked.name)
        form = asked.step.form
        if right is None or value is None or same_cells(cells.cells(value), cells.cells(right)):
            return 0
        if not meets(value, form, leaves, reach):
            return 0
        against = not given and _is_spoken_against(variant, mistaken, own)
        if meets(value, form, leaves):  # a whole number may be reached by chance
            return 0 if against and isinstance(form, Integer) else 2
        if against:
            return 0
        limits = bands(mistaken, [asked.name], given=given, instead=instead)[asked.name]
    except (CannotGoOn, NotApplicable):
        return 0
    return int(all(band is None or band.holds(float(x)) for band, x in zip(limits, leaves, strict=True)))


def _is_spoken_against(variant: Variant, mistaken: Run, own: Mapping[str, Any]) -> bool:
    """True if an earlier line that the mistakes change is not what they make of it."""
    for name, typed in own.items():
        if name not in mistaken.reached:
            continue
        there, right = cells.cells(mistaken.reached[name]), cells.cells(variant.exact.reached[name])
        form = mistaken.steps[name].form
        if not same_cells(there, right) and not meets(
            mistaken.reached[name], form, cells.cells(typed), reach
        ):
            return True
    return False


def _unmistaken(variant: Variant, asked: Asked, given: Mapping[str, Any]) -> Any:
    """The answer from these earlier values without a mistake; None where the chain cannot go on from them."""
    if not given:
        return asked.key
    exact = variant.exact
    with suppress(CannotGoOn):
        return run(exact.family, exact.parameters, given=given, wanted=[asked.name], like=exact).reached.get(
            asked.name
        )
    return None
