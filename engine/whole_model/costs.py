"""The cost of each station: parameters, floating point operations for one token, bytes of the key-value cache.

A product and its sum are two operations; norms, softmax and GELU are left out, as the families do.
"""

from dataclasses import dataclass

from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.whole_model.stations import LAYERS, WIDTH, Kind, Station, stations

BYTES = 4  # of a number in float32
UP = 4 * WIDTH


@dataclass(frozen=True, slots=True)
class Cost:
    """``parameters`` of the station; ``operations`` for one token; ``cached``: bytes that stay for every token."""

    parameters: int = 0
    operations: int = 0
    cached: int = 0


def cost(station: Station, seen: int) -> Cost:
    """The cost of a station for a token that sees so many tokens, itself among them."""
    letters = len(vocabulary())
    match station.kind:
        case Kind.EMBEDDING:
            return Cost((letters + CONTEXT) * WIDTH, WIDTH)
        case Kind.NORM:
            return Cost(2 * WIDTH)
        case Kind.QUERY:
            return Cost(WIDTH**2, 2 * WIDTH**2)
        case Kind.KEY | Kind.VALUE:
            return Cost(WIDTH**2, 2 * WIDTH**2, WIDTH * BYTES)
        case Kind.SCORE | Kind.MIX:
            return Cost(0, 2 * seen * WIDTH)
        case Kind.OUT:
            return Cost(WIDTH**2, 2 * WIDTH**2)
        case Kind.STREAM:
            return Cost(0, WIDTH)
        case Kind.UP | Kind.DOWN:
            return Cost(WIDTH * UP, 2 * WIDTH * UP)
        case Kind.LOGIT:
            return Cost(letters * WIDTH, 2 * letters * WIDTH)
        case _:
            return Cost()


def total(seen: int) -> Cost:
    """The cost of a whole pass for one token."""
    every = [cost(station, seen) for station in stations()]
    return Cost(
        sum(one.parameters for one in every),
        sum(one.operations for one in every),
        sum(one.cached for one in every),
    )


def cache_bytes(tokens: int) -> int:
    """The bytes of the key-value cache after so many tokens."""
    return 2 * LAYERS * WIDTH * BYTES * tokens
