"""Word vectors that are trained live: their points, and what the last one says of its own table."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import torch
from scipy.stats import spearmanr  # type: ignore[import-untyped]

from engine.demos.gpt.settings import OutOfRange
from engine.demos.vectors import live as live_skip_gram
from engine.demos.vectors.embeddings import WordVectors
from engine.demos.vectors.live import LOOKS, live
from engine.demos.vectors.recorded import nearest_name, overall, recorded, thinnings, words
from engine.demos.vectors.settings import Settings
from engine.demos.vectors.skip_gram import SEED, SENTENCES, run
from engine.demos.vectors.small_world import analogies, sentences, vocabulary

SHORT = {"dimensions": 6, "steps": 60, "often": 0.01, "seed": 3, "demo": "vectors"}
EVERY = [question for some in analogies().values() for question in some]


def told(**more: Any) -> list[tuple[int, dict[str, Any]]]:
    return list(live({**SHORT, **more}, dict))


@pytest.fixture(scope="module")
def found() -> list[tuple[int, dict[str, Any]]]:
    return told()


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_every_step_is_a_point_and_some_are_looked_at(found: list[tuple[int, dict[str, Any]]]) -> None:
    assert [step for step, _ in found] == list(range(61))
    assert all("loss" in point for _, point in found)
    assert [step for step, point in found if "right" in point] == list(range(0, 61, 3))
    assert LOOKS >= 60 // 3
    assert [step for step, point in found if "table" in point] == [60]
    json.dumps(found, allow_nan=False)


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_the_last_step_is_looked_at_where_no_look_falls_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_skip_gram, "LOOKS", 2)
    assert [step for step, point in told(steps=5) if "length" in point] == [0, 3, 5]


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_the_last_point_says_what_follows_from_its_table(found: list[tuple[int, dict[str, Any]]]) -> None:
    last = found[-1][1]
    assert len(json.dumps(last)) < 100_000
    vectors = WordVectors(tuple(words()), np.array(last["table"]))
    assert vectors.table.shape == (len(words()), 6)
    assert last["right"] == pytest.approx(vectors.share_right(EVERY), abs=1e-4)
    assert last["length"] == pytest.approx(
        spearmanr(vectors.lengths, list(words().values())).statistic, abs=1e-3
    )
    assert overall(last["relations"]) == pytest.approx(last["right"], abs=1e-3)


@pytest.mark.sweep  # in every run a GPT and the ladder are trained
def test_it_is_the_training_that_is_recorded_on_the_same_text(
    found: list[tuple[int, dict[str, Any]]],
) -> None:
    settings = replace(Settings(), dimensions=6, steps=60, often=0.01)
    text = sentences(SENTENCES, Random(SEED))
    assert vocabulary(text) == words()
    *_, last = run(text, words(), settings, torch.Generator().manual_seed(3))
    np.testing.assert_allclose(np.array(found[-1][1]["table"]), last.centre, atol=5.1e-4)


@pytest.mark.sweep
def test_the_same_seed_gives_the_same_and_another_one_another() -> None:
    first, again, other = told(steps=2), told(steps=2), told(steps=2, seed=4)
    assert first == again != other


@pytest.mark.parametrize(
    "wrong", [{"dimensions": 1}, {"often": 0.0}, {"steps": 10**6}, {"often": float("nan")}]
)
def test_what_is_not_trained_here_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OutOfRange, match="must be from"):
        told(**wrong)


def test_what_is_recorded_is_read_without_torch() -> None:
    one = next(one for one in thinnings() if one["often"] == 0.003)
    assert overall(one["analogies"]) == pytest.approx(recorded("centre").share_right(EVERY), abs=1e-3)
    assert nearest_name(" King ", "man") == "king"
    assert nearest_name("moskow", "man") == "moscow"
    assert nearest_name("", "man") == nearest_name("qqqqqq", "man") == "man"


@pytest.mark.sweep
def test_longer_training_takes_the_count_out_of_the_length_where_no_word_is_thinned_out_too() -> None:
    found = [point for _, point in told(dimensions=12, steps=2000, often=1.0) if "length" in point]
    assert max(point["length"] for point in found[:-1]) > found[-1]["length"] + 0.05
    assert found[-1]["right"] > 0.2
