"""Mock exams: the list, the page before the clock starts, and what happens when its button is pressed."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import update
from sqlalchemy.exc import DatabaseError

from app.database.schema import trail as table
from app.exams.store import audit_log
from app.exams.store.audit_log import Kind
from app.identity.store import people
from app.settings import Settings
from app.web.rate_limits import RateLimiter
from app.web.sections import SECTIONS
from tests.app.accounts.members import cookie, member, sign_in, sign_up, with_cookie
from tests.app.exams.sitting import NOON, begin, key_on, of_kind, sit, watched
from tests.app.learner import COSINE, PERPLEXITY, Count, Learner, drawn, form_key, key, new_learner, on_both
from tests.engine.submissions import BANK

MINUTES = {"full": 120, "chapter": 55, "long-chapter": 110, "sprint": 20, "weak-spots": 30}


def accommodate(app: FastAPI, person: int, extra_time: int, break_minutes: int = 0) -> None:
    with app.state.database.write() as connection:
        people.accommodate(connection, person, extra_time, break_minutes)


# The list


def test_the_list_names_every_built_in_exam_with_its_minutes_and_points(learner: Learner) -> None:
    page = learner.get("/exams")
    assert set(BANK.exams) == set(MINUTES)
    for exam in BANK.exams.values():
        assert f"/exams/{exam.id}" in page.links
        assert f"{exam.title} {exam.minutes} minutes, {exam.points} points" in page.text
        assert exam.minutes == MINUTES[exam.id]


def test_the_list_leads_back_to_the_exam_that_goes_on_and_to_those_that_are_over(
    app: FastAPI, learner: Learner
) -> None:
    first = begin(app, learner)
    assert "Go on with “Sprint”" in learner.get("/exams").text
    first.hand_in()
    page = learner.get("/exams")
    assert f"{first.address}/review" in page.links
    assert "Go on with" not in page.text


def test_the_list_names_every_exam_that_goes_on(app: FastAPI, learner: Learner) -> None:
    ada = new_learner(app)
    sign_up(ada)
    running = [begin(app, ada), begin(app, learner)]
    sign_in(learner)
    assert {one.address for one in running} <= set(learner.get("/exams").links)


@on_both
def test_the_list_counts_the_points_of_an_exam_as_its_review_does(app: FastAPI) -> None:
    sat = sit(app, COSINE, of_kind("text"), points="5")
    sat.type(1, key(sat.variant(1)))
    sat.type(2, {"answer": ["Some sentences of mine."]})
    review = sat.hand_in()
    assert "5 / 5 points" in review.text
    page = sat.learner.get("/exams")
    for said in ("so far; still to be marked: 5 points", "5 / 5"):
        assert said in review.text
        assert said in page.text


# The page before the clock starts


def test_the_cover_says_what_will_happen_and_starts_nothing(learner: Learner, count: Count) -> None:
    page = learner.get("/exams/full")
    assert "120 minutes" in page.text
    assert "50 points" in page.text
    assert "20 questions" in page.text
    assert "The clock starts when you press the button" in page.text
    assert "Nothing is marked before the end." in page.text
    for rule in BANK.exams["full"].rules:
        assert rule in page.text
    assert count() == {}


def test_the_cover_names_the_five_levels_and_lists_every_abbreviation_that_earns_no_marks(
    learner: Learner,
) -> None:
    page = learner.get("/exams/full")
    for level in (
        "Level 1, basic",
        "Level 2, intuitive",
        "Level 3, harder numbers",
        "Level 4, transfer",
        "Level 5, coding",
    ):
        assert level in page.text
    assert "non-programmable" in page.text
    for short, long in BANK.study.abbreviations.items():
        assert f"<li><b>{short}</b> {long}</li>" in page.html
    assert {"DP", "TP", "PP", "ZeRO", "FP16", "MMLU"} <= BANK.study.abbreviations.keys()


def test_the_cover_counts_the_persons_extra_time_and_breaks(app: FastAPI) -> None:
    ada = member(app)
    accommodate(app, ada.id, 25, 10)
    page = ada.learner.get("/exams/chapter")
    assert "68.75 minutes (with your 25 % of extra time)" in page.text
    assert "You have 10 minutes of breaks" in page.text


def test_a_sprint_begins_when_a_section_is_chosen(learner: Learner, count: Count) -> None:
    assert "section" not in learner.get("/exams/sprint").fields
    for sections in ([], ["2.5", "2.4"], ["9.9"]):
        refused = learner.send("/exams/sprint", {"key": form_key(), "section": sections})
        assert refused.status == 422
        assert "about one section" in refused.text
    assert count() == {}
    cover = learner.get("/exams/sprint?section=2.5")
    assert cover.fields["section"] == "2.5"
    assert key_on(cover)


def test_a_link_with_sections_narrows_no_exam_that_asks_for_everything(learner: Learner) -> None:
    page = learner.get("/exams/full?section=2.5")
    assert "Your sections" not in page.text
    assert "section" not in page.fields


def test_there_is_no_exam_of_another_name(learner: Learner) -> None:
    for asked in (learner.get("/exams/none"), learner.send("/exams/none", {"key": form_key()})):
        assert asked.status == 404
        assert "There is no such exam." in asked.text
        assert "/exams" in asked.links


def test_an_exam_that_cannot_be_filled_has_no_button_and_says_what_to_add(
    learner: Learner, count: Count
) -> None:
    said = "There are too few questions for “Code” in Attention: 2 needed, 1 found. Please add a section."
    page = learner.get("/exams/long-chapter?section=2.5")
    assert said in page.text
    assert key_on(page) == ""
    assert "What is asked" not in page.text
    old = learner.send("/exams/long-chapter", {"key": form_key(), "section": ["2.5"], "extra": "50"})
    assert old.status == 422
    assert said in old.text
    assert old.boxes["section"]["2.5"]
    assert old.fields["extra"] == "50"
    assert count() == {}
    assert key_on(learner.get("/exams/long-chapter?section=2.5&section=2.7"))


def test_the_button_says_what_it_begins_and_begins_that(app: FastAPI, learner: Learner) -> None:
    page = learner.get("/exams/own?section=2.5&section=2.4&minutes=36")
    assert page.buttons[key_on(page)] == "Begin: 36 minutes, 15 points"
    assert 'hx-trigger="change" hx-target="#offer"' in page.html
    chosen = learner.get("/exams/own?section=2.5&minutes=48", htmx=True)
    assert chosen.html.lstrip().startswith('<article class="sheet cover')
    assert chosen.buttons[key_on(chosen)] == "Begin: 48 minutes, 20 points"


def test_a_sprint_has_no_button_before_its_section_is_chosen(learner: Learner) -> None:
    page = learner.get("/exams/sprint")
    assert key_on(page) == ""
    assert "This exam is about one section. Choose one, then begin." in page.text


# More time


@pytest.mark.parametrize(("own", "chosen", "minutes"), [
    (0, None, 55), (0, 25, 69), (0, 50, 83), (0, 100, 110), (30, None, 71.5), (30, 100, 110.5), (30, 0, 55.5),
])  # fmt: skip
def test_a_sitting_lasts_as_long_as_is_chosen_on_its_cover(
    app: FastAPI, own: int, chosen: int | None, minutes: float
) -> None:
    ada = member(app)
    accommodate(app, ada.id, own)
    query = "?section=2.5&section=2.2" + ("" if chosen is None else f"&extra={chosen}")
    page = ada.learner.get(f"/exams/chapter{query}")
    assert page.fields["extra"] == str(own if chosen is None else chosen)
    assert page.buttons[key_on(page)] == f"Begin: {minutes:g} minutes, 23 points"
    sat = begin(app, ada.learner, "chapter", query)
    assert sat.stored.seconds == minutes * 60
    sat.hand_in()
    again = sat.again(ada.learner.send(f"{sat.address}/again", {"key": form_key()}))
    assert again.stored.seconds == minutes * 60


@pytest.mark.parametrize("minutes", ["0", "601", "ten", "-5"])
def test_minutes_that_no_exam_has_are_refused(learner: Learner, minutes: str) -> None:
    assert learner.get(f"/exams/own?minutes={minutes}").status == 422
    assert learner.send("/exams/own", {"key": form_key(), "minutes": minutes}).status == 422


# One's own exam, and the weak spots


def test_an_exam_of_ones_own_has_the_chosen_sections_and_length(app: FastAPI, learner: Learner) -> None:
    page = learner.get("/exams/own?section=2.5&section=2.4&minutes=36")
    assert 'action="/exams/own#asked"' in page.html
    assert 'id="asked"' in page.html
    assert 'action="/exams/own#asked"' in learner.get("/exams").html
    assert "36 minutes · 15 points" in page.text
    sat = begin(app, learner, "own", "?section=2.5&section=2.4&minutes=36")
    assert sat.stored.seconds == 36 * 60
    assert sat.stored.points == sum((one.points for one in sat.drawn()), Fraction(0)) == 15
    assert {one.section for one in sat.drawn()} == {"2.4", "2.5"}


def test_an_exam_of_ones_own_lasts_at_least_ten_minutes_and_at_most_three_hours(
    app: FastAPI, learner: Learner
) -> None:
    assert "10 minutes" in learner.get("/exams/own?section=2.5&minutes=1").text
    assert "180 minutes" in learner.get("/exams/own?minutes=600").text


def test_the_weak_spots_are_the_sections_in_which_most_was_lost(app: FastAPI, learner: Learner) -> None:
    assert "No weak spots are known yet" in learner.get("/exams/weak-spots").text
    for question, right in ((PERPLEXITY, True), (COSINE, False)):
        sheet = learner.open(question)
        variant = drawn(question)
        typed = key(variant) if right else {asked.name: ["1234.5"] for asked in variant.asked}
        learner.press(sheet, typed=typed)
    weak = BANK.questions[COSINE].section
    assert BANK.questions[PERPLEXITY].section != weak
    page = learner.get("/exams/weak-spots")
    assert f"Your sections: {SECTIONS[weak]}." in page.text
    sat = begin(app, learner, "weak-spots", "")
    assert {one.section for one in sat.drawn()} == {weak}


# The button


@on_both
def test_the_button_draws_all_questions_and_starts_the_clock(app: FastAPI, learner: Learner) -> None:
    sat = begin(app, learner)
    stored = sat.stored
    assert (stored.prepared_at, stored.begun_at) == (NOON, NOON)
    assert stored.ends_at(NOON) == NOON + timedelta(minutes=20)
    assert stored.forbids_aids
    assert re.fullmatch(r"[1-9]\d{5}", stored.number)
    assert [one.place for one in sat.drawn()] == [1, 2, 3, 4]
    assert {one.section for one in sat.drawn()} == {"2.5"}
    assert [str(one.points) for one in sat.drawn()] == ["1", "1", "1", "5"]
    for place in range(1, 5):
        assert sat.variant(place).points == sat.drawn()[place - 1].points
    assert [one.kind for one in sat.events()] == [Kind.BEGUN]


@on_both
def test_pressed_twice_at_once_it_begins_one_exam(app: FastAPI, count: Count) -> None:
    watched(app)
    learner = with_cookie(app, "a-cookie-of-somebody-who-clicks-twice")
    pressing = {"key": form_key(), "section": "2.5"}
    with ThreadPoolExecutor(4) as clicks:
        sent = [clicks.submit(learner.twin().send, "/exams/sprint", pressing, False, False) for _ in range(4)]
    places = {one.result().headers["location"] for one in sent}
    assert len(places) == 1
    assert count()["sittings"] == 1
    assert count()["drawn"] == 4


def test_nobody_sits_two_exams_at_once(app: FastAPI, learner: Learner, count: Count) -> None:
    sat = begin(app, learner)
    assert "You are in the middle of another exam." in learner.get("/exams/full").text
    page = learner.send("/exams/full", {"key": form_key()})
    assert page.status == 409
    assert sat.address in page.links
    assert count()["sittings"] == 1
    sat.hand_in()
    assert begin(app, learner, "sprint", "?section=2.4").name != sat.name


def test_a_form_without_its_key_begins_nothing(learner: Learner, count: Count) -> None:
    assert learner.send("/exams/full", {}).status == 400
    assert count() == {}


def test_each_sitting_has_numbers_of_its_own_from_128_random_bits(app: FastAPI) -> None:
    seeds = [sit(app, COSINE, PERPLEXITY).variant(place).seed for _ in range(10) for place in (1, 2)]
    assert len(set(seeds)) == 20
    assert max(seeds).bit_length() > 120
    assert all(seed.bit_length() > 90 for seed in seeds)


def test_guests_are_counted_where_they_begin_exams(app: FastAPI) -> None:
    app.state.rate_limiter = RateLimiter(Settings(guests_per_address="2/hour"), app.state.database)
    pressing = {"section": "2.5"}
    asked = [new_learner(app).send("/exams/sprint", pressing | {"key": form_key()}) for _ in range(3)]
    assert [page.status for page in asked] == [200, 200, 429]


@on_both
def test_a_guest_who_signs_in_keeps_the_running_exam(app: FastAPI, learner: Learner) -> None:
    sign_up(new_learner(app))
    sat = begin(app, learner)
    sat.type(1, {"answer": ["x"]})
    before = cookie(learner)
    sign_in(learner)
    assert cookie(learner) != before
    assert sat.get().status == 200
    assert sat.texts() == {(1, "answer.0"): "x"}
    assert learner.get("/solve").status == 403
    sat.hand_in()
    assert sat.get("/review").status == 200
    with app.state.database.read() as connection:
        assert people.with_token(connection, cookie(learner)).id == sat.person


@on_both
def test_the_trail_cannot_be_edited(app: FastAPI, learner: Learner) -> None:
    sat = begin(app, learner)
    with pytest.raises(DatabaseError), sat.database.write() as connection:
        connection.execute(update(table).values(text="another"))
    with sat.database.read() as connection:
        assert audit_log.newest_moment(connection, [sat.stored.id]) == NOON
    assert [one.text for one in sat.events()] == [""]
