"""The stations of a pass, in their order, and the numbers of a token at each: (T, n) for n numbers of a token."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np

from engine.demos import recording
from engine.demos.gpt import forward
from engine.demos.gpt.forward import AS_TRAINED, Pass, Switches
from engine.demos.gpt.names import EDGE, encode, vocabulary
from engine.demos.recording import Weights
from engine.mathematics import softmax
from engine.parameters import Array

MODEL, HEADS, LAYERS, WIDTH = "reference_model", 4, 2, 32
SIZE = WIDTH // HEADS  # of a head
END = "end"


class Kind(StrEnum):
    """The computation done at a station."""

    EMBEDDING = "embedding"
    NORM = "norm"
    QUERY = "query"
    KEY = "key"
    VALUE = "value"
    SCORE = "score"
    WEIGHT = "weight"
    MIX = "mix"
    OUT = "out"
    STREAM = "stream"
    UP = "up"
    ACTIVE = "active"
    DOWN = "down"
    LOGIT = "logit"
    PROBABILITY = "probability"


IN_BLOCK = (
    ("norm", Kind.NORM),
    ("query", Kind.QUERY),
    ("key", Kind.KEY),
    ("value", Kind.VALUE),
    ("score", Kind.SCORE),
    ("weight", Kind.WEIGHT),
    ("mix", Kind.MIX),
    ("out", Kind.OUT),
    ("between", Kind.STREAM),
    ("norm-again", Kind.NORM),
    ("up", Kind.UP),
    ("active", Kind.ACTIVE),
    ("down", Kind.DOWN),
    ("after", Kind.STREAM),
)


@dataclass(frozen=True, slots=True)
class Station:
    """A station: its block, from 0, or None before and after all blocks; ``name`` tells two of one kind apart."""

    name: str
    kind: Kind
    block: int | None = None

    @property
    def id(self) -> str:
        """The station in an address: "embedding", "1-query"."""
        return self.name if self.block is None else f"{self.block + 1}-{self.name}"

    def wide(self, tokens: int) -> int:
        """The numbers of each head at a station of heads: one for each of so many ``tokens``, or its size."""
        return tokens if self.pairs_tokens else SIZE

    @property
    def pairs_tokens(self) -> bool:
        """True for scores and weights: a number is of a token and of one that it looks at."""
        return self.kind in (Kind.SCORE, Kind.WEIGHT)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number at a station: of which token, and its place there; scores and weights are placed by head, then by the
    token that is looked at."""

    station: str
    token: int
    place: int


@cache
def stations() -> tuple[Station, ...]:
    """All stations, in the order in which a pass comes to them."""

    def every() -> Iterator[Station]:
        yield Station("embedding", Kind.EMBEDDING)
        for block in range(LAYERS):
            for name, kind in IN_BLOCK:
                yield Station(name, kind, block)
        yield Station("norm", Kind.NORM)
        yield Station("logit", Kind.LOGIT)
        yield Station("probability", Kind.PROBABILITY)

    return tuple(every())


@cache
def by_id() -> dict[str, Station]:
    return {station.id: station for station in stations()}


def weights() -> Weights:
    """The parameters of the model that ships."""
    return recording.weights(MODEL)


def run(text: str, switches: Switches = AS_TRAINED) -> Pass:
    """Runs the model on a text, which begins with the edge. Raises ValueError for a letter that no name has."""
    return forward.run(weights(), encode(EDGE + text), HEADS, switches)


def values(through: Pass, station: Station) -> Array:
    """The numbers of all tokens at a station, (T, n)."""
    if station.block is None:
        match station.kind:
            case Kind.EMBEDDING:
                return through.embedded
            case Kind.NORM:
                return through.state
            case Kind.LOGIT:
                return through.logits
            case _:
                return softmax(through.logits)
    layer = through.layers[station.block]
    attention = layer.attention
    match station.name:
        case "norm":
            return layer.read
        case "query" | "key" | "value":
            return _by_token({"query": attention.q, "key": attention.k, "value": attention.v}[station.name])
        case "score":
            return _by_token(attention.scores)
        case "weight":
            return _by_token(attention.weights)
        case "mix":
            return attention.mixed
        case "out":
            return attention.out
        case "between":
            return layer.between
        case "norm-again":
            return layer.read_again
        case "up":
            return layer.up
        case "active":
            return layer.active
        case "down":
            return layer.down
        case _:
            return layer.x


def shape(station: Station, tokens: int) -> tuple[int, ...]:
    """The shape of the numbers that so many tokens have at a station: by token, of scores and weights by head first."""
    match station.kind:
        case Kind.SCORE | Kind.WEIGHT:
            return HEADS, tokens, tokens
        case Kind.UP | Kind.ACTIVE:
            return tokens, 4 * WIDTH
        case Kind.LOGIT | Kind.PROBABILITY:
            return tokens, len(vocabulary())
        case _:
            return tokens, WIDTH


def value(through: Pass, cell: Cell) -> float:
    return float(values(through, by_id()[cell.station])[cell.token, cell.place])


def exists(through: Pass, cell: Cell) -> bool:
    """True if the pass has such a cell."""
    station = by_id().get(cell.station)
    if station is None or not 0 <= cell.token < len(through.tokens):
        return False
    return cell.place in range(values(through, station).shape[1])


def letter(place: int) -> str:
    """A letter of the vocabulary as one reads it; the edge ends a name."""
    return vocabulary()[place] if place else END


def _by_token(of_heads: Array) -> Array:
    """(H, T, n) as (T, H n)."""
    return np.asarray(of_heads.swapaxes(0, 1).reshape(of_heads.shape[1], -1))
