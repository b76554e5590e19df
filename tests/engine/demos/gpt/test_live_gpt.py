"""A GPT that is trained live: its points, what it writes, and what steers it."""

import json
from dataclasses import asdict, replace
from itertools import islice
from math import log
from typing import Any

import pytest
import torch

from engine.demos.gpt.live import SAMPLES, live, run, samples, shares
from engine.demos.gpt.model import GPT, Shape
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.gpt.settings import Settings
from engine.demos.steering import Steering
from engine.demos.training import Plan, as_batch, batches, loss, train

torch.set_num_threads(1)
SMALL = Settings(layers=1, width=16, heads=2, steps=12, batch=8, warm_up=2, samples_every=5)
Told = list[tuple[int, dict[str, Any]]]


def told(settings: Settings = SMALL, steering: Steering = dict) -> Told:
    return list(run(settings, torch.Generator().manual_seed(1), torch.Generator().manual_seed(2), steering))


@pytest.fixture(scope="module")
def small() -> Told:
    return told()


def losses(found: Told) -> list[float]:
    return [point["loss"] for _, point in found if "loss" in point]


def test_every_step_is_a_point_and_some_are_validated_with_names(small: Told) -> None:
    found = small
    assert [step for step, _ in found] == list(range(13))
    assert [step for step, point in found if "names" in point] == [0, 5, 10, 12]
    for _, point in found:
        assert len(point.get("names", "." * SAMPLES)) == SAMPLES
    assert found[0][1].keys() == {"validation", "names", "shares"}


def test_it_begins_near_the_logarithm_of_the_vocabulary(small: Told) -> None:
    (_, first) = small[0]
    assert first["validation"] == pytest.approx(log(len(vocabulary())), abs=0.02)


def test_it_takes_the_same_steps_as_the_training_that_it_shows(small: Told) -> None:
    chance = torch.Generator().manual_seed(1)
    model = GPT(Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=1, width=16, heads=2), chance)
    points = train(model, Plan(steps=12, batch=8, warm_up=2), batches(8, chance))
    assert losses(small) == [round(point.loss, 4) for point in points]


def test_how_often_names_are_sampled_changes_no_weight() -> None:
    often = replace(SMALL, dropout=0.3)
    assert losses(told(often)) == losses(told(replace(often, samples_every=500)))


def test_the_same_seed_gives_the_same_picture_and_another_one_another() -> None:
    first, again, other = (list(live(asdict(replace(SMALL, seed=seed)), dict)) for seed in (7, 7, 8))
    assert first == again != other


def test_the_rate_may_be_changed_between_two_steps() -> None:
    plain = replace(SMALL, warm_up=0, falls=False)
    assert [point["rate"] for _, point in steered(plain, rate=0.002)[1:]] == [3e-3] * 6 + [0.002] * 6


def steered(settings: Settings, **wishes: float) -> Told:
    """A run whose knobs are set after its sixth step."""
    standing: dict[str, float] = {}
    found = []
    chances = torch.Generator().manual_seed(1), torch.Generator().manual_seed(2)
    for step, point in run(settings, *chances, lambda: standing):
        found.append((step, point))
        if step == 6:
            standing.update(wishes)
    return found


@pytest.mark.parametrize("wishes", [{"dropout": 0.4}, {"batch": 16}])
def test_dropout_and_batch_are_those_that_were_set_from_the_next_step_on(wishes: dict[str, float]) -> None:
    found, plain = losses(steered(SMALL, **wishes)), losses(told())
    assert found[:6] == plain[:6]
    assert all(one != other for one, other in zip(found[6:], plain[6:], strict=True))


def test_a_run_steered_to_its_own_settings_is_the_same(small: Told) -> None:
    assert steered(SMALL, dropout=0.0, batch=8, rate=3e-3) == small


def test_a_batch_has_as_many_names_as_are_wished_when_it_is_drawn() -> None:
    sizes = iter([8, 8, 4, 64, 5])
    drawn = batches(lambda: next(sizes), torch.Generator().manual_seed(1))
    assert [len(next(drawn)[0]) for _ in range(5)] == [8, 8, 4, 64, 5]
    plain, asked = (batches(one, torch.Generator().manual_seed(1)) for one in (32, lambda: 32))
    for _ in range(130):  # more than twice through all names
        assert torch.equal(next(plain)[0], next(asked)[0])


def test_where_a_run_is_paused_it_writes_names_of_that_step_and_no_weight_changes() -> None:
    wishes: dict[str, object] = {}
    found = []
    for step, point in live(asdict(SMALL), lambda: wishes):
        found.append((step, point))
        if step == 6:
            wishes.update(paused=True, until=8)  # "one step" from 7 on
        if step == 8:
            wishes["paused"] = False
    assert [step for step, point in found if "names" in point] == [0, 5, 8, 10, 12]
    assert losses(found) == losses(list(live(asdict(SMALL), dict)))


def test_a_loss_that_is_no_number_is_told_as_none_and_ends_it() -> None:
    found = told(replace(SMALL, optimiser="sgd", samples_every=1), lambda: {"rate": 1e30})
    last, point = found[-1]
    assert last < SMALL.steps
    assert (point["loss"], point["gradient"], point["validation"]) == (None, None, None)
    assert "NaN" not in json.dumps(found)


def test_the_shares_of_a_name_are_those_of_which_its_loss_is_made() -> None:
    model = GPT(
        Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=1, width=16, heads=2),
        torch.Generator().manual_seed(1),
    )
    found = shares(model, "clara")
    assert len(found) == 6
    assert -sum(map(log, found)) / 6 == pytest.approx(loss(model, as_batch(["clara"])).item(), abs=1e-4)


def test_names_are_letters_and_end_within_the_context() -> None:
    model = GPT(
        Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=1, width=16, heads=2),
        torch.Generator().manual_seed(1),
    )
    found = samples(model, torch.Generator().manual_seed(1), 200)
    assert len(found) == 200
    assert {letter for name in found for letter in name} <= set(vocabulary()[1:])
    assert max(map(len, found)) == CONTEXT
    assert model.training


@pytest.mark.sweep
def test_names_are_drawn_as_the_model_says() -> None:
    model = GPT(
        Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=1, width=16, heads=2),
        torch.Generator().manual_seed(3),
    )
    with torch.no_grad():
        model.head.weight *= 40
        model.eval()
        shares = model(torch.zeros(1, 1, dtype=torch.long))[0, -1].softmax(-1)
    found = samples(model, torch.Generator().manual_seed(1), 4000)
    for token, letter in islice(enumerate(vocabulary()), 1, None):
        share = sum(name.startswith(letter) for name in found) / len(found)
        assert share == pytest.approx(float(shares[token]), abs=0.03)
