"""Curves of a preference and of a clipped objective, and what is said of them, by another road."""

from math import exp, log1p, tanh

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.figures.own_numbers import about
from engine.solutions.pictures import Curve
from tests.engine.figures.drawn.reading import drawn, met, moves, said, states, tells, tells_change


def rewards(frame: Frame) -> tuple[float, float]:
    at = frame.values
    return at["reward_winner"] + at["lift"], at["reward_loser"] + at["lift"]


def wins(gap: float) -> float:
    """The logistic function as a hyperbolic tangent."""
    return (1 + tanh(gap / 2)) / 2


def test_the_chance_of_a_preference_is_the_logistic_function_of_the_difference(seeds: range) -> None:
    figure = find("bradley-terry")
    for frame in states(figure, seeds):
        preferred, other = rewards(frame)
        picture = drawn(figure, frame, Curve)
        (line,) = picture.lines
        assert all(chance == pytest.approx(wins(reward - other)) for reward, chance in line.points)
        (one, *at), (two, *there) = picture.marks
        assert (one, two) == ("preferred", "as good as the other")
        assert at == pytest.approx([preferred, wins(preferred - other)]), frame.values
        assert there == pytest.approx([other, 0.5]), frame.values
        assert line.points[0][0] <= min(at[0], there[0]) <= max(at[0], there[0]) <= line.points[-1][0]
        assert tells(
            said(figure, frame),
            "differ by #, so the preferred answer wins with probability #",
            preferred - other,
            wins(preferred - other),
        )


def test_what_is_said_of_two_rewards_follows_from_their_difference(seeds: range) -> None:
    figure = find("bradley-terry")
    for was, now in moves(figure, seeds):
        told = said(figure, now, was)
        before, gap = (round(x - y, 6) + 0.0 for x, y in map(rewards, (was, now)))
        if before == gap:
            assert was["lift"] != now["lift"]
            assert tells(told, "difference is still #, so the probability stays at #", gap, wins(gap))
            continue
        assert tells_change(told, "the probability", wins(before), wins(gap)), told
        assert ("equal rewards" in told) == (gap == 0)
        assert ("likes the other answer better" in told) == (gap < 0)
        if gap <= 0:
            assert tells(told, "pays a loss of #" if gap else "ln 2 = #", log1p(exp(-gap))), told
        elif "nearly flat" in told:
            assert wins(gap + 1) - wins(gap) < 0.07  # at even rewards it is 0.23
        else:
            assert tells(told, "The odds are # to 1", exp(gap)), told


def objective(ratio: float, advantage: float, epsilon: float) -> float:
    return float(min(ratio * advantage, np.clip(ratio, 1 - epsilon, 1 + epsilon) * advantage))


def of(frame: Frame) -> tuple[float, float, float]:
    return frame["ratio"], {"good": 2.0, "bad": -2.0}[frame["advantage"]], frame["epsilon"]


def holds_the_objective(picture: Curve, ratio: float, advantage: float, epsilon: float) -> None:
    """The lines between the points are those of the objective too: each corner is a point."""
    clipped, plain = (np.array(line.points).T for line in picture.lines)
    every = np.linspace(0.2, 2.0, 361)
    wanted = [objective(one, advantage, epsilon) for one in every]
    assert np.interp(every, *clipped) == pytest.approx(wanted)
    assert np.interp(every, *plain) == pytest.approx(every * advantage)
    assert [line.name for line in picture.lines] == ["with clipping", "without clipping"]
    ((_, *at),) = picture.marks
    assert at == pytest.approx([ratio, objective(ratio, advantage, epsilon)])


def test_the_clipped_objective_is_the_smaller_of_two_products(seeds: range) -> None:
    figure = find("clip")
    for frame in states(figure, seeds):
        holds_the_objective(drawn(figure, frame, Curve), *of(frame))


@pytest.mark.parametrize(("ratio", "advantage", "epsilon"), [(1.13, 2.0, 0.17), (0.77, -2.0, 0.123)])
def test_the_corner_of_the_objective_of_other_numbers_is_sharp_too(
    ratio: float, advantage: float, epsilon: float
) -> None:
    figure = find("clip")
    given = figure.chain.parameters.of({"ratio": ratio, "advantage": advantage, "epsilon": epsilon})
    made = about(figure, given)
    holds_the_objective(drawn(made, made.at({}), Curve), ratio, advantage, epsilon)


def test_the_objective_is_called_flat_where_its_slope_is_zero(seeds: range) -> None:
    figure, small = find("clip"), 1e-4
    for was, now in met(figure, seeds):
        told, (ratio, advantage, epsilon) = said(figure, now, was), of(now)
        here = objective(ratio, advantage, epsilon)
        slope = objective(ratio + small, advantage, epsilon) - objective(ratio - small, advantage, epsilon)
        assert ("earns nothing" in told) == (abs(slope) < 1e-9), told
        if "earns nothing" in told:
            edge = 1 + epsilon if advantage > 0 else 1 - epsilon
            assert tells(told, "Beyond ρ = # the line is flat at #", edge, here)
            assert ("likelier" in told) == (ratio > edge)
            continue
        if was is None:
            assert tells(told, "The objective is #", here)
        else:
            assert tells_change(told, "the objective", objective(*of(was)), here), told
        if "much rarer" in told or "much likelier" in told:
            assert abs(ratio - 1) > epsilon
            assert slope * (1 - ratio) > 0  # the gradient leads back to the old probability
            assert ("much rarer" in told) == (ratio < 1)
            continue
        way = "raising" if advantage > 0 else "lowering"
        edge = 1 + epsilon if advantage > 0 else 1 - epsilon
        assert tells(told, f"{way} ρ pays until #, where the line goes flat", edge)
        assert here == pytest.approx(ratio * advantage)  # clipping changes nothing
        assert objective(edge, advantage, epsilon) == pytest.approx(
            max(objective(one / 100, advantage, epsilon) for one in range(20, 201))
        )
