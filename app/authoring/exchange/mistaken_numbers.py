"""Numbers that the classic mistakes of a question give, as wrong answers with their sentences as feedback."""

from collections.abc import Iterator

from app.authoring.exchange.exchanged import WRONG, Range
from app.authoring.exchange.numbers import of_float
from app.study.prose import html
from engine.answers.forms import Integer
from engine.chain import Mistake
from engine.fairness import outcomes
from engine.rounding.bands import Band, exact_band
from engine.variants import Asked, Variant

MOST = 8  # of one field


def mistaken_ranges(variant: Variant, asked: Asked, n: int, key: Range) -> tuple[Range, ...]:
    """A range for each number that mistakes give in cell ``n``, none of which meets the key's: what is right stays so.
    Mistakes that cannot be told apart share one."""
    found: dict[float, list[str]] = {}
    for mistake, number in _numbers(variant, asked, n):
        near = next((one for one in found if exact_band(asked.step.form, one).holds(number)), number)
        found.setdefault(near, []).append(mistake.says)
    ranges = []
    for number, says in found.items():
        form = asked.step.form
        band = Band(number, number, number) if isinstance(form, Integer) else exact_band(form, number)
        middle, low, high = map(of_float, (number, band.low, band.high))
        if high < key.low or key.high < low:
            ranges.append(Range(middle, low, high, WRONG, html(" Or: ".join(dict.fromkeys(says)))))
    return tuple(ranges[:MOST])


def _numbers(variant: Variant, asked: Asked, n: int) -> Iterator[tuple[Mistake, float]]:
    for mistake in variant.exact.family.mistakes.values():
        for name, mine in outcomes(mistake, variant.exact, {asked.name: asked.bands}):
            if name == asked.name and mine is not None and len(mine) == len(asked.bands):
                number = float(mine[n])
                if abs(number) < float("inf"):
                    yield mistake, number
