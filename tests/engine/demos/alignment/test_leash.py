from dataclasses import dataclass
from math import exp, log

import pytest
import torch

from engine.demos.alignment.objective import columns, frontier, optimum, outcome, rewards_of, rounded
from engine.demos.alignment.reference_model import load
from engine.demos.gpt.names import names

torch.set_num_threads(1)
NAMES = [*names()[:40], "aaaa", "qqq", "qqq", "bab"]


def test_the_rewards_count_a_letter_look_at_the_ending_and_measure_the_length() -> None:
    found = ["anna", "urs", ""]
    assert rewards_of(found, "letter").tolist() == [2, 0, 0]
    assert rewards_of(found, "ending").tolist() == [1, 0, 0]
    assert rewards_of(found, "length").tolist() == [4, 3, 0]


def test_no_distribution_over_the_names_does_better_than_the_optimum() -> None:
    beta, even = 0.7, torch.full((len(NAMES),), 1 / len(NAMES), dtype=torch.double)
    rewards = rewards_of(NAMES, "letter").double()
    best = optimum(NAMES, "letter", beta)
    reached = best.reward - beta * best.divergence
    generator = torch.Generator().manual_seed(1)
    values = []
    for _ in range(300):  # of many shapes, and some near to the optimum
        noise = torch.randn(len(NAMES), generator=generator, dtype=torch.double)
        for p in ((noise * 2).softmax(0), (rewards / beta + 0.1 * noise).softmax(0)):
            values.append((p * rewards).sum() - beta * (p * (p / even).log()).sum())
    assert max(values) < reached
    assert max(values) == pytest.approx(reached, abs=0.01)


def test_for_a_reward_of_one_or_none_the_optimum_is_a_coin_with_other_odds() -> None:
    q = sum(name.endswith("a") for name in NAMES) / len(NAMES)
    p = q * exp(1 / 0.4) / (1 - q + q * exp(1 / 0.4))
    best = optimum(NAMES, "ending", 0.4)
    assert best.reward == pytest.approx(p)
    assert best.divergence == pytest.approx(p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)))


def test_a_huge_beta_leaves_the_reference_as_it_is() -> None:
    best = optimum(NAMES, "letter", 1e6)
    assert best.reward == pytest.approx(rewards_of(NAMES, "letter").mean().item(), abs=1e-4)
    assert best.real == pytest.approx(40 / 44, abs=1e-4)
    assert best.effective == pytest.approx(len(NAMES), rel=1e-3)


def test_the_frontier_leaves_out_what_rests_on_too_few_names() -> None:
    many = NAMES * 10
    found = frontier(many, "letter", [0.01, 1.0, 5.0])
    assert [best.beta for best in found] == [1.0, 5.0]


def test_the_reference_has_not_gone_anywhere_from_itself() -> None:
    model = load()
    found = outcome(model, model, "ending", torch.Generator().manual_seed(1), 300)
    assert found.divergence == pytest.approx(0, abs=1e-6)
    assert 0.15 < found.reward < 0.45
    assert len(found.samples) == 20


@dataclass(frozen=True)
class Row:
    number: float
    word: str
    both: tuple[float, ...]


def test_rows_become_columns_with_short_numbers() -> None:
    rows = [Row(1 / 3, "a", (0.123456,)), Row(2.0, "b", ())]
    assert columns(rows, without="word") == {"number": [0.3333, 2.0], "both": [[0.1235], []]}
    assert rounded(rows[0]) == {"number": 0.3333, "word": "a", "both": [0.1235]}
