"""The stations of a real model's layer, and of the head after the last one: (T, n) for n numbers of a token.

A layer is opened alone, so its first station is the stream that the layer before left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.demos.smollm2.shape import Shape
from engine.mathematics import softmax
from engine.parameters import Array
from engine.whole_model.smollm2.block import Block, normalised
from engine.whole_model.stations import Cell


class Kind(StrEnum):
    """The computation done at a station."""

    BEFORE = "before"
    NORM = "norm"
    PRODUCT = "product"
    TURNED = "turned"
    SCORE = "score"
    WEIGHT = "weight"
    MIX = "mix"
    SUM = "sum"
    ACTIVE = "active"
    PROBABILITY = "probability"


KINDS: Mapping[str, Kind] = {
    "before": Kind.BEFORE, "norm": Kind.NORM, "query": Kind.PRODUCT, "key": Kind.PRODUCT, "value": Kind.PRODUCT,
    "query-turned": Kind.TURNED, "key-turned": Kind.TURNED, "score": Kind.SCORE, "weight": Kind.WEIGHT, "mix": Kind.MIX,
    "out": Kind.PRODUCT, "between": Kind.SUM, "norm-again": Kind.NORM, "gate": Kind.PRODUCT, "up": Kind.PRODUCT,
    "active": Kind.ACTIVE, "down": Kind.PRODUCT, "after": Kind.SUM,
}  # fmt: skip
HEAD: Mapping[str, Kind] = {
    "stream": Kind.BEFORE, "last-norm": Kind.NORM, "logit": Kind.PRODUCT, "probability": Kind.PROBABILITY,
}  # fmt: skip
SOURCES: Mapping[str, str] = {  # whose numbers a station's are made of, where that is one station
    "norm": "before", "query": "norm", "key": "norm", "value": "norm", "query-turned": "query", "key-turned": "key",
    "weight": "score", "out": "mix", "norm-again": "between", "gate": "norm-again", "up": "norm-again",
    "down": "active", "last-norm": "stream", "logit": "last-norm", "probability": "logit",
}  # fmt: skip
TENSORS: Mapping[str, str] = {  # a station's weights, by their names in the file
    "norm": "attn_norm", "query": "attn_q", "key": "attn_k", "value": "attn_v", "out": "attn_output",
    "norm-again": "ffn_norm", "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down", "last-norm": "output_norm",
    "logit": "token_embd",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Top:
    """The numbers after the last layer; logits and probabilities of the newest token alone, (1, V)."""

    stream: Array  # (T, C)
    last_norm: Array  # (T, C)
    logits: Array  # (1, V)


def top(x: Array, scale: Array, logits: Array, shape: Shape) -> Top:
    """Takes the stream through the last norm; the logits are those of the worker's pass."""
    return Top(stream=x, last_norm=normalised(x, scale, shape.epsilon), logits=logits[None])


Opened = Block | Top


def kinds(opened: Opened) -> Mapping[str, Kind]:
    """The stations of what is open, in the order in which a pass comes to them."""
    return HEAD if isinstance(opened, Top) else KINDS


def values(opened: Opened, station: str) -> Array:
    """The numbers of all tokens at a station, (T, n); of the newest one alone where they are logits."""
    if isinstance(opened, Top):
        return _of_top(opened, station)
    if station in ("score", "weight"):
        of_heads = opened.scores if station == "score" else opened.weights
        return np.asarray(of_heads.swapaxes(0, 1).reshape(of_heads.shape[1], -1))
    found: Array = getattr(opened, station.replace("-", "_"))
    return found


def _of_top(opened: Top, station: str) -> Array:
    match station:
        case "stream":
            return opened.stream
        case "last-norm":
            return opened.last_norm
        case "logit":
            return opened.logits
        case _:
            return softmax(opened.logits)


def tokens(opened: Opened) -> int:
    return len(opened.stream if isinstance(opened, Top) else opened.before)


def row(opened: Opened, station: str, token: int) -> Array:
    """The numbers of one token, (n,); none where the head's numbers of an earlier token are asked."""
    found, count = values(opened, station), tokens(opened)
    if len(found) < count:  # the newest token alone
        return np.asarray(found[0] if token == count - 1 else found[0][:0])
    return np.asarray(found[token])


def value(opened: Opened, cell: Cell) -> float:
    return float(row(opened, cell.station, cell.token)[cell.place])


def exists(opened: Opened, cell: Cell) -> bool:
    """True if there is such a cell in what is open."""
    if cell.station not in kinds(opened) or not 0 <= cell.token < tokens(opened):
        return False
    return cell.place in range(len(row(opened, cell.station, cell.token)))
