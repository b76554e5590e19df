from dataclasses import asdict, replace
from math import exp, log

import pytest
import torch
from torch.nn import functional as F

from engine.chain import run as run_chain
from engine.demos import recording
from engine.demos.alignment.objective import rewards_of
from engine.demos.alignment.pairs import Pair, label
from engine.demos.alignment.preference import Compared, Settings, checked, data, prepared, run
from engine.demos.alignment.reference_model import load, log_probability
from engine.demos.gpt.model import GPT
from engine.demos.training import as_batch
from engine.families.alignment.dpo_loss import Parameters, family

torch.set_num_threads(1)
PAIRS = [Pair("anna", "urs"), Pair("lara", "beat"), Pair("alessandra", "jo")]


def moved() -> GPT:
    policy = load()
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for weights in policy.parameters():
            weights.add_(0.05 * torch.randn(weights.shape, generator=generator))
    return policy


def test_margin_and_loss_are_those_of_the_exam_question() -> None:
    compared = Compared(*(torch.tensor([number]) for number in (-1.0, -1.5, -1.2, -1.4)))
    numbers = {"logp_w": -1.0, "logp_l": -1.5, "ref_w": -1.2, "ref_l": -1.4, "beta": 0.1}
    exact = run_chain(family, Parameters(**numbers)).values
    assert compared.margin(0.1).item() == pytest.approx(exact["margin"], abs=1e-6) == pytest.approx(0.03)
    assert compared.loss(0.1).item() == pytest.approx(exact["loss"], abs=1e-6)
    assert compared.loss(0.1).item() == pytest.approx(0.68, abs=0.005)


def test_the_gradient_is_the_one_of_the_paper() -> None:
    """-beta sigmoid(-margin) (grad ln p(w) - grad ln p(l)), meant over the pairs: Rafailov et al. 2023, section 4."""
    policy, beta, known = moved(), 0.3, data(load(), PAIRS)
    weights = list(policy.parameters())
    found = torch.autograd.grad(known.compare(policy).loss(beta), weights)
    expected = [torch.zeros_like(array) for array in weights]
    for pair in PAIRS:
        names = as_batch([pair.chosen]), as_batch([pair.rejected])
        won, lost = (log_probability(policy, name) for name in names)
        ref_won, ref_lost = (log_probability(load(), name).item() for name in names)
        margin = beta * (won.item() - ref_won - lost.item() + ref_lost)
        strength = beta / (1 + exp(margin)) / len(PAIRS)
        slopes = torch.autograd.grad((won - lost).sum(), weights)
        expected = [total - strength * slope for total, slope in zip(expected, slopes, strict=True)]
    assert max(array.abs().max().item() for array in expected) > 0.01
    for mine, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5)


def test_the_loss_is_torchs_cross_entropy_of_a_coin_whose_logit_is_the_margin() -> None:
    compared = data(load(), PAIRS).compare(moved())
    margin = compared.margin(0.3)
    expected = F.binary_cross_entropy_with_logits(margin, torch.ones_like(margin))
    torch.testing.assert_close(compared.loss(0.3), expected)


def test_the_labeller_prefers_the_higher_reward() -> None:
    for pair in label(load(), 100, "length", True, torch.Generator().manual_seed(1)):
        assert len(pair.chosen) > len(pair.rejected)


@pytest.mark.sweep
def test_an_uncertain_labeller_is_as_often_right_as_bradley_and_terry_say() -> None:
    pairs = label(load(), 500, "ending", False, torch.Generator().manual_seed(1))
    won = [pair.chosen.endswith("a") for pair in pairs]
    assert all(pair.chosen.endswith("a") != pair.rejected.endswith("a") for pair in pairs)
    assert sum(won) / len(won) == pytest.approx(1 / (1 + exp(-1)), abs=4 * 0.44 / 500**0.5)


def test_before_the_first_step_the_loss_is_that_of_a_coin() -> None:
    settings, generator = Settings(steps=1, pairs=32, held_out=16), torch.Generator().manual_seed(1)
    pairs, known, held_out = prepared(load(), settings, generator)
    first = next(run(load(), known, held_out, settings, generator))
    assert first.loss == pytest.approx(log(2))
    assert (first.margin, first.accuracy) == (0.0, 0.5)
    assert first.first == (held_out.ref_chosen[0].item(), held_out.ref_rejected[0].item())
    assert len(pairs) == 48


@pytest.mark.sweep
def test_the_chosen_name_becomes_less_probable_while_the_accuracy_rises() -> None:
    settings, generator = Settings(steps=25, pairs=256, held_out=64), torch.Generator().manual_seed(1)
    _, known, held_out = prepared(load(), settings, generator)
    points = list(run(load(), known, held_out, settings, generator))
    assert points[-1].accuracy > 0.75
    assert points[-1].loss < 0.5
    assert points[-1].chosen < points[0].chosen - 3
    assert points[-1].rejected < points[-1].chosen - 5


def test_a_small_beta_lets_the_policy_go_far_from_the_reference() -> None:
    ends = {one["beta"]: one["outcomes"][-1] for one in recording.shown("preference")["runs"]}
    assert ends[min(ends)]["divergence"] > ends[max(ends)]["divergence"]


def test_the_same_seed_gives_the_same_run_and_the_reference_does_not_move() -> None:
    settings, reference = Settings(steps=3, pairs=64, held_out=16), load()
    _, known, held_out = prepared(reference, settings, torch.Generator().manual_seed(1))
    runs = [list(run(load(), known, held_out, settings, torch.Generator().manual_seed(1))) for _ in range(2)]
    assert runs[0] == runs[1]
    assert torch.equal(known.ref_chosen, log_probability(load(), known.chosen).detach())
    still = list(run(load(), known, held_out, settings, torch.Generator().manual_seed(1), rate=lambda: 0.0))
    assert [point.margin for point in still] == [0.0] * 4


def test_the_first_pair_of_the_record_has_the_reward_that_it_was_chosen_for() -> None:
    shown = recording.shown("preference")
    won, lost = rewards_of(shown["first"]["pair"], shown["settings"]["reward"]).tolist()
    assert won > lost
    known = data(load(), [Pair(*shown["first"]["pair"])])
    reference = [known.ref_chosen.item(), known.ref_rejected.item()]
    assert reference == pytest.approx(shown["first"]["ref"], abs=1e-2)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"reward": "beauty"}, "letter, ending, length, not beauty"),
        ({"beta": 0.0}, "beta is above 0"),
        ({"rate": 0.0}, "at most 0.02"),
        ({"steps": 0}, "1 to 400 steps"),
        ({"batch": 600}, "at most as many pairs"),
        ({"held_out": 0}, "1 to 512 pairs"),
    ],
)
def test_settings_out_of_their_range_are_told_in_a_sentence(
    changed: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        checked(Settings(**(asdict(Settings()) | changed)))
    checked(replace(Settings(), steps=1))
