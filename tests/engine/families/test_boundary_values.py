"""Parameters at the edge of what they may be: taken where there is an answer, refused with the reason where not."""

from typing import Any

import pytest

from engine import catalogue
from engine.answers import cells
from engine.chain import run
from engine.parameters import BadParameters


def answers(family: str, values: dict[str, Any]) -> dict[str, Any]:
    found = catalogue.find(family)
    given = cells.plain(run(found, found.parameters.of(values)).answers())
    assert isinstance(given, dict)
    return given


EDGES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "lifetime_compute",
        {"parameters": 1e9, "training_tokens": 2e10, "inference_tokens": 0},
        {"inference": 0, "total": 1.2e20, "inference_share": 0},
    ),
    ("sgd_step", {"parameters": [1], "gradient": [2], "learning_rate": 0}, {"parameters": [1]}),
    (
        "adam_step",
        {"parameters": [1], "gradient": [2], "learning_rate": 0, "m": [0], "v": [0], "step": 1},
        {"parameters": [1]},
    ),
    (
        "momentum_step",
        {"parameters": [1], "gradient": [2], "learning_rate": 0.5, "velocity": [3], "momentum": 1},
        {"velocity": [4], "parameters": [-3]},
    ),
    (
        "scaling_loss",
        {"E": 0, "A": 2, "B": 0, "alpha": 1, "beta": 1, "parameters": 4, "tokens": 5},
        {"loss": 0.5},
    ),
    (
        "token_cost",
        {"tokens_per_item": 0, "items": 5, "price_per_million": 3},
        {"total_tokens": 0, "cost": 0},
    ),
    ("token_cost", {"tokens_per_item": 9, "items": 0, "price_per_million": 3}, {"cost": 0}),
    ("token_estimate", {"words": 0}, {"tokens": 0}),
    (
        "kv_cache",
        {"layers": 2, "kv_heads": 1, "d_head": 4, "bytes_per_value": 2, "context": 0},
        {"total_bytes": 0},
    ),
    (
        "count_transformer",
        {"vocabulary_size": 10, "d_model": 4, "d_ff": 8, "layers": 0, "heads": 1},
        {"total": 40},
    ),
    ("approximate_parameters", {"vocabulary_size": 10, "d_model": 4, "layers": 0}, {"total": 40}),
]


@pytest.mark.parametrize(("family", "values", "expected"), EDGES)
def test_an_edge_that_has_an_answer_is_taken(
    family: str, values: dict[str, Any], expected: dict[str, Any]
) -> None:
    given = answers(family, values)
    for name, value in expected.items():
        assert given[name] == pytest.approx(value), name


@pytest.mark.parametrize(
    ("family", "name", "edge", "why"),
    [
        ("softmax_temperature", "temperature", 0, "stands for greedy decoding"),
        ("top_p", "p", 0, "reached without any token"),
        ("dropout", "p", 1, "divided by 1 - 1"),
        ("adam_step", "beta2", 1, "would divide by 0"),
        ("dpo_loss", "beta", 0, "nothing to prefer"),
        ("ngram_backoff", "factor", 0, "there is no backoff"),
        ("training_compute", "utilization", 0, "never ends"),
        ("beam_search", "transitions", {"": {"a": 0}}, "leave out a token that cannot follow"),
    ],
)
def test_an_edge_without_an_answer_is_refused_with_its_reason(
    family: str, name: str, edge: Any, why: str
) -> None:
    with pytest.raises(BadParameters, match=why):
        catalogue.find(family).parameters.check({name: edge})


def test_a_limit_on_the_other_side_is_refused_without_that_reason() -> None:
    with pytest.raises(BadParameters) as refused:
        catalogue.find("top_p").parameters.check({"p": 1.5})
    assert refused.value.message == "must be at most 1 (got 1.5)"


def test_a_whole_number_with_a_point_gives_the_same_size() -> None:
    """4.0 once left the feed-forward network out."""
    given = {"vocabulary_size": 10, "layers": 1}
    assert (
        answers("approximate_parameters", {**given, "d_model": 4.0})["total"]
        == answers("approximate_parameters", {**given, "d_model": 4})["total"]
        == 40 + 12 * 16
    )
