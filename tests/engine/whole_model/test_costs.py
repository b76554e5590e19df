"""The cost of each station of the whole model, compared with the families that count the same, and by shapes."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import catalogue
from engine.chain import run
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.whole_model import costs, stations
from engine.whole_model.costs import Cost
from engine.whole_model.stations import HEADS, LAYERS, WIDTH, by_id


def key(family: str, **given: Any) -> Mapping[str, Any]:
    """Returns what a family's chain comes to."""
    found = catalogue.find(family)
    return run(found, found.parameters.of(given)).reached


def of(*names: str, seen: int = 1) -> Cost:
    """The cost of these stations together."""
    found = [costs.cost(by_id()[name], seen) for name in names]
    return Cost(
        sum(one.parameters for one in found),
        sum(one.operations for one in found),
        sum(one.cached for one in found),
    )


MATRICES = ("query", "key", "value", "out", "up", "down")
COUNTED = {
    "architecture": "decoder", "vocabulary_size": len(vocabulary()), "d_model": WIDTH, "d_ff": 4 * WIDTH,
    "layers": LAYERS, "heads": HEADS, "positions": CONTEXT, "tied": False, "norm": "layernorm", "final_norm": True,
}  # fmt: skip


@pytest.mark.parametrize("block", [1, 2])
def test_the_parameters_of_each_station_are_those_that_the_family_counts(block: int) -> None:
    counted = key("count_transformer", **COUNTED)
    at = [f"{block}-{name}" for name in ("query", "key", "value", "out")]
    assert of(*at).parameters == counted["attention_per_layer"]
    assert of(f"{block}-up", f"{block}-down").parameters == counted["ffn_per_layer"]
    assert of(f"{block}-norm").parameters == of(f"{block}-norm-again").parameters == counted["one_norm"]
    assert of("embedding").parameters == counted["embeddings"]
    assert of("norm").parameters == counted["final_norms"]
    assert of("logit").parameters == counted["head"]
    assert of(f"{block}-score", f"{block}-weight", f"{block}-mix", f"{block}-active").parameters == 0


def test_all_parameters_are_the_familys_total_and_the_files() -> None:
    total = costs.total(1).parameters
    assert total == key("count_transformer", **COUNTED)["total"] == 27_328
    assert total == sum(array.size for array in stations.weights().values())


@pytest.mark.parametrize("tokens", [1, 4, 12])
@pytest.mark.parametrize("block", [1, 2])
def test_scores_and_mixes_take_the_operations_of_the_family(block: int, tokens: int) -> None:
    """Without the mask each of the n tokens sees all n; with it, those up to itself, as in a window of n."""
    at = (f"{block}-score", f"{block}-mix")
    unmasked = tokens * of(*at, seen=tokens).operations
    assert unmasked == key("attention_cost", n=tokens, d=WIDTH)["flops"]
    masked = sum(of(*at, seen=seen).operations for seen in range(1, tokens + 1))
    assert masked == key("attention_cost", n=tokens, d=WIDTH, window=tokens)["flops"]


@pytest.mark.parametrize("tokens", [1, 4, 12])
def test_matrices_take_a_third_of_what_the_family_says_of_training(tokens: int) -> None:
    """Two of the six operations for each parameter and token are the forward pass."""
    every = [f"{block}-{name}" for block in (1, 2) for name in MATRICES] + ["logit"]
    for station in every:
        cost = of(station)
        trained = key("training_compute", parameters=cost.parameters, tokens=tokens)["flops"]
        assert 3 * tokens * cost.operations == trained, station
    whole = of(*every)
    assert 3 * whole.operations == key("training_compute", parameters=whole.parameters, tokens=1)["flops"]


@pytest.mark.parametrize("tokens", [1, 4, 12])
def test_the_cache_is_as_large_as_the_family_says(tokens: int) -> None:
    given = {"kv_heads": HEADS, "d_head": WIDTH // HEADS, "bytes_per_value": costs.BYTES, "context": tokens}
    counted = key("kv_cache", layers=LAYERS, **given)
    for block in (1, 2):
        assert of(f"{block}-key", f"{block}-value").cached == counted["bytes_per_token_per_layer"]
        assert of(f"{block}-query", f"{block}-mix").cached == 0
    assert counted["bytes_per_token"] == costs.total(1).cached == costs.cache_bytes(1)
    assert costs.cache_bytes(tokens) == counted["total_bytes"]


def test_the_operations_are_two_for_each_product() -> None:
    """Counted in another way: shapes of the matrices, and every token that is seen."""
    matrices = sum(
        array.size
        for name, array in stations.weights().items()
        if array.ndim == 2 and name.split(".")[0] not in ("token", "position")
    )
    for seen in (1, 4, 12):
        sums = WIDTH * (1 + 2 * LAYERS)
        assert costs.total(seen).operations == 2 * matrices + LAYERS * 4 * seen * WIDTH + sums
