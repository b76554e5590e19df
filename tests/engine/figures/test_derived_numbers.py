"""Numbers that figures compute beside their families' runs, each by another road."""

from itertools import product
from math import exp, isnan, log

import numpy as np
import pytest

from engine.figures.alignment import dpo
from engine.figures.catalogue import find
from engine.figures.data import lsh_curve
from engine.figures.embeddings import skip_gram
from engine.figures.evaluation import calibration
from engine.figures.prompting import majority_vote
from engine.figures.systems import float_bits
from engine.solutions.pictures import Plane, table


@pytest.mark.parametrize("format", ["float16", "bfloat16"])
def test_bits_are_the_numbers_that_numpy_reads(format: str) -> None:
    figure = find("float-bits")
    frame = figure.at({"format": format})
    for pattern in range(0, 2**16, 7):
        ours = float_bits.value(frame, f"{pattern:016b}")
        if format == "float16":
            theirs = float(np.array([pattern], np.uint16).view(np.float16)[0])
        else:  # the upper half of a float32
            theirs = float(np.array([pattern << 16], np.uint32).view(np.float32)[0])
        assert ours == theirs or (isnan(ours) and isnan(theirs)), f"{pattern:016b}"


@pytest.mark.parametrize("k", [1, 3, 5, 9])
@pytest.mark.parametrize("p", [0.1, 0.4, 0.5, 0.8])
def test_a_majority_is_as_likely_as_all_its_ways_together(p: float, k: int) -> None:
    ways = (way for way in product((0, 1), repeat=k) if 2 * sum(way) > k)
    assert majority_vote.majority(p, k) == pytest.approx(
        sum(p ** sum(way) * (1 - p) ** (k - sum(way)) for way in ways)
    )


def test_the_pull_of_a_pair_is_the_slope_of_its_loss() -> None:
    """The loss falls by pull for each nat that the log-ratio of the preferred answer rises (Rafailov et al. 2023)."""
    figure, step = find("dpo"), 1e-4

    def loss(beta: float, gained: float) -> float:
        return log(1 + exp(-beta * gained))

    for beta in (0.1, 0.3, 1.0):
        for logp in (-36, -30, -24):
            frame = figure.at({"beta": beta, "logp_w": logp})
            gained = (logp + 30) - (-23 + 24)
            slope = (loss(beta, gained - step) - loss(beta, gained + step)) / (2 * step)
            assert float(frame["loss"]) == pytest.approx(loss(beta, gained))
            assert dpo.pull(frame) == pytest.approx(slope, rel=1e-4)


@pytest.mark.parametrize("v", [(-0.5, 1.5), (1.0, 0.2), (-2.0, -1.0)])
def test_a_step_of_skip_gram_goes_down_the_slope_of_the_loss(v: tuple[float, float]) -> None:
    """Differences of the loss give the slope, in all three vectors."""
    true, noise = (
        np.array(x, float) for x in (skip_gram.BEFORE["u_positive"], skip_gram.BEFORE["u_negatives"][0])
    )
    rate, small = 0.7, 1e-6

    def loss(vectors: np.ndarray) -> float:
        v, u, n = vectors
        return float(np.log1p(np.exp(-u @ v)) + np.log1p(np.exp(n @ v)))

    now = np.array([v, true, noise])
    slope = np.zeros_like(now)
    for at in np.ndindex(now.shape):
        change = np.zeros_like(now)
        change[at] = small
        slope[at] = (loss(now + change) - loss(now - change)) / (2 * small)
    after = skip_gram.step({**skip_gram.BEFORE, "v": list(v)}, rate)
    came = np.array([after["v"], after["u_positive"], after["u_negatives"][0]])
    assert came == pytest.approx(now - rate * slope, abs=0.0051)  # to two decimals


@pytest.mark.parametrize("rate", [0, 0.5, 2])
@pytest.mark.parametrize("v", [(-0.5, 1.5), (1.0, 0.2), (-2.0, -1.0)])
def test_the_word_is_pulled_along_one_vector_and_pushed_from_the_other(
    v: tuple[float, float], rate: float
) -> None:
    """By complex numbers: both parts lead from the tip before to the tip after, in direction of the two vectors."""
    figure = find("skip-gram")
    (picture,) = figure.show(figure.at({"v": v, "rate": rate})).pictures
    assert isinstance(picture, Plane)
    arrows = {arrow.name: arrow for arrow in picture.arrows}
    assert ("pull" in arrows) == ("push" in arrows) == (rate > 0)
    if rate:
        pull, push, start = (complex(*arrows[name].tip) for name in ("pull", "push", "river before"))
        assert complex(*arrows["pull"].tail) == start
        assert complex(*arrows["push"].tail) == pytest.approx(pull)
        assert push == pytest.approx(complex(*arrows["river"].tip), abs=0.0072)  # to two decimals
        for part, along, way in ((pull - start, 1.5 + 0.5j, 1), (push - pull, -1 + 1j, -1)):
            share = part / along / way / rate
            assert share.imag == pytest.approx(0)
            assert 0 < share.real < 1
            dot = (complex(*v) * along.conjugate()).real
            assert share.real == pytest.approx(1 / (1 + exp(way * dot)))


@pytest.mark.parametrize(("model", "best"), [("over", 2.0), ("under", 0.5)])
def test_one_temperature_closes_the_gaps_between_said_and_right(model: str, best: float) -> None:
    """The other road: the sigmoid of each group's logit, and the mean of the unsigned gaps (Guo et al. 2017)."""
    figure, found = find("calibration"), {}
    for step in range(1, 17):
        temperature = step / 4
        frame = figure.at({"model": model, "temperature": temperature})
        said = [round(100 / (1 + exp(-z / temperature))) for z in calibration.LOGITS[model][0]]
        gaps = [one - right for one, right in zip(said, (55, 65, 75, 80, 90), strict=True)]
        found[temperature] = sum(map(abs, gaps)) / 5
        assert frame["predictions"].tolist() == said
        assert calibration.error(frame) == pytest.approx(found[temperature])
        assert float(frame["loss"]) == pytest.approx(sum(gap * gap for gap in gaps) / 5)
    assert min(found, key=lambda temperature: found[temperature]) == best
    assert found[best] < 2


def test_half_of_the_pairs_are_compared_at_the_step() -> None:
    """1 - (1 - s^r)^b = 1/2, solved for s."""
    for rows, bands in ((1, 8), (4, 1), (4, 8), (6, 8), (8, 30)):
        step = lsh_curve.half(find("lsh-curve").at({"rows": rows, "bands": bands}))
        assert step == pytest.approx((1 - 0.5 ** (1 / bands)) ** (1 / rows), abs=1e-4)


def test_the_best_policy_has_the_same_penalized_reward_for_every_answer() -> None:
    """It is beta times the log of the sum of share times e to reward / beta (Rafailov et al. 2023, equation 4)."""
    shares, rewards = np.array([0.5, 0.45, 0.05]), np.array([1.0, 2.0, 3.0])
    for beta in (0.1, 0.5, 1.7, 5):
        best = beta * log((shares * np.exp(rewards / beta)).sum())
        for answer in ("plain", "full", "flattering"):
            if beta == 0.1 and answer == "plain":
                continue  # its share is so small that its logarithm has lost its digits
            total = float(find("kl-leash").at({"beta": beta, "answer": answer})["total"])
            assert total == pytest.approx(best, abs=0.006)


def test_a_word_counts_as_often_as_it_stands_in_the_text() -> None:
    figure = find("bpe")
    frame = figure.at({"words": "low low low slow", "merges": 2})
    shown = figure.show(frame)
    assert shown.sentence.endswith("Together the words are 9 tokens now.")  # 3 times low </w>, and s low </w>
    assert list(dict.fromkeys(row[0] for row in table(shown.pictures[0])[1])) == ["3 times", ""]


def test_a_word_of_other_characters_is_unknown_to_a_tokenizer_of_letters() -> None:
    figure = find("bpe-encode")
    for words, told in (
        ("drained 火车", "“火车” is not only of the letters a to z"),
        ("drained", "No word of known letters is unknown"),
    ):
        assert told in figure.show(figure.at({"words": words})).sentence


def test_all_digits_of_a_number_are_shown() -> None:
    figure = find("float-bits")
    assert "turns 1.5 into 1.5009765625." in figure.show(figure.at({"flip": 16})).sentence
