"""Second roads to the algebra questions of the bank, at points of their symbols: derivatives of the loss by sympy,
counts of arrays that are built, and enumerations."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import count, product
from math import isclose, prod
from statistics import pvariance
from typing import Any

import numpy as np
import sympy
from scipy.special import softmax  # type: ignore[import-untyped]

Given = Mapping[str, float]
Point = Mapping[str, float]
Road = Callable[[Given, Point], float]


def slope(of: Any, by: Any, at: Mapping[Any, float]) -> float:
    return float(sympy.diff(of, by).subs(at))


def temperature(given: Given, at: Point) -> float:
    """Three classes: what the first one leaves of both distributions is shared by the others."""
    p, y, t = (at[name] for name in ("p", "y", "T"))
    logits = sympy.symbols("z1:4")
    weights = [sympy.exp(z / t) for z in logits]
    targets = [y, (1 - y) / 3, 2 * (1 - y) / 3]
    loss = -sum(y_k * sympy.log(w / sum(weights)) for y_k, w in zip(targets, weights, strict=True))
    known = [t * np.log(one) for one in (p, 0.25 * (1 - p), 0.75 * (1 - p))]
    return slope(loss, logits[0], dict(zip(logits, known, strict=True)))


def from_the_loss(given: Given, at: Point) -> float:
    z = sympy.Symbol("z")
    loss = sympy.log(1 + sympy.exp(-z))
    return slope(loss, z, {z: -np.log(np.expm1(at["L"]))})


def squared_error(given: Given, at: Point) -> float:
    """The bias is any number; the weight is the one with which the output comes out."""
    bias, w = 0.3, sympy.Symbol("w")
    loss = (1 / (1 + sympy.exp(-(w * at["x"] + bias))) - at["y"]) ** 2
    return slope(loss, w, {w: (np.log(at["p"] / (1 - at["p"])) - bias) / at["x"]})


def block(given: Given, at: Point) -> float:
    width, heads, shared, inner = (int(at[name]) for name in ("d", "h", "g", "d_ff"))
    size = width // heads
    matrices = {
        "query": np.empty((width, heads, size)),
        "key": np.empty((width, shared, size)),
        "value": np.empty((width, shared, size)),
        "output": np.empty((heads, size, width)),
        "gate": np.empty((width, inner)),
        "up": np.empty((width, inner)),
        "down": np.empty((inner, width)),
    }
    return float(sum(matrix.size for matrix in matrices.values()))


def causal_work(given: Given, at: Point) -> float:
    """Each operation is counted where a plain loop does it."""
    tokens, width, done = int(at["n"]), int(at["d"]), 0
    for query in range(tokens):
        for _ in range(query + 1):
            for _ in range(width):
                done += 2  # of the dot product: a multiplication, an addition
            for _ in range(width):
                done += 2  # of the weighted value
    return float(done)


def windowed_work(tokens: int, width: int, window: int) -> int:
    """The multiplications of one layer: those of six matrices of different shapes, and of all pairs in the window."""
    shapes = [(width, width)] * 4 + [(width, 4 * width), (4 * width, width)]
    pairs = sum(min(query + 1, window) for query in range(tokens))
    return tokens * sum(map(prod, shapes)) + 2 * pairs * width


def room(given: Given, at: Point) -> float:
    """The cache of one token is built, layer by layer."""
    number = {1: np.int8, 2: np.float16, 4: np.float32}[int(given["b"])]
    heads, size = int(at["h"]), int(at["k"])
    cache = [(np.empty((heads, size), number), np.empty((heads, size), number)) for _ in range(int(at["L"]))]
    return at["M"] / sum(keys.nbytes + values.nbytes for keys, values in cache)


def budget(given: Given, at: Point) -> float:
    """The size with which the budget is spent, found by halving an interval."""
    low, high = 0.0, at["C"]
    for _ in range(200):
        size = (low + high) / 2
        tokens = given["r"] * size
        low, high = (size, high) if 6 * size * tokens < at["C"] else (low, size)
    return low


def word(given: Given, at: Point) -> float:
    """The geometric mean, over words, of what a text of equally probable tokens is multiplied from."""
    words = 4
    probabilities = [0.5 ** at["H"]] * round(words * at["r"])
    return float(prod(probabilities) ** (-1 / words))


def two_tokens(given: Given, at: Point) -> float:
    return float(softmax(np.array([at["a"], at["b"]]) / at["T"])[0])


def divisor(given: Given, at: Point) -> float:
    """Components that are plus or minus their standard deviation, in all combinations: their scores all at once."""
    size = int(at["d"])
    scores = [
        sum(q * k for q, k in zip(signs[:size], signs[size:], strict=True))
        for signs in product((-1, 1), repeat=2 * size)
    ]
    spread = np.array(scores) * np.sqrt(at["u"]) * np.sqrt(at["v"])
    return float(np.sqrt(pvariance(spread.tolist())))


def thin_matrices(given: Given, at: Point) -> float:
    """The rank is raised until both have as many weights; only points where it is whole are asked."""
    inputs, outputs = int(at["d_in"]), int(at["d_out"])
    whole = np.empty((inputs, outputs)).size
    for rank in count(1):
        both = np.empty((inputs, rank)).size + np.empty((rank, outputs)).size
        if both >= whole:
            assert both == whole, "this point has no whole rank"
            return float(rank)
    raise AssertionError


def discount(given: Given, at: Point) -> float:
    """The whole distribution over the words that follow, and one that never did; it must sum to 1."""
    words, types, mine = int(at["n"]), int(at["t"]), int(at["c"])
    delta, share = Fraction(at["delta"]), Fraction(at["q"])
    counts = [mine, words - mine - (types - 2), *[1] * (types - 2)] if types > 1 else [mine]
    assert sum(counts) == words
    assert min(counts) >= 1
    lower = [share, *[(1 - share) / types] * types]  # the last one for the word that was not seen
    kept = [one - delta for one in counts]
    freed = words - sum(kept)
    all_words = [(one + freed * q) / words for one, q in zip([*kept, Fraction(0)], lower, strict=True)]
    assert sum(all_words) == 1
    return float(all_words[0])


def hidden_reward(given: Given, at: Point) -> float:
    """At the best policy the slope of reward minus penalty in each probability is the same multiplier, here 0."""
    p, q = sympy.symbols("p q", positive=True)
    penalty = given["beta"] * p * sympy.log(p / q)
    return slope(penalty, p, {p: at["p"], q: at["q"]})


def through_time(given: Given, at: Point) -> float:
    w = sympy.Symbol("w")
    state = sympy.Float(at["h"])
    for _ in range(int(given["t"])):
        state = w * state
    return slope(state, w, {w: at["w"]})


def bands(given: Given, at: Point) -> float:
    """The values of a band in all combinations; the bands one after the other."""
    agrees = sum(
        prod(at["s"] if same else 1 - at["s"] for same in values)
        for values in product((True, False), repeat=int(given["r"]))
        if all(values)
    )
    missed = 1.0
    for _ in range(int(given["b"])):
        missed *= 1 - agrees
    return 1 - missed


def places(names: str, *rows: Sequence[float]) -> list[Point]:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


ROADS: Mapping[str, tuple[Road, list[Point]]] = {
    "a-discount-and-what-it-frees": (
        discount,
        places("c n t q delta", (2, 9, 3, 0.25, 0.75), (1, 12, 5, 0.1, 0.5), (4, 10, 2, 0.6, 0.9), (3, 20, 6, 0, 0.5)),
    ),
    "a-divisor-for-other-variances": (divisor, places("d u v", (1, 0.5, 2.5), (3, 2, 0.7), (5, 1, 1), (4, 0.3, 1.9))),
    "a-model-for-a-budget": (budget, places("C", (120,), (1000,), (8640,), (333.3,))),
    "a-slope-at-a-temperature": (
        temperature,
        places("p y T", (0.2, 0.7, 1), (0.6, 0.1, 2), (0.9, 0.5, 0.5), (0.35, 0.3, 3.5)),
    ),
    "a-slope-from-the-loss-alone": (from_the_loss, places("L", (0.1,), (0.7,), (1.5,), (2.9,))),
    "a-squared-error-behind-a-sigmoid": (
        squared_error,
        places("p y x", (0.2, 0.9, 1.5), (0.8, 0.1, 0.4), (0.5, 0.3, 2.5), (0.93, 0.7, 1)),
    ),
    "found-in-one-band-at-least": (bands, places("s", (0.1,), (0.4,), (0.75,), (0.94,))),
    "from-bits-per-token-to-a-word": (word, places("H r", (1.5, 1.25), (3, 2), (0.7, 1.5), (2.2, 1.75))),
    "one-weight-at-every-step": (
        through_time,
        places("w h", (0.5, 1), (1.2, 0.4), (0.9, 2.5), (1.7, 1.3)),
    ),
    "room-for-one-long-conversation": (
        room,
        places("M L h k", (4096, 2, 2, 8), (9000, 4, 1, 16), (5000, 3, 5, 7), (8192, 8, 8, 4)),
    ),
    "the-reward-behind-a-policy": (
        hidden_reward,
        places("p q", (0.2, 0.7), (0.9, 0.1), (0.5, 0.5), (0.05, 0.3)),
    ),
    "two-tokens-at-one-temperature": (
        two_tokens,
        places("a b T", (1, 2, 0.5), (2.5, 0.3, 2), (0.4, 2.6, 1), (1.7, 1.7, 2.5)),
    ),
    "weights-of-a-block-with-shared-heads": (
        block,
        places("d h g d_ff", (12, 4, 2, 20), (24, 6, 3, 40), (16, 8, 1, 64), (30, 5, 5, 7)),
    ),
    "when-two-thin-matrices-save-nothing": (
        thin_matrices,
        places("d_in d_out", (6, 3), (12, 6), (20, 5), (12, 4), (64, 64)),
    ),
    "work-behind-a-causal-mask": (causal_work, places("n d", (1, 1), (2, 3), (5, 4), (9, 6))),
}  # fmt: skip
"""The road to each question, and the points at which it is walked. What counts only in how it grows is elsewhere:
``windowed_work``."""


def same(mine: float, theirs: float) -> bool:
    return isclose(mine, theirs, rel_tol=1e-9, abs_tol=1e-12)
