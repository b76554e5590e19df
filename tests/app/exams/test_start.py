"""A student before an exam of the course: the wait, the cover, the password, lateness, the start, and who gets none."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.database.connection import Database
from app.database.schema import sittings
from app.exams import preparation
from app.exams.blueprints import blueprint
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams.course_exam import at, begin, exam, rule, sit
from tests.app.exams.sitting import NOON, watched
from tests.app.learner import form_key, on_both

SOON = at(NOON + timedelta(minutes=10))


def forms(store: Database) -> int:
    with store.read() as connection:
        return int(connection.execute(select(func.count()).select_from(sittings)).scalar_one())


# The wait


def test_before_it_opens_its_page_waits_by_the_servers_clock(nlp: Lecture, app: FastAPI) -> None:
    watch = watched(app)
    address, ada = exam(nlp, opens=SOON), nlp.student.learner
    watch.on(minutes=4)
    page = ada.get(address)
    assert "It is not open yet" in page.text
    assert 'data-wait="360.0"' in page.html
    delay = re.search(r'data-delay="([\d.]+)"', page.html)
    assert delay
    assert 0 <= float(delay[1]) <= 2
    assert "Begin: the clock starts" not in page.text
    refused = begin(nlp.student, address)
    assert refused.status == 409
    assert "not open yet" in refused.text
    assert address in refused.links
    watch.on(minutes=6)
    assert "Begin: the clock starts" in ada.get(address).text


def test_its_page_gives_nothing_away(nlp: Lecture, app: FastAPI) -> None:
    watched(app)
    page = nlp.student.learner.get(exam(nlp, opens=SOON, password="blue whale"))
    for secret in ("blue whale", "cosine", "dropout"):
        assert secret not in page.html.lower()


def test_the_course_and_home_say_when_it_opens(nlp: Lecture, app: FastAPI) -> None:
    address, ada = exam(nlp, opens="2090-01-01T12:00"), nlp.student.learner
    for page in (ada.get(nlp.address), ada.get("/")):
        assert address in page.links
        assert "opens 1 Jan 2090, 12:00 UTC" in page.text
    rule(nlp, address)
    assert "open now" in ada.get("/").text
    sat = sit(app, nlp.student, address)
    assert sat.address in ada.get("/").links
    sat.hand_in()
    assert "Exams of your courses" not in ada.get("/").text
    assert "you have sat it" in ada.get(nlp.address).text
    assert "Exams of your courses" not in nlp.instructor.learner.get("/").text


# The cover


def test_the_cover_says_what_will_happen(nlp: Lecture) -> None:
    address = exam(nlp, sittings="3", closes="2090-01-01T12:00")
    given = {"extra_time": "20", "break_minutes": "5"}
    nlp.instructor.learner.send(f"{nlp.address}/members/{nlp.student.id}/accommodation", given)
    page = nlp.student.learner.get(address)
    for said in (
        "18 minutes (with your 20 % of extra time)", "6 points", "2 questions", "A definition", "To be begun until",
        "You can sit it 3 times.", "You have 5 minutes of breaks", "Who begins late has the whole time.",
    ):  # fmt: skip
        assert said in page.text
    assert "Password" not in page.text


def test_the_cover_says_what_passes_and_when_the_result_opens(nlp: Lecture, app: FastAPI) -> None:
    closes = "after 1 Jan 2090, 12:00 UTC, once nobody sits it"
    rules = {"scores": "at once", "solutions": "released", "closes": "2090-01-01T12:00"}
    address, ada, lin = exam(nlp, **rules), nlp.student.learner, nlp.instructor.learner
    told = ada.get(address).text
    for said in (
        "You pass with 50 % of the points.", "your points: as soon as it is handed in",
        f"your answers with their marks: when the exam has closed for everybody: {closes}",
        "the worked solutions: when your instructors open them",
    ):  # fmt: skip
        assert said in told
    lin.send(f"{address}/release", {"do": "release"})
    assert ada.get(address).text.count("as soon as it is handed in") == 3
    lin.send(f"{address}/release", {"do": "back"})
    later = sit(app, nlp.student, address).hand_in().text
    assert "your points: " not in later
    assert f"your answers with their marks: when the exam has closed for everybody: {closes}" in later


# The start


@on_both
def test_the_clock_starts_with_the_button(nlp: Lecture, app: FastAPI) -> None:
    sat = sit(app, nlp.student, exam(nlp))
    assert sat.clock()["left"] == 15 * 60
    assert [one.question for one in sat.drawn()] == ["cosine-of-two-vectors", "define-dropout"]
    assert sat.stored.number.endswith("-001")
    assert nlp.student.learner.get(sat.address).status == 200


@on_both
def test_a_second_click_finds_the_same_sitting(nlp: Lecture, store: Database) -> None:
    address, key = exam(nlp, sittings="2"), form_key()
    tabs, ready = [nlp.student.learner.twin() for _ in range(4)], threading.Barrier(4)

    def click(n: int) -> str:
        ready.wait()
        return tabs[n].send(f"{address}/begin", {"key": key if n else form_key()}).address

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(click, range(4)))
    assert len(found) == 1
    assert forms(store) == 1


def test_a_form_that_was_sent_before_leads_to_what_it_began(nlp: Lecture, store: Database) -> None:
    address, key, ada = exam(nlp, sittings="2"), form_key(), nlp.student.learner
    first = ada.send(f"{address}/begin", {"key": key}).address
    ada.send(f"{first}/end", {})
    assert ada.send(f"{address}/begin", {"key": key}).address == f"{first}/review"
    assert forms(store) == 1
    assert begin(nlp.student, address).address not in (first, f"{first}/review")
    assert forms(store) == 2


def test_one_sits_one_exam_at_a_time(nlp: Lecture) -> None:
    first, second = exam(nlp), exam(nlp)
    running = begin(nlp.student, first).address
    page = begin(nlp.student, second)
    assert page.status == 409
    assert running in page.links
    assert running in nlp.student.learner.get(second).links
    assert running in nlp.student.learner.get(first).links


def test_nobody_sits_it_more_often_than_one_may(nlp: Lecture) -> None:
    address, ada = exam(nlp), nlp.student.learner
    ada.send(f"{begin(nlp.student, address).address}/end", {})
    page = begin(nlp.student, address)
    assert page.status == 409
    assert "as often as one may" in page.text
    assert "You have sat it as often as one may." in ada.get(address).text


def test_after_the_last_moment_nobody_begins_and_who_began_goes_on(nlp: Lecture, app: FastAPI) -> None:
    watch, bob = watched(app), member(app)
    join(bob, nlp.code)
    address = exam(nlp, closes=SOON)
    watch.on(minutes=10)
    sat = sit(app, nlp.student, address)
    watch.on(seconds=1)
    page = begin(bob, address)
    assert page.status == 409
    assert "cannot be begun any more" in page.text
    assert "It cannot be begun any more." in bob.learner.get(address).text
    assert sat.clock()["left"] == 15 * 60 - 1


@on_both
def test_who_comes_late_has_what_is_left(nlp: Lecture, app: FastAPI) -> None:
    watch, bob = watched(app), member(app)
    join(bob, nlp.code)
    address = exam(nlp, opens=SOON, late="left")
    watch.on(minutes=14)
    assert "11 minutes are left of its time." in nlp.student.learner.get(address).text
    assert sit(app, nlp.student, address).clock()["left"] == 11 * 60
    watch.on(minutes=11)
    assert "It cannot be begun any more." in bob.learner.get(address).text
    assert begin(bob, address).status == 409
    nlp.instructor.learner.send(f"{nlp.address}/members/{bob.id}/accommodation", {"extra_time": "100"})
    assert sit(app, bob, address).clock()["left"] == 15 * 60


def test_a_password_opens_it(nlp: Lecture, store: Database) -> None:
    address, ada = exam(nlp, password=" blue whale "), nlp.student.learner
    assert "Password, as it is read out" in ada.get(address).text
    for typed in ({}, {"password": "blue whales"}, {"password": "é"}):
        page = begin(nlp.student, address, **typed)
        assert page.status == 422
        assert "This is not the password. Your clock has not started." in page.text
    assert forms(store) == 0
    assert begin(nlp.student, address, password="Blue  Whale ").address.startswith("/sittings/")


def test_nobody_guesses_passwords_for_long(nlp: Lecture, app: FastAPI) -> None:
    bob = member(app)
    join(bob, nlp.code)
    address = exam(nlp, password="blue whale")
    asked = [begin(nlp.student, address, password=f"guess {n}").status for n in range(11)]
    assert asked == [422] * 10 + [429]
    assert begin(nlp.student, address, password="blue whale").status == 429
    assert begin(bob, address, password="blue whale").status == 200


def test_nothing_is_begun_in_an_archived_course_and_what_runs_goes_on(nlp: Lecture, app: FastAPI) -> None:
    bob = member(app)
    join(bob, nlp.code)
    address = exam(nlp)
    sat = sit(app, nlp.student, address)
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    page = begin(bob, address)
    assert page.status == 409
    assert "This course is archived" in page.text
    assert sat.get().status == 200
    assert nlp.student.learner.get(address).status == 200


def test_whoever_is_not_in_the_course_finds_no_exam(nlp: Lecture, app: FastAPI) -> None:
    address, bob = exam(nlp), member(app)
    assert bob.learner.get(address).status == 404
    assert begin(bob, address).status == 404
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    assert begin(nlp.student, address).status == 404


def test_an_exam_that_cannot_be_drawn_says_so_and_starts_no_clock(
    nlp: Lecture, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = exam(nlp)
    monkeypatch.setattr(blueprint, "choice_of", lambda *_: [])
    page = begin(nlp.student, address)
    assert page.status == 503
    assert "Your clock has not started." in page.text
    assert forms(store) == 0


@on_both
def test_the_start_draws_nothing_where_it_was_drawn_ahead(
    nlp: Lecture, app: FastAPI, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watched(app)
    address = exam(nlp, opens=SOON)
    assert preparation.prepare(app.state.database, app.state.library, watch.clock) == 1
    watch.on(minutes=10)
    monkeypatch.setattr(preparation, "drawn", lambda *_: pytest.fail("drawn again"))
    sat = sit(app, nlp.student, address)
    assert sat.stored.begun_at == watch.now
    assert forms(store) == 1
