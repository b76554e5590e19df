"""Placement asks what tells most, draws conclusions along the prerequisites, and ends soon."""

from datetime import UTC, datetime
from fractions import Fraction
from random import Random

import pytest

from engine.learning.evidence import Evidence
from engine.learning.knowledge import Expectation, Knowledge, Standing
from engine.learning.placement import MOST, START, Placement, passed
from engine.learning.prerequisites import prerequisites
from engine.learning.simulation.course import course
from engine.learning.simulation.learner import KINDS, started
from engine.learning.simulation.placing import off, placed
from tests.engine.submissions import BANK

AT = datetime(2026, 11, 1, tzinfo=UTC)
CHAIN = {"a": (), "b": ("a",), "c": ("a", "b"), "d": ("a", "b", "c"), "e": ("a", "b", "c", "d")}


def test_of_a_chain_and_what_stands_alone_the_chain_is_asked_first() -> None:
    topics = {"alone": (), **CHAIN, "too": ()}
    assert Placement(list(topics), topics).next() in CHAIN


def test_what_is_known_tells_of_what_it_builds_on_and_what_is_not_of_what_builds_on_it() -> None:
    known, unknown = Placement(list(CHAIN), CHAIN), Placement(list(CHAIN), CHAIN)
    known.take("c", True)
    unknown.take("c", False)
    assert known.known("a") > 0.8
    assert known.known("b") > 0.8
    assert known.known("e") == pytest.approx(known.share)
    assert known.share > START
    assert unknown.known("d") < 0.15
    assert unknown.known("a") == pytest.approx(unknown.share)
    assert unknown.share < START


def test_it_can_be_left_at_any_time_and_says_what_is_to_be_expected() -> None:
    placement, skills = Placement(list(CHAIN), CHAIN), {name: [f"{name}/x"] for name in CHAIN}
    assert placement.expectations(skills) == []
    placement.take("c", True)
    told = {one.skill: one for one in placement.expectations(skills)}
    assert {"a/x", "b/x", "c/x"} <= set(told)
    assert all(one.chance > 0.8 and 0 < one.sure <= 1 for one in told.values())
    assert "e/x" not in told


def test_what_is_expected_of_a_skill_says_nothing_of_others_and_gives_way_to_what_was_shown() -> None:
    known = Knowledge.nothing()
    before, general = known.chance("other", AT), known.model.general
    known.expect(Expectation("a", 0.95, 0.9))
    known.expect(Expectation("b", 0.05, 0.9))
    assert known.chance("b", AT) < 0.3
    assert known.chance("a", AT) > 0.7
    assert (known.chance("other", AT), known.model.general, known.cards) == (before, general, {})
    assert known.standing(["a"], AT) is Standing.NEW
    known.tell(Evidence(skill="a", item="q/a", right=False, at=AT))
    shown = known.chance("a", AT)
    known.expect(Expectation("a", 0.95, 0.9))
    assert known.chance("a", AT) == shown


def test_its_estimate_is_near_the_truth_of_people_whose_knowledge_is_closed_below() -> None:
    graph, rng = prerequisites(), Random(3)
    topics = graph.order()
    before = {topic: graph.before(topic) for topic in topics}
    off = guessed = questions = 0.0
    for _ in range(40):
        share = rng.random()
        knows: set[str] = set()
        for topic in topics:
            if rng.random() < share:
                knows |= {topic, *before[topic]}
        placement = Placement(topics, before)
        while (asked := placement.next()) is not None:
            placement.take(asked, rng.random() < (0.9 if asked in knows else 0.05))
            questions += 1
        off += sum(abs((topic in knows) - placement.known(topic)) for topic in topics) / len(topics)
        guessed += sum(abs((topic in knows) - START) for topic in topics) / len(topics)
    assert questions / 40 <= MOST
    assert off < 0.7 * guessed


def test_two_thirds_of_the_points_count_as_done_right() -> None:
    assert passed(Fraction(2), Fraction(3))
    assert not passed(Fraction(19, 10), Fraction(3))


@pytest.mark.parametrize("kind", ["strong start", "one gap"])
def test_after_real_sheets_it_is_nearer_to_the_truth_than_the_mean_of_all_topics(kind: str) -> None:
    graph, rng = prerequisites(), Random(5)
    there = course(BANK, graph.direct, 12, rng)
    learner = started(KINDS[kind], there.skills, graph.direct, graph.before, rng, AT)
    placement, asked = placed(learner, there, AT, rng)
    assert 0 < len(asked) == len(placement.asked) <= MOST
    assert all((one.question is None) == (not one.evidence) for one in asked)
    by_placement, by_mean = off(placement, learner, AT)
    assert by_placement < by_mean
