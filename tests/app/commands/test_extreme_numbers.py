"""At the far edge of numbers `examformer solve` says what sixty digits say, or names the parameter that it refuses."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest
from mpmath import mp, mpf  # type: ignore[import-untyped]
from scipy.special import log_expit  # type: ignore[import-untyped]

from app import cli

Given = dict[str, Any]
DIGITS = 400  # sixty behind those between 1e30 and 1e-60, squared, and behind the noughts of 1 + e^-800
TINY, HUGE = 1e-60, 1e30  # the least and the most that a vector may hold
EYE = [[1, 0], [0, 1]]
BLOCK: Given = dict.fromkeys(("w_q", "w_k", "w_v", "w_o", "w_1", "w_2"), EYE)


def solved(family: str, given: Given) -> Any:
    """The answers, or the error."""
    out = StringIO()
    with pytest.raises(SystemExit), redirect_stdout(out):
        cli.main(["solve", family, "--params", json.dumps(given), "--json"])
    said = json.loads(out.getvalue())
    return said.get("answers") or said["error"]


def typed(value: Any) -> Any:
    """The decimals that were typed, each with all its digits."""
    if isinstance(value, Mapping):
        return {name: typed(one) for name, one in value.items()}
    return [typed(one) for one in value] if isinstance(value, Sequence) else mpf(repr(value))


# By hand, on sixty digits


def dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(u, v, strict=True)), mpf(0))


def norm(u: Sequence[Any]) -> Any:
    return mp.sqrt(dot(u, u))


def minus(u: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    return [x - y for x, y in zip(u, v, strict=True)]


def times(a: Sequence[Any], b: Sequence[Any]) -> list[list[Any]]:
    return [[dot(row, column) for column in zip(*b, strict=True)] for row in a]


def plus(a: Sequence[Any], b: Sequence[Any]) -> list[list[Any]]:
    return [[x + y for x, y in zip(one, other, strict=True)] for one, other in zip(a, b, strict=True)]


def softmax(scores: Sequence[Any]) -> list[Any]:
    powers = [mp.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def euclidean_distance(u: Any, v: Any) -> Given:
    apart = minus(u, v)
    return {"difference": apart, "squared_distance": dot(apart, apart), "distance": norm(apart)}


def nearest_neighbour(query: Any, candidates: Any) -> Given:
    cosine = {name: dot(query, one) / norm(query) / norm(one) for name, one in candidates.items()}
    distance = {name: norm(minus(query, one)) for name, one in candidates.items()}
    return {
        "cosine": cosine, "euclidean": distance,
        "nearest_by_cosine": max(cosine, key=lambda name: cosine[name]),
        "nearest_by_euclidean": min(distance, key=lambda name: distance[name]),
    }  # fmt: skip


def analogy(a: Any, b: Any, c: Any, candidates: Any) -> Given:
    target = [x - y + z for x, y, z in zip(a, b, c, strict=True)]
    cosine = {name: dot(target, one) / norm(target) / norm(one) for name, one in candidates.items()}
    nearest = max(cosine, key=lambda name: cosine[name])
    return {"target": target, "target_norm": norm(target), "cosine": cosine, "nearest": nearest}


def seq2seq_attention(query: Any, states: Any) -> Given:
    scores = [dot(state, query) for state in states]
    weights = softmax(scores)
    return {"scores": scores, "weights": weights, "context": times([weights], states)[0]}


def encoder_block(X: Any, norm: str = "post", **weights: Any) -> Given:
    def normed(rows: Any) -> list[list[Any]]:
        means = [sum(row) / len(row) for row in rows]
        deviations = [mp.sqrt(dot(apart, apart) / len(apart)) for apart in map(centred, rows)]
        return [
            [(x - mean) / deviation for x in row]
            for row, mean, deviation in zip(rows, means, deviations, strict=True)
        ]

    into = normed(X) if norm == "pre" else X
    query, key, value = (times(into, weights[name]) for name in ("w_q", "w_k", "w_v"))
    scores = times(query, list(zip(*key, strict=True)))
    shares = [softmax([score / mp.sqrt(len(query[0])) for score in row]) for row in scores]
    attention = times(times(shares, value), weights["w_o"])
    after = normed(plus(X, attention)) if norm == "post" else plus(X, attention)
    hidden = [
        [max(x, mpf(0)) for x in row]
        for row in times(normed(after) if norm == "pre" else after, weights["w_1"])
    ]
    fed = times(hidden, weights["w_2"])
    output = normed(plus(after, fed)) if norm == "post" else plus(after, fed)
    return {"attention_output": attention, "after_attention": after, "ffn_output": fed, "output": output}


def centred(row: Sequence[Any]) -> list[Any]:
    return [x - sum(row) / len(row) for x in row]


def dpo_loss(logp_w: Any, logp_l: Any, ref_w: Any, ref_l: Any, beta: Any) -> Given:
    winner, loser = beta * (logp_w - ref_w), beta * (logp_l - ref_l)
    loss = mp.log1p(mp.exp(loser - winner))
    return {"implicit_winner": winner, "implicit_loser": loser, "loss": loss}


BY_HAND: Mapping[str, Callable[..., Given]] = {
    one.__name__: one
    for one in (euclidean_distance, nearest_neighbour, analogy, seq2seq_attention, encoder_block, dpo_loss)
}


def edges() -> Iterator[tuple[str, Given]]:
    near = ([123.4, 567.8], [123.4, 567.801], [123.4, 567.7999])
    for u, v in (
        near[:2], ([0.3], [0.1]), ([TINY, 0], [3e-60, 0]), ([HUGE, 1], [-HUGE, 1]), ([1e20, 1], [1e20, 0]),
        ([1, 1e-9], [1, 2e-9]), ([HUGE, TINY], [HUGE, -TINY]),
    ):  # fmt: skip
        yield "euclidean_distance", {"u": u, "v": v}
    for query, a, b in (
        near, ([1, 1e-9], [1, 0], [1, 1.1e-9]), ([TINY, TINY], [TINY, 0], [TINY, 3e-60]), ([1, 0], [-1, 0], [0, 1]),
        ([HUGE, HUGE], [HUGE, 0], [HUGE, 9e29]), ([1e20, 1], [1e20, 0], [1e20, 3]), ([HUGE, 0], [TINY, 0], [0, TINY]),
        ([0.1, 0.2], [0.3, 0.6], [0.3, 0.6000001]),
    ):  # fmt: skip
        yield "nearest_neighbour", {"query": query, "candidates": {"a": a, "b": b}}
    for start, end, c in (
        ([0.1, 0.2], [0.1, 0.2], [0.3, 0.4]), ([1, 0], [1e20, 0], [1e20, 1]), ([0.1, 0.1], [0.3, 0.1], [0.2000001, 0]),
        ([TINY, 1], [TINY, 1], [TINY, 0]), ([HUGE, 1], [HUGE, 0], [0, 0]), ([123.4, 1], [123.401, 1], [0, 0]),
    ):  # fmt: skip
        yield (
            "analogy",
            {"a": start, "b": end, "c": c, "candidates": {"x": [3, 4], "y": [1, -1e-9], "z": [-2, 0]}},
        )
    for query, states in (
        ([1000], [[1], [-1]]), ([HUGE], [[HUGE], [-HUGE]]), ([1], [[710], [0]]), ([TINY], [[TINY], [TINY]]),
        ([0, 0], [[1, 2], [3, 4]]), ([40], [[1], [1], [0]]), ([-30], [[1], [1.0001]]), ([31, 0], [[1, 2], [0.99, 1]]),
    ):  # fmt: skip
        yield "seq2seq_attention", {"query": query, "states": states}
    for X, norm in (
        ([[1, 1]], "none"), ([[1, 1], [1, 2]], "none"), ([[1, 1], [1, 2]], "post"), ([[HUGE, 1]], "post"),
        ([[1e-6, 2e-6]], "post"), ([[1e-6, 2e-6]], "pre"), ([[1e8, 1e8 + 1]], "post"), ([[TINY, 2e-60]], "none"),
        ([[-1000, 1000], [1000, -1000]], "pre"), ([[700, 0], [0, 700]], "post"), ([[HUGE, 0]], "pre"),
    ):  # fmt: skip
        yield "encoder_block", {**BLOCK, "X": X, "norm": norm}
    for up in (800, -800, 745, 37, 30, -30, 1e-9, 0):
        yield "dpo_loss", {"logp_w": -900 + up, "logp_l": -900, "ref_w": -900, "ref_l": -900, "beta": 1}
    for logp, ref, beta in (
        (-0.3, -0.300001, 0.1),
        (-1e-150, -0.3, 0.1),
        (-HUGE, -0.3, HUGE),
        (-HUGE, 0, 1e-150),
    ):
        yield "dpo_loss", {"logp_w": logp, "logp_l": -0.1, "ref_w": ref, "ref_l": -0.1, "beta": beta}


@pytest.mark.parametrize(("family", "given"), list(edges()))
def test_sixty_digits_say_the_same(family: str, given: Given) -> None:
    answers = solved(family, given)
    with mp.workdps(DIGITS):
        numbers = {name: one if isinstance(one, str) else typed(one) for name, one in given.items()}
        for name, exact in BY_HAND[family](**numbers).items():
            check(answers[name], exact, name)


def check(answer: Any, exact: Any, name: str) -> None:
    if isinstance(exact, Mapping):
        assert answer.keys() == exact.keys()
        for one in exact:
            check(answer[one], exact[one], f"{name} {one}")
    elif isinstance(exact, list):
        for n, (one, other) in enumerate(zip(answer, exact, strict=True)):
            check(one, other, f"{name} {n}")
    elif isinstance(exact, str):
        assert answer == exact, name
    else:
        assert answer == pytest.approx(float(exact), rel=1e-12, abs=1e-300), name


@pytest.mark.parametrize("up", [800, -800, 745, 700, 37, 30, 1, 0, -1e-9, -1, -30, -745])
def test_the_loss_of_a_margin_is_that_of_scipy(up: float) -> None:
    answers = solved(
        "dpo_loss", {"logp_w": -900 + up, "logp_l": -900, "ref_w": -900, "ref_l": -900, "beta": 1}
    )
    assert answers["loss"] == pytest.approx(-log_expit(float(answers["margin"])), rel=1e-12, abs=0)


ALIKE = "all alike"
ORDINARY = "0, or from 1e-60 to 1e30 in size"
DIRECTION = "the zero vector has no direction"


def refused() -> Iterator[tuple[str, Given, str, str]]:
    two = {"a": [1, 2], "b": [2, 1]}
    for beyond in (1e-150, -1e-150, 1e150, 9e-61):
        yield "euclidean_distance", {"u": [beyond, 1], "v": [1, 2]}, "u", ORDINARY
        yield "nearest_neighbour", {"query": [beyond, 1], "candidates": two}, "query", ORDINARY
        yield (
            "nearest_neighbour",
            {"query": [1, 1], "candidates": {**two, "c": [0, beyond]}},
            "candidates.c",
            ORDINARY,
        )
        yield "analogy", {"a": [1, 1], "b": [0, beyond], "c": [1, 1], "candidates": two}, "b", ORDINARY
        yield "seq2seq_attention", {"query": [1, 1], "states": [[1, beyond]]}, "states", ORDINARY
        yield "encoder_block", {**BLOCK, "X": [[1, beyond]]}, "X", ORDINARY
    yield "nearest_neighbour", {"query": [1, 1], "candidates": {}}, "candidates", "must have at least 2"
    yield "nearest_neighbour", {"query": [1, 1], "candidates": {**two, "c": [0, 0]}}, "candidates", DIRECTION
    yield "nearest_neighbour", {"query": [0, 0], "candidates": two}, "query", DIRECTION
    yield (
        "analogy",
        {"a": [1, 1], "b": [0, 1], "c": [1, 1], "candidates": {}},
        "candidates",
        "must have at least 1",
    )
    yield (
        "analogy",
        {"a": [1, 1], "b": [0, 1], "c": [1, 1], "candidates": {"x": [0, 0]}},
        "candidates",
        DIRECTION,
    )
    yield "analogy", {"a": [0.1], "b": [0.3], "c": [0.2], "candidates": {"x": [1]}}, "a", DIRECTION
    yield "analogy", {"a": [1, 2], "b": [1, 2], "c": [0, 0], "candidates": two}, "a", DIRECTION
    yield "encoder_block", {**BLOCK, "X": [[1, 1]]}, "X", ALIKE
    yield (
        "encoder_block",
        {**BLOCK, "X": [[1, 2], [0.3, 0.3]], "norm": "pre"},
        "X",
        "different numbers in each row",
    )
    yield "encoder_block", {**BLOCK, "X": [[1e20, 1e20]]}, "X", ALIKE
    yield "encoder_block", {**BLOCK, "X": [[TINY, 2e-60]]}, "X", ALIKE
    yield (
        "dpo_loss",
        {"logp_w": -1, "logp_l": -1, "ref_w": -1, "ref_l": -1, "beta": 0},
        "beta",
        "greater than 0",
    )
    yield (
        "dpo_loss",
        {"logp_w": -1e150, "logp_l": -1, "ref_w": -1, "ref_l": -1, "beta": 1},
        "logp_w",
        "at least",
    )


@pytest.mark.parametrize(("family", "given", "parameter", "why"), list(refused()))
def test_what_has_no_answer_is_refused_by_the_name_of_its_parameter(
    family: str, given: Given, parameter: str, why: str
) -> None:
    error = solved(family, given)
    assert error["parameter"] == parameter
    assert why in error["message"]
