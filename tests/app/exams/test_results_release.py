"""Scores, answers and solutions of an exam: which are open to its students, and when, by its rules and by hand."""

import re
from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import exams
from app.exams import results_release
from app.exams.deadlines import Closer
from tests.app.accounts.members import member
from tests.app.api.api_client import token_of
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, join
from tests.app.exams.course_exam import SMALL, at, exam, rule, sit
from tests.app.exams.sitting import NOON, Sat, watched
from tests.app.learner import COSINE, Page, on_both

OPEN = {
    "nothing": {"scores": "released", "answers": "released", "solutions": "released"},
    "scores": {"scores": "at once", "answers": "released", "solutions": "released"},
    "answers": {"scores": "at once", "answers": "at once", "solutions": "released"},
    "solutions": {"scores": "at once", "answers": "at once", "solutions": "at once"},
}


def handed_in(nlp: Lecture, app: FastAPI, address: str) -> Sat:
    """An exam that was handed in with the answer 77777 to the first line."""
    sat = sit(app, nlp.student, address)
    sat.type(1, {"dot": ["77777"]})
    assert sat.hand_in().status == 200
    return sat


def look(app: FastAPI) -> None:
    Closer(app.state.database, app.state.library, app.state.clock, lambda: None).look()


def seen(page: Page) -> set[str]:
    """The parts of the results that the review shows."""
    return {
        name
        for name, there in (
            ("scores", 'class="total"' in page.html),
            ("answers", "77777" in page.text),
            ("solutions", "/solution" in page.html),
        )
        if there
    }


@pytest.mark.parametrize("what", OPEN)
def test_the_review_shows_what_is_open_and_says_when_the_rest_opens(
    nlp: Lecture, app: FastAPI, what: str
) -> None:
    sat = handed_in(nlp, app, exam(nlp, **OPEN[what]))
    all_of_it = ["scores", "answers", "solutions"]
    shown = set(all_of_it[: all_of_it.index(what) + 1]) if what in all_of_it else set()
    page = sat.get("/review")
    assert seen(page) == shown
    assert ("What opens later" in page.text) == (what != "solutions")
    assert page.text.count("when your instructors open them") == 3 - len(shown)
    assert sat.get("/lost").status == (200 if "answers" in shown else 403)
    assert sat.get("/history").status == 200
    again = sat.learner.send(f"{sat.address}/again", {"key": "k" * 20})
    assert again.status == (200 if "solutions" in shown else 403)


@on_both
def test_a_release_opens_everything_and_can_be_taken_back(nlp: Lecture, app: FastAPI) -> None:
    address = exam(nlp, **OPEN["nothing"])
    sat = handed_in(nlp, app, address)
    sheet = f"/attempts/{sat.attempts()[0].name}"
    assert sat.learner.get(sheet).status == 404
    page = nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert "Take the release back" in page.text
    assert seen(sat.get("/review")) == {"scores", "answers", "solutions"}
    assert sat.learner.get(sheet).status == 200
    assert sat.learner.get(f"{sheet}/solution").status == 200
    nlp.instructor.learner.send(f"{address}/release", {"do": "back"})
    assert seen(sat.get("/review")) == set()
    assert sat.learner.get(sheet).status == 404
    assert sat.learner.get(f"{sheet}/solution").status == 404


@on_both
def test_older_rules_out_of_order_open_nothing_before_what_tells_less(
    nlp: Lecture, app: FastAPI, store: Database
) -> None:
    address = exam(nlp, scores="released", answers="released", solutions="released")
    with store.write() as connection:
        connection.execute(update(exams).values(answers_open="at once", solutions_open="afterwards"))
    sat = handed_in(nlp, app, address)
    sheet = f"/attempts/{sat.attempts()[0].name}"
    lin = nlp.instructor.learner
    lin.send(f"{address}/archive", {"do": "archive"})
    look(app)
    assert seen(sat.get("/review")) == set()
    assert sat.learner.get(sheet).status == 404
    page = lin.get(address)
    assert "Open to students now: nothing yet." in page.text
    assert {page.fields[what] for what in ("scores", "answers", "solutions")} == {"released"}
    lin.send(f"{address}/release", {"do": "release"})
    assert sat.learner.get(sheet).status == 200
    lin.send(f"{address}/release", {"do": "back"})
    assert seen(sat.get("/review")) == set()
    assert sat.learner.get(sheet).status == 404


def test_taking_a_release_back_shuts_only_what_it_opened_and_the_page_says_what_is_open(
    nlp: Lecture, app: FastAPI
) -> None:
    address, lin = exam(nlp, **OPEN["scores"]), nlp.instructor.learner
    sat = handed_in(nlp, app, address)
    assert "Open to students now: scores." in lin.get(address).text
    page = lin.send(f"{address}/release", {"do": "release"})
    assert "Open to students now: scores, answers, solutions." in page.text
    page = lin.send(f"{address}/release", {"do": "back"})
    assert "Open to students now: scores." in page.text
    assert seen(sat.get("/review")) == {"scores"}


def test_a_release_with_unmarked_answers_is_asked_about_with_their_number(nlp: Lecture, app: FastAPI) -> None:
    other, address, lin = exam(nlp), exam(nlp), nlp.instructor.learner
    sat = sit(app, nlp.student, address)
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    asked = lin.get(address)
    assert "<summary>Release</summary>" in asked.html
    assert "1 answer is not marked yet. Release all the same?" in asked.text
    assert "can still begin" not in asked.text
    assert "not marked yet" not in lin.get(other).text
    assert "not marked yet" not in lin.send(f"{address}/release", {"do": "release"}).text


def test_a_release_says_who_still_sits_the_exam_or_can_begin_it_and_asks(nlp: Lecture, app: FastAPI) -> None:
    watch, bob, zoe = watched(app), member(app, name="Bob"), member(app, name="Zoë")
    for one in (bob, zoe):
        join(one, nlp.code)
    lin = nlp.instructor.learner
    lin.send(f"{nlp.address}/members/{zoe.id}/accommodation", {"extra_time": "100"})
    address = exam(nlp, late="left", opens=at(NOON))
    assert "3 students can still begin it." in lin.get(address).text
    sat = sit(app, nlp.student, address)
    running = lin.get(address)
    assert "One student sits it now, until" in running.text
    assert "2 students can still begin it." in running.text
    assert "<summary>Release</summary>" in running.html
    assert (
        "Whoever has handed in sees scores, answers and solutions then, and can pass them on. Release all the same?"
        in running.text
    )
    sat.hand_in()
    watch.on(minutes=16)
    extra = lin.get(address)
    assert "sits it now" not in extra.text
    assert "One student can still begin it." in extra.text  # Zoë, who has twice the time
    released = lin.send(f"{address}/release", {"do": "release"})
    assert "One student can still begin it. Others could tell them what is right." in released.text
    lin.send(f"{address}/release", {"do": "back"})
    watch.on(minutes=15)
    done = lin.get(address)
    assert "can still begin" not in done.text
    assert "<summary>Release</summary>" not in done.html
    assert done.button("release") == "Release"


def test_those_who_may_sit_it_again_and_an_exam_that_is_archived_are_counted_so(
    nlp: Lecture, app: FastAPI
) -> None:
    address, lin = exam(nlp, sittings="2"), nlp.instructor.learner
    handed_in(nlp, app, address)
    assert "One student can still begin it." in lin.get(address).text
    lin.send(f"{address}/archive", {"do": "archive"})
    assert "can still begin" not in lin.get(address).text


def test_what_a_person_marks_is_said_to_wait_only_where_something_is(nlp: Lecture, app: FastAPI) -> None:
    waits = "What a person marks, waits for that."
    assert waits in handed_in(nlp, app, exam(nlp)).get("/review").text
    alone = SMALL.partition('[[groups]]\ntitle = "A definition"')[0].replace("points = 6", "points = 5")
    numbers = (
        handed_in(nlp, app, exam(nlp, alone.replace("minutes = 15", "minutes = 12"))).get("/review").text
    )
    assert "What you handed in is stored." in numbers
    assert waits not in numbers


@on_both
def test_it_opens_when_it_has_closed_for_everybody(nlp: Lecture, app: FastAPI) -> None:
    watch, bob = watched(app), member(app)
    join(bob, nlp.code)
    address = exam(nlp, closes=at(NOON + timedelta(minutes=10)))
    sat = handed_in(nlp, app, address)
    sheet = f"/attempts/{sat.attempts()[0].name}"

    def is_open() -> bool:
        look(app)
        opened = sat.learner.get(sheet).status == 200
        assert seen(sat.get("/review")) == ({"scores", "answers", "solutions"} if opened else set())
        return opened

    assert not is_open()
    assert "after 22 Nov 2026, 12:10 UTC, once nobody sits it" in sat.get("/review").text
    watch.on(minutes=9)
    other = sit(app, bob, address)
    nlp.instructor.learner.send(f"{nlp.address}/members/{bob.id}/accommodation", {"extra_time": "100"})
    watch.on(minutes=2)
    assert not is_open()
    watch.on(minutes=27)  # his extra time
    assert not is_open()
    assert other.run_out() == 1
    assert is_open()
    rule(nlp, address, closes=at(NOON + timedelta(days=1)))
    assert not is_open()


def test_without_a_last_moment_it_closes_when_it_is_archived(nlp: Lecture, app: FastAPI) -> None:
    address = exam(nlp)
    sat = handed_in(nlp, app, address)
    look(app)
    assert seen(sat.get("/review")) == set()
    nlp.instructor.learner.send(f"{address}/archive", {"do": "archive"})
    assert seen(sat.get("/review")) == {"scores", "answers", "solutions"}
    assert sat.learner.get(f"/attempts/{sat.attempts()[0].name}").status == 200
    assert sat.address + "/review" in sat.learner.get(address).links
    told = nlp.instructor.learner.get(address)
    assert "Open to students now: scores, answers, solutions." in told.text
    assert f"{address}/release" not in told.html


@pytest.mark.parametrize("what", ["nothing", "scores", "answers"])
def test_no_other_page_shows_the_sheets_before_the_solutions_are_open(
    nlp: Lecture, app: FastAPI, what: str
) -> None:
    address = exam(nlp, **OPEN[what])
    sat = handed_in(nlp, app, address)
    ada, names = sat.learner, [one.name for one in sat.attempts()]
    token = token_of(app, nlp.student.id)
    pages = [
        ada.get(one).html for one in ("/", "/progress", "/progress.csv", "/topics", "/grid", nlp.address)
    ]
    asked = {"Authorization": f"Bearer {token}"}
    course = nlp.name
    for path in ("me", "courses", f"courses/{course}", f"courses/{course}/grades"):
        answer = ada.client.get(f"/api/v1/{path}", headers=asked)
        assert answer.status_code == 200
        if path.endswith("grades"):
            assert ("Midterm" in answer.text) == (what != "nothing")
        pages.append(answer.text)
    for name in names:
        assert ada.get(f"/attempts/{name}").status == 404
        assert not any(name in page for page in pages)
    assert not any("77777" in page or "Lost lately" in page for page in pages)
    assert ("Midterm" in ada.get(f"{nlp.address}/gradebook").text) == (what != "nothing")
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert "Lost lately" in ada.get("/").text


def test_a_mark_given_before_is_no_news_until_the_sheets_are_open(nlp: Lecture, app: FastAPI) -> None:
    address = exam(nlp, **OPEN["nothing"])
    sat = handed_in(nlp, app, address)
    name = sat.attempts()[0].name
    given = {"points": "0.5", "why": "Half of it."}
    assert nlp.instructor.learner.send(f"{nlp.address}/sheets/{name}/dot", given).status == 200
    assert name not in sat.learner.get("/").html
    assert name not in sat.learner.get(nlp.address).html
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert f"/attempts/{name}" in sat.learner.get("/").links
    assert ">0.5<" in sat.get("/review").html


def test_what_an_exam_earned_is_compared_with_nothing_that_is_not_open(nlp: Lecture, app: FastAPI) -> None:
    first = exam(nlp, **OPEN["scores"])
    handed_in(nlp, app, first)
    later = handed_in(nlp, app, exam(nlp, **OPEN["answers"]))
    before = re.findall(r"<td>(<span class=\"quiet\">–</span>|\d+ %)</td>", later.get("/review").html)
    assert before
    assert not any("%" in one for one in before)
    nlp.instructor.learner.send(f"{first}/release", {"do": "release"})
    assert "0 %</td>" in later.get("/review").html


def test_sentences_of_a_course_are_marked_by_its_instructors_alone(nlp: Lecture, app: FastAPI) -> None:
    address = exam(nlp, **OPEN["solutions"])
    sat = sit(app, nlp.student, address)
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    sheet = sat.attempts()[1]
    page = sat.learner.get(f"/attempts/{sheet.name}/solution")
    assert page.status == 200
    assert "Save my marks" not in page.text
    sat.learner.send(f"/attempts/{sheet.name}/solution", {"key": "k" * 20, "line": ["answer"]})
    assert sat.attempts()[1].self_marked == 0
    assert sat.attempts()[1].marked == set()
    assert "still to be marked: 1 point" in sat.get("/review").text


def test_an_end_by_the_clock_hides_as_much(nlp: Lecture, app: FastAPI) -> None:
    sat = sit(app, nlp.student, exam(nlp))
    sat.type(1, {"dot": ["77777"]})
    assert sat.run_out() == 1
    assert seen(sat.get("/review")) == set()
    assert "receipt" in sat.get("/review").text
    assert sat.learner.get(f"/attempts/{sat.attempts()[0].name}").status == 404


def test_exams_that_were_opened_are_not_written_again(
    nlp: Lecture, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched(app)
    handed_in(nlp, app, exam(nlp, closes=at(NOON + timedelta(minutes=1))))
    app.state.watch.on(minutes=2)
    database: Database = app.state.database
    known = results_release.open_closed(database, app.state.clock, frozenset())
    assert len(known) == 1
    monkeypatch.setattr(results_release, "settle", lambda *_: pytest.fail("written again"))
    assert results_release.open_closed(database, app.state.clock, known) == known


def test_a_sheet_that_was_practised_is_no_sheet_of_the_exam(nlp: Lecture, app: FastAPI) -> None:
    ada = nlp.student.learner
    own = ada.press(ada.open(COSINE), typed={"dot": "1"})
    handed_in(nlp, app, exam(nlp, opens=PAST, closes=FUTURE))
    assert ada.get(f"/attempts/{own.attempt}").status == 200
