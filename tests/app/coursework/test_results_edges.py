"""Results that wait, where something happens in between: a choice, a text or a date is changed, a mark is older than
the text, a job fails, an answer has no finite number."""

import re
import time
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database, as_json
from app.database.schema import assignments, attempts, responses
from app.grading import results_release
from app.practice import opening
from app.practice.store import attempts as store_of_attempts
from app.practice.store.attempt import Attempt
from engine import variants
from engine.answers.forms import Choice
from engine.marking import follow_through
from engine.variants import Variant
from tests.app.accounts.members import member
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, begin, extend, join, set_up, total
from tests.app.coursework.test_gradebook import answer
from tests.app.coursework.test_results import CHOICE, earned, ends_now, option, options, results
from tests.app.exams.sitting import of_kind
from tests.app.grading.test_queue import EXPLAIN, give, hand_in, queue, rubric
from tests.app.learner import COSINE, Learner, Page, always_on_both, key, on_both
from tests.engine.submissions import BANK

PAIRS = of_kind("match")


def ended(store: Database, **since: float) -> None:
    """Moves the end of all assignments to so long ago."""
    with store.write() as connection:
        connection.execute(update(assignments).values(due_at=datetime.now(UTC) - timedelta(**since)))


def backdate(store: Database, **since: float) -> None:
    """Moves everything that was written by now to so long ago."""
    with store.write() as connection:
        connection.execute(update(responses).values(at=datetime.now(UTC) - timedelta(**since)))


@on_both
def test_a_text_that_is_changed_late_is_late_though_a_draft_was_in_time(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, periods=5, percent=50)
    sheet = ada.press(begin(nlp.student, address, EXPLAIN), "check", typed={"answer": "A first word."})
    backdate(store, hours=5)
    ended(store, hours=2)
    ada.press(sheet, "check", typed={"answer": "The whole answer, written after the due date."})
    ada.press(ada.get(sheet.address), "solution")
    ended(store, hours=2)
    page = queue(nlp)
    assert "after the due date (50 % of its points count)" in page.text
    give(nlp, page, rubric(page))
    assert total(nlp) == "0.00"  # others may still write
    backdate(store, days=6)
    ended(store, days=6, hours=2)
    assert results(app) == 1
    assert total(nlp) == "1.50"


def typed_on(learner: Learner, sheet: Page, **typed: str) -> str:
    """What the page is told that saves by itself."""
    form = {f"cell.{name}.0": text for name, text in typed.items()}
    form |= {"key": sheet.fields["key"], "seed": "0", "seen": sheet.fields.get("seen", "0")}
    return str(learner.client.post(f"{sheet.address}/autosave", data=form).json()["state"])


@on_both
def test_a_page_saves_by_itself_what_has_no_mark_and_is_in_time(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, EXPLAIN, CHOICE, COSINE, due=FUTURE), nlp.student.learner
    text, choice, own = (begin(nlp.student, address, one) for one in (EXPLAIN, CHOICE, COSINE))
    assert [typed_on(ada, text, answer=said) for said in ("One", "One two", "One two three")] == ["saved"] * 3
    assert "One two three" in ada.get(text.address).html
    kept = options(choice)
    assert typed_on(ada, choice, answer=kept[1]) == typed_on(ada, choice, answer=kept[2]) == "saved"
    assert typed_on(ada, own, dot="3") == "closed"  # it would be marked
    with store.read() as connection:
        rows = connection.execute(select(responses.c.typed).order_by(responses.c.id)).scalars().all()
    assert rows == [["One two three"], [kept[2]]]  # each in the place of the one before
    ada.press(ada.get(text.address), "check", typed={"answer": "Saved by hand."})
    assert typed_on(ada, text, answer="And by itself again, from an older page.") == "elsewhere"
    assert "Saved by hand." in ada.get(text.address).html
    assert typed_on(ada, ada.get(text.address), answer="From the page of now.") == "saved"
    assert "From the page of now." in ada.get(text.address).html
    set_up(nlp.instructor, address, grace=100)
    ended(store, hours=1)
    assert typed_on(ada, ada.get(text.address), answer="In the minutes that are on time.") == "saved"
    set_up(nlp.instructor, address, grace=0, periods=5, percent=50)
    assert typed_on(ada, choice, answer=kept[0]) == "closed"  # late: only who presses the button loses points
    assert typed_on(ada, text, answer="Late.") == "closed"
    assert "Late." not in ada.get(text.address).html


@on_both
def test_what_was_emptied_is_taken_back_and_goes_to_nobody(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, EXPLAIN, CHOICE, COSINE, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, results="afterwards")
    text, choice, own = (begin(nlp.student, address, one) for one in (EXPLAIN, CHOICE, COSINE))
    assert typed_on(ada, text, answer="Pasted by mistake.") == "saved"
    assert typed_on(ada, text, answer=" ") == "saved"
    assert "Pasted by mistake." not in ada.get(text.address).html
    ada.press(ada.get(choice.address), "check", typed={"answer": options(choice)[1]})
    assert typed_on(ada, ada.get(choice.address), answer="") == "saved"
    assert typed_on(ada, own, dot="3", norm_u="2") == "saved"
    emptied = ada.press(ada.get(own.address), "check", typed={"dot": "", "norm_u": "2"})
    assert "Nothing is filled in" not in emptied.text
    assert ada.get(own.address).rule("dot") == ""
    assert ada.get(own.address).rule("norm_u") == "saved"
    ends_now(store)
    results(app)
    with store.read() as connection:
        rows = connection.execute(
            select(responses.c.part).where(responses.c.withdrawn_at.is_(None))
        ).scalars()
        assert list(rows) == ["norm_u"]
    assert "Pasted by mistake." not in queue(nlp).html


@on_both
def test_what_was_emptied_can_be_answered_again_and_no_older_page_does_it_unasked(nlp: Lecture) -> None:
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    first = begin(nlp.student, address, EXPLAIN)
    assert typed_on(ada, first, answer="One") == "saved"
    second = ada.get(first.address)
    assert typed_on(ada, second, answer="") == "saved"
    assert typed_on(ada, first, answer="One two") == "elsewhere"
    assert typed_on(ada, first, answer="") == "saved"  # it is empty
    assert typed_on(ada, second, answer="Anew") == "saved"
    assert typed_on(ada, first, answer="") == "saved"  # an older page, which never had it, empties nothing
    assert "Anew" in ada.get(first.address).html


@on_both
def test_no_page_overwrites_unasked_what_another_has_saved_since_it_was_opened(nlp: Lecture) -> None:
    ada = nlp.student.learner
    first = begin(nlp.student, assignment(nlp, EXPLAIN, due=FUTURE), EXPLAIN)
    assert typed_on(ada, first, answer="One") == "saved"
    other = ada.get(first.address)
    assert typed_on(ada, first, answer="One two") == "saved"  # in the place of what the other page shows
    assert typed_on(ada, other, answer="Other") == "elsewhere"
    assert typed_on(ada, other, answer="One two") == "saved"
    assert typed_on(ada, first, answer="One two three") == "saved"
    assert "One two three" in ada.get(first.address).html


@pytest.mark.parametrize("do", ["check", "solution"])
def test_a_button_asks_before_it_overwrites_what_another_page_has_saved_since(nlp: Lecture, do: str) -> None:
    ada = nlp.student.learner
    stale = begin(nlp.student, assignment(nlp, EXPLAIN, due=FUTURE), EXPLAIN)
    assert typed_on(ada, ada.get(stale.address), answer="The newer text.") == "saved"
    told = ada.press(stale, do, typed={"answer": "The older text."})
    assert told.status == 409
    assert "Nothing is stored yet: another window or device has saved since." in told.text
    assert "The newer text." in told.text
    assert told.typed("answer") == ["The older text."]
    now = ada.get(stale.address)
    assert now.typed("answer") == ["The newer text."]
    assert 'value="solution"' in now.html  # it is not handed in
    assert ada.press(told, do).status == 200
    assert ada.get(stale.address).typed("answer") == ["The older text."]


def test_what_a_window_sent_as_it_was_left_is_its_own_however_late_it_comes(nlp: Lecture) -> None:
    ada = nlp.student.learner
    first = begin(nlp.student, assignment(nlp, EXPLAIN, due=FUTURE), EXPLAIN)
    again = ada.get(first.address)
    assert typed_on(ada, first, answer="One") == "saved"
    form = {"cell.answer.0": "One two", "key": again.fields["key"], "seed": "0", "seen": again.fields["seen"]}
    for pages, state in (("", "elsewhere"), (first.fields["key"], "saved")):
        told = ada.client.post(f"{first.address}/autosave", data=form | {"pages": pages}).json()
        assert told["state"] == state
    assert ada.get(first.address).typed("answer") == ["One two"]


def test_lines_in_which_nothing_was_typed_are_neither_saved_nor_in_anybodys_way(nlp: Lecture) -> None:
    ada, address = nlp.student.learner, assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    old = begin(nlp.student, address, COSINE)
    ada.press(ada.get(old.address), "check", typed={"dot": "1", "norm_u": "2"})
    mine = {"cell.dot.0": "", "cell.norm_u.0": "9", "cell.norm_v.0": "3"}
    form = {"key": old.fields["key"], "seed": "0", "seen": old.fields["seen"], **mine}
    assert ada.client.post(f"{old.address}/autosave", data=form).json() == {"state": "elsewhere"}
    told = ada.client.post(f"{old.address}/autosave", data=form | {"touched": "norm_v@0"}).json()
    assert told["state"] == "saved"
    assert [ada.get(old.address).typed(one) for one in ("dot", "norm_u", "norm_v")] == [["1"], ["2"], ["3"]]
    told = ada.client.post(f"{old.address}/autosave", data=form | {"touched": "-"}).json()
    assert told["state"] == "saved"
    shown = int(re.findall(r'data-at="(\d+)"', ada.get(old.address).line("norm_u"))[0])
    for at, state in ((shown - 1, "elsewhere"), (shown, "saved")):
        told = ada.client.post(f"{old.address}/autosave", data=form | {"touched": f"norm_u@{at}"}).json()
        assert told["state"] == state


def test_the_button_of_a_line_saves_it_also_where_nothing_was_typed(nlp: Lecture) -> None:
    ada, address = nlp.student.learner, assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    old = begin(nlp.student, address, COSINE)
    page = ada.press(ada.get(old.address), "check", typed={"dot": "1"})
    pressed = ada.press(page, "check:dot", htmx=True, touched="-")
    assert "Nothing is filled in" not in pressed.text
    assert pressed.rule("dot") == "saved"
    ada.press(ada.get(old.address), "check", typed={"dot": "2"})
    assert ada.press(page, "check:dot", htmx=True, touched="-").status == 409


def test_what_a_button_leaves_unsaved_is_marked_on_the_page_with_what_it_shows(nlp: Lecture) -> None:
    ada, address = nlp.student.learner, assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    old = begin(nlp.student, address, COSINE)
    ada.press(ada.get(old.address), "check", typed={"norm_v": "8"})
    page = ada.press(old, "hint", typed={"norm_v": "3"}, htmx=True, touched="norm_v@0")
    assert page.typed("norm_v") == ["3"]
    assert 'data-at="0" data-unstored' in page.line("norm_v")
    assert "data-unstored" not in page.line("dot")
    assert ada.get(old.address).typed("norm_v") == ["8"]


@on_both
def test_what_is_filled_in_of_a_line_is_saved_and_marked_as_in_an_exam(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, PAIRS, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, PAIRS)
    with store.read() as connection:
        attempt = store_of_attempts.find(connection, nlp.student.id, sheet.attempt)
    assert attempt is not None
    (right,) = key(variants.from_json(BANK.questions[PAIRS], attempt.variant)).values()
    kept = {f"cell.answer.{n}": text for n, text in enumerate(right[:-1])} | {
        f"cell.answer.{len(right) - 1}": ""
    }
    form = {"key": sheet.fields["key"], "seed": "0", **kept}
    assert ada.client.post(f"{sheet.address}/autosave", data=form).json()["state"] == "saved"
    assert ada.get(sheet.address).rule("answer") == "saved"
    ends_now(store)
    assert results(app) == 1
    (points,) = earned(store)
    assert 0 < Fraction(points or "0") < BANK.questions[PAIRS].points


def test_a_cell_that_cannot_be_read_is_told_to_the_page_that_saves_by_itself(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    sheet = begin(nlp.student, address, COSINE)
    assert typed_on(nlp.student.learner, sheet, dot="3", norm_u="three") == "unread"
    assert "Saved" in nlp.student.learner.get(sheet.address).line("dot")


def test_what_is_saved_when_its_time_is_over_is_handed_in_and_not_changed(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """A student read the model answer after the due date, and saved it in place of a text that was in time."""
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    sheet = ada.press(begin(nlp.student, address, EXPLAIN), "check", typed={"answer": "Mine, in time."})
    backdate(store, hours=5)
    ended(store, hours=2)
    page = ada.get(sheet.address)
    assert "What you saved is handed in; your instructor marks it." in page.text
    assert "Save for later" not in page.text
    ada.press(page, "check", typed={"answer": "The model answer."})
    solution = ada.press(page, "solution", typed={"answer": "The model answer."})
    assert solution.address == f"{sheet.address}/solution"
    page = queue(nlp)
    assert "Mine, in time." in page.text
    assert "The model answer." not in page.text
    give(nlp, page, rubric(page))
    assert total(nlp) == "3.00"


def test_what_reaches_the_database_after_the_end_replaces_nothing(
    app: FastAPI, nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a deadline all save at once, and wait for one another."""
    address, real = assignment(nlp, CHOICE, due=FUTURE), opening.stored
    sheet = begin(nlp.student, address, CHOICE)
    right, wrong = option(sheet, store, True), option(sheet, store, False)
    nlp.student.learner.press(sheet, typed={"answer": right})
    soon = datetime.now(UTC) + timedelta(seconds=0.4)
    with store.write() as connection:
        connection.execute(update(assignments).values(due_at=soon))

    def stored(*given: Any) -> Attempt:
        time.sleep(0.5)
        return real(*given)

    monkeypatch.setattr(opening, "stored", stored)
    nlp.student.learner.press(sheet, typed={"answer": wrong})
    assert results(app) == 1
    assert earned(store) == ["1"]


def test_a_release_is_done_by_hand_and_holds_as_long_as_results_are(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, lin = assignment(nlp, COSINE), nlp.instructor.learner
    lin.send(f"{address}/release", {})
    set_up(nlp.instructor, address, results="released")
    assert "Release the results" in lin.get(address).text
    lin.send(f"{address}/release", {})
    assert "Release the results" not in lin.get(address).text
    set_up(nlp.instructor, address, results="afterwards")
    set_up(nlp.instructor, address, results="released")
    assert "Release the results" in lin.get(address).text


def test_held_marks_are_not_those_of_a_text_that_was_written_after_them(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, results="released")
    sheet = ada.press(begin(nlp.student, address, EXPLAIN), "check", typed={"answer": "A good answer."})
    backdate(store, hours=5)
    ended(store, hours=2)
    page = queue(nlp)
    give(nlp, page, rubric(page))
    assert "No answer waits to be marked." in queue(nlp).text
    extend(nlp, address, nlp.student, FUTURE)
    ada.press(ada.get(sheet.address), "solution", typed={"answer": "Nonsense now."})
    assert "Nonsense now." in queue(nlp).text
    extend(nlp, address, nlp.student, "")
    nlp.instructor.learner.send(f"{address}/release", {})
    results(app)
    assert total(nlp) == "0.00"


def traced(app: FastAPI, store: Database, sheet: Page) -> Variant:
    with store.read() as connection:
        attempt = store_of_attempts.named(connection, sheet.attempt)
    return opening.restored(app.state.library, attempt).variant


@pytest.mark.parametrize("question", ["where-greedy-goes-wrong", "two-hypotheses-in-the-beam"])
def test_a_table_that_a_changed_choice_has_overtaken_is_neither_marked_nor_left_waiting(
    app: FastAPI, nlp: Lecture, store: Database, question: str
) -> None:
    address, ada = assignment(nlp, question, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, results="afterwards")
    page = begin(nlp.student, address, question)
    variant = traced(app, store, page)
    kept, table = variant.part("kept_1"), variant.part("candidates_2")
    assert kept is not None
    assert table is not None
    form = kept.step.form
    assert isinstance(form, Choice)
    right = tuple(kept.key)
    wrong = next(
        two
        for two in ((0, 1), (0, 2), (1, 2))
        if two != right and len(follow_through.here(variant, table, {"kept_1": two}).bands)
    )

    def press(page: Page, choice: tuple[int, ...], typed_in: bool) -> Page:
        typed = {"kept_1": [form.show(choice)]}
        if typed_in:
            mine = follow_through.here(variant, table, {"kept_1": choice})
            typed["candidates_2"] = [f"{value:.4f}" for value in mine.key.values()]
        return ada.press(page, "check", typed=typed)

    for choice in (right, wrong):
        page = press(press(page, choice, False), choice, True)
    page = press(page, right, False)
    ends_now(store)
    assert results(app) == 1
    page = ada.get(page.address)
    assert "saved" not in page.rules
    assert page.rule("candidates_2") in ("right", "right, from rounded steps", "")
    assert "pending" not in ada.get(f"{nlp.address}/gradebook").text


def test_from_a_page_that_the_browser_went_back_to_an_answer_is_saved_once_it_is_pressed_again(
    nlp: Lecture, store: Database
) -> None:
    first = begin(nlp.student, assignment(nlp, CHOICE, due=FUTURE), CHOICE)
    one, other = options(first)[:2]
    page = nlp.student.learner.press(first, typed={"answer": one})
    nlp.student.learner.press(page, typed={"answer": other})
    told = nlp.student.learner.press(first, typed={"answer": one})
    assert told.status == 409
    assert nlp.student.learner.get(first.address).typed("answer") == [other]
    back = nlp.student.learner.press(told, typed={"answer": one})
    assert "Saved." in back.line("answer")
    assert nlp.student.learner.get(back.address).typed("answer") == [one]


def test_what_is_saved_after_its_solution_was_read_earns_nothing(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    set_up(nlp.instructor, address, results="afterwards")
    sheet = begin(ada, address, COSINE)
    ada.learner.press(sheet, "solution", typed={})
    set_up(nlp.instructor, address, due=FUTURE)
    answer(ada, ada.learner.get(sheet.address), store, "dot", "norm_u")
    ends_now(store)
    results(app)
    assert total(nlp) == "0.00"


def test_a_sheet_that_cannot_be_marked_holds_up_no_other(
    app: FastAPI, nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, bob, real = assignment(nlp, CHOICE, due=FUTURE), member(app, name="Bob"), opening.readable
    join(bob, nlp.code)
    for one in (nlp.student, bob):
        sheet = begin(one, address, CHOICE)
        one.learner.press(sheet, typed={"answer": option(sheet, store, True)})
    ends_now(store)
    tries: list[str] = []

    def readable(library: object, attempt: Attempt) -> object:
        tries.append(attempt.name)
        if len(tries) == 1:
            raise RuntimeError("out of memory")
        return real(app.state.library, attempt)

    monkeypatch.setattr(opening, "readable", readable)
    assert results(app) == 1
    assert sorted(earned(store), key=str) == ["1", None]
    assert results(app) == 1
    assert earned(store) == ["1", "1"]


def test_who_left_the_course_cannot_practise_what_it_asks_until_its_end(
    nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, CHOICE, due=FUTURE), nlp.student.learner
    ada.press(begin(nlp.student, address, CHOICE))
    ada.send(f"{nlp.address}/leave", {})
    assert ada.get(f"/practice/{CHOICE}").status == 403
    ends_now(store)
    assert ada.get(f"/practice/{CHOICE}").status == 200


def test_sections_that_nobody_could_have_typed_are_not_found(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    for section in ("a\0b", "Nobody's"):
        form = {"student": f"section:{section}", "remove": "true"}
        assert nlp.instructor.learner.send(f"{address}/extensions", form).status == 404


@always_on_both
def test_numbers_that_are_not_finite_are_stored_as_texts_and_break_no_query(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """One program that returned NaN closed the gradebook of every course."""
    assert (
        as_json({"got": [1.5, float("nan")], "most": float("-inf")})
        == '{"got": [1.5, "nan"], "most": "-inf"}'
    )
    address = assignment(nlp, EXPLAIN)
    hand_in(nlp.student, address)
    with store.write() as connection:
        verdict = connection.execute(select(responses.c.verdict)).scalar_one()
        connection.execute(update(responses).values(verdict={**verdict, "tests": [{"got": float("nan")}]}))
    for place in (nlp.address, f"{nlp.address}/gradebook", f"{nlp.address}/grading", address):
        assert nlp.instructor.learner.get(place).status == 200


def test_held_marks_are_given_though_the_question_is_gone(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, EXPLAIN, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    hand_in(nlp.student, address)
    page = queue(nlp)
    give(nlp, page, rubric(page)[:1])
    ends_now(store)
    with store.write() as connection:
        connection.execute(update(attempts).values(question="gone"))
    assert results_release.give(store, app.state.library) == 1
    assert earned(store) == ["1"]
