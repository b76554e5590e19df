"""One distribution under a temperature, top-k and top-p: powers of the probabilities and sums of fractions as other
roads."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.own_numbers import about
from engine.solutions.pictures import Bars, table
from tests.engine.figures.drawn.reading import drawn, met, rounds, said, states, tells

OWN = (0.42, 0.24, 0.16, 0.11, 0.07)


def columns(figure: Figure, frame: Frame) -> list[list[float]]:
    """The bars of the temperature, of top-k and of top-p."""
    return [list(column) for column in zip(*(bar for _, bar in drawn(figure, frame, Bars).bars), strict=True)]


def sharpened(own: Sequence[float], temperature: float) -> np.ndarray:
    """A softmax of ln p / T is p to the power 1 / T, over the sum."""
    powers = np.array(own) ** (1 / temperature)
    return np.asarray(powers / powers.sum())


def ranked(shares: Sequence[float]) -> list[int]:
    return sorted(range(len(shares)), key=lambda place: (-shares[place], place))


def kept_by(shares: Sequence[float], frame: Frame) -> tuple[list[int], list[int]]:
    """Returns what top-k and top-p keep of these decimals, the most probable first."""
    order, mass, nucleus = ranked(shares), Fraction(0), list[int]()
    for place in order:
        if mass < Fraction(str(frame["p"])):
            nucleus.append(place)
            mass += Fraction(str(shares[place]))
    return order[: frame["k"]], nucleus


def total(shares: Sequence[float], places: Sequence[int]) -> float:
    return float(sum(Fraction(str(shares[place])) for place in places))


def holds(figure: Figure, frame: Frame, own: Sequence[float]) -> None:
    shares, *cuts = columns(figure, frame)
    if frame["temperature"] == 1:
        assert shares == list(own)
    assert shares == pytest.approx(sharpened(own, frame["temperature"]), abs=0.000501)  # three decimals
    for after, kept in zip(cuts, kept_by(shares, frame), strict=True):
        wanted = [
            shares[place] / total(shares, kept) if place in kept else 0.0 for place in range(len(shares))
        ]
        assert after == pytest.approx(wanted), frame.values
        assert sum(after) == pytest.approx(1)
    picture, counts = drawn(figure, frame, Bars), [len(kept) for kept in kept_by(shares, frame)]
    assert tells(picture.names[0], "T = #", frame["temperature"])
    assert tells(picture.names[1], "top-k keeps #", counts[0])
    assert tells(picture.names[2], "top-p keeps #", counts[1])
    for (_, *texts), (_, bars) in zip(table(picture)[1], picture.bars, strict=True):
        assert all(map(rounds, texts, bars))


def test_each_cut_keeps_and_renormalizes_its_part_of_one_distribution(seeds: range) -> None:
    figure = find("nucleus")
    for frame in states(figure, seeds):
        holds(figure, frame, OWN)


def test_a_distribution_of_ones_own_begins_as_it_is_and_takes_a_temperature(seeds: range) -> None:
    figure = find("nucleus")
    for own in ((0.05, 0.6, 0.0, 0.35), (0.1,) * 10, (0.25, 0.35, 0.39)):
        made = about(figure, figure.chain.parameters.of({"probabilities": own, "p": 0.9}))
        assert columns(made, made.at({}))[0] == list(own)
        for frame in states(made, seeds):
            if sum(own) == 1 or frame["temperature"] != 1:
                holds(made, frame, own)


def test_what_is_said_of_two_cuts_is_so(seeds: range) -> None:
    figure = find("nucleus")
    for was, now in met(figure, seeds):
        told, shares = said(figure, now, was), columns(figure, now)[0]
        by_k, by_p = kept_by(shares, now)
        tokens = f"{len(by_p)} token" + "s" * (len(by_p) > 1)
        if was is not None and was["temperature"] != now["temperature"]:
            before = len(kept_by(columns(figure, was)[0], was)[1])
            assert told.startswith(f"At T = {now['temperature']:g} top-p ")
            if before == len(by_p):
                assert f"still keeps {tokens}," in told
                assert tells(told, ", with # of the probability", total(shares, by_p)), told
            else:
                assert f"keeps {tokens}, not {before}:" in told
            assert tells(told, "here with # of the probability", total(shares, by_k)), told
            assert tells(told, "Top-k keeps #", now["k"])
            continue
        assert told.startswith(f"Top-p keeps {tokens} with")
        assert tells(told, "with # of the probability, top-k # with #",
                     total(shares, by_p), len(by_k), total(shares, by_k)), told  # fmt: skip
        assert ("They agree here" in told) == (by_k == by_p)
        names = dict(enumerate(figure.at({})["tokens"]))
        if len(by_k) > len(by_p):
            assert f"also lets in “{names[by_k[-1]]}”" in told
            assert tells(told, "#." if "only" not in told else "only #.", shares[by_k[-1]])
            assert ("only" in told) == (shares[by_k[-1]] < 0.1)
        if len(by_k) < len(by_p):
            dropped = by_p[len(by_k)]
            assert tells(told, f"drops “{names[dropped]}” (#)", shares[dropped])
            assert ("nearly as likely" in told) == (shares[dropped] > 0.8 * shares[by_k[-1]])


@pytest.mark.parametrize(("temperature", "few"), [(0.2, True), (3.0, False)])
def test_top_p_keeps_few_tokens_of_a_sure_model_and_many_of_an_unsure_one(
    temperature: float, few: bool
) -> None:
    figure = find("nucleus")
    first, cold = (len(kept_by(columns(figure, frame)[0], frame)[1]) for frame in (
        figure.at({}), figure.at({"temperature": temperature})))  # fmt: skip
    assert (cold < first) == few
    assert cold != first
