"""A network of the ladder that is trained live: as the recorded ones, of the size that is shown, within limits."""

import json
from dataclasses import asdict, replace
from math import exp
from typing import Any

import pytest
import torch

from engine.demos.gpt.model import parameters
from engine.demos.gpt.settings import OutOfRange
from engine.demos.ladder import experiment, ngram
from engine.demos.ladder import live as live_ladder
from engine.demos.ladder.live import live
from engine.demos.ladder.settings import LEARNERS, Settings, checked

torch.set_num_threads(1)
SHORT = Settings(steps=45, word="marie")


def told(settings: Settings = SHORT) -> list[tuple[int, dict[str, Any]]]:
    return list(live(asdict(settings), dict))


def test_every_step_is_a_point_and_some_look_at_the_names_held_out() -> None:
    found = told()
    assert [step for step, _ in found] == list(range(46))
    assert [step for step, point in found if "perplexity" in point] == [0, 20, 40, 45]
    assert all("batch" in point for _, point in found[1:])
    assert found[0][1]["perplexity"] == pytest.approx(32, rel=0.2)
    assert found[-1][1]["perplexity"] < 15
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in ("rnn", "gpt") else pytest.mark.sweep) for name in LEARNERS],
)
def test_it_goes_the_way_of_the_recorded_one(name: str) -> None:
    settings = replace(SHORT, model=name, steps=5)
    generator = torch.Generator().manual_seed(1)
    model = experiment.build(name, generator)
    *_, last = experiment.run(model, experiment.Settings(name, steps=5), generator)
    found = told(settings)[-1][1]
    assert found["perplexity"] == pytest.approx(exp(last.validation), abs=1e-3)
    asked = ngram.surprisals(experiment.next_token(model), "marie")
    assert found["surprisals"] == pytest.approx(asked.tolist(), abs=1e-3)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_a_neural_ngram_of_any_order_has_the_same_budget(order: int) -> None:
    settings = Settings("neural_ngram", order)
    model = live_ladder.build(settings, torch.Generator())
    assert parameters(model) == settings.parameters == pytest.approx(27_325, rel=0.002)
    a, b = torch.zeros(1, 8, dtype=torch.long), torch.zeros(1, 8, dtype=torch.long)
    b[0, 7 - order + 1] = 5  # the sign just outside of the window of the last prediction
    assert torch.equal(model(a)[0, -1], model(b)[0, -1])
    b[0, 7 - order + 2] = 5
    assert not torch.equal(model(a)[0, -1], model(b)[0, -1])


@pytest.mark.parametrize("name", LEARNERS)
def test_the_size_that_is_shown_is_that_of_the_network(name: str) -> None:
    assert Settings(name).parameters == parameters(experiment.build(name, torch.Generator()))


def test_another_seed_ends_elsewhere_and_the_same_one_there_again() -> None:
    first, again, other = (told(replace(SHORT, steps=3, seed=seed)) for seed in (4, 4, 5))
    assert first == again != other


def test_a_loss_that_is_no_number_ends_it_told_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    build = live_ladder.build

    def broken(settings: Settings, generator: torch.Generator) -> torch.nn.Module:
        model = build(settings, generator)
        with torch.no_grad():
            next(model.parameters()).fill_(float("nan"))
        return model

    monkeypatch.setattr(live_ladder, "build", broken)
    found = told()
    assert found[0][1] == {"perplexity": None}
    assert found[1:] == [(1, {"batch": None, "perplexity": None, "surprisals": None})]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"model": "bert"}, "The network is one of"),
        ({"order": 7}, "order must be a whole number from 2 to 6"),
        ({"steps": 1001}, "steps must be a whole number from 1 to 1,000"),
        ({"steps": 30.5}, "whole number"),
        ({"seed": -1}, "seed"),
        ({"word": "a" * 12}, "up to 11 letters"),
        ({"word": "<b>"}, "one that the data has"),
    ],
)
def test_what_is_not_trained_here_is_refused_before_anything_is_built(
    wrong: dict[str, Any], says: str
) -> None:
    for refuse in (checked, lambda chosen: live(chosen, dict)):
        with pytest.raises(OutOfRange, match=says):
            refuse(asdict(SHORT) | wrong)
