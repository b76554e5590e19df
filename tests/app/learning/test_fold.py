"""The knowledge about a learner is the fold of the marks that are stored, however it was arrived at."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import attempts, responses
from app.learning import fold, upkeep
from app.learning.store import marks, states
from app.questions.library import Library
from engine import asked_lines
from engine.learning.spacing import Grade, review
from tests.app.exams.sitting import sit
from tests.app.learner import PERPLEXITY, RIGHT, Learner, always_on_both, drawn, key, new_learner, on_both

WRONG = {**RIGHT, "nats": "9"}


def person_of(app: FastAPI) -> int:
    with app.state.database.read() as connection:
        (person,) = marks.people(connection)
    return person


def stored(app: FastAPI, person: int) -> tuple[Any, ...]:
    with app.state.database.read() as connection:
        known = states.knowledge(connection, person, {})
        return known.model.general, known.model.skills, known.cards, states.mistakes(connection, person)


def now_known(app: FastAPI, person: int) -> tuple[Any, ...]:
    with app.state.database.read() as connection:
        folded = fold.current(connection, app.state.library, person)
    known = folded.knowledge
    return known.model.general, known.model.skills, known.cards, folded.mistakes.made


def practise(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    learner.press(learner.open(seed=8), typed=WRONG)
    learner.press(learner.press(learner.open(seed=9), typed={"nats": "1"}), "solution", {})


@on_both
def test_what_is_read_before_it_is_taken_in_is_what_is_stored_then(app: FastAPI) -> None:
    practise(new_learner(app))
    person = person_of(app)
    before = now_known(app, person)
    assert before[1]
    assert stored(app, person)[1] == {}
    assert upkeep.take_in_lately(app.state.database, app.state.library) == 1
    assert stored(app, person) == before == now_known(app, person)
    assert upkeep.take_in_lately(app.state.database, app.state.library) == 0


@on_both
def test_going_on_step_by_step_comes_to_the_same_as_folding_all_anew(app: FastAPI) -> None:
    learner = new_learner(app)
    for seed in range(7, 12):
        learner.press(learner.open(seed=seed), typed=RIGHT if seed % 2 else WRONG)
        fold.take_in(app.state.database, app.state.library, person_of(app))
    person = person_of(app)
    step_by_step = stored(app, person)
    assert upkeep.rebuild_all(app.state.database, app.state.library)[0] == 1
    assert stored(app, person) == step_by_step


@on_both
def test_what_is_predicted_of_an_answer_follows_from_those_before_it_alone(app: FastAPI) -> None:
    learner = new_learner(app)
    for seed in range(7, 12):
        learner.press(learner.open(seed=seed), typed=RIGHT if seed % 2 else WRONG)
        fold.take_in(app.state.database, app.state.library, person_of(app))
    step_by_step = predicted(app)
    assert step_by_step
    assert all(0 < chance < 1 for chance in step_by_step.values())
    upkeep.rebuild_all(app.state.database, app.state.library)
    assert predicted(app) == step_by_step
    learner.press(learner.open(seed=13), typed=WRONG)
    upkeep.take_in_lately(app.state.database, app.state.library)
    assert predicted(app).items() > step_by_step.items()


def test_of_the_same_numbers_again_nothing_is_predicted(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(seed=7), typed=RIGHT)
    upkeep.take_in_lately(app.state.database, app.state.library)
    once = predicted(app)
    assert once
    learner.press(learner.open(seed=7), typed=WRONG)
    upkeep.take_in_lately(app.state.database, app.state.library)
    assert predicted(app) == once


def predicted(app: FastAPI) -> dict[int, float]:
    with app.state.database.read() as connection:
        rows = connection.execute(select(responses).where(responses.c.predicted.is_not(None)))
        return {row.id: row.predicted for row in rows}


@pytest.mark.parametrize(
    ("way", "minutes", "hard"),
    [("strict", 1, False), ("strict", 25, True), ("strict", 45, False), ("ordinary", 25, False)],
)
def test_a_line_that_took_long_comes_back_sooner_where_its_time_is_known(
    app: FastAPI, learner: Learner, way: str, minutes: int, hard: bool
) -> None:
    """A sheet of strict practice begins when it is opened; after half an hour, nobody knows whether somebody worked."""
    learner.press(learner.open(seed=7), typed=RIGHT)
    database: Database = app.state.database
    with database.write() as connection:
        begun = datetime.now(UTC) - timedelta(minutes=minutes)
        connection.execute(update(attempts).values(way=way, begun_at=begun))
    cards = now_known(app, person_of(app))[2]
    good, slow = (review(None, grade, begun).stability for grade in (Grade.GOOD, Grade.HARD))
    assert cards["perplexity/nats"].stability == (slow if hard else good)


def test_the_same_numbers_again_tell_nothing(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(seed=7), typed=RIGHT)
    once = now_known(app, person_of(app))
    learner.press(learner.open(seed=7), typed=WRONG)
    assert now_known(app, person_of(app)) == once


@always_on_both
def test_marks_of_an_exam_are_taken_in_whatever_its_seeds_are(app: FastAPI) -> None:
    """The seeds of exams have 128 bits."""
    sat = sit(app, PERPLEXITY)
    sat.type(1, {name: [value] for name, value in RIGHT.items()})
    sat.hand_in()
    assert sat.learner.get("/").status == 200
    person = person_of(app)
    before = now_known(app, person)
    assert before[1]
    upkeep.take_in_lately(app.state.database, app.state.library)
    assert stored(app, person) == before


def test_a_newcomer_who_sets_a_goal_finds_it_again(app: FastAPI) -> None:
    learner = new_learner(app)
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date()
    assert "1 day to the exam" in learner.send("/goal", {"exam_on": tomorrow.isoformat()}).text
    assert "1 day to the exam" in learner.get("/").text


def test_a_second_try_at_a_line_tells_nothing(app: FastAPI, learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed=WRONG)
    once = now_known(app, person_of(app))
    learner.press(sheet, typed=RIGHT)
    assert now_known(app, person_of(app)) == once


def test_what_follows_from_an_earlier_slip_is_no_evidence_against_the_later_step(
    app: FastAPI, learner: Learner
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    right = now_known(app, person_of(app))[1]["perplexity/perplexity"].mean
    assert right > 0
    another = new_learner(app)
    page = another.press(another.open(seed=8), typed={"nats": "1", "perplexity": "2.72"})
    assert "follows" in page.text
    with app.state.database.read() as connection:
        person = max(marks.people(connection))
    skills = now_known(app, person)[1]
    assert skills["perplexity/perplexity"].mean > skills["perplexity/nats"].mean


def test_a_mistake_is_listed_with_its_sheet_and_can_be_taken_off(app: FastAPI, learner: Learner) -> None:
    assert "No classic mistake" in learner.get("/mistakes").text
    sheets = [learner.press(learner.open(seed=seed), typed=two_to_the_nats(seed)) for seed in (7, 8)]
    page = learner.get("/mistakes")
    assert "You raised 2 to a cross-entropy in nats" in page.text
    assert "made 2 times" in page.text
    assert f"{sheets[-1].action}#line-perplexity" in page.links
    assert f"Your line: {sheets[-1].typed('perplexity')[0]}" in page.text
    upkeep.take_in_lately(app.state.database, app.state.library)
    assert learner.get("/mistakes").text == page.text
    family = {"family": "perplexity", "mistake": "two_to_the_nats"}
    assert "No classic mistake" in learner.send("/mistakes/remove", family).text


def test_a_mistake_can_be_taken_off_as_soon_as_it_is_made(learner: Learner) -> None:
    learner.press(learner.open(seed=7), typed=two_to_the_nats(7))
    family = {"family": "perplexity", "mistake": "two_to_the_nats"}
    assert "No classic mistake" in learner.send("/mistakes/remove", family).text


def test_a_mistake_is_gone_after_three_chances_that_went_well_and_may_come_back(learner: Learner) -> None:
    learner.press(learner.open(seed=7), typed=two_to_the_nats(7))
    for n, seed in enumerate((8, 9, 10)):
        assert f"{n} of 3 times avoided since" in learner.get("/mistakes").text
        learner.press(learner.open(seed=seed), typed=key(drawn(PERPLEXITY, seed, "warm-up")))
    page = learner.get("/mistakes")
    assert "No classic mistake of yours is open" in page.text
    assert "Gone" in page.text
    learner.press(learner.open(seed=11), typed=two_to_the_nats(11))
    assert "it had gone, and came back" in learner.get("/mistakes").text


def two_to_the_nats(seed: int) -> dict[str, str | list[str]]:
    """A sheet on which somebody raised 2 to the nats."""
    right = key(drawn(PERPLEXITY, seed, "warm-up"))
    nats = drawn(PERPLEXITY, seed, "warm-up").exact.reached["nats"]
    return {**right, "perplexity": f"{2**nats:.2f}"}


def test_marks_that_cannot_be_folded_hold_up_nobody_else(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        practise(new_learner(app))
    with app.state.database.read() as connection:
        first, second = marks.people(connection)
    whole = fold.take_in

    def broken(database: Database, library: Library, person: int) -> int:
        if person == first:
            raise KeyError("rule")
        return whole(database, library, person)

    monkeypatch.setattr(fold, "take_in", broken)
    assert upkeep.take_in_lately(app.state.database, app.state.library) == 2
    assert f"what person {first} knows" in caplog.text
    assert stored(app, first)[1] == {}
    assert stored(app, second)[1] != {}


@on_both
def test_what_is_answered_after_the_solution_was_read_changes_nothing(app: FastAPI) -> None:
    learner = new_learner(app)
    read = learner.press(learner.press(learner.open(seed=9), typed={"nats": "1"}), "solution", {})
    person = person_of(app)
    fold.take_in(app.state.database, app.state.library, person)
    before = stored(app, person)
    sheet = learner.get(read.address.removesuffix("/solution"))
    assert learner.press(sheet, typed=key(drawn(PERPLEXITY, 9))).status == 200
    fold.take_in(app.state.database, app.state.library, person)
    assert stored(app, person) == before
    fold.rebuild(app.state.database, app.state.library, person)
    assert stored(app, person) == before


def test_a_worked_example_tells_nothing_of_the_lines_that_it_told(app: FastAPI, learner: Learner) -> None:
    page = learner.get("/practice/bits-per-token/examples?seed=1&level=warm-up&stage=3")
    right = key(asked_lines.example(drawn("bits-per-token", 1), 3))
    assert list(right) == ["nats", "bits", "perplexity"]
    learner.press(page, typed=right)
    assert now_known(app, person_of(app))[1].keys() == {f"perplexity/{line}" for line in right}
    learner.press(learner.open("bits-per-token", 2), typed=key(drawn("bits-per-token", 2)))
    assert "perplexity/surprisals" in now_known(app, person_of(app))[1]
