"""The next best topic gains most exam points per minute: what is missing, can be learned now, and is asked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.learning.evidence import Evidence
from engine.learning.knowledge import Knowledge, Standing
from engine.learning.recommendation import Ranking, Topic, Why

AT = datetime(2026, 11, 1, tzinfo=UTC)
BEFORE = AT - timedelta(days=40)


def topic(name: str, points: float = 1.0, minutes: float = 10.0, section: str = "1", *before: str) -> Topic:
    skills = (f"{name}/a", f"{name}/b")
    return Topic(id=name, section=section, skills=skills, points=points, minutes=minutes, builds_on=before)


def of_form(form: str, count: int, points: float, minutes: float) -> list[Topic]:
    """So many topics of one form, with all the points that the exam asks in it."""
    there = [topic(f"{form}-{n}", points / count, minutes, str(n)) for n in range(count)]
    return [replace(one, form=form) for one in there]


def test_forms_share_the_time_about_as_they_share_the_points() -> None:
    """Also where nothing is ever learned, so that the few topics of sentences would gain most again and again."""
    asked = {"": 15, "concepts": 7, "sentences": 23, "programs": 5}
    topics = [
        *of_form("", 100, 15, 10),
        *of_form("concepts", 18, 7, 2),
        *of_form("sentences", 18, 23, 7),
        *of_form("programs", 3, 5, 12),
    ]
    lately: list[str] = []
    spent = dict.fromkeys(asked, 0.0)
    for _ in range(120):
        first = Ranking(Knowledge.nothing(), topics, AT).proposals(lately[::-1])[0].topic
        lately.append(first.id)
        spent[first.form] += first.minutes
    for form, points in asked.items():
        assert points / 50 / 2 < spent[form] / sum(spent.values()) < points / 50 * 2, spent


def knowing(**answers: str) -> Knowledge:
    """Answers by topic: r right, w wrong; from some days ago on."""
    knowledge = Knowledge.nothing()
    for name, marks in answers.items():
        for n, mark in enumerate(marks):
            for step in "ab":
                at = AT - timedelta(days=len(marks) - n)
                knowledge.tell(Evidence(skill=f"{name}/{step}", item=name, right=mark == "r", at=at))
    return knowledge


def first(knowledge: Knowledge, *topics: Topic, lately: tuple[str, ...] = ()) -> str:
    return Ranking(knowledge, topics, AT).proposals(lately)[0].topic.id


def test_what_the_exam_asks_more_of_comes_first_and_what_takes_longer_later() -> None:
    nothing = Knowledge.nothing()
    assert first(nothing, topic("few"), topic("many", 3.0)) == "many"
    assert first(nothing, topic("long", 1.0, 30.0), topic("short", 1.0, 5.0)) == "short"


def test_what_is_known_goes_behind_what_is_not() -> None:
    assert first(knowing(known="rrrr", unknown="ww"), topic("known"), topic("unknown")) == "unknown"


def test_what_cannot_be_learned_yet_waits_for_what_it_builds_on() -> None:
    topics = topic("softmax"), topic("attention", 1.0, 10.0, "1", "softmax")
    assert first(Knowledge.nothing(), *topics) == "softmax"
    assert first(knowing(softmax="rrrr"), *topics) == "attention"


def test_a_foundation_is_worth_what_builds_on_it_and_says_of_what() -> None:
    topics = topic("softmax", 0.1), topic("attention", 3.0, 10.0, "2", "softmax"), topic("other", 0.4)
    ranking = Ranking(Knowledge.nothing(), topics, AT)
    foundation = next(one for one in ranking.proposals() if one.topic.id == "softmax")
    assert foundation.why is Why.FOUNDATION
    assert foundation.leads_to == "attention"
    assert foundation.gain > next(one for one in ranking.proposals() if one.topic.id == "other").gain


def test_sentences_of_a_section_come_once_something_of_it_was_tried() -> None:
    essay = replace(topic("essay", points=5.0), form="sentences", after=("sums", "ideas"))
    topics = [essay, topic("sums"), topic("other", section="2")]
    order = [one.topic.id for one in Ranking(Knowledge.nothing(), topics, AT).proposals()]
    assert order == ["sums", "other", "essay"]
    assert first(knowing(sums="r"), *topics) == "essay"


def test_a_topic_is_known_once_its_own_steps_came_right_whatever_else_is() -> None:
    others = {f"other{n}": "rrr" for n in range(8)}
    wrong, right = knowing(**others, here="rw"), knowing(**others, here="wr")
    steps = ("here/a", "here/b")
    assert min(wrong.model.known(step, AT) for step in steps) > 0.75, "the rest of it is known so well"
    assert wrong.standing(steps, BEFORE) is Standing.SHAKY
    assert right.standing(steps, BEFORE) is Standing.KNOWN


def test_a_topic_is_new_until_a_step_of_it_was_shown_and_shaky_until_all_were() -> None:
    knowledge = knowing(here="rrr")
    assert knowledge.standing(("there/a", "there/b"), AT) is Standing.NEW
    assert knowledge.standing(("here/a", "there/a"), AT) is Standing.SHAKY
    assert knowledge.standing((), AT) is Standing.NEW


def test_what_was_known_comes_back_when_it_is_due_and_not_before() -> None:
    knowledge = knowing(known="rrr")
    there = topic("known")
    due = max(card.due_at for card in knowledge.cards.values())
    assert knowledge.standing(there.skills, AT) is Standing.KNOWN
    assert knowledge.standing(there.skills, due) is Standing.DUE
    before = Ranking(knowledge, [there], due - timedelta(hours=30)).proposals()[0]
    after = Ranking(knowledge, [there], due + timedelta(days=20)).proposals()[0]
    assert after.gain > before.gain
    assert after.why is Why.FORGETTING


def test_topics_take_turns() -> None:
    topics = topic("a", 1.1, 10.0, "1"), topic("b", 1.0, 10.0, "1"), topic("c", 1.0, 10.0, "2")
    nothing = Knowledge.nothing()
    assert first(nothing, *topics) == "a"
    assert first(nothing, *topics, lately=("a",)) == "c"
    assert first(nothing, *topics, lately=("c", "a")) == "b"


@pytest.mark.parametrize("days", [-3, 0, 400])
def test_an_exam_in_the_past_counts_as_none_and_a_far_one_is_sensible(days: int) -> None:
    exam_at = AT + timedelta(days=days)
    found = Ranking(knowing(a="rw"), [topic("a"), topic("b")], AT, exam_at).proposals()
    assert all(0 <= one.gain <= one.topic.points for one in found)
    if days <= 0:
        assert found == Ranking(knowing(a="rw"), [topic("a"), topic("b")], AT).proposals()


def test_nothing_to_choose_from_gives_nothing() -> None:
    assert Ranking(Knowledge.nothing(), [], AT).proposals(("gone",)) == []
