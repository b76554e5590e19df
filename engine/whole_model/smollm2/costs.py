"""The cost of each station: parameters, floating point operations for one token, bytes of the key-value cache.

A product and its sum are two operations; norms, rotations, softmax, SiLU and its product with the gate are left out, as
the families do. The cache holds numbers of two bytes.
"""

from dataclasses import dataclass

from engine.demos.smollm2.settings import HEAD_SIZE, HEADS, HIDDEN, KV_HEADS, LAYERS, VOCABULARY, WIDTH
from engine.whole_model.smollm2.stations import HEAD, KINDS

BYTES = 2  # of a number in the cache
MATRICES = {
    "query": (WIDTH, HEADS * HEAD_SIZE), "key": (WIDTH, KV_HEADS * HEAD_SIZE), "value": (WIDTH, KV_HEADS * HEAD_SIZE),
    "out": (HEADS * HEAD_SIZE, WIDTH), "gate": (WIDTH, HIDDEN), "up": (WIDTH, HIDDEN), "down": (HIDDEN, WIDTH),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cost:
    """``parameters`` of the station; ``operations`` for one token; ``cached``: bytes that stay for every token."""

    parameters: int = 0
    operations: int = 0
    cached: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.parameters + other.parameters, self.operations + other.operations, self.cached + other.cached
        )


TABLE = Cost(VOCABULARY * WIDTH)


def cost(station: str, seen: int) -> Cost:
    """The cost of a station for a token that sees so many tokens, itself among them."""
    if station in MATRICES:
        into, out = MATRICES[station]
        return Cost(into * out, 2 * into * out, out * BYTES if station in ("key", "value") else 0)
    match station:
        case "norm" | "norm-again" | "last-norm":
            return Cost(WIDTH)
        case "score" | "mix":
            return Cost(0, 2 * seen * HEADS * HEAD_SIZE)
        case "between" | "after":
            return Cost(0, WIDTH)
        case "logit":  # the table again: its parameters are counted there
            return Cost(0, 2 * VOCABULARY * WIDTH)
        case _:
            return Cost()


def layer(seen: int) -> Cost:
    """The cost of one layer."""
    return sum((cost(station, seen) for station in KINDS), Cost())


def head(seen: int) -> Cost:
    """The cost of what comes after the last layer."""
    return sum((cost(station, seen) for station in HEAD), Cost())


def total(seen: int) -> Cost:
    """The cost of a whole pass for one token."""
    return sum((layer(seen) for _ in range(LAYERS)), TABLE + head(seen))


def cache_bytes(tokens: int) -> int:
    """The bytes of the key-value cache after so many tokens."""
    return tokens * total(1).cached
