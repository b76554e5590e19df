"""Angles, distances and rotations that are drawn as arrows, with complex numbers as the other road."""

from cmath import exp as turned
from cmath import phase
from math import cos, degrees

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.own_numbers import about
from engine.parameters import BadParameters
from engine.solutions.pictures import Plane
from tests.engine.figures.drawn import drawn, moves, rounds, said, states, tells, tells_change

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
