"""The next needs of a course, by how many know what."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from engine.learning.course_needs import Need, Spread, needs
from engine.learning.knowledge import Standing
from engine.learning.recommendation import Topic


def topic(name: str, *builds_on: str, points: float = 1.0, minutes: float = 5.0, form: str = "") -> Topic:
    return Topic(
        id=name, section="1", skills=(f"{name}/step",), points=points, minutes=minutes, builds_on=builds_on, form=form,
    )  # fmt: skip


def spread(known: int = 0, shaky: int = 0, due: int = 0, new: int = 0, fewest: int = 5) -> Spread:
    counts = {Standing.KNOWN: known, Standing.SHAKY: shaky, Standing.DUE: due, Standing.NEW: new}
    return Spread(Counter(counts), fewest)


def first(topics: list[Topic], **spreads: Spread) -> Need:
    return next(needs(topics, spreads, ["1"]))


@pytest.mark.parametrize(
    ("of", "standing"),
    [
        (spread(new=20), Standing.NEW),
        (spread(known=4, new=16), Standing.NEW),
        (spread(known=9, shaky=2, new=9), Standing.SHAKY),
        (spread(known=10, new=10), Standing.KNOWN),
        (spread(known=5, due=5, new=10), Standing.KNOWN),
        (spread(known=4, due=6, new=10), Standing.DUE),
    ],
)
def test_a_course_knows_what_half_of_it_knows(of: Spread, standing: Standing) -> None:
    assert of.standing is standing


def test_of_fewer_than_five_who_tried_it_nothing_is_told() -> None:
    four, five = spread(known=2, shaky=2, new=16), spread(known=2, shaky=3, new=15)
    assert (four.tried, four.known, four.shaky) == (0, 0, 0)
    assert (five.tried, five.known, five.shaky) == (5, 2, 3)
    assert four.people == five.people == 20


def test_what_fewer_know_comes_first_and_what_all_know_never() -> None:
    topics = [topic("many"), topic("few"), topic("all")]
    spreads = {"many": spread(known=15, new=5), "few": spread(known=5, new=15), "all": spread(known=20)}
    assert [one.topic.id for one in needs(topics, spreads, ["1"])] == ["few", "many"]


def test_the_foundation_comes_before_what_builds_on_it() -> None:
    topics = [topic("later", "base", points=4.0), topic("base", points=0.02)]
    need = first(topics, later=spread(new=20), base=spread(new=20))
    assert (need.topic.id, need.leads_to) == ("base", "later")
    need = first(topics, later=spread(new=20), base=spread(known=18, new=2))
    assert (need.topic.id, need.leads_to) == ("later", "")


def test_points_and_minutes_decide_between_what_is_known_alike() -> None:
    topics = [topic("worth little"), topic("worth much", points=2.0), topic("long", points=2.0, minutes=20.0)]
    spreads = dict.fromkeys(("worth little", "worth much", "long"), spread(new=20))
    assert [one.topic.id for one in needs(topics, spreads, ["1"])] == ["worth much", "worth little", "long"]


def test_forms_take_turns() -> None:
    topics = [
        *(topic(f"n{n}", points=1.0) for n in range(4)),
        *(topic(f"c{n}", points=1.2, form="concepts") for n in range(4)),
    ]
    found = islice(needs(topics, {one.id: spread(new=20) for one in topics}, ["1"]), 4)
    assert Counter(one.topic.form for one in found) == {"": 2, "concepts": 2}


def test_an_empty_course_needs_everything() -> None:
    assert first([topic("one")], one=spread()).gain > 0


def test_only_sections_that_were_taught_are_looked_at_but_what_comes_later_gives_worth() -> None:
    later = replace(topic("later", "base", points=4.0), section="2")
    topics = [topic("lone", points=0.5), topic("base", points=0.02), later]
    found = needs(topics, {one.id: spread(new=20) for one in topics}, ["1"])
    assert [(one.topic.id, one.leads_to) for one in found] == [("base", "later"), ("lone", "")]
