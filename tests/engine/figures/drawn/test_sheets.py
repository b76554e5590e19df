"""Figures about numbers of sheets: what they draw and say of these, by another road."""

from math import comb, exp, log, log1p, prod
from typing import Any

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure
from engine.figures.own_numbers import about
from engine.solutions.pictures import Bars, Boxes, Curve, HeatMap
from tests.engine.figures.drawn.reading import drawn, moves, said, states, tells, tells_change


def made(id: str, **given: Any) -> Figure:
    return about(find(id), find(id).chain.parameters.of(given))


@pytest.mark.parametrize("gains", [(1.2, -0.3), (-0.75, 0.4), (0.0, 3.05)])
@pytest.mark.parametrize("beta", [0.1, 0.25, 0.6])
def test_dpo_draws_the_loss_of_the_pair_of_a_sheet(
    gains: tuple[float, float], beta: float, seeds: range
) -> None:
    won, lost = gains
    figure = made(
        "dpo", logp_w=round(won - 11.5, 2), ref_w=-11.5, logp_l=round(lost - 9, 2), ref_l=-9, beta=beta
    )
    for frame in states(figure, seeds):
        margin = frame["beta"] * (frame["logp_w"] + 11.5 - lost)
        picture = drawn(figure, frame, Curve)
        ((_, *at),) = picture.marks
        assert at == pytest.approx([margin, log1p(exp(-margin))], abs=1e-6)
        line = picture.lines[0].points
        assert line[0][0] - 1e-6 <= margin <= line[-1][0] + 1e-6
        assert all(loss == pytest.approx(log1p(exp(-m))) for m, loss in line)
        assert tells(said(figure, frame), "margin #. The gradient pulls at this pair with #",
                     margin, frame["beta"] / (1 + exp(margin)))  # fmt: skip


@pytest.mark.parametrize(("n", "c", "k"), [(2, 1, 1), (8, 7, 3), (20, 4, 5)])
def test_pass_at_k_draws_the_samples_of_a_sheet(n: int, c: int, k: int, seeds: range) -> None:
    figure = made("pass-at-k", n=n, c=c, k=k)
    for frame in states(figure, seeds):
        right = frame["c"]
        bars = drawn(figure, frame, Bars).bars
        wanted = [1 - comb(n - right, tries) / comb(n, tries) for tries in range(1, n + 1)]
        assert [height for _, (height,) in bars] == pytest.approx(wanted)
        assert tells(said(figure, frame), "One try passes with #", right / n)
    for was, now in moves(figure, seeds):
        told, wrong = said(figure, now, was), n - now["c"]
        if "programs is wrong" in told or "programs are wrong" in told:
            assert ("is wrong" in told) == (wrong == 1)
            assert tells(told, f"# of {n} programs", wrong)
            assert now["k"] > wrong


@pytest.mark.parametrize("given", [[0.5, 0.25], [0.125, 0.5, 0.25], [0.1, 0.02, 0.8, 0.6, 0.3, 0.15]])
def test_perplexity_draws_the_tokens_of_a_sheet(given: list[float], seeds: range) -> None:
    figure = made("perplexity", probabilities=given)
    words = ["both", "all three", "all four", "all five", "all six"][len(given) - 2]
    for frame in states(figure, seeds):
        every = [frame["first"], *given[1:-1], frame["last"]]
        mean = prod(every) ** (-1 / len(every))
        names = [name for name, _ in drawn(figure, frame, Boxes).rows]
        assert [
            tells(name, f"token {n}: 1 of #", 1 / one)
            for n, (name, one) in enumerate(zip(names, every, strict=False), 1)
        ]
        assert tells(names[-1], f"{words}: 1 of #, the perplexity", mean)
        assert tells(said(figure, frame), "a fair draw among # tokens", mean)
    for was, now in moves(figure, seeds):
        before, after = (prod([f["first"], *given[1:-1], f["last"]]) ** (-1 / len(given)) for f in (was, now))
        assert tells_change(said(figure, now, was), "the branching factor", before, after)
        assert f"geometric mean of {words}" in said(figure, now, was)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_the_softmax_gradient_draws_the_classes_of_a_sheet(classes: int, seeds: range) -> None:
    weights = [[1.0, -0.5], [0.5, 0.5], [-1.0, 0.25], [0.0, 1.0]][:classes]
    names = ["ham", "spam", "news", "ads"][:classes]
    figure = made("softmax-gradient", weights=weights, bias=[0.5, 0, -0.5, 0.25][:classes], x=[2, 1],
                  classes=names, target=1)  # fmt: skip
    for frame in states(figure, seeds):
        biases = [frame["score"], 0, -0.5, 0.25][:classes]
        parts = [exp(2 * u + v + b) for (u, v), b in zip(weights, biases, strict=True)]
        chances, true = [part / sum(parts) for part in parts], names.index(frame["target"])
        heat, curve = figure.show(frame).pictures
        assert isinstance(heat, HeatMap)
        assert isinstance(curve, Curve)
        assert heat.rows == tuple(names)
        for n, row in enumerate(heat.values):
            assert row == pytest.approx((chances[n], float(n == true), chances[n] - (n == true)))
        ((_, *at),) = curve.marks
        assert at == pytest.approx([chances[true], -log(chances[true])])
        told = said(figure, frame)
        assert tells(told, "with strength 1 − # = #", chances[true], 1 - chances[true])
        others = [chance for n, chance in enumerate(chances) if n != true]
        numbers = {2: "probability, #", 3: "probabilities, # and #", 4: "probabilities, #, # and #"}[classes]
        assert tells(told, f"own {numbers}.", *others), told
        assert ("the other down" in told) == (classes == 2)


@pytest.mark.parametrize(("winner", "loser"), [(4.7, 2.5), (-6.3, -0.4), (9.5, 10)])
def test_a_preference_is_drawn_of_the_rewards_of_a_sheet(winner: float, loser: float, seeds: range) -> None:
    figure = made("bradley-terry", reward_winner=winner, reward_loser=loser)
    for frame in states(figure, seeds):
        gap = frame["reward_winner"] - frame["reward_loser"]
        picture = drawn(figure, frame, Curve)
        (line,) = picture.lines
        (_, *at), (_, *there) = picture.marks
        chance = 1 / (1 + exp(-gap))
        assert at == pytest.approx([frame["reward_winner"] + frame["lift"], chance])
        assert there == pytest.approx([frame["reward_loser"] + frame["lift"], 0.5])
        assert line.points[0][0] <= min(at[0], there[0]) <= max(at[0], there[0]) <= line.points[-1][0]
        assert tells(
            said(figure, frame), "differ by #, so the preferred answer wins with probability #", gap, chance
        )


def test_a_reward_of_hundredths_has_no_figure_that_lifts_it_in_tenths() -> None:
    with pytest.raises(ValueError, match="does not reach"):
        made("bradley-terry", reward_winner=-1.69, reward_loser=-0.85)
