"""Item difficulty: found again where it is known, unsure where little was seen, and told by the right words."""

import math
from random import Random

import pytest
from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]

from engine.learning.difficulty import LEAST, Compared, difficulty


def answers(truth: float, count: int, seed: int = 1) -> list[tuple[float, bool]]:
    """First answers to an item of this difficulty, of people of many abilities that are known."""
    rng, found = Random(seed), []
    for _ in range(count):
        ability = rng.gauss(0.3, 1.2)
        found.append((share(ability), rng.random() < share(ability - truth)))
    return found


def share(logits: float) -> float:
    return 1 / (1 + math.exp(-logits))


@pytest.mark.parametrize("truth", [-1.5, -0.5, 0.0, 0.7, 2.0])
def test_a_known_difficulty_is_found_again(truth: float) -> None:
    found = difficulty(answers(truth, 2000))
    assert found
    assert abs(found.logits - truth) < 3 * found.error + 0.02
    assert found.error < 0.07


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_mode_of_the_posterior(seed: int) -> None:
    told = answers(Random(seed).uniform(-2, 2), 30, seed)

    def loss(b: float) -> float:
        terms = (math.log(share((math.log(p / (1 - p)) - b) * (1 if right else -1))) for p, right in told)
        return b * b / 2 - sum(terms)

    found = difficulty(told)
    assert found
    assert found.logits == pytest.approx(minimize_scalar(loss).x, abs=1e-5)


def test_of_fewer_than_ten_answers_nothing_is_said() -> None:
    assert difficulty(answers(0.0, LEAST - 1)) is None
    assert difficulty(answers(0.0, LEAST)) is not None


def test_words_are_said_where_it_is_clear() -> None:
    told = [(0.5, n % 4 == 0) for n in range(200)]
    harder = difficulty(told)
    assert harder
    assert harder.compared is Compared.HARDER
    assert (harder.right, harder.predicted, harder.answers) == (0.25, 0.5, 200)
    easier = difficulty([(0.5, not right) for _, right in told])
    assert easier
    assert easier.compared is Compared.EASIER
    assert easier.logits == pytest.approx(-harder.logits)
    few = difficulty(told[:12])
    assert few
    assert few.compared is Compared.AS_PREDICTED


def test_ten_right_answers_that_were_sure_to_come_say_little() -> None:
    found = difficulty([(1.0, True)] * LEAST)
    assert found
    assert abs(found.logits) < 0.2
    assert math.isfinite(found.error)


def test_ten_wrong_answers_of_people_who_could_not_fail_are_no_infinity() -> None:
    found = difficulty([(1.0, False)] * LEAST)
    assert found
    assert 1 < found.logits < 20
