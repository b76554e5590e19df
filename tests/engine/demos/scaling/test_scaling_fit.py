"""The fit of a scaling law: against SciPy, the family of the exam, and laws that are known."""

from math import log10

import numpy as np
import pytest
from scipy.optimize import least_squares, minimize_scalar  # type: ignore[import-untyped]

from engine import catalogue
from engine.chain import run as computed
from engine.demos.scaling.laws import (
    PUBLISHED,
    Law,
    Run,
    doubts,
    fit,
    foretold,
    interval,
    misses,
    resampled,
)

TRUE = Law(1.9, 30.0, 20.0, 0.5, 0.4)
PLACES = [(n, d) for n in (2224, 7520, 27328, 103808) for d in (3400, 13600, 27200, 54400, 108800)]


def runs(law: Law, noise: float = 0.0, seed: int = 1) -> list[Run]:
    rng = np.random.default_rng(seed)
    return [Run(n, d, law.loss(n, d) + noise * rng.normal()) for n, d in PLACES]


def squared_error(law: Law, of: list[Run]) -> float:
    return sum((law.loss(run.parameters, run.tokens) - run.loss) ** 2 for run in of)


@pytest.mark.parametrize("law", [TRUE, Law(0.5, 8.0, 300.0, 0.15, 0.7)])
def test_a_law_without_noise_is_found_again(law: Law) -> None:
    found = fit(runs(law))
    for name in ("E", "A", "B", "alpha", "beta"):
        assert getattr(found, name) == pytest.approx(getattr(law, name), rel=1e-3)


def test_with_noise_it_finds_no_more_error_than_scipy() -> None:
    noisy = runs(TRUE, 0.02)
    size, data, loss = (
        np.array([getattr(run, name) for run in noisy]) for name in ("parameters", "tokens", "loss")
    )

    def residuals(x: np.ndarray) -> np.ndarray:
        return np.asarray(
            x[0] + np.exp(x[1] - x[3] * np.log(size)) + np.exp(x[2] - x[4] * np.log(data)) - loss
        )

    other = least_squares(residuals, [1.9, 3.4, 3.0, 0.5, 0.4], xtol=1e-14, ftol=1e-14, gtol=1e-14)
    found = fit(noisy)
    assert squared_error(found, noisy) <= 2 * other.cost * (1 + 1e-6)
    assert [found.E, found.alpha, found.beta] == pytest.approx([other.x[0], *other.x[3:]], rel=1e-2)


def test_an_irreducible_loss_below_zero_is_not_offered() -> None:
    bent = [Run(n, d, 9 - 0.5 * log10(n) - 0.5 * log10(d) - 0.05 * log10(n * d) ** 2) for n, d in PLACES]
    found = fit(bent)
    assert found.E == 0
    assert found.A > 0
    assert found.B > 0


def test_a_loss_that_rises_with_data_has_no_such_law() -> None:
    rising = [Run(n, d, 1 + 1e-5 * n + 1e-5 * d) for n, d in PLACES]
    with pytest.raises(ValueError, match="the loss must fall"):
        fit(rising)


def test_five_runs_are_too_few() -> None:
    with pytest.raises(ValueError, match="at least 6 runs, not 5"):
        fit(runs(TRUE)[:5])


def test_the_loss_is_what_the_family_of_the_exam_computes() -> None:
    family = catalogue.find("scaling_loss")
    law = PUBLISHED["Hoffmann et al. 2022"]
    given = {name: getattr(law, name) for name in ("E", "A", "B", "alpha", "beta")}
    asked = family.parameters.of({**given, "parameters": 70e9, "tokens": 1.4e12})
    assert law.loss(70e9, 1.4e12) == pytest.approx(computed(family, asked).reached["loss"])


@pytest.mark.parametrize("law", [TRUE, *PUBLISHED.values()])
def test_the_best_size_is_the_lowest_point_of_the_isoflop_curve(law: Law) -> None:
    compute = 1e21
    parameters, tokens = law.best(compute)
    assert 6 * parameters * tokens == pytest.approx(compute)
    lowest = minimize_scalar(lambda x: law.isoflop(compute, [10**x])[0][1], bounds=(6, 14), method="bounded")
    assert log10(parameters) == pytest.approx(lowest.x, abs=1e-3)
    assert law.best(100 * compute)[0] / parameters == pytest.approx(100**law.growth)


def test_about_twenty_tokens_for_each_parameter_come_of_the_second_fit_and_not_of_the_first() -> None:
    ratio = {name: law.best(5.76e23)[1] / law.best(5.76e23)[0] for name, law in PUBLISHED.items()}
    assert 15 < ratio["Besiroglu et al. 2024"] < 30
    assert ratio["Hoffmann et al. 2022"] > 60


@pytest.mark.sweep
def test_most_intervals_hold_the_true_exponent() -> None:
    held = 0
    for seed in range(5):
        noisy = runs(TRUE, 0.01, seed)
        laws = resampled(noisy, fit(noisy), 40, np.random.default_rng(seed))
        low, high = interval(laws, lambda law: law.alpha)
        held += low <= TRUE.alpha <= high
    assert held >= 3


@pytest.mark.sweep
def test_more_noise_makes_wider_intervals() -> None:
    def width(noise: float) -> float:
        noisy = runs(TRUE, noise)
        low, high = interval(resampled(noisy, fit(noisy), 60, np.random.default_rng(1)), lambda law: law.E)
        return high - low

    assert width(0.02) > 2 * width(0.004) > 0


def test_a_law_that_holds_foretells_the_dearer_runs() -> None:
    rows = foretold(runs(TRUE), 6 * 27328 * 27200)
    assert len(rows) == 7
    assert all(said == pytest.approx(run.loss, abs=1e-4) for run, said in rows)


def test_a_miss_is_a_root_mean_square() -> None:
    off = [
        Run(run.parameters, run.tokens, run.loss + by)
        for run, by in zip(runs(TRUE), (0.3, -0.1) * 10, strict=True)
    ]
    assert misses(TRUE, off) == pytest.approx(0.05**0.5)


def test_doubts_are_said_where_there_are_reasons_only() -> None:
    sure, same = runs(TRUE), [TRUE] * 9
    assert doubts(TRUE, same, sure, luck=0.01, unique=1e6) == []
    assert doubts(TRUE, same, sure, unique=13_600) == [
        "Some runs read the same text 8 times; the law speaks of new text."
    ]
    beyond = Law(1.9, 0.1, 20.0, 0.5, 0.4)
    assert doubts(beyond, same, runs(beyond)) == [
        "For the budget of a middling run it names 23 parameters: no run was of such a size."
    ]
    product = [Run(n, d, 2 + 1e4 / n**0.5 / d**0.5) for n, d in PLACES]
    assert "do not simply add up" in doubts(fit(product), same, product, luck=0.01)[0]
    loose = [Law(1.5, 1, 1, 0.02, 0.3), Law(1.9, 1, 1, 0.02, 0.4)]
    assert [said.partition(" ")[0] for said in doubts(TRUE, loose, sure, 1e6)] == ["alpha", "E"]
