"""A layer opened in NumPy, the lines of its numbers and their cost, against torch's functions and the families."""

import re
from collections.abc import Iterator
from dataclasses import replace
from math import isinf

import numpy as np
import pytest
import torch

from engine import catalogue
from engine.chain import run as run_chain
from engine.demos.smollm2.settings import HEAD_SIZE, HEADS, HIDDEN, KV_HEADS, LAYERS, VOCABULARY, WIDTH
from engine.demos.smollm2.shape import Shape
from engine.parameters import Array
from engine.whole_model.smollm2 import block, costs, stations
from engine.whole_model.smollm2.block import Block, Switches
from engine.whole_model.smollm2.lines import Weights, line
from engine.whole_model.smollm2.numbers import LARGEST, differ, products, read, shown
from engine.whole_model.smollm2.stations import HEAD, KINDS, Kind
from engine.whole_model.stations import Cell
from tests.engine.whole_model.smollm2 import composed

SHAPE = Shape(composed.LAYERS, composed.HEADS, composed.KV_HEADS, composed.BASE, composed.EPSILON)
DRAWN = composed.tiny()
IDS = [7, 0, 49, 7, 12, 3, 30, 31, 32, 33, 34, 35]


SWITCHES = (
    block.AS_TRAINED, Switches(frozenset({0, 3})), Switches(mask=False), Switches(scale=False),
    Switches(frozenset({1}), mask=False, scale=False),
)  # fmt: skip


def opened(layer: int, x: Array, switches: Switches = block.AS_TRAINED) -> Block:
    return block.run(
        x, lambda name: np.asarray(DRAWN[f"blk.{layer}.{name}.weight"].double()), SHAPE, switches
    )


def parameters(layer: int) -> Weights:
    """Those of a layer, from 0; of the head with -1."""

    def vector(name: str) -> Array:
        return np.asarray(DRAWN[f"blk.{layer}.{name}.weight" if layer >= 0 else f"{name}.weight"].double())

    return Weights(row=lambda name, n: vector(name)[n], vector=vector, shape=SHAPE, layer=layer + 1)


def told_by_torch() -> Iterator[dict[str, torch.Tensor]]:
    x = DRAWN["token_embd.weight"][IDS].double()
    for n in range(composed.LAYERS):
        told = composed.layer(x, DRAWN, n, composed.HEADS, composed.KV_HEADS, composed.BASE, composed.EPSILON)
        yield told
        x = told["after"]


@pytest.mark.parametrize("switches", SWITCHES)
def test_every_number_of_a_layer_agrees_with_torchs_functions(switches: Switches) -> None:
    for n, trained in enumerate(told_by_torch()):
        told = composed.layer(
            trained["before"], DRAWN, n, composed.HEADS, composed.KV_HEADS, composed.BASE, composed.EPSILON,
            without=sorted(switches.without), mask=switches.mask, scale=switches.scale,
        )  # fmt: skip
        here = opened(n, told["before"].numpy(), switches)
        assert told.keys() == KINDS.keys()
        for station, theirs in told.items():
            ours = stations.values(here, station)
            assert ours.shape == tuple(theirs.shape), station
            finite = np.isfinite(ours)
            assert np.array_equal(finite, theirs.isfinite().numpy()), station
            assert np.abs(ours[finite] - theirs.numpy()[finite]).max() < 1e-10, station


def top() -> stations.Top:
    *_, last = told_by_torch()
    logits = composed.logits(last["after"], DRAWN, composed.EPSILON)[-1].numpy()
    return stations.top(last["after"].numpy(), np.asarray(DRAWN["output_norm.weight"]), logits, SHAPE)


def cells(here: stations.Opened) -> Iterator[Cell]:
    for station in stations.kinds(here):
        for token in range(stations.tokens(here)):
            yield from (Cell(station, token, n) for n in range(len(stations.row(here, station, token))))


@pytest.mark.parametrize("layer", [0, 2, -1])
def test_every_line_comes_to_its_number_and_its_operands_lie_upstream(layer: int) -> None:
    here = top() if layer < 0 else opened(layer, list(told_by_torch())[layer]["before"].numpy())
    order = list(stations.kinds(here))
    for cell in cells(here):
        told, number = line(here, cell, parameters(layer)), stations.value(here, cell)
        assert stations.exists(here, cell)
        assert told.words
        if isinf(number):
            assert told.value == told.by_hand == number
            continue
        assert told.value == pytest.approx(number, rel=1e-5, abs=1e-6), cell
        assert told.by_hand == pytest.approx(number, rel=0.06, abs=0.06), (cell, told.numbers)
        assert all(order.index(one.station) < order.index(cell.station) for one in told.operands)
        assert all(one.token <= cell.token and stations.exists(here, one) for one in told.operands)


@pytest.mark.parametrize("switches", SWITCHES[1:])
def test_every_line_comes_to_its_number_with_parts_switched_off(switches: Switches) -> None:
    here = opened(1, list(told_by_torch())[1]["before"].numpy(), switches)
    for cell in cells(here):
        told, number = line(here, cell, parameters(1)), stations.value(here, cell)
        if isinf(number):
            assert told.value == told.by_hand == number
            continue
        assert told.value == pytest.approx(number, rel=1e-5, abs=1e-6), cell
        assert told.by_hand == pytest.approx(number, rel=0.06, abs=0.08), (cell, told.numbers)
        assert all(stations.exists(here, one) for one in told.operands)
        if cell.station == "mix" and cell.place // composed.SIZE in switches.without:
            assert (told.numbers, told.operands) == ("0", ())


def test_a_sum_of_powers_that_no_page_could_hold_is_shown_as_a_power() -> None:
    here = opened(1, list(told_by_torch())[1]["before"].numpy())
    far = replace(here, scores=here.scores + 250)
    told, before = (line(one, Cell("weight", len(IDS) - 1, 3), parameters(1)) for one in (far, here))
    assert re.search(r"\+ e\^\{24\d\.\d{3}\}\}$", told.numbers)
    assert re.search(r"\+ \d+\.\d+\}$", before.numbers)
    assert told.value == pytest.approx(before.value)
    assert told.by_hand == pytest.approx(before.by_hand, abs=0.005)


def test_numbers_differ_where_they_are_shown_as_others() -> None:
    chance = np.random.default_rng(4)
    one = chance.standard_normal(4000) * 10.0 ** chance.integers(-6, 5, 4000)
    other = one * (1 + 0.01 * chance.standard_normal(4000) * chance.integers(0, 2, 4000))
    told = differ(one, other).tolist()
    assert told == [read(a) != read(b) for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    assert any(told)
    assert not all(told)
    infinite = np.array([-np.inf, -np.inf, 0.0, 0.0])
    assert differ(infinite, np.array([-np.inf, 1.0, 0.0, 1e-7])).tolist() == [False, True, False, False]


def test_the_numerator_of_a_weight_is_among_its_operands() -> None:
    here, last = opened(1, list(told_by_torch())[1]["before"].numpy()), len(IDS) - 1
    assert last >= LARGEST
    for place in range(composed.HEADS * len(IDS)):
        operands = line(here, Cell("weight", last, place), parameters(1)).operands
        assert Cell("score", last, place) in operands
        assert LARGEST <= len(operands) <= LARGEST + 1


def test_a_long_sum_shows_its_ten_largest_products_and_the_sum_of_the_others() -> None:
    here = opened(1, list(told_by_torch())[1]["before"].numpy())
    told = line(here, Cell("down", 4, 5), parameters(1))
    row, x = DRAWN["blk.1.ffn_down.weight"][5].double().numpy(), here.active[4]
    largest = sorted((abs(a * b), n) for n, (a, b) in enumerate(zip(row, x, strict=True)))[-LARGEST:]
    assert {one.place for one in told.operands} == {n for _, n in largest}
    assert f"the sum of the {composed.HIDDEN - LARGEST} others" in told.words
    rest = sum(a * b for n, (a, b) in enumerate(zip(row, x, strict=True)) if n not in {n for _, n in largest})
    assert told.numbers.rpartition(" + ")[2].strip("()") == shown(rest)
    assert products(np.ones(4), np.arange(4.0)).words == "4 products"


def test_a_number_is_shown_with_three_digits_that_count() -> None:
    assert [shown(x) for x in (0.012345, -1.2345, 123.45, 12345.6, 0.0, 0.0000123)] == [
        "0.0123", "-1.23", "123", "12346", "0.00", "0.00001",
    ]  # fmt: skip
    assert read(0.012345) == 0.0123


def test_only_the_newest_token_has_logits() -> None:
    here = top()
    assert stations.exists(here, Cell("logit", len(IDS) - 1, 3))
    assert not stations.exists(here, Cell("logit", 0, 3))
    assert not stations.exists(here, Cell("query", 0, 3))
    assert stations.values(here, "probability").sum() == pytest.approx(1)


# Costs of SmolLM2


def counted() -> dict[str, int]:
    family = catalogue.find("count_transformer")
    given = family.parameters.of(
        {"architecture": "decoder", "vocabulary_size": VOCABULARY, "d_model": WIDTH, "d_ff": HIDDEN, "layers": LAYERS,
         "heads": HEADS, "kv_heads": KV_HEADS, "ffn": "gated", "norm": "rmsnorm", "final_norm": True}
    )  # fmt: skip
    return dict(run_chain(family, given).reached)


def test_the_parameters_are_those_that_the_family_counts() -> None:
    told = counted()
    of = {station: costs.cost(station, 1).parameters for station in (*KINDS, *HEAD)}
    assert of["query"] + of["key"] + of["value"] + of["out"] == told["attention_per_layer"]
    assert of["gate"] + of["up"] + of["down"] == told["ffn_per_layer"]
    assert of["norm"] == of["norm-again"] == of["last-norm"] == told["one_norm"]
    assert costs.total(1).parameters == told["total"] == 134_515_008


def test_the_cache_is_as_large_as_the_family_says() -> None:
    family = catalogue.find("kv_cache")
    given = family.parameters.of(
        {"layers": LAYERS, "kv_heads": KV_HEADS, "d_head": HEAD_SIZE, "bytes_per_value": costs.BYTES, "context": 24,
         "batch": 1}
    )  # fmt: skip
    told = run_chain(family, given).reached
    assert costs.layer(1).cached == told["bytes_per_token_per_layer"]
    assert costs.total(1).cached == told["bytes_per_token"]
    assert costs.cache_bytes(24) == told["total_bytes"]


def test_the_shapes_are_those_that_the_family_says() -> None:
    family = catalogue.find("attention_shapes")
    given = family.parameters.of({"n": 24, "d_model": WIDTH, "heads": HEADS, "kv_heads": KV_HEADS})
    assert run_chain(family, given).reached["d_head"] == HEAD_SIZE


def test_the_operations_are_two_for_each_product() -> None:
    """Counted in another way: all parameters but those of norms, and every token that is seen; the table is looked up
    once and multiplied with once, as the head."""
    norms = (2 * LAYERS + 1) * WIDTH
    for seen in (1, 4, 24):
        attention = LAYERS * 2 * 2 * seen * WIDTH
        assert costs.total(seen).operations == 2 * (134_515_008 - norms) + attention + 2 * LAYERS * WIDTH
    assert sum(kind is Kind.SUM for kind in KINDS.values()) == 2
