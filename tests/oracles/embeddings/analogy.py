"""Analogy decided by distances on the unit sphere: the vector whose direction lies nearest to the target's.

Between unit vectors |t - x|^2 = 2 - 2 cos, so the smallest chord has the largest cosine. Chords are compared at 60
digits of the typed decimals; the target comes from whole numbers of the smallest decimal place.
"""

from decimal import Decimal, localcontext
from typing import Any


def _unit(vector: list[Decimal]) -> list[Decimal]:
    length = sum((x * x for x in vector), Decimal(0)).sqrt()
    return [x / length for x in vector]  # a zero vector divides by zero here: the family has to refuse it


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    a, b, c = ([Decimal(str(x)) for x in parameters[name]] for name in "abc")
    with localcontext() as context:
        context.prec = 60
        places = max(-int(x.as_tuple().exponent) for x in (*a, *b, *c))
        grid = [[int(x.scaleb(places)) for x in vector] for vector in (a, b, c)]
        target = [Decimal(x - y + z).scaleb(-places) for x, y, z in zip(*grid, strict=True)]
        goal = _unit(target)
        chord = {}
        for name, vector in parameters["candidates"].items():
            unit = _unit([Decimal(str(x)) for x in vector])
            gap = sum(((x - y) ** 2 for x, y in zip(goal, unit, strict=True)), Decimal(0))
            chord[name] = round(gap, 50)  # directions that are equal differ by roots alone
    # The sort is stable: the candidate given first wins a tie.
    return {"target": [float(x) for x in target], "nearest": sorted(chord, key=lambda name: chord[name])[0]}
