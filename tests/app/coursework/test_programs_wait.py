"""Programs in an assignment whose results wait: the shown tests run as always, and nothing tells of the hidden ones."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import jobs, responses
from app.grading import results_release
from app.practice import sandbox
from app.practice.sandbox import Broken
from app.practice.sandbox.bubblewrap import Bubblewrap
from tests.app.api.api_client import program
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, begin, set_up, total
from tests.app.coursework.test_results import earned, ends_now, results, said_of_it
from tests.app.coursework.test_results_edges import typed_on
from tests.app.grading.test_queue import queue
from tests.app.learner import Page, on_both
from tests.app.personal_data.worked import downloaded, told
from tests.app.practice.test_code_grading import QUESTION, SOLUTION, TASK, WRONG, ended

POINTS = "3"
HIDDEN = [test for test in TASK.tests if test.hidden]


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Bubblewrap, "installed", lambda self: False)
    sandbox.backend.cache_clear()
    yield
    sandbox.backend.cache_clear()


def asked(nlp: Lecture, **choices: str) -> tuple[str, Page]:
    """Returns the address of an assignment that asks for a program, and Ada's sheet."""
    address = assignment(nlp, QUESTION, due=FUTURE)
    if choices:
        set_up(nlp.instructor, address, **choices)
    return address, begin(nlp.student, address, QUESTION)


def ran(nlp: Lecture, text: str) -> Page:
    """Ada's sheet of an assignment whose results are released, with the shown tests of this program."""
    _, sheet = asked(nlp, results="released")
    return ended(nlp.student.learner, nlp.student.learner.press(sheet, "run", {"answer": text}))


def tells_of_hidden(text: str) -> list[str]:
    return [said for test in HIDDEN for said in (test.name, test.says) if said in text]


@on_both
def test_a_program_is_saved_without_a_word_on_its_tests_and_the_last_one_is_run_on_all_of_them(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    _, sheet = asked(nlp)
    ada = nlp.student.learner
    assert "Hand in: run all tests" not in sheet.html
    for written in (SOLUTION, WRONG, SOLUTION):
        saved = ada.press(sheet, typed={"answer": written.replace("\n", "\r\n")})
        assert saved.rules == ["saved"]
        assert saved.typed("answer") == [written]
        assert "All tests are run once the results open." in saved.text
    assert earned(store) == [None] * 3
    assert "+ 3 pending" in ada.get(f"{nlp.address}/gradebook").text
    assert results(app) == 0
    ends_now(store)
    assert results(app) == 1
    assert earned(store) == [None, None, POINTS]
    page = ada.get(sheet.address)
    assert page.rules == ["right"]
    assert page.html.count('<span class="unseen">passed') == len(TASK.tests)
    assert total(nlp) == "3.00"


def test_until_then_nothing_that_a_student_can_open_tells_a_right_program_from_a_wrong_one(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, sheet = asked(nlp)
    ada, mine, read = nlp.student.learner, program(app, nlp.student), []
    for written in (SOLUTION, WRONG):
        ada.press(sheet, typed={"answer": written})
        places = [f"/courses/{nlp.name}", f"/courses/{nlp.name}/grades", f"/courses/{nlp.name}/gradebook"]
        text = said_of_it(ada, nlp, address, sheet) + " ".join(mine.get(place).text for place in places)
        assert tells_of_hidden(text) == []
        read.append(re.sub(r"\d\d:\d\d", "", text.replace(" ".join(written.split()), "")))
        own = [one for one in told(downloaded(ada))["sheets"] if one["question"] == QUESTION]
        assert {(one["earned"], one["rule"]) for each in own for one in each["answers"]} <= {(None, "saved")}
    assert read[0] == read[1]
    with store.read() as connection:
        assert connection.execute(select(jobs)).all() == []
        verdicts = connection.execute(select(responses.c.verdict)).scalars().all()
    assert {str(verdict) for verdict in verdicts} == {str(verdicts[0])}


def test_the_shown_tests_run_as_always_and_what_ran_is_saved(
    nlp: Lecture, running: None, store: Database
) -> None:
    ada, sheet = nlp.student.learner, ran(nlp, WRONG)
    assert "Expected" in sheet.text
    assert tells_of_hidden(sheet.text) == []
    assert sheet.rules == ["saved"]
    assert earned(store) == [None]
    saved = ada.press(sheet, "check", {"answer": WRONG})
    assert saved.rules == ["saved"]
    assert "Expected" in saved.text  # the run was of this program
    other = ended(ada, ada.press(saved, "run", {"answer": SOLUTION}))
    assert other.typed("answer") == [SOLUTION]
    assert "passed" in other.text
    for written in (WRONG, f"{WRONG}# mine\n"):
        back = ada.press(other, "check", {"answer": written})
        assert back.typed("answer") == [written]
        assert back.rules == ["saved"]
        assert "Expected" not in back.text  # what ran was another program


def test_a_late_run_is_not_saved_before_it_is_meant_to_count(
    nlp: Lecture, running: None, store: Database
) -> None:
    _, sheet = asked(nlp, results="released", periods="5", percent="50")
    ada = nlp.student.learner
    ada.press(sheet, typed={"answer": SOLUTION})
    ends_now(store)
    other = ended(ada, ada.press(ada.get(sheet.address), "run", {"answer": WRONG}))
    assert "What you saved before counts until you save this one." in other.text
    assert earned(store) == [None]


@pytest.mark.parametrize("later", [SOLUTION, f"{WRONG}# mine\n", ""])
def test_what_a_page_saves_by_itself_after_a_run_is_what_the_sheet_shows(
    nlp: Lecture, running: None, later: str
) -> None:
    ada, sheet = nlp.student.learner, ran(nlp, WRONG)
    assert sheet.typed("answer") == [WRONG]
    assert typed_on(ada, sheet, answer=later) == "saved"
    page = ada.get(sheet.address)
    assert page.typed("answer")[0].rstrip() == (later or TASK.starter).rstrip()
    assert "Expected" not in page.text  # what ran was another program
    again = ended(ada, ada.press(page, "run", {"answer": WRONG}))
    assert again.typed("answer") == [WRONG]
    assert "Expected" in again.text


def test_a_run_from_an_older_page_shows_first_what_it_would_overwrite(nlp: Lecture, running: None) -> None:
    _, sheet = asked(nlp, results="released")
    ada = nlp.student.learner
    old = ada.get(sheet.address)
    assert typed_on(ada, sheet, answer=SOLUTION) == "saved"
    told = ada.press(old, "run", {"answer": WRONG})
    assert told.status == 409
    assert "Nothing is stored yet: another window or device has saved since." in told.text
    assert ada.get(sheet.address).typed("answer") == [SOLUTION]
    assert ended(ada, ada.press(told, "run", {"answer": WRONG})).typed("answer") == [WRONG]


def test_once_the_time_is_over_the_sheet_shows_what_counts_and_takes_no_other(
    nlp: Lecture, running: None, store: Database, app: FastAPI
) -> None:
    address, sheet = asked(nlp, results="released")
    ada = nlp.student.learner
    ada.press(ended(ada, ada.press(sheet, "run", {"answer": WRONG})), typed={"answer": SOLUTION})
    ends_now(store)
    page = ada.get(sheet.address)
    assert "Your time for this is over. What you saved counts." in page.text
    assert page.typed("answer") == [SOLUTION]
    assert not {"run", "check"} & {do for do in page.buttons if page.buttons[do] != "Check"}
    for do in ("run", "check", "solution"):
        ada.press(page, do, {"answer": WRONG})
    assert earned(store) == [None, None]
    nlp.instructor.learner.send(f"{address}/release", {})
    assert results(app) == 1
    assert earned(store) == [None, POINTS]
    assert ada.get(sheet.address).typed("answer") == [SOLUTION]


def test_a_program_that_cannot_be_called_earns_nothing(app: FastAPI, nlp: Lecture, store: Database) -> None:
    _, sheet = asked(nlp)
    nlp.student.learner.press(sheet, typed={"answer": "def f(:"})
    ends_now(store)
    results(app)
    assert earned(store) == ["0"]
    assert "It could not be run. Line 1" in nlp.student.learner.get(sheet.address).text


def test_where_no_program_can_run_it_is_saved_and_waits_for_a_person(
    app: FastAPI, nlp: Lecture, store: Database, no_sandbox: None
) -> None:
    _, sheet = asked(nlp)
    assert "Write your function and save it; your instructor marks it." in sheet.text
    assert nlp.student.learner.press(sheet, typed={"answer": SOLUTION}).rules == ["saved"]
    ends_now(store)
    results(app)
    assert earned(store) == [None]
    assert SOLUTION.splitlines()[0] in queue(nlp).text


def test_a_machine_that_is_too_busy_takes_no_points(
    app: FastAPI, nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, sheet = asked(nlp)
    nlp.student.learner.press(sheet, typed={"answer": SOLUTION})
    ends_now(store)
    with monkeypatch.context() as busy:
        busy.setattr(sandbox, "run", lambda *more: Broken(sandbox.NOT_OPEN))
        assert results_release.give(store, app.state.library) == 0
    assert earned(store) == [None]
    assert results(app) == 1
    assert earned(store) == [POINTS]


def test_without_a_due_date_and_a_release_a_program_tells_at_once(nlp: Lecture, running: None) -> None:
    sheet = begin(nlp.student, assignment(nlp, QUESTION), QUESTION)
    told_at_once = ended(nlp.student.learner, nlp.student.learner.press(sheet, "check", {"answer": SOLUTION}))
    assert told_at_once.rules == ["right"]
