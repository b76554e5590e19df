"""An alignment that is trained live: it takes the steps that were recorded, and tells what was asked for at its end."""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from math import log
from typing import Any

import pytest
import torch

from engine.demos import recording
from engine.demos.alignment.live import live
from engine.demos.alignment.objective import counted, rewards_of
from engine.demos.alignment.reference_model import load
from engine.demos.gpt.settings import OutOfRange

torch.set_num_threads(1)
GRADIENT = {
    "method": "gradient", "reward": "letter", "beta": 0.5, "rate": 0.002, "steps": 4, "seed": 7, "asks": "reward"
}  # fmt: skip
DPO = {**GRADIENT, "method": "dpo", "beta": 0.1, "rate": 0.001, "asks": "chosen"}
Told = list[tuple[int, dict[str, Any]]]


def told(payload: Mapping[str, Any], steering: Callable[[], Mapping[str, Any]] = dict, **more: Any) -> Told:
    return list(live({**payload, **more}, steering))


@pytest.fixture(scope="module")
def rewarded() -> Told:
    return told(GRADIENT, steps=6)


@pytest.fixture(scope="module")
def preferring() -> Told:
    return told(DPO)


def begun(payload: Mapping[str, Any], steering: Callable[[], Mapping[str, Any]] = dict, **more: Any) -> Told:
    """The first three points of a longer run: looking at its end would take longer than they do."""
    return list(islice(live({**payload, "steps": 9, **more}, steering), 3))


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_a_policy_gradient_takes_the_steps_that_were_recorded(rewarded: Told) -> None:
    run = recording.shown("policy_gradient")["rewards"]["letter"]["runs"][3]
    assert run["beta"] == 0.5
    found = rewarded
    assert [step for step, _ in found] == list(range(7))
    for step, point in found:
        for name in ("reward", "divergence", "unique"):
            assert point[name] == pytest.approx(run["points"][name][step], abs=2e-3)
    assert found[5][1]["real"] == pytest.approx(run["points"]["real"][5], abs=2e-3)
    assert found[0][1]["relative"] == pytest.approx(1, abs=1e-3)
    assert [one["name"] for one in found[0][1]["drawn"]] == [one["name"] for one in run["drawn"][0]["names"]]


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_dpo_takes_the_steps_that_were_recorded_from_the_same_pairs(preferring: Told) -> None:
    shown = recording.shown("preference")
    run = shown["runs"][1]
    assert run["beta"] == 0.1
    found = preferring
    first = found[0][1]
    assert (first["pair"], first["ref"]) == (
        shown["first"]["pair"],
        pytest.approx(shown["first"]["ref"], abs=2e-3),
    )
    assert first["loss"] == pytest.approx(log(2), abs=1e-4)
    for step, point in found:
        for name in ("loss", "accuracy", "margin", "chosen", "rejected"):
            assert point[name] == pytest.approx(run["points"][name][step], abs=5e-3), name
    assert found[-1][1]["chosen_moved"] == pytest.approx(found[-1][1]["chosen"] - first["chosen"], abs=1e-3)


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_the_last_point_tells_what_was_asked_for(rewarded: Told) -> None:
    asked_for_another = told(GRADIENT, asks="unique", steps=1)
    for asks, found in (("reward", rewarded), ("unique", asked_for_another)):
        assert [step for step, point in found if "measured" in point] == [len(found) - 1]
        last = found[-1][1]
        assert last["measured"] == last["outcome"][asks]
        names = last["outcome"]["samples"]
        assert len(names) == 20
        assert last["drawn"][0]["reward"] == rewards_of([last["drawn"][0]["name"]], "letter").item()


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_dpo_is_asked_for_the_change_of_the_chosen_names(preferring: Told) -> None:
    last = preferring[-1][1]
    assert last["measured"] == last["chosen_moved"] != 0


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_all_is_json(rewarded: Told, preferring: Told) -> None:
    json.dumps([rewarded, preferring], allow_nan=False)


@pytest.mark.parametrize("payload", [GRADIENT, pytest.param(DPO, marks=pytest.mark.sweep)])
def test_the_seed_decides(payload: Mapping[str, Any]) -> None:
    one, again, other = (begun(payload, seed=seed) for seed in (7, 7, 8))
    assert one == again != other


@pytest.mark.sweep
@pytest.mark.parametrize("payload", [GRADIENT, DPO])
def test_the_rate_can_be_steered_but_not_above_what_a_run_may_have(payload: Mapping[str, Any]) -> None:
    still = begun(payload, lambda: {"rate": 1e-12})[-1][1]
    assert still.get("divergence", still.get("margin")) == pytest.approx(0, abs=1e-4)
    fast = begun(payload, lambda: {"rate": 9.0})
    assert fast == begun(payload, rate=0.02) != begun(payload)


@pytest.mark.sweep
@pytest.mark.parametrize("payload", [GRADIENT, DPO])
def test_beta_may_be_changed_between_two_steps(payload: Mapping[str, Any]) -> None:
    wishes: dict[str, float] = {}
    found = []
    for step, point in live({**payload, "steps": 6}, lambda: wishes):
        found.append(point)
        if step == 2:
            wishes["beta"] = 8.0
    plain = told(payload, steps=6)
    number = "divergence" if payload is GRADIENT else "chosen"
    assert [point[number] for point in found[:3]] == [point[number] for _, point in plain[:3]]
    assert found[-1][number] != plain[-1][1][number]
    assert told(payload, lambda: {"beta": payload["beta"]}) == told(payload)


@pytest.mark.sweep
def test_where_a_dpo_run_is_paused_it_writes_names_of_that_step() -> None:
    found = told(DPO, lambda: {"paused": True, "until": 3})
    assert [step for step, point in found if "names" in point] == [3, 4]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"beta": -1.0}, "beta lies between"),
        ({"beta": float("nan")}, "beta lies between"),
        ({"reward": "beauty"}, "The reward is one of"),
        ({"steps": 151}, "The number of steps lies between 1 and 150"),
        ({"rate": 0.5}, "The learning rate"),
        ({"asks": "chosen"}, "Nothing is told"),
        ({"method": "dpo"}, "Nothing is told"),
        ({"method": "dpo", "asks": "chosen", "beta": 0.0}, "beta is above 0"),
        ({"method": "magic"}, "Nothing is told"),
    ],
)
def test_what_is_out_of_range_is_told_in_a_sentence(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(OutOfRange, match=said):
        live({**GRADIENT, **changed}, dict)


def test_the_names_of_each_reward_are_counted() -> None:
    assert counted(["anna", "urs", "mara", "ada", "la"], "letter") == [(0.0, 1), (1.0, 1), (2.0, 3)]
    shown = recording.shown("policy_gradient")["rewards"]
    for reward, many in (("letter", 5), ("ending", 2)):
        counts = shown[reward]["counts"]
        assert [earned for earned, _ in counts] == list(range(many))
        assert sum(names for _, names in counts) == 20_000
    assert load().shape.context == 12  # the longest name, as the page says
