"""Numbers of an open layer that are hidden, asked and marked; and the ten questions of the walk."""

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest

from engine.whole_model.smollm2 import guesses, stations, walk
from engine.whole_model.smollm2.block import AS_TRAINED, Switches
from engine.whole_model.smollm2.lines import line
from engine.whole_model.smollm2.numbers import places, shown
from engine.whole_model.smollm2.stations import HEAD, KINDS, Opened
from engine.whole_model.smollm2.walk import WALK
from engine.whole_model.stations import Cell
from tests.engine.whole_model.smollm2 import composed
from tests.engine.whole_model.smollm2.test_block import IDS, opened, parameters, told_by_torch, top

LAST = len(IDS) - 1


def layer(switches: Switches = AS_TRAINED) -> Opened:
    return opened(1, list(told_by_torch())[1]["before"].numpy(), switches)


def every(here: Opened) -> Iterator[Cell]:
    for station in stations.kinds(here):
        for n in range(0, len(stations.row(here, station, LAST)), 3):
            yield Cell(station, LAST, n)


@pytest.mark.parametrize("number", [1, -1])
def test_the_models_number_and_that_of_the_shown_decimals_are_right_and_others_are_wrong(number: int) -> None:
    here, differ = layer() if number > 0 else top(), 0
    for cell in every(here):
        asked = line(here, cell, parameters(number))
        if not guesses.can_be_asked(asked):
            continue
        differ += shown(asked.value) != shown(asked.by_hand)
        for typed in (shown(asked.value), shown(asked.by_hand)):
            assert guesses.mark(here, asked, parameters(number), typed).right, (cell, typed)
        far = max(asked.value, asked.by_hand) + 2 * 10.0 ** -places(max(asked.value, asked.by_hand, key=abs))
        assert not guesses.mark(here, asked, parameters(number), repr(far)).right, (cell, far)
    assert differ > 3


def test_a_parameter_and_what_is_masked_or_taken_out_cannot_be_asked() -> None:
    here = layer(Switches(frozenset({0})))
    asked = {
        station: guesses.can_be_asked(line(here, Cell(station, LAST - 1, place), parameters(1)))
        for station, place in (("before", 0), ("score", LAST), ("weight", LAST), ("mix", 0), ("key", 0))
    }
    assert asked == {"before": False, "score": False, "weight": False, "mix": False, "key": True}
    assert guesses.can_be_asked(line(here, Cell("mix", LAST, composed.SIZE), parameters(1)))


def mistake(cell: Cell, came: float, switches: Switches = AS_TRAINED) -> str:
    here = layer(switches)
    verdict = guesses.mark(here, line(here, cell, parameters(1)), parameters(1), repr(came))
    assert verdict.read
    assert not verdict.right
    return verdict.said


def test_known_mistakes_are_told() -> None:
    here = layer()

    def number(station: str, place: int) -> float:
        return stations.value(here, Cell(station, LAST, place))

    score = Cell("score", LAST, 2)
    by_hand = line(here, score, parameters(1)).by_hand
    root = composed.SIZE**0.5
    assert (
        mistake(score, by_hand * root)
        == f"The sum of the products is still to be divided by √{composed.SIZE}."
    )
    assert "not by 6" in mistake(score, by_hand / root)
    plain = layer(Switches(scale=False))
    undivided = line(plain, score, parameters(1)).by_hand
    assert "scale is dropped" in mistake(score, undivided / root, Switches(scale=False))
    assert "This is the score" in mistake(Cell("weight", LAST, 2), number("score", 2))
    assert "added, not replaced" in mistake(Cell("after", LAST, 4), number("down", 4))
    assert "not subtracted" in mistake(Cell("between", LAST, 4), number("before", 4) - number("out", 4))
    gate, up = number("gate", 5), number("up", 5)
    opens = 1 / (1 + np.exp(-gate))
    active = Cell("active", LAST, 5)
    assert "its own logistic function" in mistake(active, gate * up)
    assert "SiLU" in mistake(active, float(opens) * up)
    assert "up number" in mistake(active, gate * float(opens))
    norm = line(here, Cell("norm", LAST, 3), parameters(1))
    scale = parameters(1).vector("attn_norm")[3]
    assert "learned scale" in mistake(Cell("norm", LAST, 3), norm.by_hand / float(scale))


def test_text_that_is_no_number_is_told_apart_from_a_wrong_one() -> None:
    here = layer()
    verdict = guesses.mark(here, line(here, Cell("norm", LAST, 3), parameters(1)), parameters(1), "a lot")
    assert (verdict.read, verdict.right) == (False, False)
    assert verdict.said


def test_the_walk_asks_ten_questions_from_the_table_to_the_next_token() -> None:
    assert len(WALK) == 10
    order = [*KINDS, *HEAD]
    places = [(question.layer, order.index(question.station)) for question in WALK]
    assert places == sorted(places)
    for question in WALK:
        assert question.explains.endswith(".")
        here, number = (top(), -1) if question.station in HEAD else (layer(), 1)
        for head in range(composed.HEADS):
            cell = walk.cell_of(here, question, head)
            asked = line(here, cell, parameters(number))
            assert stations.exists(here, cell)
            assert cell.token == LAST
            assert guesses.can_be_asked(asked)
            assert isfinite(asked.value)
            if question.station in ("score", "weight"):
                row = stations.row(here, "weight", LAST)[head * len(IDS) : (head + 1) * len(IDS)]
                assert cell.place == head * len(IDS) + int(row.argmax())
            elif question.station == "mix":
                assert cell.place // composed.SIZE == head


def test_a_number_with_too_few_digits_is_asked_again_and_not_told() -> None:
    here = layer()
    asked = replace(line(here, Cell("norm", LAST, 3), parameters(1)), value=0.6018, by_hand=0.6022)

    def verdict(typed: str) -> tuple[bool, bool, bool]:
        found = guesses.mark(here, asked, parameters(1), typed)
        return found.right, found.read, "Three digits are wanted" in found.said

    for typed in ("0.60", "0.6", ".60", "0,60", "6.0e-1", "60%", "3/5"):
        assert verdict(typed) == (False, False, True), typed
    for typed in ("0.602", "0.6018", "0.60221"):
        assert verdict(typed) == (True, True, False), typed
    for typed in ("0.61", "0.600", "0.5", "0", "4e-5", "inf"):
        assert verdict(typed) == (False, True, False), typed
    small = replace(asked, value=0.01234, by_hand=0.01234)
    assert "0.01 is right as far as it goes" in guesses.mark(here, small, parameters(1), "0.01").said
    large = replace(asked, value=123.4, by_hand=123.4)
    assert guesses.mark(here, large, parameters(1), "123").right
    assert guesses.mark(here, large, parameters(1), "120").read
