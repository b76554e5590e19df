"""Models of mastery: answers move what is foretold, in the right direction and by the right amount."""

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine.learning.evidence import Evidence
from engine.learning.models.comparison import of_predictions, score
from engine.learning.models.elo import Elo, Settings
from engine.learning.models.knowledge_tracing import KnowledgeTracing
from engine.learning.models.model import Model
from engine.learning.models.performance_factors import PerformanceFactors

AT = datetime(2026, 11, 1, tzinfo=UTC)
MODELS: list[Callable[[], Model]] = [Elo, KnowledgeTracing, PerformanceFactors]


def answer(right: bool, weight: float = 1.0, guess: float = 0.0) -> Evidence:
    return Evidence(skill="a/b", item="q/b", right=right, at=AT, weight=weight, guess=guess)


@pytest.mark.parametrize("model", MODELS)
def test_right_answers_raise_what_is_foretold_and_wrong_ones_raise_it_less(
    model: Callable[[], Model],
) -> None:
    right, wrong = model(), model()
    before = right.predict(answer(True))
    for _ in range(3):
        right.update(answer(True))
        wrong.update(answer(False))
    assert right.predict(answer(True)) > max(before, wrong.predict(answer(True)))
    assert 0 < wrong.predict(answer(True)) < right.predict(answer(True)) < 1


@pytest.mark.parametrize("model", MODELS)
def test_lighter_evidence_moves_less(model: Callable[[], Model]) -> None:
    light, full = model(), model()
    light.update(answer(True, weight=0.2))
    full.update(answer(True))
    assert light.predict(answer(True)) < full.predict(answer(True))


def test_a_right_answer_that_can_be_guessed_moves_less() -> None:
    guessed, computed = Elo(), Elo()
    guessed.update(answer(True, guess=0.25))
    computed.update(answer(True))
    assert guessed.known("a/b", AT) < computed.known("a/b", AT)
    assert guessed.predict(answer(True, guess=0.25)) >= 0.25


def test_each_answer_makes_the_general_ability_surer_and_speaks_for_other_skills_a_little() -> None:
    model = Elo()
    before = model.known("other/skill", AT)
    spread = [model.general.variance]
    for _ in range(5):
        model.update(answer(True))
        spread.append(model.general.variance)
    assert spread == sorted(spread, reverse=True)
    assert before < model.known("other/skill", AT) < model.known("a/b", AT)


def test_a_hard_item_is_less_likely_right_and_says_more_when_it_is() -> None:
    hard = Elo({"q/b": 1.5})
    easy = Elo({"q/b": -1.5})
    assert hard.predict(answer(True)) < easy.predict(answer(True))
    for model in (hard, easy):
        model.update(answer(True))
    assert hard.known("a/b", AT) > easy.known("a/b", AT)


def test_the_step_of_an_answer_is_the_slope_of_its_likelihood() -> None:
    """The second road: the slope of the log-likelihood at the mean, by differences."""
    for right in (True, False):
        for guess in (0.0, 0.25):
            model = Elo()
            mean, variance = model.general.mean, model.general.variance

            def likelihood(at: float, right: bool = right, guess: float = guess) -> float:
                share = guess + (1 - guess) / (1 + math.exp(-at))
                return math.log(share if right else 1 - share)

            slope = (likelihood(mean + 1e-6) - likelihood(mean - 1e-6)) / 2e-6
            share = 1 / (1 + math.exp(-mean))
            total = variance + model.settings.skill_variance
            model.update(answer(right, guess=guess))
            moved = model.general.mean - mean
            assert moved == pytest.approx(variance * slope / (1 + total * share * (1 - share)), rel=1e-4)


def test_knowledge_tracing_follows_bayes() -> None:
    model = KnowledgeTracing(start=0.4, learn=0.0, slip=0.1, guess=0.2, forget=0.0)
    model.update(answer(True))
    assert model.known("a/b", AT) == pytest.approx(0.4 * 0.9 / (0.4 * 0.9 + 0.6 * 0.2))


def test_a_score_is_that_of_its_definition() -> None:
    said = [(0.9, True, 1.0), (0.2, True, 1.0), (0.3, False, 2.0)]
    found = of_predictions(said)
    assert found.log_loss == pytest.approx(-(math.log(0.9) + math.log(0.2) + 2 * math.log(0.7)) / 4)
    assert found.brier == pytest.approx((0.01 + 0.64 + 2 * 0.09) / 4)
    assert found.calibration == pytest.approx((abs(0.9 - 1) + abs(0.2 - 1) + abs(0.6 - 0)) / 4)
    with pytest.raises(ValueError, match="no answers"):
        of_predictions([])


def test_the_model_foretells_learners_of_its_own_kind_better_than_a_constant() -> None:
    """Learners who differ in ability and learn nothing."""
    rng = Random(4)
    learners = []
    for _ in range(40):
        ability = rng.gauss(0, 1.5)
        answers = []
        for n in range(30):
            right = rng.random() < 1 / (1 + math.exp(-ability))
            answers.append(Evidence(skill=f"s/{n % 5}", item="i", right=right, at=AT + timedelta(hours=n)))
        learners.append(answers)
    share = sum(one.right for answers in learners for one in answers) / 1200
    constant = of_predictions([(share, one.right, 1.0) for answers in learners for one in answers])
    still = Settings(learn=0.0, drift=0.0)
    assert score(lambda: Elo(settings=still), learners).log_loss < 0.95 * constant.log_loss
