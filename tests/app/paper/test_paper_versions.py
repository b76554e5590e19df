"""An exam on paper: its forms drawn, printed and marked by their numbers, with the same marks wherever one looks."""

import re
import time
from datetime import timedelta
from io import BytesIO

import pytest
from fastapi import FastAPI
from pypdf import PdfReader
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import job_file_pieces
from app.exams.deadlines import SELDOM, Closer
from app.exams.store import audit_log
from app.jobs import files
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.paper import printed
from app.paper.printed import What
from engine import deadline
from engine.deadline import TakesTooLong
from tests.app.courses.taught_course import Lecture, lecture
from tests.app.exams.course_exam import SMALL, draft, exam
from tests.app.learner import on_both
from tests.app.paper.paper_marking import draw, drawn, made, the_form

# Drawing


@on_both
def test_forms_have_numbers_of_their_own_and_belong_to_nobody(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    page = draw(nlp, address, 19)
    assert "19 versions" in page.text
    forms = made(app)
    assert [one.person for one in forms] == [None] * 19
    assert len({one.number for one in forms}) == 19
    assert [one.number.partition("-")[2] for one in forms] == [f"{n:03d}" for n in range(1, 20)]
    shown = {tuple(map(repr, (one.parameters for one in drawn(app, each)))) for each in forms}
    assert len(shown) == 19
    seeds = [one.seed for one in drawn(app, forms[0])]
    assert all(seed > 2**64 for seed in seeds)
    assert len({one.prepared_at for one in forms}) == 1


def test_nobody_gets_a_form_on_screen(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    draw(nlp, address, 2)
    sat = nlp.student.learner.send(f"{address}/begin", {"key": "k" * 20})
    assert sat.address.startswith("/sittings/")
    assert [one.person for one in made(app)] == [None, None]


def test_an_exam_that_is_not_published_has_no_forms(app: FastAPI, nlp: Lecture) -> None:
    page = draw(nlp, draft(nlp))
    assert page.status == 409
    assert "Publish the exam first" in page.text


@pytest.mark.parametrize("number", ["0", "301", "many", "-1"])
def test_only_so_many_forms_can_be_drawn(app: FastAPI, nlp: Lecture, number: str) -> None:
    address = exam(nlp)
    assert nlp.instructor.learner.send(f"{address}/papers", {"number": number}).status == 422
    assert "No paper version" not in draw(nlp, address, 1).text


def test_an_exam_has_three_hundred_forms_in_all(
    app: FastAPI, nlp: Lecture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.paper.paper_versions.MOST", 5)
    address = exam(nlp)
    assert draw(nlp, address, 3).status == 200
    assert draw(nlp, address, 3).status == 409
    assert len(made(app)) == 3


def test_no_form_is_stored_where_drawing_all_of_them_takes_too_long(
    app: FastAPI, nlp: Lecture, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, asked = exam(nlp), list[int]()
    monkeypatch.setattr(deadline, "check", lambda: asked.append(1))
    draw(nlp, address, 1)
    each = len(asked)

    def check() -> None:
        asked.append(1)
        if len(asked) > 4 * each:  # some are drawn; how often it is asked varies with the numbers
            raise TakesTooLong

    monkeypatch.setattr(deadline, "check", check)
    assert draw(nlp, address, 19).status == 422
    assert len(made(app)) == 1


def test_an_archived_exam_gets_no_more_forms(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    draw(nlp, address)
    nlp.instructor.learner.send(f"{address}/archive", {"do": "archive"})
    assert draw(nlp, address).status == 409
    assert len(made(app)) == 1


def test_a_form_is_found_by_its_last_digits(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    draw(nlp, address, 2)
    lin, number = nlp.instructor.learner, made(app)[1].number
    for typed in (number, "2", "002", f" {number} "):
        assert lin.get(f"{address}/papers?number={typed}").address == f"{address}/papers/{number}"
    for typed in ("3", "99-002", "two", "٢", "0", "-"):
        page = lin.get(f"{address}/papers?number={typed}")
        assert page.status == 404
        assert "No paper version of this exam has this number." in page.text


def test_students_and_other_instructors_see_no_form(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    one, form_at = the_form(app, nlp, address)
    other = lecture(app, "Another").instructor.learner
    for path in (
        f"{address}/papers",
        form_at,
        f"{form_at}/questions/1",
        f"{form_at}/keys.pdf",
        f"{form_at}/sheets.pdf",
    ):
        assert nlp.student.learner.get(path).status == 403
        assert other.get(path).status == 404
    assert other.send(form_at, {"do": "done", "student": "1"}).status == 404
    assert nlp.student.learner.send(f"{form_at}/questions/1", {"do": "save", "points.dot": "1"}).status == 403
    with app.state.database.read() as connection:
        assert not audit_log.standing(connection, one.id)


# Printing


def test_one_form_is_printed_at_once(app: FastAPI, nlp: Lecture) -> None:
    one, form_at = the_form(app, nlp, exam(nlp))
    for what in What:
        printed_form = nlp.instructor.learner.client.get(f"{form_at}/{what}.pdf")
        assert printed_form.content.startswith(b"%PDF")
        assert printed_form.headers["content-type"] == "application/pdf"
        assert f'="midterm-{one.number}-{what}.pdf"' in printed_form.headers["content-disposition"]


@pytest.mark.parametrize(
    ("title", "name"), [("Prüfung: Kapitel 2", "prufung-kapitel-2"), ("পরীক্ষা", "exam"), ("../" * 99, "exam")]
)
def test_a_print_has_a_name_that_every_disk_takes(title: str, name: str) -> None:
    assert printed.file_name(What.KEYS, title, "02-001", "02-001") == f"{name}-02-001-keys.pdf"


@on_both
@pytest.mark.sweep
def test_many_forms_are_printed_in_the_background_and_kept_for_some_hours(
    app: FastAPI, nlp: Lecture, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, lin = exam(nlp), nlp.instructor.learner
    draw(nlp, address, 3)
    first = made(app)[0].id
    asked = {"first": str(first), "what": "sheets", "bengali": "true"}
    assert lin.get(f"{address}/papers/prints/sheets.pdf?first={first}").status == 404
    page = lin.send(f"{address}/papers/prints", asked)
    assert "It waits for its turn." in page.text
    with app.state.database.read() as connection:
        assert jobs.unfinished(connection, "print") == 1
    app.state.runner.start()
    try:
        deadline = time.monotonic() + 300
        seen = set()
        while "Take the PDF" not in (page := lin.get(f"{address}/papers", htmx=True)).text:
            seen.update(re.findall(r"(\d) of 3 versions", page.text))
            assert time.monotonic() < deadline, page.text
            time.sleep(0.1)
    finally:
        app.state.runner.stop()
    assert seen & {"1", "2"}
    taken = lin.client.get(f"{address}/papers/prints/sheets.pdf?first={first}")
    numbers = [one.number for one in made(app)]
    assert taken.content.startswith(b"%PDF")
    told = PdfReader(BytesIO(taken.content)).metadata
    assert told is not None
    assert told.title == f"Midterm, versions {numbers[0]} to {numbers[2]}"
    assert f'="midterm-{numbers[0]}-to-{numbers[2]}-sheets.pdf"' in taken.headers["content-disposition"]
    database: Database = app.state.database
    assert nlp.student.learner.get(f"{address}/papers/prints/sheets.pdf?first={first}").status == 403
    monkeypatch.setattr(files, "LASTS", timedelta(0))
    assert lin.get(f"{address}/papers/prints/sheets.pdf?first={first}").status == 404
    closer = Closer(database, app.state.library, app.state.clock, lambda: None, [files.drop_old])
    for _ in range(SELDOM):
        closer.look()
    with database.read() as connection:
        assert not connection.execute(select(job_file_pieces)).first()
    assert "Make the PDF" in lin.get(f"{address}/papers").text


def test_a_print_is_cancelled(app: FastAPI, nlp: Lecture) -> None:
    address, lin = exam(nlp), nlp.instructor.learner
    draw(nlp, address, 3)
    asked = {"first": str(made(app)[0].id), "what": "keys"}
    lin.send(f"{address}/papers/prints", asked)
    page = lin.send(f"{address}/papers/prints/cancel", asked)
    assert "It was cancelled." in page.text
    with app.state.database.read() as connection:
        job = jobs.latest(connection, "print", f"keys of forms {asked['first']}")
    assert job
    assert job.state is JobState.CANCELLED


def test_no_other_exams_forms_are_printed(app: FastAPI, nlp: Lecture) -> None:
    address = exam(nlp)
    draw(nlp, address, 3)
    first = made(app)[0].id
    other = exam(nlp, SMALL.replace("Midterm", "Final"))
    asked = {"first": str(first), "what": "keys"}
    assert nlp.instructor.learner.send(f"{other}/papers/prints", asked).status == 404
