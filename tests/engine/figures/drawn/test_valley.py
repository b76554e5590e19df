"""The valley of one budget beside the closed form of its lowest point (Hoffmann et al. 2022, equation 4), and beside a
fine grid of sizes."""

from math import log10

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.scaling import valley
from engine.solutions.pictures import Curve
from tests.engine.figures.drawn.reading import drawn, met, number, said, states, tells, tells_change
from tests.engine.figures.states import values

BUDGET = 6e21
CONSTANTS = ("E", "A", "B", "alpha", "beta")


def loss(frame: Frame, size: np.ndarray | float) -> np.ndarray:
    E, A, B, alpha, beta = (frame[name] for name in CONSTANTS)
    return np.asarray(E + A / np.asarray(size) ** alpha + B * (6 * np.asarray(size) / BUDGET) ** beta)


def best(frame: Frame) -> float:
    """G (C / 6)^(beta / (alpha + beta)), with G = (alpha A / beta B)^(1 / (alpha + beta))."""
    _, A, B, alpha, beta = (frame[name] for name in CONSTANTS)
    together = alpha + beta
    return float((alpha * A / (beta * B)) ** (1 / together) * (BUDGET / 6) ** (beta / together))


def moved(figure: Figure) -> list[Frame]:
    """States with each constant at its ends and between them."""
    return [
        figure.at({handle.name: value})
        for handle in figure.handles
        if handle.name in CONSTANTS
        for value in values(handle)
    ]


def test_all_five_constants_can_be_moved_and_three_of_them_stand_folded() -> None:
    figure = find("valley")
    assert {handle.name for handle in figure.handles} == {"size", *CONSTANTS}
    assert set(figure.constants) == {"E", "A", "B"}
    assert all(figure.at({}).run.values[name] == figure.at({})[name] for name in CONSTANTS)


def test_the_lowest_point_is_that_of_the_closed_form_and_of_a_fine_grid(seeds: range) -> None:
    figure, grid = find("valley"), 10 ** np.linspace(8, 11.2, 32_001)
    for frame in (*moved(figure), *states(figure, seeds)):
        size, losses = best(frame), loss(frame, grid)
        assert float(grid[np.argmin(losses)]) == pytest.approx(size, rel=0.001), frame.values
        assert valley.lowest(frame) == pytest.approx(log10(size), abs=0.005)
        picture = drawn(figure, frame, Curve)
        this, *others = picture.marks
        assert this[0] == "this model"
        assert this[1:] == pytest.approx(
            (10 ** frame["size"], float(loss(frame, 10 ** frame["size"]))), rel=0.005
        )
        assert (
            bool(others) == (abs(log10(size) - frame["size"]) > 0.05 + 1e-3)
            or abs(abs(log10(size) - frame["size"]) - 0.05) < 0.006
        )
        for name, at, low in others:
            assert name == "lowest"
            assert at == pytest.approx(size, rel=0.012)
            assert low == pytest.approx(float(losses.min()), rel=0.001)


def test_the_drawn_valley_is_the_law_along_the_budget(seeds: range) -> None:
    figure = find("valley")
    for frame in (*moved(figure), *states(figure, seeds)):
        (line,) = drawn(figure, frame, Curve).lines
        sizes, losses = np.array(line.points).T
        assert losses == pytest.approx(loss(frame, sizes), rel=0.003)
        assert sizes.min() < best(frame) < sizes.max()  # the lowest point is in sight whatever the constants
        assert losses.argmin() == np.abs(np.log10(sizes) - log10(best(frame))).argmin() or losses.min() == (
            pytest.approx(float(loss(frame, best(frame))), rel=0.001)
        )


def test_what_is_said_of_a_constant_that_moves_is_so(seeds: range) -> None:
    figure = find("valley")
    first = figure.at({})
    for was, now in (*met(figure, seeds), *((first, one) for one in moved(figure))):
        told = said(figure, now, was)
        now_loss, ratio = float(loss(now, 10 ** now["size"])), BUDGET / 6 / 10 ** (2 * now["size"])
        if was is None or was.values == now.values:
            assert tells(told, "a loss of #", now["loss"])
            continue
        assert float(now["loss"]) == pytest.approx(now_loss, rel=0.003)
        assert tells_change(told, "the loss", float(was["loss"]), float(now["loss"])), told
        if was["size"] != now["size"]:
            assert ratio < 1.6 or tells(
                told, "at # tokens per parameter", now["tokens"] / now["parameters"]
            ), told
            gains = [
                number(part.split(" = ")[1].rstrip(".,").split()[0].rstrip(".,"))
                for part in told.split("× ")[1:]
            ]
            size, data = gains[::-1] if told.index("× ") > told.find("β") > -1 else gains
            size_gain = now["alpha"] * now["A"] / now["parameters"] ** now["alpha"]
            data_gain = now["beta"] * now["B"] / now["tokens"] ** now["beta"]
            assert (size, data) == pytest.approx((size_gain, data_gain), abs=0.000501), told
            assert ("Too small" in told) <= (size_gain > data_gain)
            assert ("Too large" in told) <= (size_gain < data_gain)
            continue
        stays = was["E"] != now["E"]
        pattern = f"the lowest point {'stays' if stays else 'is'} at # parameters"
        assert tells(told, pattern, float(f"{best(now):.2e}")) or tells_near(told, pattern, best(now)), told
        assert not stays or best(now) == pytest.approx(best(was))
        for words, name, up in (
            ("a smaller model is enough", "alpha", True), ("it takes a larger model", "alpha", False),
            ("leaves more for the size", "beta", True), ("leaves less for the size", "beta", False),
            ("raises the loss of every model alike", "E", True), ("lowers the loss", "E", False),
            ("larger A the size counts more", "A", True), ("smaller A the size counts less", "A", False),
            ("larger B the text counts more", "B", True), ("smaller B the text counts less", "B", False),
        ):  # fmt: skip
            assert (words in told) == (was[name] != now[name] and (now[name] > was[name]) == up), told
        bigger = best(now) > best(was)
        if was["alpha"] != now["alpha"]:
            assert ("larger model" in told) == bigger
        for name in ("beta", "A"):
            assert (
                was[name] == now[name] or ("more" in told.split(":")[0].replace("takes more", "")) == bigger
            )
        if was["B"] != now["B"]:
            assert ("less" in told.split(":")[0]) == bigger


def tells_near(told: str, pattern: str, wanted: float) -> bool:
    """True if the sentence gives this number within the rounding of the size and its tokens to three digits."""
    before, after = pattern.split("#")
    text = told.partition(before)[2].partition(after)[0]
    return number(text.replace(" × 10^", "e")) == pytest.approx(wanted, rel=0.012)
