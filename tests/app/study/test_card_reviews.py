"""The cards of today: due ones, new ones, once more what was not known; taken back, twice sent, carried along."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI

from app.clock import Clock
from app.database.connection import Database
from app.database.schema import card_reviews as table
from app.study import card_reviews
from app.study.card_reviews import NEW_A_DAY
from app.study.store import card_reviews as store
from engine.learning import spacing
from engine.learning.spacing import Grade
from tests.app.learner import Learner, Page, new_learner, on_both
from tests.engine.submissions import BANK

BEGAN = datetime(2026, 11, 2, 17, tzinfo=UTC)
NOT_YET, EFFORT, KNEW = 1, 2, 3


class Day:
    """The clock stands still until the test moves it."""

    def __init__(self, app: FastAPI) -> None:
        self.now = BEGAN
        app.state.clock = Clock(lambda: self.now, self.since_begun)

    def since_begun(self) -> float:
        return (self.now - BEGAN).total_seconds()


@pytest.fixture
def day(app: FastAPI) -> Day:
    return Day(app)


def today(learner: Learner) -> Page:
    page = learner.get("/cards/today")
    assert page.status == 200
    return page


def card(page: Page) -> str:
    """The identity of the card that is shown, "" where the day is done."""
    return page.fields.get("card", "")


def turn(learner: Learner, page: Page, grade: int) -> Page:
    return learner.send("/cards/today", {**page.fields, "grade": str(grade)})


def turn_all(learner: Learner, grade: int = KNEW) -> list[str]:
    """Turns cards until the day is done; returns their identities."""
    turned, page = [], today(learner)
    while card(page):
        turned.append(card(page))
        page = turn(learner, page, grade)
    return turned


def left(page: Page) -> dict[str, int]:
    return {word: int(n) for n, word in re.findall(r"(\d+) (due|new|once more)", page.text)}


@on_both
def test_ten_new_cards_a_day_and_no_more(learner: Learner, day: Day) -> None:
    assert len(set(turn_all(learner))) == NEW_A_DAY
    assert "Done for today: 10 cards" in today(learner).text
    day.now += timedelta(days=1)
    assert left(today(learner))["new"] == NEW_A_DAY


def test_terms_and_questions_of_a_section_come_in_turn(learner: Learner, day: Day) -> None:
    kinds = [one.partition("/")[0] for one in turn_all(learner)]
    assert kinds == ["term", "prompt"] * (NEW_A_DAY // 2)


def test_what_was_known_comes_back_when_the_library_says(learner: Learner, day: Day) -> None:
    first = turn_all(learner)
    due = spacing.review(None, Grade.GOOD, BEGAN).due_at
    day.now = due - timedelta(hours=1)
    assert "due" not in left(today(learner))
    day.now = due + timedelta(minutes=1)
    assert left(today(learner))["due"] == len(first)


def test_what_was_not_known_comes_once_more_at_the_end_of_the_day(learner: Learner, day: Day) -> None:
    page = today(learner)
    missed = card(page)
    page = turn(learner, page, NOT_YET)
    assert card(page) != missed
    assert left(page) == {"new": NEW_A_DAY - 1, "once more": 1}
    turned = turn_all(learner)
    assert turned[-1] == missed
    assert turned.count(missed) == 1


def test_less_well_known_comes_back_sooner(learner: Learner, day: Day, app: FastAPI) -> None:
    page = today(learner)
    for grade in (NOT_YET, EFFORT, KNEW):
        page = turn(learner, page, grade)
    database: Database = app.state.database
    with database.read() as connection:
        due = {row.grade: row.due_at for row in connection.execute(table.select())}
    assert due[NOT_YET] <= due[EFFORT] < due[KNEW]


def test_the_last_answer_can_be_taken_back(learner: Learner, day: Day) -> None:
    page = today(learner)
    first = card(page)
    assert "Undo" not in page.text
    page = turn(learner, page, NOT_YET)
    assert "Undo" in page.text
    page = learner.send("/cards/today/undo", {})
    assert card(page) == first
    assert left(page) == {"new": NEW_A_DAY}


def test_an_answer_of_yesterday_stays(learner: Learner, day: Day, app: FastAPI) -> None:
    turn(learner, today(learner), KNEW)
    day.now += timedelta(days=1)
    learner.send("/cards/today/undo", {})
    assert len(rows(app)) == 1


def test_what_is_sent_twice_or_from_two_devices_counts_once(learner: Learner, day: Day, app: FastAPI) -> None:
    page = today(learner)
    turn(learner, page, KNEW)
    turn(learner, page, NOT_YET)
    assert [grade for _, grade, _ in rows(app)] == [KNEW]


def test_a_clock_that_went_back_loses_nothing(learner: Learner, day: Day, app: FastAPI) -> None:
    page = turn(learner, today(learner), NOT_YET)
    day.now -= timedelta(hours=3)
    while card(page):
        page = turn(learner, page, KNEW)
    told = rows(app)
    assert len(told) == NEW_A_DAY + 1
    assert max(at for _, _, at in told) == BEGAN


@pytest.mark.parametrize("form", [{"card": "term/no-such", "grade": "3"}, {"card": "../x", "grade": "1"}])
def test_no_such_card_is_said(learner: Learner, day: Day, form: dict[str, str], app: FastAPI) -> None:
    assert learner.send("/cards/today", form).status == 404
    assert rows(app) == []


def test_a_grade_is_one_of_three(learner: Learner, day: Day, app: FastAPI) -> None:
    page = today(learner)
    assert turn(learner, page, 4).status == 422
    assert turn(learner, page, 0).status == 422
    assert rows(app) == []


def test_home_says_how_many_cards_are_left_to_whoever_turns_cards(learner: Learner, day: Day) -> None:
    assert "cards today" not in learner.get("/").text
    turn(learner, today(learner), KNEW)
    assert "9 cards today" in learner.get("/").text
    turn_all(learner)
    assert "cards today" not in learner.get("/").text


def test_what_is_stored_is_the_fold_of_the_reviews(learner: Learner, day: Day, app: FastAPI) -> None:
    for n in range(4):
        turn_all(learner, [KNEW, NOT_YET, EFFORT][n % 3] if n % 3 != 1 else KNEW)
        day.now += timedelta(days=n)
    memories: dict[str, spacing.Card] = {}
    for one, grade, at in rows(app):
        memories[one] = spacing.review(memories.get(one), Grade(grade), at)
    database: Database = app.state.database
    with database.read() as connection:
        stored = {name: review.memory for name, review in store.newest(connection, 1).items()}
    assert len(memories) > NEW_A_DAY
    assert stored == memories


def test_reviews_of_two_installations_become_one_history(app: FastAPI, learner: Learner, day: Day) -> None:
    page = today(learner)
    one = card(page)
    turn(learner, page, KNEW)
    sent = [(one, Grade.AGAIN, BEGAN - timedelta(days=2)), ("term/gone-since", Grade.GOOD, BEGAN)]
    future = (one, Grade.AGAIN, BEGAN + timedelta(days=2))
    database: Database = app.state.database
    with database.write() as connection:
        assert card_reviews.merge(connection, 1, sent, BEGAN) == 0
    with database.write() as connection:
        assert card_reviews.merge(connection, 1, [*sent, future], BEGAN) == 2
        stands = store.newest(connection, 1)[one].memory
    first = spacing.review(None, Grade.AGAIN, BEGAN - timedelta(days=2))
    assert stands == spacing.review(first, Grade.GOOD, BEGAN)
    assert "9 new" in today(learner).text


def test_cards_are_ones_own(app: FastAPI, learner: Learner, day: Day) -> None:
    turn_all(learner)
    assert left(today(new_learner(app, "10.0.0.9"))) == {"new": NEW_A_DAY}


def test_each_card_has_an_identity_of_its_own() -> None:
    every = [one.id for one in card_reviews._every(BANK.study)]
    assert len(every) == len(set(every)) > 300
    assert max(map(len, every)) <= 200


def rows(app: FastAPI) -> list[tuple[str, int, datetime]]:
    database: Database = app.state.database
    with database.read() as connection:
        found = connection.execute(table.select().order_by(table.c.id))
        return [(row.card, row.grade, row.at) for row in found]
