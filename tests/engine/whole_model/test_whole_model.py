"""Every number of the whole-model page against torch's modules, and its line of arithmetic."""

from collections.abc import Iterator
from math import isinf, prod

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from engine.demos.gpt.forward import AS_TRAINED, Switches
from engine.demos.gpt.names import names
from engine.whole_model import guesses, stations, walk
from engine.whole_model.arithmetic import shown
from engine.whole_model.lines import line
from engine.whole_model.stations import HEADS, WIDTH, Cell, Kind, by_id, values
from tests.engine.whole_model.by_torch import told_by_torch

TEXTS = ("", "mar", *names()[:: len(names()) // 18][:18])
NO_MASK, NO_SCALE = Switches(mask=False), Switches(scale=False)
TWO_HEADS_OUT = Switches(frozenset({(0, 1), (1, 3)}))


@pytest.mark.parametrize("switches", [AS_TRAINED, NO_MASK, NO_SCALE, TWO_HEADS_OUT])
@pytest.mark.parametrize("text", TEXTS)
def test_every_number_agrees_with_torchs_modules(text: str, switches: Switches) -> None:
    theirs, through = told_by_torch(text, switches), stations.run(text, switches)
    assert theirs.keys() == by_id().keys()
    for id, station in by_id().items():
        ours = values(through, station)
        assert ours.shape == theirs[id].shape, id
        assert prod(stations.shape(station, len(text) + 1)) == theirs[id].size, id
        finite = np.isfinite(theirs[id])
        assert np.array_equal(finite, np.isfinite(ours)), id
        assert np.abs(ours[finite] - theirs[id][finite]).max() < 2e-5, id


def cells(text: str, switches: Switches) -> Iterator[tuple[Cell, float]]:
    through = stations.run(text, switches)
    for station in stations.stations():
        for token, row in enumerate(values(through, station)):
            yield from ((Cell(station.id, token, place), float(x)) for place, x in enumerate(row))


@pytest.mark.parametrize("switches", [AS_TRAINED, NO_MASK, NO_SCALE, TWO_HEADS_OUT])
def test_every_line_comes_to_its_number(switches: Switches) -> None:
    through = stations.run("noé", switches)
    for cell, number in cells("noé", switches):
        told = line(through, cell, switches)
        if isinf(number):
            assert told.value == told.by_hand == number
            continue
        assert told.value == pytest.approx(number, abs=2e-6), cell
        assert told.by_hand == pytest.approx(number, rel=0.06, abs=0.06), (cell, told.numbers)
        assert told.words


def test_the_operands_of_a_line_lie_upstream() -> None:
    order = {station.id: n for n, station in enumerate(stations.stations())}
    through = stations.run("mar")
    for cell, _ in cells("mar", AS_TRAINED):
        told = line(through, cell)
        assert all(order[one.station] < order[cell.station] and one.token <= 3 for one in told.operands)
        assert bool(told.operands) == (cell.station != "embedding")
        assert all(stations.exists(through, one) for one in told.operands)


def test_without_a_head_what_it_mixed_is_zero_and_what_came_before_it_stays() -> None:
    whole, less = (
        stations.run("lucia", switches) for switches in (AS_TRAINED, Switches(frozenset({(1, 2)})))
    )
    mix = by_id()["2-mix"]
    assert np.all(values(less, mix)[:, 16:24] == 0)
    assert np.array_equal(
        np.delete(values(less, mix), range(16, 24), 1), np.delete(values(whole, mix), range(16, 24), 1)
    )
    assert np.array_equal(values(less, by_id()["1-after"]), values(whole, by_id()["1-after"]))
    assert np.abs(less.logits - whole.logits).max() > 0.1


# Guesses


def verdict(cell: Cell, typed: str, switches: Switches = AS_TRAINED) -> guesses.Verdict:
    through = stations.run("mar", switches)
    return guesses.mark(through, line(through, cell, switches), switches, typed)


def test_the_models_number_and_that_of_the_shown_decimals_are_right() -> None:
    through = stations.run("mar")
    differ = 0
    for cell, number in cells("mar", AS_TRAINED):
        told = line(through, cell)
        if isinf(number):
            assert verdict(cell, "-inf").right
            continue
        differ += shown(told.by_hand) != shown(number)
        for typed in {shown(number), shown(told.by_hand)}:
            assert guesses.mark(through, told, AS_TRAINED, typed).right, (cell, typed)
        assert not guesses.mark(through, told, AS_TRAINED, shown(number + 1.5)).right
    assert differ > 100


def test_known_mistakes_are_told() -> None:
    score = Cell("1-score", 3, 1)
    told = line(stations.run("mar"), score)
    assert "divided by √8" in verdict(score, shown(told.by_hand * 8**0.5)).said
    held = Cell("1-between", 3, 0)
    assert (
        "added, not replaced"
        in verdict(held, shown(stations.value(stations.run("mar"), Cell("1-out", 3, 0)))).said
    )
    assert not verdict(score, "a lot").read


def test_with_the_scale_switched_off_nothing_is_to_be_divided() -> None:
    score = Cell("1-score", 3, 1)
    told = line(stations.run("mar", NO_SCALE), score, NO_SCALE)
    said = verdict(score, shown(told.by_hand / 8**0.5), NO_SCALE).said
    assert said == "The scale is switched off: nothing is divided by √8 here."


# The walk


def test_the_walk_asks_ten_questions_at_stations_in_their_order() -> None:
    order = [station.id for station in stations.stations()]
    places = [order.index(question.station) for question in walk.WALK]
    assert len(walk.WALK) == 10
    assert places == sorted(places)
    for text in TEXTS:
        through = stations.run(text)
        for question in walk.WALK:
            cell = walk.cell_of(through, question)
            assert stations.exists(through, cell)
            assert not isinf(line(through, cell).value)
            assert by_id()[cell.station].kind in Kind


def sees(station: str) -> str:
    return next(question.sees for question in walk.WALK if question.station == station)


def test_each_question_tells_what_is_seen_and_its_numbers_are_the_models() -> None:
    assert all(question.sees.endswith(".") for question in walk.WALK)
    theirs = told_by_torch("mar")
    assert f"the {theirs['1-norm'].shape[1]} numbers have mean 0" in sees("1-norm")
    assert f"has {theirs['1-active'].shape[1]} cells, four times as many" in sees("1-active")
    assert f"has {theirs['logit'].shape[1]} cells" in sees("logit")
    assert "over all letters and the end of the name they sum to 1" in sees("probability")
    assert theirs["probability"].sum(axis=1) == pytest.approx(1)
    assert f"gives {np.e:.2f} times" in sees("probability")
    assert "four heads of eight cells" in sees("1-score")
    assert (HEADS, WIDTH // HEADS) == (4, 8)


def test_of_what_is_below_0_gelu_leaves_as_little_as_is_said() -> None:
    least = min(float(told_by_torch(text)["1-active"].min()) for text in TEXTS)
    assert least == pytest.approx(float(F.gelu(torch.arange(-3, 0, 0.001)).min()), abs=1e-4)
    assert f"none is below {least:.2f}".replace("-", "−") in sees("1-active")
    assert least >= -0.17
