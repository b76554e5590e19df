"""A loss, a sigmoid, a changed weight and a clipped gradient as they are drawn, with torch and complex numbers as other
roads."""

from cmath import phase
from math import isclose

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.figures.own_numbers import NoSuchNumbers, about
from engine.solutions.pictures import Bars, Curve, HeatMap, Plane, table
from tests.engine.figures.drawn.reading import drawn, met, rounds, said, states, tells, tells_change

Numbers = list[float]
TOPICS = ["travel", "food", "music"]


def tensor(values: object) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def both(figure: str, frame: Frame) -> tuple[HeatMap | Curve, HeatMap | Curve | Bars]:
    first, second = find(figure).show(frame).pictures
    assert isinstance(first, HeatMap | Curve)
    assert isinstance(second, HeatMap | Curve | Bars)
    return first, second


def topic(frame: Frame) -> tuple[float, float, Numbers]:
    """The probability of the true topic, its loss, and the gradient of the scores, by automatic differentiation."""
    weights, x = tensor([[1.0, -2.0], [0.0, 1.0], [-0.5, 1.0]]), tensor([2.0, 1.0])
    scores = (weights @ x + tensor([frame.values["score"], 0.0, 0.0])).requires_grad_()
    target = TOPICS.index(frame["target"])
    loss = functional.cross_entropy(scores, torch.tensor(target))
    torch.autograd.backward(loss)
    assert scores.grad is not None
    chance = float(torch.softmax(scores, 0)[target].detach())
    return chance, float(loss.detach()), scores.grad.tolist()


def test_the_loss_of_the_true_topic_is_marked_on_its_curve_beside_the_gradient(seeds: range) -> None:
    figure = find("softmax-gradient")
    for frame in states(figure, seeds):
        gradients, loss = both("softmax-gradient", frame)
        assert isinstance(gradients, HeatMap)
        assert isinstance(loss, Curve)
        chance, came, gradient = topic(frame)
        assert [row[2] for row in gradients.values] == pytest.approx(gradient)
        ((name, *at),) = loss.marks
        assert tells(name, "loss #", came), frame.values
        assert at == pytest.approx([chance, came])
        (line,) = loss.lines
        chances, losses = (tensor(one) for one in zip(*line.points, strict=True))
        assert losses.tolist() == pytest.approx(functional.nll_loss(
            chances.log().unsqueeze(1), torch.zeros(len(chances), dtype=torch.long), reduction="none"
        ).tolist())  # fmt: skip
        assert line.points[0][0] <= chance <= line.points[-1][0]


def review(frame: Frame) -> tuple[float, float, int]:
    """Score, probability and label of a review by a linear layer."""
    layer = torch.nn.Linear(3, 1, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(tensor([[0.8, -1.2, 0.4]]))
        layer.bias.copy_(tensor([frame.values["bias"]]))
        score = layer(tensor([frame.values["x1"], frame.values["x2"], 1.0]))
    return float(score), float(torch.sigmoid(score)), int(score.round(decimals=9) >= 0)


def test_the_score_of_a_review_lies_on_the_sigmoid_and_its_products_add_up(seeds: range) -> None:
    figure = find("logistic-regression")
    for frame in states(figure, seeds):
        curve, products = both("logistic-regression", frame)
        assert isinstance(curve, Curve)
        assert isinstance(products, HeatMap)
        score, chance, _ = review(frame)
        sigmoid, border, half = curve.lines
        scores = tensor([z for z, _ in sigmoid.points])
        assert [p for _, p in sigmoid.points] == pytest.approx(torch.sigmoid(scores).tolist())
        assert scores[0] <= score <= scores[-1]
        assert {z for z, _ in border.points} == {0.0}
        assert {p for _, p in half.points} == {0.5}
        ((name, *at),) = curve.marks
        assert tells(name, "z = #, p = #", score, chance)
        assert at == pytest.approx([score, chance])
        assert sum(row[2] for row in products.values) == pytest.approx(score)
        assert all(weight * value == pytest.approx(adds) for weight, value, adds in products.values)
        assert tells(products.title, "the score of #", score)


def test_what_is_said_of_a_review_is_so(seeds: range) -> None:
    figure, names = find("logistic-regression"), ("0, negative", "1, positive")
    for was, now in met(figure, seeds):
        told, (score, chance, label) = said(figure, now, was), review(now)
        if was is None:
            assert tells(told, "add up to #", score), told
            assert tells(told, "turns it into #%", 100 * chance), told
            assert told.endswith(f"The label is {names[label]}.")
            sides = {"above 0;": 1, "below 0;": -1, "on the border;": 0}
            assert [side for words, side in sides.items() if words in told] == [np.sign(round(score, 9))]
            continue
        old_score, old, old_label = review(was)
        assert tells_change(told, "the score", old_score, score), told
        assert ("the label turns" in told) == (label != old_label), told
        assert ("now at least 0:" in told) == (label > old_label), told
        assert ("now below 0:" in told) == (label < old_label), told
        assert told.endswith(f"{names[label]}.")
        if label == old_label:
            if tells(told, "the probability stays near #%", 100 * chance):
                assert abs(chance - old) < 0.01 + 1e-9
            else:
                assert tells(told, "the probability is #%, not #%", 100 * chance, 100 * old), told
            if score != pytest.approx(old_score):
                slope = abs(chance - old) / abs(score - old_score)
                assert ("the curve is steep" in told) == (slope > 0.15), told


def chances(frame: Frame, change: float) -> Numbers:
    """The probabilities of the three classes with so much added to the chosen weight."""
    weights = tensor([[0.5, -0.5], [0.0, 0.5], [-0.5, 0.5]])
    row, column = frame["weight"]
    weights[row - 1, column - 1] += change
    scores = functional.linear(tensor([2.0, frame.values["x2"]]), weights, tensor([0.5, 0.0, 0.0]))
    found: Numbers = torch.softmax(scores, 0).tolist()
    return found


def test_a_changed_weight_stands_in_its_cell_and_moves_the_bars_of_all_classes(seeds: range) -> None:
    figure = find("one-changed-weight")
    for frame in states(figure, seeds):
        weights, bars = both("one-changed-weight", frame)
        assert isinstance(weights, HeatMap)
        assert isinstance(bars, Bars)
        row, column = frame["weight"]
        changes = tensor(weights.values) - tensor([[0.5, -0.5], [0.0, 0.5], [-0.5, 0.5]])
        assert float(changes[row - 1, column - 1]) == pytest.approx(frame["delta"])
        assert float(changes.abs().sum()) == pytest.approx(abs(frame["delta"]))
        assert weights.marked == ((row - 1, column - 1),)
        x, biases = (2.0, frame.values["x2"]), [float(name.partition(", bias ")[2]) for name in weights.rows]
        seen = tensor([biases]).T + tensor(weights.values) @ tensor([x]).T  # the scores of what is shown
        chosen = torch.softmax(seen[:, 0], 0).tolist()
        assert [new for _, (_, new) in bars.bars] == pytest.approx(chosen)
        assert weights.chooses == "weight"
        before, after = chances(frame, 0), chances(frame, frame["delta"])
        assert [old for _, (old, _) in bars.bars] == pytest.approx(before)
        assert [new for _, (_, new) in bars.bars] == pytest.approx(after)


def test_what_is_said_of_a_changed_weight_is_so(seeds: range) -> None:
    figure = find("one-changed-weight")
    for was, now in met(figure, seeds):
        told, row = said(figure, now, was), now["weight"][0] - 1
        before, after = chances(now, 0)[row], chances(now, now["delta"])[row]
        name, feature = ("sport", "politics", "science")[row], (2.0, now.values["x2"])[now["weight"][1] - 1]
        assert f"“{name}”" in told
        if now["delta"] * feature == 0:
            assert tells(told, "keeps #", after), told
            continue
        assert tells(told, "by # × # = #", now["delta"], feature, now["delta"] * feature), told
        assert tells(told, "goes from # to #", before, after), told
        assert ("give it up" in told) == (after > before)


def test_a_gradient_outside_of_the_circle_is_drawn_back_to_it(seeds: range) -> None:
    figure = find("too-long-a-gradient")
    for frame in states(figure, seeds):
        picture = drawn(figure, frame, Plane)
        arrows = {arrow.name: complex(*arrow.tip) for arrow in picture.arrows}
        g, threshold = complex(*frame.values["gradient"]), frame["threshold"]
        parameter = torch.nn.Parameter(torch.zeros(2, dtype=torch.float64))
        parameter.grad = tensor([g.real, g.imag])
        torch.nn.utils.clip_grad_norm_([parameter], threshold)
        clipped = complex(*parameter.grad.tolist())
        assert picture.ring == threshold
        assert tells(picture.title, "norm #, and the circle of τ = #", abs(g), threshold)
        assert arrows["g"] == pytest.approx(g)
        assert ("clipped" in arrows) == (abs(g) > threshold)
        if "clipped" in arrows:
            assert arrows["clipped"] == pytest.approx(clipped, abs=1e-5)  # torch divides by the norm and 1e-6
            assert abs(arrows["clipped"]) == pytest.approx(threshold)
            assert phase(arrows["clipped"]) == pytest.approx(phase(g))
        cut = complex(*tensor([g.real, g.imag]).clamp(-threshold, threshold).tolist())
        if "each entry cut" in arrows:
            assert arrows["each entry cut"] == pytest.approx(cut)
        else:
            assert isclose(abs(cut - g), 0, abs_tol=1e-9) or abs(cut - arrows["clipped"]) < 1e-9


def test_what_is_said_of_a_clipped_gradient_is_so(seeds: range) -> None:
    figure = find("too-long-a-gradient")
    for was, now in met(figure, seeds):
        told, g, threshold = said(figure, now, was), complex(*now.values["gradient"]), now["threshold"]
        if was is None:
            assert tells(told, "The norm is #", abs(g)), told
        else:
            assert tells_change(told, "the norm", abs(complex(*was.values["gradient"])), abs(g)), told
        if abs(g) <= threshold:
            assert tells(told, "not above τ = #", threshold)
            assert tells(told, "unchanged, as (#, #)", g.real, g.imag), told
            continue
        scale = threshold / abs(g)
        assert tells(
            told,
            "above τ = #: times #, it becomes (#, #)",
            threshold,
            scale,
            (scale * g).real,
            (scale * g).imag,
        )
        cut = complex(max(-threshold, min(threshold, g.real)), max(-threshold, min(threshold, g.imag)))
        elsewhere = abs(phase(cut / g)) > 1e-9
        assert ("point elsewhere" in told) == elsewhere, told
        assert not elsewhere or tells(told, "it would be (#, #)", cut.real, cut.imag), told


@pytest.mark.parametrize(
    ("figure", "given"),
    [
        ("too-long-a-gradient", {"gradient": [1, 2, 3], "threshold": 1}),
        ("too-long-a-gradient", {"gradient": [0, 0], "threshold": 1}),
        ("logistic-regression", {"weights": [1], "x": [2], "bias": 0}),
        ("logistic-regression", {"weights": [9, 1], "x": [3, 1], "bias": 0}),
        ("one-changed-weight", {"weights": [[1], [2]], "x": [1], "row": 0, "column": 0, "delta": 1}),
    ],
)
def test_what_would_not_fit_into_the_picture_has_no_figure(figure: str, given: dict[str, object]) -> None:
    one = find(figure)
    with pytest.raises(NoSuchNumbers):
        about(one, one.chain.parameters.of(given))


def test_classes_and_features_of_a_sheet_go_by_their_own_names() -> None:
    one = find("one-changed-weight")
    given = {
        "weights": [[1, 0, 2], [0, 1, -1]], "x": [1, 2, -1], "bias": [0, 1], "classes": ["keep", "delete"],
        "row": 1, "column": 2, "delta": -1,
    }  # fmt: skip
    made = about(one, one.chain.parameters.of(given))
    weights, bars = made.show(made.at({})).pictures
    assert [row[0] for row in table(bars)[1]] == ["keep", "delete"]
    assert table(weights)[0] == ("", "x1 = 1", "x2 = 2", "x3 = −1")
    other = find("logistic-regression")
    made = about(other, other.chain.parameters.of({"weights": [1, -1], "x": [2, 1], "bias": -0.5}))
    assert [row[0] for row in table(made.show(made.at({})).pictures[1])[1]] == [
        "feature 1",
        "feature 2",
        "bias",
    ]
    assert rounds(f"{float(made.at({})['score'])}", 0.5)
