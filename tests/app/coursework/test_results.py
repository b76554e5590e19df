"""Results of an assignment that wait: answers are saved without a mark, and get one once nobody has time left, or once
the results are released."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import assignments, attempts, mark_events, responses
from app.grading import results_release
from app.practice import opening
from app.practice.opening import Begun
from app.practice.store.attempt import Attempt
from app.questions.library import Library
from tests.app.accounts.members import member
from tests.app.api.api_client import program
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    extend,
    join,
    lecture,
    set_up,
    total,
)
from tests.app.coursework.test_gradebook import answer, grid
from tests.app.exams.course_exam import DEFINITION
from tests.app.exams.sitting import of_kind
from tests.app.grading.test_queue import EXPLAIN, give, hand_in, queue, rubric
from tests.app.learner import COSINE, Learner, Page, on_both
from tests.app.personal_data.worked import downloaded, told

CHOICE = of_kind("choice")


def results(app: FastAPI) -> int:
    """Does the job's work; returns on how many sheets."""
    return results_release.give(app.state.database, app.state.library)


def ends_now(store: Database, address: str = "") -> None:
    """Moves the end of an assignment, or of all, to a moment after what was answered."""
    these = [assignments.c.name == address.rpartition("/")[2]] if address else []
    with store.write() as connection:
        connection.execute(update(assignments).where(*these).values(due_at=datetime.now(UTC)))


def option(sheet: Page, store: Database, right: bool) -> str:
    """An option of a choice question that is right, or is not."""
    with store.read() as connection:
        asked = connection.execute(
            select(attempts.c.variant).where(attempts.c.name == sheet.attempt)
        ).scalar_one()
    key = str(asked["parts"][0]["key"][0])
    return key if right else next(one for one in options(sheet) if one != key)


def options(sheet: Page) -> list[str]:
    inputs = (one for one in sheet._root.iter("input") if one.get("type") == "radio")
    return [one.get("value", "") for one in inputs]


def earned(store: Database) -> list[str | None]:
    """Returns what the answers earned, in the order in which they were given."""
    with store.read() as connection:
        return list(connection.execute(select(responses.c.earned).order_by(responses.c.id)).scalars())


def said_of_it(learner: Learner, nlp: Lecture, address: str, sheet: Page) -> str:
    """All that a student reads anywhere of their answer."""
    places = (sheet.address, address, f"{nlp.address}/gradebook", "/", "/progress", "/topics", nlp.address)
    return " ".join(learner.get(place).text for place in places)


@on_both
def test_where_all_have_the_same_question_the_last_answer_is_marked_once_nobody_has_time_left(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """Students who knew at once that an answer is right could pass it on while the assignment ran."""
    address, ada = assignment(nlp, CHOICE, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, CHOICE)
    for right in (False, True):
        saved = ada.press(sheet, typed={"answer": option(sheet, store, right)})
        assert saved.rules == ["saved"]
        assert "Saved." in saved.line("answer")
        assert saved.typed("answer") == [option(sheet, store, right)]
    assert "you see on 1 Jan 2999, 12:00 UTC, when nobody in the course has time left" in saved.text
    assert not saved.button("solution")
    assert earned(store) == [None, None]
    assert "+ 1 pending" in ada.get(f"{nlp.address}/gradebook").text
    assert "No answer waits to be marked." in queue(nlp).text
    assert results(app) == 0
    ends_now(store)
    assert results(app) == 1
    assert earned(store) == [None, "1"]
    assert ada.get(sheet.address).rules == ["right"]
    assert grid(ada.get(f"{nlp.address}/gradebook"))["Ada"][0] == "1"
    with store.read() as connection:
        assert len(connection.execute(select(mark_events)).all()) == 1
    assert results(app) == 0


def test_until_then_nothing_that_a_student_can_open_tells_a_right_answer_from_a_wrong_one(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada, mine = assignment(nlp, CHOICE, due=FUTURE), nlp.student.learner, program(app, nlp.student)
    sheet, read = begin(nlp.student, address, CHOICE), []
    for right in (True, False):
        ada.press(sheet, typed={"answer": option(sheet, store, right)})
        asked = [f"/courses/{nlp.name}", f"/courses/{nlp.name}/grades", f"/courses/{nlp.name}/gradebook"]
        text = said_of_it(ada, nlp, address, sheet) + " ".join(mine.get(place).text for place in asked)
        read.append(re.sub(r"\d\d:\d\d", "", text))
        own = [one for one in told(downloaded(ada))["sheets"] if one["question"] == CHOICE]
        assert {(one["earned"], one["rule"]) for each in own for one in each["answers"]} <= {(None, "saved")}
    assert read[0] == read[1]
    assert "1 sheet" in read[0]


@on_both
def test_with_numbers_of_ones_own_results_wait_where_the_instructor_says_so(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student
    assert "right" in answer(ada, begin(ada, address, COSINE), store, "dot").rule("dot")
    week = assignment(nlp, COSINE, title="Week 2", due=FUTURE)
    set_up(nlp.instructor, week, results="afterwards", solutions="open")
    sheet = begin(ada, week, COSINE)
    saved = answer(ada, sheet, store, "dot", "norm_u")
    assert [saved.rule(part) for part in ("dot", "norm_u", "norm_v")] == ["saved", "saved", ""]
    assert "Saved: 2 of 4 lines." in saved.text
    assert saved.button("check") == "Save all"
    assert not saved.button("solution")  # it would tell what is right
    ends_now(store)
    assert results(app) == 1
    page = ada.learner.get(sheet.address)
    assert [page.rule(part) for part in ("dot", "norm_u", "norm_v")] == ["right", "right", ""]


def test_what_cannot_be_read_is_told_and_not_saved(nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    page = nlp.student.learner.press(
        begin(nlp.student, address, COSINE), typed={"dot": "three", "norm_u": "2"}
    )
    assert "Not read yet" in page.line("dot")
    assert page.rule("norm_u") == "saved"
    assert earned(store) == [None]


def test_later_lines_follow_from_the_earlier_ones_that_were_saved_last(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student
    set_up(nlp.instructor, address, results="afterwards")
    sheet = begin(ada, address, COSINE)
    with store.read() as connection:
        asked = connection.execute(select(attempts.c.variant)).scalar_one()
    keys = {part["name"]: part["key"][0] for part in asked["parts"]}
    wrong = float(keys["dot"]) + 1
    follows = wrong / float(keys["norm_u"]) / float(keys["norm_v"])
    ada.learner.press(sheet, typed={"dot": "-9999", "cosine": "0"})
    typed = {"dot": str(wrong), "norm_u": str(keys["norm_u"]), "norm_v": str(keys["norm_v"])}
    ada.learner.press(sheet, typed=typed | {"cosine": f"{follows:.4f}"})
    ends_now(store)
    results(app)
    page = ada.learner.get(sheet.address)
    rules = [page.rule(part) for part in ("dot", "norm_u", "norm_v", "cosine")]
    assert rules == ["wrong", "right", "right", "right, from your earlier answer"]


def test_a_hint_costs_what_it_costs_and_one_that_was_seen_afterwards_nothing(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student
    set_up(nlp.instructor, address, results="afterwards")
    sheet = begin(ada, address, COSINE)
    hinted = ada.learner.press(ada.learner.press(sheet, "hint:dot"), "hint:dot")
    saved = answer(ada, hinted, store, "dot", "norm_u")
    ada.learner.press(ada.learner.press(saved, "hint:norm_u"), "hint:norm_u")
    ends_now(store)
    results(app)
    assert [Fraction(one) for one in earned(store) if one is not None] == [Fraction(1, 2), 1]


@on_both
def test_whose_time_is_over_changes_nothing_while_others_have_time(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, bob = assignment(nlp, CHOICE, due=FUTURE), member(app, name="Bob")
    join(bob, nlp.code)
    sheet = begin(nlp.student, address, CHOICE)
    right, wrong = option(sheet, store, True), option(sheet, store, False)
    nlp.student.learner.press(sheet, typed={"answer": right})
    ends_now(store)
    extend(nlp, address, bob, FUTURE)
    page = nlp.student.learner.press(sheet, typed={"answer": wrong})
    assert "Your time for this is over. What you saved counts." in page.text
    assert "check" not in page.button("check")
    assert page.typed("answer") == [right]
    assert results(app) == 0
    assert nlp.student.learner.press(sheet, "hint:answer:0").rules == ["saved"]
    extend(nlp, address, bob, "")
    page = nlp.student.learner.press(sheet, typed={"answer": wrong})  # before the job came
    assert "What you saved is being marked." in page.text
    assert results(app) == 1
    assert nlp.student.learner.get(sheet.address).rules == ["right"]


@on_both
def test_results_go_out_once_they_are_released_and_nobody_has_time_left(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada, lin = assignment(nlp, COSINE, due=FUTURE), nlp.student, nlp.instructor.learner
    set_up(nlp.instructor, address, results="released")
    sheet = begin(ada, address, COSINE)
    assert "once your instructor releases the results" in sheet.text
    answer(ada, sheet, store, "dot")
    assert "The saved answers of one sheet are marked when the results go out." in lin.get(address).text
    ends_now(store)
    assert results(app) == 0
    assert not ada.learner.get(sheet.address).button("solution")
    page = lin.send(f"{address}/release", {})
    assert "Released." in page.text
    assert "Release the results" not in page.text
    assert results(app) == 1
    page = ada.learner.get(sheet.address)
    assert page.rule("dot") == "right"
    assert page.button("solution")


def test_a_release_before_the_end_waits_for_whoever_has_time_left(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, COSINE, due=FUTURE)
    set_up(nlp.instructor, address, results="released")
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    page = nlp.instructor.learner.send(f"{address}/release", {})
    assert (
        "Whoever has time left, until 1 Jan 2999, 12:00 UTC at the latest, sees them after that." in page.text
    )
    assert results(app) == 0


@on_both
def test_a_release_holds_for_all_but_those_who_have_time_left(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """One later date of somebody who was ill would keep the results from everybody."""
    address, bob = assignment(nlp, COSINE, CHOICE, due=FUTURE), member(app, name="Bob")
    set_up(nlp.instructor, address, results="released")
    join(bob, nlp.code)
    sheets = {one.id: begin(one, address, COSINE) for one in (nlp.student, bob)}
    for one in (nlp.student, bob):
        answer(one, sheets[one.id], store, "dot")
    ends_now(store)
    extend(nlp, address, bob, FUTURE)
    assert "others could tell them what is right" in nlp.instructor.learner.get(address).text
    nlp.instructor.learner.send(f"{address}/release", {})
    assert results(app) == 1
    assert nlp.student.learner.get(sheets[nlp.student.id].address).rule("dot") == "right"
    page = bob.learner.get(sheets[bob.id].address)
    assert page.rule("dot") == "saved"
    assert "you see when your time is over" in page.text
    assert not page.button("solution")
    assert bob.learner.get(f"/practice/{CHOICE}").status == 403
    extend(nlp, address, bob, "")
    assert results(app) == 1
    assert bob.learner.get(sheets[bob.id].address).rule("dot") == "right"


@on_both
def test_marks_of_sentences_go_out_together_with_the_results(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, results="released")
    sheet = hand_in(nlp.student, address)
    page = queue(nlp)
    kept = give(nlp, page, rubric(page)[:1], said="A good start.")
    assert "Students see them with the results of the assignment." in kept.text
    assert "No answer waits to be marked." in kept.text
    assert "One answer is marked; its marks go out with the results." in kept.text
    assert "A good start." not in ada.get(sheet.address).text
    name = sheet.address.removesuffix("/solution").rpartition("/")[2]
    on_sheet = nlp.instructor.learner.get(f"{nlp.address}/sheets/{name}").text
    assert "Marked, and told with the results: Prof. Lin: 1. A good start." in on_sheet
    assert "The results are not out yet." in on_sheet
    assert "One answer in sentences is marked" in nlp.instructor.learner.get(address).text
    again = nlp.instructor.learner.get(next(link for link in kept.links if "?at=" in link))
    assert "You can change the marks until the results go out." in again.text
    assert again.boxes["line"] == {name: n == 0 for n, name in enumerate(rubric(page))}
    form: dict[str, str | list[str]] = {"line": rubric(page), "said": "All of it.", "again": "true"}
    nlp.instructor.learner.send(_marking(again), form)
    ends_now(store)
    nlp.instructor.learner.send(f"{address}/release", {})
    assert results(app) == 1
    assert "All of it." in ada.get(sheet.address).text
    assert total(nlp) == "3.00"
    assert results(app) == 0


@on_both
def test_marks_of_sentences_wait_where_others_learn_at_once_what_is_right(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """All have the same question: a comment could be passed on to those who still write."""
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    sheet = hand_in(nlp.student, address)
    page = queue(nlp)
    kept = give(nlp, page, rubric(page)[:1], said="You forgot to compare by character.")
    assert "One answer is marked; its marks go out with the results." in kept.text
    assert "You forgot" not in ada.get(sheet.address).text
    assert results(app) == 0
    ends_now(store)
    assert results(app) == 1
    assert "You forgot" in ada.get(sheet.address).text
    assert total(nlp) == "1.00"


def _marking(page: Page) -> str:
    found = re.search(r'action="([^"]*/grading/answers/[^"]*)"', page.html)
    assert found
    return found[1]


def test_a_second_marker_does_not_replace_marks_that_are_held_unawares(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, EXPLAIN, due=FUTURE)
    set_up(nlp.instructor, address, results="afterwards")
    hand_in(nlp.student, address)
    page = queue(nlp)
    give(nlp, page, rubric(page))
    late = give(nlp, page, [])
    assert late.status == 404
    ends_now(store)
    results(app)
    assert total(nlp) == "3.00"


def test_marks_that_are_held_go_before_those_that_a_student_gave_meanwhile(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, EXPLAIN, due=FUTURE), nlp.student.learner
    set_up(nlp.instructor, address, results="afterwards")
    sheet = hand_in(nlp.student, address)
    page = queue(nlp)
    give(nlp, page, rubric(page)[:1])
    ends_now(store)
    solution = ada.get(f"{sheet.address}/solution")  # before the job comes
    ada.send(solution.action, {"key": solution.fields["key"], "line": list(solution.boxes["line"])})
    assert results(app) == 1
    assert total(nlp) == "1.00"


def test_what_no_key_of_ours_fits_any_more_waits_for_a_person(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, CHOICE, due=FUTURE)
    sheet = begin(nlp.student, address, CHOICE)
    wrong = option(sheet, store, False)
    nlp.student.learner.press(sheet, typed={"answer": wrong})
    ends_now(store)
    with store.write() as connection:
        connection.execute(update(attempts).values(question="gone"))
    assert results(app) == 1
    assert earned(store) == [None]
    with store.read() as connection:
        rule = connection.execute(select(responses.c.verdict)).scalar_one()["rule"]
    assert rule == "not marked yet"


def test_an_answer_that_is_saved_while_the_job_marks_is_marked_as_well(
    app: FastAPI, nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, real = assignment(nlp, CHOICE, due=FUTURE), opening.readable
    sheet = begin(nlp.student, address, CHOICE)
    right, wrong = option(sheet, store, True), option(sheet, store, False)
    nlp.student.learner.press(sheet, typed={"answer": wrong})
    seen: list[str] = []

    def readable(library: Library, attempt: Attempt) -> Begun | None:
        if not seen:
            nlp.student.learner.press(sheet, typed={"answer": right})
        seen.append("looked")
        return real(library, attempt)

    monkeypatch.setattr(opening, "readable", readable)
    results_release.mark_saved(store, app.state.library, sheet.attempt)
    assert len(seen) == 2
    assert earned(store) == [None, "1"]


# Drafts


@on_both
def test_students_see_an_assignment_once_it_is_published(app: FastAPI, nlp: Lecture) -> None:
    lin, ada = nlp.instructor.learner, nlp.student.learner
    address = lin.send(f"{nlp.address}/assignments", {"title": "Week 7"}).address
    lin.send(f"{address}/questions", {"question": COSINE})
    set_up(nlp.instructor, address, due=FUTURE)
    assert "Your students do not see it yet." in lin.get(address).text
    assert "Week 7 draft" in lin.get(nlp.address).text
    assert ada.get(address).status == begin(nlp.student, address, COSINE).status == 404
    for place in (nlp.address, "/", f"{nlp.address}/gradebook", f"{nlp.address}/calendar.ics"):
        assert "Week 7" not in ada.get(place).html
    assert "Week 7" not in program(app, nlp.student).get(f"/courses/{nlp.name}").text
    assert "Week 7" not in lin.get(f"{nlp.address}/gradebook").text
    assert "Published." in lin.send(f"{address}/publish", {"published": "true"}).text
    assert "Week 7" in ada.get(nlp.address).text
    assert "Your students do not see it yet." in lin.send(f"{address}/publish", {"published": "false"}).text
    lin.send(f"{address}/publish", {"published": "true"})
    begin(nlp.student, address, COSINE)
    assert lin.send(f"{address}/publish", {"published": "false"}).status == 409
    assert ada.get(address).status == 200


def test_a_draft_closes_no_question_to_anybody(nlp: Lecture) -> None:
    lin = nlp.instructor.learner
    address = lin.send(f"{nlp.address}/assignments", {"title": "Week 7"}).address
    lin.send(f"{address}/questions", {"question": DEFINITION})
    set_up(nlp.instructor, address, due=FUTURE)
    assert nlp.student.learner.get(f"/practice/{DEFINITION}").status == 200
    lin.send(f"{address}/publish", {"published": "true"})
    assert nlp.student.learner.get(f"/practice/{DEFINITION}").status == 403


# What new settings do


@on_both
def test_whoever_moves_a_due_date_is_told_for_how_many_it_changes_what_counts(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, bob = assignment(nlp, COSINE, due=FUTURE), member(app, name="Bob")
    join(bob, nlp.code)
    for one in (nlp.student, bob):
        answer(one, begin(one, address, COSINE), store, "dot", "norm_u")
    page = set_up(nlp.instructor, address, due=PAST)
    assert "For 2 students, earlier answers count for less now." in page.text
    page = set_up(nlp.instructor, address, due=FUTURE)
    assert "For 2 students, earlier answers count for more now." in page.text
    assert "count for less now" not in page.text
    assert "earlier answers count for" not in set_up(nlp.instructor, address, title="Week 2").text
    soon = (datetime.now(UTC) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    assert "For 2 students" in set_up(nlp.instructor, address, due=soon).text
    page = set_up(nlp.instructor, address, periods=1, percent=50)
    assert "For 2 students, earlier answers count for more now." in page.text


def test_nobody_else_opens_or_releases_it(app: FastAPI, nlp: Lecture) -> None:
    address, other = assignment(nlp, COSINE, due=FUTURE), lecture(app, "Another")
    set_up(nlp.instructor, address, results="released")
    for one in (nlp.student, other.instructor):
        assert one.learner.get(f"{address}/settings").status in (403, 404)
        assert one.learner.send(f"{address}/release", {}).status in (403, 404)
    assert "Release the results" in nlp.instructor.learner.get(address).text


def test_between_the_release_and_the_marks_each_page_says_so_and_renews_itself(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """For that moment an instructor read that results are out, and that answers are marked when they go out."""
    address, ada = assignment(nlp, CHOICE, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, CHOICE)
    ada.press(sheet, typed={"answer": option(sheet, store, True)})
    waits = "The saved answers of one sheet are marked when the results go out."
    assert waits in nlp.instructor.learner.get(address).text
    assert "being marked" not in ada.get(address).text
    ends_now(store)
    nothing_to_do = "There is nothing to do: this page renews itself."
    teaching = nlp.instructor.learner.get(address)
    assert (
        f"The results go out now: the answers of one sheet are being marked. {nothing_to_do}" in teaching.text
    )
    assert waits not in teaching.text
    assert "they know it by now" not in teaching.text
    studying = ada.get(address)
    assert f"The results are out, and what you saved is being marked. {nothing_to_do}" in studying.text
    assert f"What you saved is being marked. {nothing_to_do}" in ada.get(sheet.address).text
    for page, part in ((teaching, "results"), (studying, "assignment")):
        assert f'hx-get="{address}?waits=true"' in page.html
        assert f'hx-select="#{part}"' in page.html
    assert "assignment" in ada.get(f"{address}?waits=true", htmx=True).ids
    results(app)
    assert "they know it by now" in nlp.instructor.learner.get(address).text
    for page in (ada.get(address), ada.get(sheet.address)):
        assert "being marked" not in page.text


def test_a_mark_of_sentences_that_goes_out_now_is_not_said_to_wait(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, EXPLAIN, due=FUTURE)
    set_up(nlp.instructor, address, results="released")
    hand_in(nlp.student, address)
    give(nlp, queue(nlp), rubric(queue(nlp)))
    assert "its student does not see the mark yet" in nlp.instructor.learner.get(address).text
    ends_now(store)
    released = nlp.instructor.learner.send(f"{address}/release", {})
    assert "the answers of one sheet are being marked" in released.text
    assert "does not see the mark yet" not in released.text
    results(app)
    assert (
        "The results are out: students see what is right, and their marks."
        in nlp.instructor.learner.get(address).text
    )
