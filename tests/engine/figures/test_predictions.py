"""A picture is held back from a prediction where it tells the number, not where it has its digits by chance."""

from collections.abc import Mapping
from itertools import permutations

from engine.figures.catalogue import figures, find
from engine.figures.figure import NUMBER, Figure, plain
from engine.figures.predictions import told_at
from tests.engine.figures.states import values
from tests.every import every


def told(figure: str, was: Mapping[str, object], now: Mapping[str, object]) -> tuple[str, ...]:
    one = find(figure)
    return told_at(one, one.show(one.at(was)), one.show(one.at(now)))


def test_the_bar_that_is_asked_for_is_named() -> None:
    """Two of 10 programs are right: pass@4 is 1 - (8 of 4) / (10 of 4) = 0.67, a bar of every picture."""
    assert told("pass-at-k", {"k": 1}, {"k": 4}) == ("pass@4",)


def test_the_row_that_is_asked_for_is_named_without_its_number() -> None:
    assert told("zero-stages", {"stage": 0}, {"stage": 1}) == ("stage 1",)


def test_a_point_in_the_table_of_a_curve_is_named() -> None:
    assert told("sinusoids", {"position": 2}, {"position": 6}) == ("sine, position p = 6",)


def test_a_point_of_another_line_tells_nothing() -> None:
    """The sine at 3 is in no row of the table, and the cosine at 14 is 0.14 as well."""
    assert told("sinusoids", {"position": 1}, {"position": 3}) == ()


def test_other_bars_of_the_same_length_tell_nothing() -> None:
    """At T = 0.4 “river” has 0.08, and so has “train” at T = 1."""
    assert (
        told("temperature", {"temperature": 1.0, "token": "river"}, {"temperature": 0.4, "token": "river"})
        == ()
    )


def test_a_number_that_stays_is_what_one_sees_and_not_told() -> None:
    """The score of rotated vectors does not change when both move: that is what is to be found out."""
    assert told("rope-distance", {"n": 3}, {"n": 20}) == ()


def test_another_token_of_the_same_picture_is_told() -> None:
    assert told("temperature", {"token": "bridge"}, {"token": "river"}) == ("river, logit 1",)


def test_no_name_of_a_place_has_the_number_that_is_asked() -> None:
    def check(figure: Figure) -> None:
        for handle in figure.handles:
            some = values(handle)[:3]
            for was, now in permutations(some, 2):
                before, after = (figure.show(figure.at({handle.name: value})) for value in (was, now))
                for name in told_at(figure, before, after):
                    numbers = [float(plain(number)) for number in NUMBER.findall(name)]
                    assert after.written(after.value) not in map(after.written, numbers), name

    every(figures().values(), check, lambda figure: figure.id)
