"""Curves and bars of small networks: what ReLU lets through, steps downhill, and a gradient on its way back."""

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.figures.recurrent.gradient_through_time import WORDS
from engine.solutions.pictures import Bars, Curve, table
from tests.engine.figures.drawn.reading import drawn, met, rounds, said, states, tells


def test_the_house_needs_energy_below_one_temperature_and_above_another(seeds: range) -> None:
    """Between its points a curve is drawn straight, so that each bend has to be a point."""
    figure, outside = find("hidden-unit"), np.linspace(0, 36, 181)
    for frame in states(figure, seeds):
        below, picture = frame["below"], drawn(figure, frame, Curve)
        bent, straight = (np.array(line.points).T for line in picture.lines)
        energy = (
            3 + np.where(outside < below, 2 * (below - outside), 0) + np.where(outside > 20, outside - 20, 0)
        )
        assert np.interp(outside, *bent) == pytest.approx(energy)
        assert np.interp(outside, *straight) == pytest.approx(2 * below - 17 - outside)
        assert [line.name for line in picture.lines] == ["with ReLU", "without"]
        ((name, *at),) = picture.marks
        assert name == f"{frame['outside']} °C"
        assert at == pytest.approx([frame["outside"], np.interp(frame["outside"], outside, energy)])
        assert f"below {below} °C" in picture.about


def test_what_relu_makes_of_the_two_sums_is_said() -> None:
    figure = find("hidden-unit")
    for below in (10, 15, 17, 20):
        for outside in range(37):
            told = said(figure, figure.at({"below": below, "outside": outside}))
            heating, cooling, alone = below - outside, outside - 20, 2 * below - 17 - outside
            assert tells(told, "heating unit sums to #, the cooling unit to #", heating, cooling)
            if "neither" in told:
                assert max(heating, cooling) <= 0
                assert tells(told, "the bias of the output, # kWh", 3)
                continue
            stopped, let_through = ("first", cooling) if "the first 0" in told else ("second", 2 * heating)
            assert f"makes the {stopped} 0" in told
            assert (heating if stopped == "first" else cooling) < 0 < let_through
            assert tells(told, "the output is # kWh", let_through + 3)
            assert tells(told, "one straight line: # kWh", alone)
            assert ("less than nothing" in told) == (alone < 0)


def walked(rate: float, slope: int, count: int) -> list[Decimal]:
    """Places of a descent from 2, each rounded to four decimals as on paper."""
    places = [Decimal(2)]
    for _ in range(count):
        exactly = places[-1] * (1 - Decimal(str(rate)) * slope)
        places.append(exactly.quantize(Decimal("0.0001"), ROUND_HALF_UP))
    return places


RATES = [step / 10 for step in range(1, 12)]
VALLEYS = {"steep": 2, "gentle": 1}  # the gradient over the parameter


def descents() -> list[tuple[Frame, int, list[Decimal]]]:
    figure = find("step-size")
    return [
        (figure.at({"learning_rate": rate, "valley": valley, "step": step}), slope, walked(rate, slope, step))
        for rate in RATES
        for valley, slope in VALLEYS.items()
        for step in range(1, 9)
    ]


def test_each_step_downhill_begins_where_the_last_one_is_shown_to_end() -> None:
    figure = find("step-size")
    for frame, slope, places in descents():
        before, after = (float(place) for place in places[-2:])
        assert frame["parameters"].tolist() == [before], frame.values
        assert frame["gradient"].tolist() == pytest.approx([slope * before])
        shown = figure.show(frame)
        assert float(shown.written(shown.value)) == after, frame.values
        ideal = 2 * (1 - frame["learning_rate"] * slope) ** frame["step"]
        assert after == pytest.approx(ideal, abs=1e-3)


def test_the_places_of_a_descent_lie_on_its_loss() -> None:
    figure = find("step-size")
    for frame, slope, places in descents():
        picture = drawn(figure, frame, Curve)
        valley, steps, dots = picture.lines
        points = [(float(place), slope / 2 * float(place) ** 2) for place in places]
        assert all(loss == pytest.approx(slope / 2 * at**2) for at, loss in valley.points)
        assert np.array(steps.points) == pytest.approx(np.array(points)), frame.values
        assert dots.points == steps.points
        assert valley.points[0][0] <= min(points)[0] <= max(points)[0] <= valley.points[-1][0]
        start, end = picture.marks
        assert start[0] == "start"
        assert start[1:] == pytest.approx((2, 2 * slope))
        assert end[0] == f"step {frame['step']}"
        assert end[1:] == pytest.approx(points[-1])
        assert f"The gradient is {slope} times θ" in picture.about


def test_a_descent_is_said_to_crawl_to_cross_or_to_climb_as_it_does() -> None:
    """A step multiplies the distance from the bottom by 1 minus the rate times the slope."""
    figure = find("step-size")
    for frame, slope, places in descents():
        told, factor = said(figure, frame), round(1 - frame["learning_rate"] * slope, 6)
        assert tells(told, "from # to #", 2, float(places[-1])), told
        if "the bottom. The best rate" in told:
            assert abs(places[-1]) < Decimal("0.005")
            assert "0.5 in the steep valley, 1 in the gentle valley" in told  # where the factor is 0
            continue
        assert ("lands higher than before" in told) == (factor < -1), told
        assert ("never comes lower" in told) == (factor == -1), told
        assert ("lands lower than before" in told) == (-1 < factor < 0), told
        assert ("the steps get shorter" in told) == (0 < factor < 1), told


@pytest.mark.parametrize("rate", RATES[:5])
def test_the_best_rate_reaches_the_bottom_in_one_step(rate: float) -> None:
    for valley, slope in VALLEYS.items():
        frame = find("step-size").at({"learning_rate": 1 / slope, "valley": valley, "step": 1})
        assert frame["new_parameters"].tolist() == [0]
        assert walked(rate, slope, 1)[-1] > 0 or rate * slope == 1


def test_the_bar_of_each_word_is_one_factor_shorter_than_that_of_the_next(seeds: range) -> None:
    figure = find("gradient-through-time")
    for frame in states(figure, seeds):
        picture = drawn(figure, frame, Bars)
        factors = np.cumprod([1.0, *[frame["weight"]] * 9])[::-1]
        assert [word for word, _ in picture.bars] == list(WORDS)
        assert [bar for _, (bar,) in picture.bars] == pytest.approx(factors)
        assert all(rounds(text, size) for (_, text), size in zip(table(picture)[1], factors, strict=True))
        assert picture.marked == (WORDS[9 - frame["steps"]],)
        assert tells(picture.title, "times # at each step", frame["weight"])


def test_a_gradient_is_said_to_vanish_where_little_of_it_arrives(seeds: range) -> None:
    figure = find("gradient-through-time")
    for was, now in met(figure, seeds):
        told, factor = said(figure, now, was), float(np.prod([now["weight"]] * now["steps"]))
        assert tells(told, f"“{WORDS[9 - now['steps']]}”, # step", now["steps"]), told
        assert tells(told, "gets # times the gradient at “were”", factor), told
        assert ("at exactly 1 nothing vanishes" in told) == (now["weight"] == 1)
        assert ("has vanished" in told) == (factor < 0.05)
        assert ("explodes:" in told) == (factor > 5)
        assert ("the two words belong together" in told) <= (now["steps"] == 9)
        assert "multiplies by" not in told or tells(told, "Each step multiplies by #", now["weight"])
