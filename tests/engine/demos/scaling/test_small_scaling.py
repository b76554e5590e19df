"""Scaling in small: what a run counts and comes to, and that the recorded fit follows from the recorded runs."""

import json
from dataclasses import asdict, replace
from functools import cache

import pytest
import torch

from engine.demos.gpt.names import split
from engine.demos.gpt.settings import OutOfRange
from engine.demos.recording import shown
from engine.demos.scaling import source
from engine.demos.scaling.experiment import Settings, checked, held_out, read, run, unique
from engine.demos.scaling.laws import Law, Run, fit, misses
from engine.demos.scaling.live import LOOKS, live
from engine.demos.training import NOTHING, Point

SHORT = Settings(width=8, tokens=3000)


def seeded(seed: int = 1) -> torch.Generator:
    torch.set_num_threads(1)
    return torch.Generator().manual_seed(seed)


@cache
def last(settings: Settings, seed: int = 1) -> Run:
    *_, point = run(settings, seeded(seed))
    assert isinstance(point, Run)
    return point


def test_a_run_yields_its_steps_and_then_a_point_of_the_law() -> None:
    *steps, point = run(SHORT, seeded())
    assert all(isinstance(step, Point) for step in steps)
    assert isinstance(point, Run)
    assert len(steps) == len(read(SHORT, seeded()))
    assert steps[0].loss == pytest.approx(3.47, abs=0.05)  # ln 32


@pytest.mark.parametrize(
    ("width", "expected"), [(8, 2224), pytest.param(64, 103_808, marks=pytest.mark.sweep)]
)
def test_parameters_are_counted_by_hand(width: int, expected: int) -> None:
    embeddings, blocks = (32 + 12 + 32) * width, 2 * (4 + 8) * width**2
    norms = (2 * 2 + 1) * 2 * width
    assert embeddings + blocks + norms == expected
    assert last(replace(SHORT, width=width)).parameters == expected


def test_it_reads_as_much_as_was_asked_for_but_for_a_name() -> None:
    batches = read(replace(SHORT, tokens=20_000), seeded())
    tokens = sum(int((following != NOTHING).sum()) for _, following in batches)
    assert 20_000 - 12 < tokens <= 20_000


def test_of_the_real_names_all_are_read_before_one_is_read_again() -> None:
    once = read(Settings(tokens=unique(), real=True), seeded())
    rows = [tuple(row) for following in (part[1] for part in once) for row in following.tolist()]
    ends = {tuple(token for token in row if token != NOTHING) for row in rows}
    assert len(ends) == len(rows) == len(split()[0])


def test_the_same_seed_gives_the_same_point() -> None:
    assert last(SHORT) == last.__wrapped__(SHORT)
    assert last(SHORT) != last(SHORT, seed=2)


@pytest.mark.sweep
def test_who_reads_more_needs_fewer_nats_and_never_less_than_the_entropy() -> None:
    little, more = last(replace(SHORT, width=16)), last(replace(SHORT, width=16, tokens=15_000))
    assert little.loss > more.loss + 0.05
    assert more.loss > source.entropy(held_out())


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Settings(width=9), "width must be one of 8, 12, 16, 24, 32, 48, 64, not 9"),
        (Settings(tokens=1), "tokens must be from 3,000 to 300,000, not 1"),
    ],
)
def test_a_setting_out_of_its_range_is_named(wrong: Settings, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        checked(wrong)


def test_the_recorded_law_is_fitted_to_the_nineteen_recorded_runs() -> None:
    found = shown("scaling")
    runs = [Run(*row) for row in found["runs"]]
    assert len(runs) == 19
    assert {run.parameters for run in runs} == {2224, 4488, 7520, 15888, 27328, 59424, 103_808}
    for law in (fit(runs), Law(**found["law"])):
        assert misses(law, runs) == pytest.approx(found["misses"], rel=0.02)
    assert all(run.loss > found["entropy"] for run in runs)


def test_runs_that_cost_the_same_have_a_best_size_between_the_smallest_and_the_largest() -> None:
    runs = [Run(*row) for row in shown("scaling")["same compute"]]
    assert [run.flops for run in runs] == pytest.approx([2.58e9] * 5, rel=0.01)
    best = min(runs, key=lambda run: run.loss)
    assert runs[0].parameters < best.parameters < runs[-1].parameters


def test_nineteen_others_are_recorded_of_the_real_names_and_no_law_fits_them() -> None:
    found = shown("scaling")
    real, source = found["real"], found
    runs = [Run(*row) for row in real["runs"]]
    assert len(runs) == 19
    assert max(run.tokens for run in runs) == pytest.approx(16 * real["unique"], rel=0.01)
    assert real["unique"] == unique()
    for said in (real, source):
        assert len(said["others"]) == 200
    assert misses(fit(runs), runs) == pytest.approx(real["misses"], rel=0.02)
    assert real["misses"] > 3 * real["luck"]
    assert source["misses"] < 2 * source["luck"]
    assert len(real["doubts"]) == 5


@pytest.mark.sweep
def test_the_recorded_runs_are_what_the_script_gives() -> None:
    rows = shown("scaling")["real"]["runs"]
    once = last(Settings(width=8, tokens=13_600, real=True), seed=7)
    assert rows[0] == [once.parameters, once.tokens, pytest.approx(once.loss, abs=2e-3)]


@pytest.mark.parametrize("real", [False, pytest.param(True, marks=pytest.mark.sweep)])
def test_a_live_run_tells_every_step_and_comes_to_the_same_point(real: bool) -> None:
    settings = replace(SHORT, tokens=6000, real=real)
    found = list(live({"seed": 9, "steps": 1, **asdict(settings)}, dict))
    point = last(settings, seed=9)
    assert [step for step, _ in found] == list(range(len(found)))
    assert found[0][1]["validation"] == pytest.approx(3.47, abs=0.05)
    assert all("loss" in told for _, told in found[1:])
    end = found[-1][1]
    assert (end["validation"], end["tokens"]) == (round(point.loss, 4), point.tokens)
    looked = [told for _, told in found if "validation" in told]
    assert LOOKS <= len(looked) <= LOOKS + 2
    json.dumps(found)


@pytest.mark.sweep
def test_a_live_run_of_another_seed_is_another_one() -> None:
    payload = {"steps": 1, **asdict(SHORT)}
    first, again, other = (list(live({"seed": seed, **payload}, dict))[-1] for seed in (8, 8, 9))
    assert first == again != other


@pytest.mark.parametrize("wrong", [{"width": 20}, {"tokens": 10**7}])
def test_a_live_run_out_of_range_is_refused_before_it_begins(wrong: dict[str, int]) -> None:
    with pytest.raises(OutOfRange):
        live({"seed": 1, **asdict(SHORT), **wrong}, dict)
