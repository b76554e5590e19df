"""Numbers that pictures of figures show beside the runs of their families, each by another road."""

import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from math import exp, tanh

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.pipeline import cost_of_length
from engine.solutions.pictures import Arrow, Boxes, Curve, HeatMap, Plane
from tests.engine.figures.drawn.reading import tells


def arrows(figure: Figure, frame: Frame) -> list[Arrow]:
    (picture,) = figure.show(frame).pictures
    assert isinstance(picture, Plane)
    return list(picture.arrows)


@pytest.mark.parametrize("paris", [(2.1, 2.2), (-3.0, 0.4)])
@pytest.mark.parametrize("japan", [(-1.8, -0.2), (0.0, 0.0), (3.0, -3.0)])
def test_the_step_from_france_to_paris_leads_from_japan_to_the_target(
    paris: tuple[float, float], japan: tuple[float, float]
) -> None:
    figure = find("analogy")
    found = arrows(figure, figure.at({"a": paris, "c": japan}))
    by_name = {arrow.name: arrow for arrow in found if arrow.name != "step"}
    steps = [arrow for arrow in found if arrow.name == "step"]
    assert [step.tail for step in steps] == [by_name["France"].tip, by_name["Japan"].tip]
    assert steps[0].tip == pytest.approx(by_name["Paris"].tip)
    assert steps[1].tip == pytest.approx(by_name["target"].tip)


@pytest.mark.parametrize("attention", [0, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("network", [0, 1.0, 1.5])
def test_the_arrows_of_the_stream_lead_from_what_enters_to_what_leaves(
    attention: float, network: float
) -> None:
    """NumPy is the other road: softmax(x x' / 2 / sqrt 2) x / 2, then relu(x) through the second matrix."""
    x = np.array([[2.0, 0.0], [1.0, 2.0]])
    scores = np.exp(x @ x.T / 2 / np.sqrt(2))  # keys are x itself, queries half of it
    mixed = attention * (scores / scores.sum(axis=1, keepdims=True)) @ x / 2
    after = np.array([[0.5, 0.0], [-0.5, 0.5]]) * network

    def through(rows: np.ndarray) -> np.ndarray:
        return np.asarray(np.maximum(rows, 0) @ after)

    figure, added, alone = find("residual-stream"), through(x + mixed), through(mixed)
    for place, token in enumerate(("night", "train")):
        state = {"attention": attention, "network": network, "token": token}
        found = {arrow.name: arrow for arrow in arrows(figure, figure.at(state))}
        assert found["enters"].tip == tuple(x[place])
        assert found["leaves"].tip == pytest.approx(tuple((x + mixed + added)[place]))
        end = found["enters"].tip
        for name, step in (("+ attention", mixed), ("+ network", added)):
            if name in found:
                assert found[name].tail == pytest.approx(end)
                end = found[name].tip
            else:
                assert not step[place].any()
        assert end == pytest.approx(found["leaves"].tip)
        if "without sums" in found:
            assert found["without sums"].tip == pytest.approx(tuple(alone[place]))


@pytest.mark.parametrize("biases", [(3, -1.5, 1), (-3, 3, 3), (0, 0, -2.5)])
def test_gates_are_as_far_open_as_the_sigmoid_of_their_bias(biases: tuple[float, float, float]) -> None:
    figure = find("lstm-gates")
    (picture,) = figure.show(
        figure.at(dict(zip(("forget", "input", "output"), biases, strict=True)))
    ).pictures
    assert isinstance(picture, Boxes)
    forget, write, output = (1 / (1 + exp(-bias)) for bias in biases)
    memory = 2 * forget + tanh(-1.5) * write
    products = (2 * forget, tanh(-1.5) * write, tanh(memory) * output)
    for (name, row), share, whole, done in zip(
        picture.rows, (forget, write, output), products, ("kept", "written", "shown"), strict=True
    ):
        assert f"gate {share:.4f} ×" in name
        assert re.search(f"[=≈] {whole:.2f} {done}$".replace("-", "−"), name)
        shown = [float(number.replace("−", "-")) for number in re.findall(r"−?\d\.\d+", name)]
        assert (" = " in name) == (abs(shown[0] * shown[1] - shown[2]) < 1e-9)
        assert row[0].text == f"{share:.2f}"
        assert [box.wide for box in row] == pytest.approx([share, 1 - share])
    assert re.search(f"[=≈] {memory:.2f}$".replace("-", "−"), picture.title)


def test_what_is_printed_of_the_gates_adds_up_at_every_bias() -> None:
    figure, number = find("lstm-gates"), re.compile(r"−?\d\.\d+")

    def read(text: str) -> list[Decimal]:
        return [Decimal(one.replace("−", "-")) for one in number.findall(text.replace("− ", "−"))]

    for biases in product([step / 2 for step in range(-6, 7)], repeat=3):
        frame = figure.at(dict(zip(("forget", "input", "output"), biases, strict=True)))
        (picture,) = figure.show(frame).pictures
        assert isinstance(picture, Boxes)
        for name, _ in picture.rows:
            share, whole, comes_to = read(name)
            assert (share * whole).quantize(comes_to, ROUND_HALF_UP) == comes_to, name
        kept, written, memory = read(picture.title)
        assert (kept + written).quantize(memory, ROUND_HALF_UP) == memory, picture.title


def test_attention_is_half_of_the_work_at_six_times_the_width() -> None:
    """4 n² d = 2 n · 12 d²."""
    figure = find("cost-of-length")
    for width in ("768", "1600", "12288"):
        for n in (512, 4608, 8192, 16384):
            frame = figure.at({"n": n, "d": width})
            assert cost_of_length.even(frame) == 6 * int(width)
            (picture,) = figure.show(frame).pictures
            assert isinstance(picture, Curve)
            own, others = 4 * n * n * int(width) / 1e9, 24 * n * int(width) ** 2 / 1e9
            written = " ".join(name for name, _, _ in picture.marks)
            close = abs(own - others) < 0.06 * max(4 * 16384**2, 24 * 16384 * int(width)) * int(width) / 1e9
            assert ("here" in written) == close
            for name, flops in () if close else (("attention", own), ("the rest", others)):
                assert tells(written, f"{name} #", flops), written
            same = [x for name, x, _ in picture.marks if name == "equal"]
            assert same in ([], [6 * int(width)])


@pytest.mark.parametrize("alpha", [0.1, 0.5, 1.0, 2.0])
def test_words_that_were_never_seen_share_what_is_added_for_them(alpha: float) -> None:
    figure = find("smoothing")
    said = figure.show(figure.at({"alpha": alpha})).sentence
    assert f"share {5 * alpha / (3 + 7 * alpha):.2f}" in said
    assert f"has {(2 + alpha) / (3 + 7 * alpha):.2f} instead of {2 / 3:.2f}" in said


@pytest.mark.parametrize("trust", [0.0, 0.3, 0.6, 1.0])
def test_shares_of_the_contexts_are_what_the_longer_ones_leave(trust: float) -> None:
    figure = find("interpolation")
    said = figure.show(figure.at({"trust": trust, "word": "midnight"})).sentence
    rest = 1 - trust
    assert f"shares of {trust:.2f}, {rest * trust:.2f} and {rest * rest:.2f}" in said
    assert ("keep the word possible" in said) == (trust < 1)


def test_layer_norm_gives_the_same_with_nothing_added() -> None:
    figure = find("norms")
    x = np.array([1.0, 2.0, 3.0, 6.0])
    said = figure.show(figure.at({"shift": 10})).sentence
    assert f"{(x[3] - x.mean()) / x.std():.2f} by layer norm" in said
    assert f"{16 / np.sqrt(((x + 10) ** 2).mean()):.2f} by RMS norm" in said
    assert said.endswith(f"RMS norm {6 / np.sqrt((x**2).mean()):.2f}.")


def test_maps_of_weights_beside_one_another_are_equally_dark_where_they_are_equal() -> None:
    for id in ("heads", "who-sees-whom"):
        figure = find(id)
        for picture in figure.show(figure.at({})).pictures:
            assert isinstance(picture, HeatMap)
            assert picture.most == 1.0
