"""Angles, distances and positions as arrows, waves and slopes, with complex numbers as the other road."""

import re
from cmath import exp as turned
from cmath import phase
from decimal import Decimal
from math import cos, degrees, exp, pi

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.own_numbers import about
from engine.parameters import BadParameters
from engine.solutions.pictures import Bars, Curve, Plane
from tests.engine.figures.drawn.reading import N, drawn, met, moves, rounds, said, states, tells, tells_change

V = 1 + 2j


def between(u: complex, v: complex) -> tuple[float, float, float]:
    """The angle in degrees, its cosine, and the distance of the tips."""
    angle = abs(phase(u / v))
    return degrees(angle), cos(angle), abs(u - v)


def of(frame: Frame) -> complex:
    return complex(*frame["u"])


def test_the_angle_and_the_distance_are_those_of_the_arrows(seeds: range) -> None:
    figure = find("angle-and-distance")
    for frame in states(figure, seeds):
        picture, (angle, cosine, distance) = drawn(figure, frame, Plane), between(of(frame), V)
        assert [complex(*arrow.tip) for arrow in picture.arrows] == pytest.approx([of(frame), V])
        assert rounds(picture.angle.removesuffix("°"), angle), frame.values
        assert rounds(picture.distance, distance), frame.values
        assert max(max(map(abs, arrow.tip)) for arrow in picture.arrows) <= picture.reach
        told = said(figure, frame)
        assert tells(told, "The cosine of the angle is #, the distance of the tips #", cosine, distance)


def test_what_a_drag_does_to_angle_and_distance_is_said(seeds: range) -> None:
    figure = find("angle-and-distance")
    longer = [(figure.at({"u": (0.6, 1.2)}), figure.at({"u": (1.5, 3.0)}))]  # along its own direction
    for was, now in [*moves(figure, seeds), *longer]:
        told, (_, *before), (_, *after) = said(figure, now, was), between(of(was), V), between(of(now), V)
        assert tells_change(told, "the cosine", before[0], after[0]), told
        assert tells_change(told, "the distance", before[1], after[1]), told
    assert "The cosine stays at 1.00" in said(figure, *reversed(longer[0]))


@pytest.mark.parametrize(("u", "v"), [((1.0, 0.0), (1.125, 0.0)), ((3.0, -4.0), (5.5, 1.25))])
def test_picture_and_sentence_have_the_same_distance(u: tuple[float, float], v: tuple[float, float]) -> None:
    """The first distance lies halfway between 0.12 and 0.13."""
    figure = find("angle-and-distance")
    made = about(figure, figure.chain.parameters.of({"u": list(u), "v": list(v)}))
    picture, told = drawn(made, made.at({}), Plane), said(made, made.at({}))
    angle, cosine, distance = between(complex(*u), complex(*v))
    assert rounds(picture.angle.removesuffix("°"), angle)
    assert rounds(picture.distance, distance)
    assert f"the distance of the tips {picture.distance}." in told
    assert tells(told, "The cosine of the angle is #", cosine)


def test_a_vector_without_a_direction_has_no_angle() -> None:
    with pytest.raises(BadParameters):
        find("angle-and-distance").at({"u": (0.0, 0.0)})


def apart(distance: int) -> tuple[float, float]:
    """The angle between query and key in degrees, and their score: both are 2 + i, turned."""
    turn = turned(1j * distance)
    return degrees(abs(phase(turn))), ((2 + 1j) * turn * (2 - 1j)).real


def everywhere(figure: Figure) -> list[Frame]:
    return [figure.at({"n": n, "distance": far}) for n in range(41) for far in range(1, 7)]


def test_query_and_key_are_turned_by_their_positions() -> None:
    figure = find("rope-distance")
    for frame in everywhere(figure):
        n, far = frame["n"], frame["distance"]
        picture, (angle, score) = drawn(figure, frame, Plane), apart(far)
        query, key = ((2 + 1j) * turned(1j * place) for place in (n + far, n))
        assert [complex(*arrow.tip) for arrow in picture.arrows] == pytest.approx([query, key])
        assert [arrow.name for arrow in picture.arrows] == ["query", "key"]
        assert picture.title == f"Query at {n + far}, key at {n}"
        assert rounds(picture.angle.removesuffix("°"), angle)
        assert all(max(abs(tip.real), abs(tip.imag)) <= picture.reach for tip in (query, key))
        assert tells(said(figure, frame), "turned by m and by n: #° apart, score #", angle, score)


def test_the_score_of_rotated_vectors_stays_where_the_distance_stays(seeds: range) -> None:
    figure = find("rope-distance")
    for was, now in moves(figure, seeds):
        told, far, (angle, score) = said(figure, now, was), now["distance"], apart(now["distance"])
        if was["distance"] == far:
            assert tells(told, "still #° between them, and a score of #", angle, score), told
            assert f"Only the distance of {far} counts." in told
            continue
        assert tells(told, "#° between them.", angle), told
        assert tells_change(told, "the score", apart(was["distance"])[1], score), told
        if "nearly a full turn" in told:
            assert far == 6
            assert angle < 20
        else:
            assert f"turns {far} radian{'s' if far > 1 else ''} further" in told


def entry(position: float, pair: int, cosine: int) -> float:
    """The entry as the imaginary or the real part of a number that turns ten times as slowly with each pair."""
    turn = turned(1j * position / 10**pair)
    return turn.real if cosine else turn.imag


def test_both_pairs_are_drawn_as_waves_and_read_off_at_the_position(seeds: range) -> None:
    figure = find("sinusoids")
    for frame in states(figure, seeds):
        position, slow = frame["position"], int(frame["slow"]) - 1
        for picture, pair in zip(figure.show(frame).pictures, (0, slow), strict=True):
            assert isinstance(picture, Curve)
            *waves, upright = picture.lines
            assert [line.name for line in waves] == ["sine", "cosine"]
            for cosine, line in enumerate(waves):
                assert all(y == pytest.approx(entry(x, pair, cosine)) for x, y in line.points)
                assert (line.points[0][0], line.points[-1][0]) == (0, 40)
                assert (len(line.points) - 1) / 40 >= 30 / (2 * pi * 10**pair) - 1e-9  # round, not cornered
            assert list(map(list, upright.points)) == [[position, -1], [position, 1]]
            assert tells(picture.about, "turns by # radian", 10.0**-pair)
            here = (entry(position, pair, 0), entry(position, pair, 1))
            assert tells(picture.title, "pair, at #: sine #, cosine #", position, *here)
            for cosine, (name, *at) in enumerate(picture.marks):
                assert name == ("cos" if cosine else "sin")
                assert at == pytest.approx([position, entry(position, pair, cosine)])


def test_what_is_said_of_a_position_is_so(seeds: range) -> None:
    figure = find("sinusoids")
    for was, now in met(figure, seeds):
        told, position, slow = said(figure, now, was), now["position"], int(now["slow"]) - 1
        if position == 0:
            assert "every sine is 0 and every cosine is 1" in told
        elif "radians per position" in told:
            assert tells(told, "turns by # radians", 10.0**-slow)
            assert tells(told, "from 0.00 to #", entry(position, slow, 0)), told
        elif "turns and is nearly back" in told:
            assert abs(phase(turned(1j * position))) < 0.2
            assert tells(told, "has made # turns", round(position / (2 * pi)))
            assert tells(told, "its sine is #. The slow pair, # and #,", entry(position, 0, 0),
                         entry(position, slow, 0), entry(position, slow, 1)), told  # fmt: skip
        else:
            cosine = now["entry"].endswith("cos")
            name = "cosine" if cosine else "sine"
            if was is None or was["position"] == position:
                assert tells(told, f"the fast {name} is #, the slow {name} #", entry(position, 0, cosine),
                             entry(position, slow, cosine)), told  # fmt: skip
                continue
            for word, pair in (("fast", 0), ("slow", slow)):
                before = entry(was["position"], pair, cosine)
                assert tells_change(told, f"the {word} {name}", before, entry(position, pair, cosine)), told
            assert ("Neighbours differ" in told) == (abs(position - was["position"]) == 1)


SCORES = {
    1: (1.5, 0.5),
    2: (0, 2, 1),
    3: (0, 1.5, 1, 0.5),
    4: (0, 2, 0.5, 1, 0.5),
}  # by the place of the query
WORDS = ("the", "bridge", "is", "very", "old")


def sloped(frame: Frame) -> tuple[int, int, list[float]]:
    """Heads, the chosen one from 1, and all slopes: a geometric row whose first is its ratio (Press et al. 2022)."""
    heads = int(frame.values["heads"])
    head = {"first": 1, "middle": heads // 2, "last": heads}[frame["head"]]
    ratio = (1 / 256) ** (1 / heads)
    return heads, head, [ratio**k for k in range(1, heads + 1)]


def weighted(frame: Frame, slope: float) -> list[float]:
    """The softmax of a row of scores as shares of powers of e."""
    place = frame["position"] - 1
    powers = [exp(score - slope * (place - key)) for key, score in enumerate(SCORES[place])]
    return [power / sum(powers) for power in powers]


def test_each_head_takes_its_slope_times_the_distance(seeds: range) -> None:
    figure = find("alibi")
    for frame in states(figure, seeds):
        (heads, head, slopes), place = sloped(frame), frame["position"] - 1
        lines, bars = figure.show(frame).pictures
        assert isinstance(lines, Curve)
        assert isinstance(bars, Bars)
        assert len(lines.lines) == heads
        for line in lines.lines:
            slope = slopes[int(line.name.removeprefix("head ")) - 1]
            assert all(y == pytest.approx(-slope * x) for x, y in line.points)
            assert [x for x, _ in line.points] == [0, 1, 2, 3, 4]
        assert [line.name for line in lines.lines if line.style == "line"] == [f"head {head}"]
        slope, far = slopes[head - 1], place - SCORES[place].index(max(SCORES[place]))
        (name, *at), *ends = lines.marks
        assert tells(name, f"head {head}: #", -slope * far), name
        assert at == pytest.approx([far, -slope * far])
        for name, x, y in ends:
            assert x == 4
            assert y == pytest.approx(-4 * slopes[int(name.removeprefix("head ")) - 1])
        assert tells(lines.title, "each of # heads", heads)
        assert tells(lines.about, "with slope #", slope)
        plain, biased = weighted(frame, 0), weighted(frame, slope)
        assert [one for _, (one, _) in bars.bars] == pytest.approx(plain)
        assert [other for _, (_, other) in bars.bars] == pytest.approx(biased)
        assert [word for word, _ in bars.bars] == list(WORDS[: place + 1])


def test_what_a_slope_does_to_the_best_match_is_said(seeds: range) -> None:
    figure = find("alibi")
    for was, now in met(figure, seeds):
        told, (_, head, slopes), place = said(figure, now, was), sloped(now), now["position"] - 1
        key, slope = SCORES[place].index(max(SCORES[place])), slopes[head - 1]
        plain, biased = weighted(now, 0), weighted(now, slope)
        far = place - key
        assert f"“{WORDS[key]}” matches best" in told
        assert tells(told, "lies # back and loses # × #", far, far, slope), told
        if f"{plain[key]:.2f}" == f"{biased[key]:.2f}":
            assert tells(told, ": its weight hardly changes and stays near #", biased[key]), told
        elif abs(plain[key] - biased[key]) < 0.015:
            assert tells(told, ": its weight hardly changes, from # to #", plain[key], biased[key]), told
        else:
            assert tells(told, ": its weight is #, not #", biased[key], plain[key]), told
        (by, sign, loss), *_ = re.findall(rf"× {N} ([=≈]) {N}: its weight", told)
        assert rounds(loss, far * slope), told
        assert (sign == "=") == (Decimal(by) * far == Decimal(loss)), told
        most = [word for word, weight in zip(WORDS, biased, strict=False) if weight > max(biased) - 1e-9]
        assert ("still looked at most" in told) == (most == [WORDS[key]])
        assert ("looked at alike" in told) == (len(most) > 1)
        if was is not None and was["head"] != now["head"]:
            steeper = slope > sloped(was)[2][sloped(was)[1] - 1]
            assert told.startswith("A steeper line" if steeper else "A flatter line")
