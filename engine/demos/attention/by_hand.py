"""A transformer of attention alone, in NumPy: every number on the way, and what it costs to switch a part off.

Two layers of heads that read from one residual stream and add to it, without MLP, layer norm or biases (Elhage et al.
2021, A Mathematical Framework for Transformer Circuits). ``attention_only`` trains it; nothing here imports torch.
Its language: letters that are all different, until the last few begin again and go on so; from there on one can know
the next letter by looking for the same letter further up (Olsson et al. 2022, In-context Learning and Induction Heads).
In the margin: sequences of T tokens, width C, H heads of D = C / H, V letters; ``...`` may be a batch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import sqrt
from typing import Any

import numpy as np

from engine.mathematics import softmax

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LENGTH = 24  # T
SHORTEST, LONGEST = 4, 11  # letters that begin again
Array = np.ndarray
Place = tuple[int, int]  # layer and head, from 0


@dataclass(frozen=True, slots=True)
class Switches:
    """Switches for the parts of the forward pass; ``off`` names heads that add nothing to the stream."""

    mask: bool = True
    scale: bool = True
    off: frozenset[Place] = frozenset()


EVERYTHING_ON = Switches()


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """A head at work, with all queries; or, from ``row``, with one of them. Where nothing is masked or scaled the
    scores stay as they are; ``added`` is what the residual stream gets."""

    query: Array  # (..., T, D), in a row (D,)
    keys: Array  # (..., T, D)
    values: Array  # (..., T, D)
    scores: Array  # (..., T, T), in a row (T,)
    scaled: Array  # likewise
    masked: Array  # likewise, -inf where it may not look
    weights: Array  # likewise, sums to 1
    mixed: Array  # (..., T, D), in a row (D,)
    added: Array  # (..., T, C), in a row (C,)

    def row(self, at: int) -> "Head":
        """The query at this position with every key, for one sequence without a batch."""
        shared = {"keys", "values"}
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        return Head(**{name: part if name in shared else part[at] for name, part in parts.items()})


def sequences(count: int, rng: np.random.Generator) -> Array:
    """(count, T + 1): from a position drawn for each, its last 4 to 11 letters come again and again."""
    period = rng.integers(SHORTEST, LONGEST + 1, (count, 1))
    first = rng.integers(period, LENGTH - 1)  # letters before the first repeated one
    place = np.arange(LENGTH + 1)  # (T + 1,)
    place = np.where(place < first, place, first - period + (place - first) % period)
    letters = rng.permuted(np.tile(np.arange(len(LETTERS)), (count, 1)), axis=1)  # (count, V)
    return np.take_along_axis(letters, place, axis=1)


def encode(text: str) -> Array:
    """Encodes a text as (T,). Raises ValueError unless it is 2 to 24 letters from a to z."""
    if not (2 <= len(text) <= LENGTH and set(text) <= set(LETTERS)):
        raise ValueError(f"write 2 to {LENGTH} letters from a to z")
    return np.array([LETTERS.index(letter) for letter in text])


def earlier_same(tokens: Array) -> Array:
    """(..., T, T): true where the key lies before the query and holds the same letter."""
    return np.tril(tokens[..., :, None] == tokens[..., None, :], -1)


def behind_same(tokens: Array) -> Array:
    """(..., T, T): true where the key stands right behind an earlier place of the query's letter."""
    same = earlier_same(tokens)
    behind = np.zeros_like(same)
    behind[..., 1:] = same[..., :-1]
    return behind


def known(tokens: Array) -> Array:
    """(..., T): true where the letter stood before, so that what follows can be known."""
    return np.asarray(earlier_same(tokens).any(-1))


def forward(
    model: Mapping[str, Array], tokens: Array, switches: Switches = EVERYTHING_ON
) -> tuple[Array, dict[Place, Head]]:
    """Tokens (..., T) -> logits (..., T, V) and every head.

    The model: token (V, C), position (T, C), head (C, V), and for each layer query, key, value (H, C, D) and
    out (H, D, C), as ``layers.0.query``.
    """
    x = model["token"][tokens] + model["position"][: tokens.shape[-1]]  # (..., T, C)
    found: dict[Place, Head] = {}
    for layer in range(sum(name.endswith("query") for name in model)):
        parts = [model[f"layers.{layer}.{name}"] for name in ("query", "key", "value", "out")]
        heads = [attend(x, [part[h] for part in parts], switches) for h in range(len(parts[0]))]
        found |= {(layer, h): head for h, head in enumerate(heads)}
        x = x + sum(head.added for h, head in enumerate(heads) if (layer, h) not in switches.off)
    return x @ model["head"], found


def attend(x: Array, matrices: Sequence[Array], switches: Switches) -> Head:
    """One head over the stream (..., T, C), with its matrices for query, key and value (C, D) and out (D, C)."""
    w_q, w_k, w_v, w_o = matrices
    query, keys, values = x @ w_q, x @ w_k, x @ w_v  # (..., T, D)
    scores = query @ keys.swapaxes(-2, -1)  # (..., T, T)
    scaled = scores / sqrt(query.shape[-1]) if switches.scale else scores
    later = np.triu(np.ones(scores.shape[-2:], dtype=bool), 1)  # (T, T)
    masked = np.where(later, -np.inf, scaled) if switches.mask else scaled
    weights = softmax(masked)  # (..., T, T)
    mixed = weights @ values  # (..., T, D)
    return Head(
        query=query,
        keys=keys,
        values=values,
        scores=scores,
        scaled=scaled,
        masked=masked,
        weights=weights,
        mixed=mixed,
        added=mixed @ w_o,
    )


def surprisals(logits: Array, following: Array) -> Array:
    """(..., T): nats for each token that came, from logits (..., T, V)."""
    return np.asarray(-np.log(np.take_along_axis(softmax(logits), following[..., None], -1)[..., 0]))


def loss(model: Mapping[str, Array], rows: Array, switches: Switches = EVERYTHING_ON) -> float:
    """Loss of sequences (B, T + 1): nats per token, over the tokens that can be known."""
    tokens, following = rows[:, :-1], rows[:, 1:]
    return float(surprisals(forward(model, tokens, switches)[0], following)[known(tokens)].mean())


def habits(head: Head, tokens: Array) -> dict[str, float]:
    """Mean shares of a head's weight: on the position before, on itself, and on what follows the same letter further
    up.

    The last one is prefix matching (Olsson et al.), averaged over positions whose letter stood before.
    """
    weights = head.weights  # (B, T, T)
    return {
        "previous": float(np.diagonal(weights, -1, -2, -1).mean()),
        "itself": float(np.diagonal(weights, 0, -2, -1).mean()),
        "induction": float((weights * behind_same(tokens)).sum(-1)[known(tokens)].mean()),
    }


def copies(head: Head, tokens: Array) -> float:
    """The share ``induction`` of the habits, without what lies one place back or at the position itself.

    If a text repeats itself at once, a head that only looks back would seem to copy.
    """
    farther = np.tril(behind_same(tokens), -2)  # (B, T, T)
    return float((head.weights * farther).sum(-1)[known(tokens)].mean())


def exercise(
    row: Head, switches: Switches = EVERYTHING_ON, keys: int = 3, columns: int = 2
) -> dict[str, Any]:
    """Parameters of the family ``attention``: the row's query with the keys that it looks at most, in their order, the
    first ``columns`` numbers of their values, all with two decimals. The softmax is over these keys alone."""
    most = np.sort(np.argsort(-row.weights, kind="stable")[:keys])
    most = most[row.weights[most] > 0]
    parts = {"Q": row.query[None], "K": row.keys[most], "V": row.values[most, :columns]}
    return {name: part.astype(np.float64).round(2).tolist() for name, part in parts.items()} | {
        "causal": False,
        "scale": switches.scale,
    }
