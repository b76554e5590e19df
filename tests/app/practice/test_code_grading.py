"""Functions that learners write: run, handed in and marked; and the coding questions themselves."""

import time
import tomllib
from fractions import Fraction
from typing import Any

import pytest

from app.practice import answers, code_grading, sandbox
from app.practice.sandbox.bubblewrap import Bubblewrap
from engine.answers.forms import Program
from engine.kinds.code import Item
from tests.app.learner import Count, Learner, Page
from tests.engine.submissions import BANK, HOME
from tests.every import one_in

CODE = [question for question in BANK.questions.values() if question.kind == "code"]
QUESTION = "code-cosine-similarity"
TASK: Program = BANK.questions[QUESTION].family.steps["answer"].form  # type: ignore[assignment]
SOLUTION = str(BANK.questions[QUESTION].family.steps["answer"].compute())
WRONG = f"def {TASK.function}(u, v):\n    return 1.0\n"


def payload(task: Program, program: str, question: str = QUESTION) -> dict[str, Any]:
    tests = [test.model_dump() for test in task.tests]
    return {
        "program": program, "function": task.function, "arrays": list(task.arrays), "tolerance": task.tolerance,
        "tests": tests, "files": {one.name: one.file for one in BANK.questions[question].files},
    }  # fmt: skip


def outcomes(task: Program, program: str, question: str = QUESTION) -> list[dict[str, Any]]:
    result = code_grading.run_program(payload(task, program, question), lambda done, total: None)
    assert "tests" in result, result
    return list(result["tests"])


@pytest.mark.parametrize("name", one_in(6, [question.id for question in CODE]))
def test_the_solution_passes_and_every_classic_mistake_is_found(name: str) -> None:
    """The expected values were computed by another road than the solution; here the two meet."""
    question = BANK.questions[name]
    file = HOME / "question_bank" / question.subject / f"{question.id}.toml"
    item = Item.model_validate({**tomllib.loads(file.read_text()), "id": file.stem})
    task = question.family.steps["answer"].form
    assert isinstance(task, Program)
    failed = [test for test in outcomes(task, item.solution, name) if not test["passed"]]
    assert failed == []
    for wrong in item.wrong:
        assert not all(test["passed"] for test in outcomes(task, wrong.code, name)), wrong.says


def ended(learner: Learner, sheet: Page) -> Page:
    """The sheet once its program has run, as the page asks for it."""
    deadline = time.monotonic() + 60
    while "is running" in sheet.text:
        assert time.monotonic() < deadline
        time.sleep(0.05)
        sheet = learner.get(sheet.action)
    return sheet


def test_the_shown_tests_run_and_nothing_is_settled(learner: Learner, running: None) -> None:
    sheet = ended(learner, learner.press(learner.open(QUESTION, level="warm-up"), "run", {"answer": WRONG}))
    assert "The shown tests" in sheet.text
    assert "Expected" in sheet.text
    assert "hidden" not in sheet.text
    assert sheet.earned is None
    assert sheet.rules == []
    assert sheet.typed("answer") == [WRONG]


def test_handed_in_it_earns_its_passed_tests_and_hidden_ones_tell_no_numbers(
    learner: Learner, running: None
) -> None:
    sheet = ended(learner, learner.press(learner.open(QUESTION, level="warm-up"), "check", {"answer": WRONG}))
    assert sheet.rules == ["right in part"]
    passed = sheet.html.count('<span class="unseen">passed')
    assert sheet.earned is not None
    assert abs(sheet.earned - BANK.questions[QUESTION].points * Fraction(passed, len(TASK.tests))) < Fraction(
        1, 100
    )
    hidden = next(test for test in TASK.tests if test.hidden)
    assert hidden.name in sheet.text
    assert sheet.html.count("<dt>Called</dt>") < sheet.html.count('<span class="unseen">failed')
    right = ended(learner, learner.press(sheet, "check", {"answer": SOLUTION}))
    assert "All of it is right." in right.text
    assert right.earned == sheet.earned
    solution = learner.get(f"{right.action}/solution")
    assert TASK.function in solution.text
    assert hidden.name in solution.text


@pytest.mark.sweep
def test_a_full_sheet_takes_no_program_and_still_runs_the_shown_tests(
    learner: Learner, running: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST_ANSWERS", 0)
    page = learner.open(QUESTION, level="warm-up")
    handed_in = learner.press(page, "check", {"answer": WRONG})
    assert handed_in.status == 409
    assert "This sheet is full" in handed_in.text
    assert "The shown tests" in ended(learner, learner.press(page, "run", {"answer": WRONG})).text


def test_only_the_last_run_is_kept(learner: Learner, running: None, count: Count) -> None:
    sheet = learner.open(QUESTION, level="warm-up")
    for program in (WRONG, SOLUTION, WRONG):
        sheet = ended(learner, learner.press(sheet, "run", {"answer": program}))
    assert count()["jobs"] == 1


def test_what_is_no_python_spends_no_try(learner: Learner, running: None) -> None:
    sheet = ended(
        learner, learner.press(learner.open(QUESTION, level="warm-up"), "check", {"answer": "def f(:"})
    )
    assert "no try is spent" in sheet.text
    assert "Line 1" in sheet.text
    assert (
        ended(learner, learner.press(sheet, "check", {"answer": SOLUTION})).earned
        == BANK.questions[QUESTION].points
    )


@pytest.mark.sweep
def test_one_run_at_a_time_and_the_server_answers_meanwhile(learner: Learner, running: None) -> None:
    endless = f"def {TASK.function}(u, v):\n    while True: pass\n"
    sheet = learner.press(learner.open(QUESTION, level="warm-up"), "check", {"answer": endless})
    again = learner.press(sheet, "check", {"answer": SOLUTION})
    assert "not finished yet" in again.text
    answered = 0
    while "is running" in (sheet := learner.get(sheet.action)).text:
        assert learner.get("/topics").status == 200
        answered += 1
    assert answered > 3
    assert "took longer than 3 seconds" in sheet.text


def test_without_a_safe_place_nothing_runs_and_the_solution_is_offered(
    learner: Learner, running: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bubblewrap, "installed", lambda self: False)
    sandbox.backend.cache_clear()
    try:
        sheet = learner.open(QUESTION, level="warm-up")
        assert "no safe place to run programs" in sheet.text
        assert "check" not in [do for do in sheet.buttons if sheet.buttons[do] != "Check"]
        solution = learner.press(sheet, "solution", {"answer": WRONG})
        assert TASK.function in solution.text
        result = code_grading.run_program(payload(TASK, SOLUTION), lambda done, total: None)
        assert result == {"broken": code_grading.NOWHERE, "line": None}
    finally:
        sandbox.backend.cache_clear()
