"""A practice set asks for what is due, or for numbers that show one's mistakes; each exercise can be put off."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.schema import practice_sets, skill_states
from app.identity.store import handing_over, people
from app.learning import upkeep
from app.learning.practice_sets.sets import LASTS
from engine.learning.provoking import shows
from engine.variants import Variant
from tests.app.learner import COSINE, PERPLEXITY, Learner, Page, drawn, key, new_learner, on_both
from tests.app.learning.test_fold import two_to_the_nats
from tests.engine.submissions import BANK


def begin(learner: Learner, kind: str) -> Page:
    return learner.send("/set/begin", {"kind": kind})


def asked_by(page: Page) -> Variant:
    """The exercise that the page of a set asks next, with its numbers."""
    (link,) = {link for link in page.links if link.startswith("/practice/")}
    question, _, query = link.removeprefix("/practice/").partition("?seed=")
    seed, _, level = query.partition("&level=")
    return drawn(question, int(seed), level)


def do(learner: Learner, page: Page) -> Page:
    """Does the exercise that is asked, all right, and goes on with the link of its sheet."""
    variant = asked_by(page)
    sheet = learner.get(f"/practice/{variant.question.id}?seed={variant.seed}&level={variant.level}")
    done = learner.press(sheet, typed=key(variant))
    assert "/set" in done.links
    return learner.get("/set")


def make_a_mistake(learner: Learner) -> None:
    sheet = learner.get(f"/practice/{PERPLEXITY}?seed=3")
    learner.press(sheet, typed=two_to_the_nats(3))


def fall_due(app: FastAPI, days: int = 400) -> None:
    """Lets time go by, so that what is known falls due."""
    upkeep.take_in_lately(app.state.database, app.state.library)
    back = timedelta(days=days)
    with app.state.database.write() as connection:
        for row in connection.execute(select(skill_states).where(skill_states.c.due_at.is_not(None))).all():
            same = (skill_states.c.person_id == row.person_id, skill_states.c.skill == row.skill)
            then = {"due_at": row.due_at - back, "reviewed_at": row.reviewed_at - back}
            connection.execute(update(skill_states).where(*same).values(then))


def know(learner: Learner, *questions: str) -> None:
    """Does exercises all right, often enough for each to count as known."""
    for question in questions:
        for seed in range(4):
            level = BANK.questions[question].default_level
            sheet = learner.open(question, seed, level)
            learner.press(sheet, typed=key(drawn(question, seed, level)))


def mistakes(app: FastAPI) -> set[str]:
    """The mistakes that stored sets ask for."""
    with app.state.database.read() as connection:
        sets = connection.execute(select(practice_sets.c.tasks)).scalars()
        return {task["mistake"] for tasks in sets for task in tasks}


@on_both
def test_a_set_against_mistakes_asks_for_numbers_that_show_them_until_they_are_gone(app: FastAPI) -> None:
    learner = new_learner(app)
    assert begin(learner, "mistakes").address == "/"
    make_a_mistake(learner)
    assert str(two_to_the_nats(3)["perplexity"]) in learner.get("/mistakes").text
    page = begin(learner, "mistakes")
    assert page.address == "/set"
    assert mistakes(app) == {"two_to_the_nats"}
    done = 0
    while "/set/put-off" in page.html:
        done += 1
        assert f"Exercise {done} of " in page.text
        assert shows(asked_by(page), "two_to_the_nats")
        page = do(learner, page)
    assert "Done: " in page.text
    assert f"{done} of 3 times avoided since" in learner.get("/mistakes").text.partition("Each classic")[2]
    assert learner.send("/set/end", {}).address == "/"
    assert learner.get("/set").address == "/"


@on_both
def test_reviews_of_what_fell_due_come_with_new_numbers(app: FastAPI) -> None:
    learner = new_learner(app)
    know(learner, COSINE, PERPLEXITY)
    assert "review today" not in learner.get("/").text
    assert "reviews today" not in learner.get("/").text
    fall_due(app)
    home = learner.get("/")
    assert "2 reviews today" in home.text
    page = begin(learner, "reviews")
    assert "Exercise 1 of 2" in page.text
    asked = set()
    while "/set/put-off" in page.html:
        variant = asked_by(page)
        assert variant.seed > 3
        asked.add(variant.question.family_id)
        page = do(learner, page)
    assert asked == {BANK.questions[one].family_id for one in (COSINE, PERPLEXITY)}
    assert "reviews today" not in learner.get("/").text


def test_an_exercise_can_be_put_off_and_taken_back_in(learner: Learner, app: FastAPI) -> None:
    know(learner, COSINE, PERPLEXITY)
    fall_due(app)
    page = begin(learner, "reviews")
    first = asked_by(page)
    choice = {"question": first.question.id, "seed": str(first.seed)}
    page = learner.send("/set/put-off", {**choice, "off": "1"})
    assert "Exercise 1 of 1" in page.text
    assert asked_by(page).question.id != first.question.id
    page = learner.send("/set/put-off", {**choice, "off": "0"})
    assert "Exercise 1 of 2" in page.text
    assert asked_by(page).question.id == first.question.id


def test_next_leads_back_to_the_set_until_nothing_of_it_is_left(learner: Learner) -> None:
    make_a_mistake(learner)
    page = begin(learner, "mistakes")
    assert learner.get("/next").address == "/set"
    while "/set/put-off" in page.html:
        page = do(learner, page)
    assert learner.get("/next").address.startswith("/practice/")


def test_a_sheet_says_which_set_it_belongs_to_and_others_do_not(learner: Learner) -> None:
    make_a_mistake(learner)
    variant = asked_by(begin(learner, "mistakes"))
    sheet = learner.open(variant.question.id, variant.seed, variant.level)
    assert "Ten minutes on your mistakes: 1 of " in sheet.text
    assert "/set" not in learner.open(COSINE).links
    assert "/set" not in learner.open(variant.question.id, 999_999, variant.level).links


def test_a_set_of_a_guest_goes_on_in_the_account(app: FastAPI, learner: Learner) -> None:
    make_a_mistake(learner)
    begin(learner, "mistakes")
    with app.state.database.write() as connection:
        guest = connection.execute(select(practice_sets.c.person_id)).scalar_one()
        other = people.add(connection, "another")
        handing_over.hand_over(connection, guest, other)
        assert connection.execute(select(practice_sets.c.person_id)).scalar_one() == other


@pytest.mark.parametrize("late", [LASTS - timedelta(minutes=1), LASTS + timedelta(minutes=1)])
def test_whoever_comes_back_the_next_day_finds_no_set(
    app: FastAPI, learner: Learner, late: timedelta
) -> None:
    make_a_mistake(learner)
    begin(learner, "mistakes")
    with app.state.database.write() as connection:
        begun = connection.execute(select(practice_sets.c.begun_at)).scalar_one()
        connection.execute(update(practice_sets).values(begun_at=begun - late))
    assert (learner.get("/set").address == "/set") == (late < LASTS)


def test_whoever_did_nothing_yet_has_no_set(learner: Learner) -> None:
    for kind in ("mistakes", "reviews"):
        assert begin(learner, kind).address == "/"
    assert learner.send("/set/begin", {"kind": "other"}).status == 422
    for page in ("/set/put-off", "/set/end"):
        assert learner.send(page, {"question": "x", "seed": "1"}).status == 200
