from dataclasses import asdict, replace
from functools import cache

import numpy as np
import pytest
import torch

from engine.demos import recording
from engine.demos.alignment.objective import divergence, outcome
from engine.demos.alignment.policy_gradient import Point, Settings, advantages, checked, loss, run
from engine.demos.alignment.reference_model import load, log_probability
from tests.engine.demos.alignment.test_reference_model import all_names, small

torch.set_num_threads(1)


@cache
def points(settings: Settings, seed: int = 1) -> list[Point]:
    return list(run(load(), load(), settings, torch.Generator().manual_seed(seed)))


@pytest.mark.parametrize("baseline", [True, False])
def test_the_gradient_is_on_average_that_of_the_objective(baseline: bool) -> None:
    """The mean over all batches of two names that a tiny policy can draw, each with its probability."""
    policy, reference, every, beta = small(3), small(4), all_names(2, 2), 0.3
    rewards = torch.tensor([0.0, 1.0, 2.0, 0.5, 3.0, -1.0, 1.5])
    logp, logp_ref = log_probability(policy, every), log_probability(reference, every).detach()
    objective = (logp.exp() * (rewards - beta * (logp - logp_ref))).sum()
    weights = list(policy.parameters())
    expected = torch.autograd.grad(-objective, weights, retain_graph=True)
    average = torch.zeros(())
    for one in range(len(rewards)):
        for other in range(len(rewards)):
            both = [one, other]
            weighed = advantages(rewards[both], logp[both], logp_ref[both], beta, baseline)
            average = average + (logp[one] + logp[other]).exp().detach() * loss(logp[both], weighed)
    found = torch.autograd.grad(average, weights)
    assert max(gradient.abs().max().item() for gradient in expected) > 0.01
    for mine, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5)


def test_no_gradient_flows_through_the_penalty() -> None:
    logp = torch.tensor([-1.0, -2.0], requires_grad=True)
    weighed = advantages(torch.tensor([1.0, 0.0]), logp, torch.tensor([-1.5, -2.5]), 0.2)
    assert not weighed.requires_grad
    assert weighed.tolist() == pytest.approx([1.0, -1.0])


def test_the_baseline_makes_a_step_less_noisy() -> None:
    settings = Settings(steps=1)
    with_it, without = points(settings)[0], points(replace(settings, baseline=False))[0]
    assert with_it.reward == without.reward
    assert with_it.advantage < 0.85 * without.advantage


def test_before_the_first_step_nothing_separates_policy_and_reference() -> None:
    first = points(Settings(steps=1))[0]
    assert first.divergence == pytest.approx(0, abs=1e-6)
    assert all(name.logp == pytest.approx(name.logp_ref, abs=1e-5) for name in first.drawn)
    assert all(name.reward == name.name.count("a") for name in first.drawn)


@pytest.mark.sweep
def test_without_the_leash_the_policy_collapses_within_forty_steps() -> None:
    policy, reference = load(), load()
    found = list(
        run(policy, reference, Settings(beta=0.0, steps=25, batch=32), torch.Generator().manual_seed(1))
    )
    after = outcome(policy, reference, "letter", torch.Generator().manual_seed(2), 200)
    assert found[0].unique > 0.9
    assert after.unique < 0.3
    assert after.real < 1e-4
    assert after.reward > 10
    assert after.divergence > 20


@pytest.mark.sweep
def test_a_strong_leash_holds_the_policy_near_the_reference() -> None:
    policy, reference = load(), load()
    list(run(policy, reference, Settings(beta=2.0, steps=20, batch=32), torch.Generator().manual_seed(1)))
    after = outcome(policy, reference, "letter", torch.Generator().manual_seed(2), 400)
    assert after.divergence < 1
    assert after.unique > 0.9


def test_the_reference_does_not_move_and_the_same_seed_gives_the_same_run() -> None:
    reference, settings = load(), Settings(steps=2, batch=16)
    one = list(run(load(), reference, settings, torch.Generator().manual_seed(4)))
    other = list(run(load(), reference, settings, torch.Generator().manual_seed(4)))
    assert one == other
    for name, weights in load().state_dict().items():
        assert torch.equal(weights, reference.state_dict()[name])


def test_the_rate_is_asked_for_before_each_step() -> None:
    reference, settings = load(), Settings(steps=3, batch=16)
    policy = load()
    last = list(run(policy, reference, settings, torch.Generator().manual_seed(4), rate=lambda: 0.0))[-1]
    assert last.step == 3
    assert last.divergence == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"reward": "beauty"}, "letter, ending, length, not beauty"),
        ({"beta": -0.1}, "between 0 and 10"),
        ({"rate": 0.5}, "at most 0.02"),
        ({"steps": 1000}, "1 to 400 steps"),
        ({"batch": 1}, "2 to 128 names"),
    ],
)
def test_settings_out_of_their_range_are_told_in_a_sentence(
    changed: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        checked(Settings(**(asdict(Settings()) | changed)))


def test_the_divergence_is_on_average_that_of_the_two_distributions() -> None:
    """sum_x p(x) ln(p(x) / q(x)) over all that can be drawn."""
    policy, reference, every = small(3), small(4), all_names(2, 2)
    p, q = (log_probability(model, every).detach() for model in (policy, reference))
    exact = (p.exp() * (p - q)).sum().item()
    assert exact > 0.1
    assert (p.exp() * divergence(policy, reference, every)).sum().item() == pytest.approx(exact, rel=1e-4)


def test_in_the_record_reward_and_divergence_fall_with_beta_and_no_run_beats_the_frontier() -> None:
    for reward, found in recording.shown("policy_gradient")["rewards"].items():
        runs, best = found["runs"], found["frontier"]
        betas = [one["beta"] for one in runs]
        assert betas == sorted(betas), reward
        ends = [one["outcome"] for one in runs]
        assert ends[0]["divergence"] > ends[-1]["divergence"]
        assert ends[0]["reward"] > ends[-1]["reward"] > found["before"]["reward"]
        assert best["divergence"] == sorted(best["divergence"], reverse=True)
        for end in ends:
            if end["divergence"] < best["divergence"][0]:
                reachable = np.interp(end["divergence"], best["divergence"][::-1], best["reward"][::-1])
                assert end["reward"] < reachable + 0.02, (reward, end)
