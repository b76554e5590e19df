"""Facility, discrimination and time, against SciPy and NumPy; ratios and differences that come again."""

from random import Random

import numpy as np
import pytest
from scipy import stats  # type: ignore[import-untyped]

from engine.answers.reading import Number, read_number
from engine.marking.item_analysis import discrimination, facility, working_time
from engine.marking.recurring import recurring


def scores(people: int, seed: int = 1, easier: float = 0.0) -> list[tuple[float, float]]:
    rng = Random(seed)
    able = [rng.gauss(0, 1) + easier for _ in range(people)]
    return [(one + rng.gauss(0, 1), 4 * one + 20 * easier + rng.gauss(0, 2)) for one in able]


def test_facility_is_the_mean_share() -> None:
    assert facility([0.0, 0.5, 1.0, 1.0]) == 0.625
    assert facility([]) is None


@pytest.mark.parametrize("seed", range(5))
def test_discrimination_is_the_correlation_with_the_rest(seed: int) -> None:
    pairs = scores(40, seed)
    x, y = zip(*pairs, strict=True)
    found = discrimination([pairs])
    assert found == pytest.approx(stats.pearsonr(x, y).statistic)
    assert found == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_an_easier_course_does_not_pass_for_a_difference_between_people() -> None:
    one, other = scores(30, 1), scores(30, 2, easier=5.0)
    centred = [np.array(group) - np.mean(group, axis=0) for group in (one, other)]
    x, y = np.concatenate(centred).T
    found = discrimination([one, other, []])
    assert found == pytest.approx(stats.pearsonr(x, y).statistic)
    together = np.corrcoef(np.array([*one, *other]).T)[0, 1]
    assert found is not None
    assert together > found + 0.1


def test_few_people_and_people_who_do_not_differ_have_none() -> None:
    assert discrimination([scores(9)]) is None
    assert discrimination([scores(10)]) is not None
    assert discrimination([[(1.0, float(n)) for n in range(20)]]) is None
    assert discrimination([[(float(n), 3.0) for n in range(20)]]) is None
    assert discrimination([]) is None


def test_a_question_that_the_able_get_wrong_discriminates_negatively() -> None:
    found = discrimination([[(float(20 - n), float(n)) for n in range(20)]])
    assert found == pytest.approx(-1.0)


def test_of_a_long_wait_half_an_hour_counts() -> None:
    assert working_time([24 * 60, 12, 5]) == 42
    assert working_time([-1]) == 0
    assert working_time([]) == 0


def number(text: str) -> Number:
    found = read_number(text)
    assert isinstance(found, Number)
    return found


def test_the_same_ratio_and_the_same_difference_are_counted() -> None:
    typed = [("6.67", 3.3333), ("2.86", 1.4286), ("5", 2.5), ("4.33", 3.3333), ("9.99", 1.4286)]
    found = recurring([([number(text)], [key]) for text, key in typed])
    assert [one.same_ratio for one in found] == [3, 3, 3, 1, 1]
    assert found[2].ratio == 2.0
    assert found[3].difference == pytest.approx(0.9967)
    more = recurring([([number("4.33")], [3.3333]), ([number("2.43")], [1.4286]), ([number("8")], [3.0])])
    assert [one.same_difference for one in more] == [2, 2, 1]


def test_cells_agree_on_a_ratio_or_have_none() -> None:
    found = recurring(
        [
            ([number("2.00"), number("4.00")], [1.0, 2.0]),
            ([number("2.00"), number("5.00")], [1.0, 2.0]),
            ([number("2.00")], [0.0]),
            ([number("inf")], [1.0]),
        ]
    )
    assert [one.ratio for one in found] == [2.0, None, None, None]
    assert [one.same_ratio for one in found] == [1, 0, 0, 0]
