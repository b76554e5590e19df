"""Topics: two doors to the same exercises, with what one has earned behind each."""

import re
from urllib.parse import urlencode

import pytest

from app.questions import search
from tests.app.learner import COSINE, RIGHT, Learner
from tests.engine.submissions import BANK


@pytest.mark.parametrize("by", ["section", "model"])
def test_every_exercise_stands_behind_both_doors(learner: Learner, by: str) -> None:
    links = learner.get(f"/topics?by={by}").links
    assert sorted(
        link.removeprefix("/practice/") for link in links if link.startswith("/practice/")
    ) == sorted(BANK.questions)


def test_sections_come_in_the_order_of_the_course(learner: Learner) -> None:
    ids = ("2.2", "2.4", "2.5", "2.8", "2.11", "2.12")
    html = learner.get("/topics").html
    places = [html.index(f'id="{id}"') for id in ids]
    assert places == sorted(places)


def test_a_door_that_does_not_exist_is_told(learner: Learner) -> None:
    assert learner.get("/topics?by=colour").status == 422


def test_what_one_has_earned_stands_beside_its_topic_and_its_exercise(learner: Learner) -> None:
    assert not re.search(r"\d of \d+ points", learner.get("/topics").text)
    learner.press(learner.open(), typed={**RIGHT, "nats": "9"})
    for by in ("section", "model"):
        text = learner.get(f"/topics?by={by}").text
        assert "2 of 3 points" in text
        assert "Four tokens, three measures 67 %" in text


def test_an_exercise_that_was_begun_without_an_answer_counts_as_tried(learner: Learner) -> None:
    learner.press(learner.open(COSINE, level="exam"), "hint:dot")
    assert f"{BANK.questions[COSINE].title} unfinished" in learner.get("/topics").text


@pytest.mark.parametrize("words", ["top-p", "Top p", "TOP_P sampling"])
def test_an_exercise_is_found_by_what_it_is_about(learner: Learner, words: str) -> None:
    links = learner.get(f"/topics?{urlencode({'q': words})}").links
    found = [BANK.questions[link.rpartition("/")[2]] for link in links if link.startswith("/practice/")]
    assert {question.family_id for question in found if question.kind == "family"} == {"top_p"}


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("perplexty", "perplexity"), ("beam search tree", "beam_search"), ("TOP_P", "top_p"), ("top p", "top_p"),
        ("softmax", "softmax"), ("cosine angle", "cosine_similarity"),
    ],
)  # fmt: skip
def test_a_search_takes_slips_and_words_too_many(words: str, first: str) -> None:
    assert any(one.family_id.startswith(first) for one in search.found(list(BANK.questions.values()), words))


def test_a_word_in_titles_and_kinds_goes_before_one_in_the_name_of_a_section() -> None:
    hits = search.found(list(BANK.questions.values()), "softmax")
    assert all("softmax" in f"{one.title} {one.family.title} {one.family_id}".lower() for one in hits)


def test_an_empty_search_finds_everything_and_nonsense_nothing() -> None:
    everything = list(BANK.questions.values())
    assert search.found(everything, "") == everything
    assert search.found(everything, "xyzzyx") == []


def test_a_search_swaps_the_list_alone_and_says_when_nothing_is_found(learner: Learner) -> None:
    part = learner.get("/topics?q=bleu", htmx=True)
    assert part.html.strip().startswith('<div id="rooms">')
    assert "/practice/clip-the-matches" in part.links
    nothing = learner.get(f"/topics?{urlencode({'q': '<b>xyzzyx'})}")
    assert nothing.status == 200
    assert "No exercise has “<b>xyzzyx”" in nothing.text
    assert learner.get(f"/topics?q={'x' * 101}").status == 422


def test_an_address_that_names_a_topic_leads_to_its_exercises(learner: Learner) -> None:
    missing = learner.get("/practice/top-p")
    assert missing.status == 404
    assert "/topics?q=top_p" in missing.links
    assert any("/practice/" in link for link in learner.get("/topics?q=top_p").links)
