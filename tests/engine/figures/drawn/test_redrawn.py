"""Numbers that stand in the pictures of figures, each by another road than the figure's."""

from cmath import exp as turned
from math import exp, log

import numpy as np
import pytest

from engine.figures.alignment import dpo
from engine.figures.catalogue import find
from engine.figures.evaluation import perplexity
from engine.figures.figure import Frame
from engine.figures.own_numbers import about
from engine.figures.scaling import lifetime
from engine.figures.systems import float_bits
from engine.solutions.pictures import Boxes, Curve, Plane


def drawn(frame: Frame, figure: str) -> Boxes | Curve:
    (picture,) = find(figure).show(frame).pictures
    assert isinstance(picture, Boxes | Curve)
    return picture


@pytest.mark.parametrize("position", [0, 1, 7, 12])
def test_each_pair_turns_as_a_complex_number_does(position: int) -> None:
    figure = find("rope")
    planes = figure.show(figure.at({"position": position})).pictures
    for plane, start, speed in zip(planes, (2 + 1j, 1 - 1j), (1.0, 0.01), strict=True):
        assert isinstance(plane, Plane)
        came, after = start * turned(1j * speed * position), plane.arrows[1]
        assert (after.x, after.y) == pytest.approx((came.real, came.imag))
        assert max(abs(after.x), abs(after.y)) <= plane.reach


@pytest.mark.parametrize("x", [[2, 1], [1, 0, 2, 2, -1, 3], [1, 1, 2, -1, 0, 3, -2, 1]])
@pytest.mark.parametrize("pairs", ["adjacent", "halves"])
def test_each_pair_of_a_sheet_of_another_width_turns_so_too(x: list[int], pairs: str) -> None:
    one, count = find("rope"), len(x) // 2
    figure = about(one, one.chain.parameters.of({"x": x, "position": 3, "base": 100.0, "pairs": pairs}))
    seconds = x[count:] if pairs == "halves" else x[1::2]
    firsts = x[:count] if pairs == "halves" else x[::2]
    frame = figure.at({"position": 5})
    shown = figure.show(frame, figure.at({"position": 4}))
    speeds = [100.0 ** (-pair / count) for pair in range(count)]
    for plane, a, b, speed in zip(shown.pictures, firsts, seconds, speeds, strict=True):
        assert isinstance(plane, Plane)
        came = (a + 1j * b) * turned(1j * speed * 5)
        assert (plane.arrows[1].x, plane.arrows[1].y) == pytest.approx((came.real, came.imag))
    assert "5.00 radians" in shown.sentence
    assert f"{5 * speeds[-1]:.2f}" in shown.sentence
    assert ("early pairs" in shown.sentence) == (count > 1)


@pytest.mark.parametrize(("train", "late"), [(0.5, 0.25), (0.34, 0.01), (1.0, 0.67)])
def test_the_perplexity_is_the_geometric_mean_of_the_branches(train: float, late: float) -> None:
    figure = find("perplexity")
    frame = figure.at({"train": train, "late": late})
    counts = [1 / p for p in (0.5, 0.25, train, 0.5, late)]
    assert [perplexity.branches(frame, place) for place in range(5)] == pytest.approx(counts)
    assert float(frame["perplexity"]) == pytest.approx(float(np.prod(counts)) ** 0.2)
    picture = drawn(frame, "perplexity")
    assert isinstance(picture, Boxes)
    for (_, row), count in zip(picture.rows, (*counts, float(np.prod(counts)) ** 0.2), strict=True):
        assert sum(box.wide for box in row) == pytest.approx(1)
        assert row[0].wide == pytest.approx(1 / count)
        assert len(row) == (2 if count > perplexity.MOST else int(np.ceil(count - 1e-9)))


@pytest.mark.parametrize("beta", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("logp", [-38, -30, -22])
def test_the_tangent_touches_the_loss_of_the_pair(logp: int, beta: float) -> None:
    frame = find("dpo").at({"beta": beta, "logp_w": logp})
    margin = beta * ((logp + 30) - (-23 + 24))
    (left, high), (right, low) = dpo.slope(frame).points
    steep = (low - high) / (right - left)
    assert steep == pytest.approx(-1 / (1 + exp(margin)))
    assert high + steep * (margin - left) == pytest.approx(log(1 + exp(-margin)))
    assert low >= -1e-9
    assert left <= margin <= right


def test_the_gains_of_a_pair_are_multiplied_in_its_caption() -> None:
    figure = find("dpo")
    for logp, told in ((-30, "0.2 × (0 − 1): margin −0.20"), (-24, "0.2 × (6 − 1): margin 1.00")):
        picture = drawn(figure.at({"logp_w": logp}), "dpo")
        assert picture.title == f"Gains {told}"


@pytest.mark.parametrize(("format", "bits"), [("float16", (5, 10)), ("bfloat16", (8, 7))])
def test_the_weights_below_the_bits_make_the_fields(format: str, bits: tuple[int, int]) -> None:
    frame = find("float-bits").at({"format": format})
    exponent = [float_bits.weight(frame, at) for at in range(1, 1 + bits[0])]
    mantissa = [float_bits.weight(frame, at) for at in range(1 + bits[0], 16)]
    assert sum(map(int, exponent)) == 2 ** bits[0] - 1
    assert mantissa == [
        "2⁻" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(n)] for n in str(place)) for place in range(1, bits[1] + 1)
    ]


def test_flipped_bits_keep_their_place() -> None:
    figure = find("float-bits")
    for flip in (1, 5, 16):
        picture = drawn(figure.at({"flip": flip}), "float-bits")
        assert isinstance(picture, Boxes)
        (_, before), (_, after) = picture.rows
        assert [n for n, (a, b) in enumerate(zip(before, after, strict=True), 1) if a.text != b.text] == [
            flip
        ]
        assert [box.note for box in after] == ["↑" if n == flip else "" for n in range(1, 17)]
        assert {box.wide for box in (*before, *after)} == {1 / 16}


@pytest.mark.parametrize("ratio", [5, 20, 200])
def test_the_rule_is_a_line_of_so_many_tokens_per_parameter(ratio: int) -> None:
    for budget in (19, 22, 25):
        picture = drawn(
            find("allocation").at({"budget": budget, "tokens_per_parameter": ratio}), "allocation"
        )
        assert isinstance(picture, Curve)
        budgets, rule = picture.lines
        assert all(tokens == pytest.approx(ratio * size) for size, tokens in rule.points)
        assert all(
            6 * size * tokens == pytest.approx(10.0**budget, rel=0.02) for size, tokens in budgets.points
        )
        assert min(len(budgets.points), len(rule.points)) > 3


@pytest.mark.parametrize("used", [11.5, 12.5, 13.5])
def test_no_model_of_the_same_loss_is_much_cheaper_than_the_cheapest(used: float) -> None:
    """A fine grid of sizes, each with the tokens by which the law gives it the loss of 10 billion parameters after 200
    billion tokens (Hoffmann et al. 2022)."""
    loss = 1.69 + 406.4 / 1e10**0.34 + 410.7 / 2e11**0.28
    sizes = 10 ** np.linspace(9, 10.3, 500)
    tokens = (410.7 / (loss - 1.69 - 406.4 / sizes**0.34)) ** (1 / 0.28)
    lives = 6 * sizes * tokens + 2 * sizes * 10**used
    found = float(lifetime.cheapest(find("lifetime").at({"used": used})).reached["total"])
    assert found == pytest.approx(float(lives.min()), rel=0.03)
    picture = drawn(find("lifetime").at({"used": used}), "lifetime")
    assert isinstance(picture, Curve)
    for size, total in picture.lines[0].points:
        assert total == pytest.approx(float(np.interp(size, sizes, lives)), rel=0.03)


def test_a_card_stands_below_the_stages_on_their_scale() -> None:
    figure = find("zero-stages")
    for billions, whole in ((7, 112.0), (70, 1120.0), (1, 16.0)):
        picture = drawn(figure.at({"billions": billions}), "zero-stages")
        assert isinstance(picture, Boxes)
        (name, first), *_, (_, (card,)) = picture.rows
        assert name == f"stage 0, here: {whole:,.2f} GB"
        assert sum(box.wide for box in first) / card.wide == pytest.approx(whole / 80)


def test_every_answer_of_the_best_policy_is_worth_the_same() -> None:
    best = 0.5 * log(sum(share * exp(reward / 0.5) for share, reward in ((0.5, 1), (0.45, 2), (0.05, 3))))
    figure = find("kl-leash")
    for answer in ("plain", "full", "flattering"):
        told = figure.show(figure.at({"answer": answer})).sentence
        assert told.endswith(f"After it every answer is worth {best:.2f}, so none pays more.")
