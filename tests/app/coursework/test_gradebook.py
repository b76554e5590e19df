"""The gradebook: what counts in a course, for its instructors; a student's own marks; a table that runs no formula."""

import csv
import io
import re
import zipfile
from codecs import BOM_UTF8

import pytest
from fastapi import FastAPI
from lxml import etree
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import attempts
from tests.app.accounts.members import Member, member
from tests.app.api.api_client import program
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    entry,
    extend,
    join,
    lecture,
    set_up,
)
from tests.app.exams import course_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, PERPLEXITY, Page, drawn, key, on_both

CHOICE = of_kind("choice")
SHEET = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def answer(one: Member, sheet: Page, store: Database, *parts: str) -> Page:
    """Right answers to these parts of a sheet."""
    with store.read() as connection:
        variant = connection.execute(
            select(attempts.c.variant).where(attempts.c.name == sheet.attempt)
        ).scalar_one()
    keys = {part["name"]: str(part["key"][0]) for part in variant["parts"]}
    return one.learner.press(sheet, typed={part: keys[part] for part in parts})


def grid(page: Page) -> dict[str, list[str]]:
    """The cells of each student's row, without tags."""
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page.html, re.DOTALL)
    return {
        re.sub("<[^>]+>", "", name): [
            re.sub("<[^>]+>", "", cell)
            for cell in re.findall(r'<td data-column="(?!Matric)[^>]*>(.*?)</td>', cells)
        ]
        for name, cells in rows
    }


def table(page: Page) -> list[list[str]]:
    return list(csv.reader(io.StringIO(page.html)))


@on_both
def test_the_grid_has_each_student_and_assignment(app: FastAPI, nlp: Lecture, store: Database) -> None:
    first, second = assignment(nlp, COSINE), assignment(nlp, COSINE, PERPLEXITY, title="Week 2")
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    answer(nlp.student, begin(nlp.student, first, COSINE), store, "dot", "norm_u")
    answer(bob, begin(bob, second, COSINE), store, "dot")
    page = nlp.instructor.learner.get(f"{nlp.address}/gradebook")
    nothing = "–nothing counts"
    assert grid(page) == {"Ada": ["2", nothing, "2"], "Bob": [nothing, "1", "1"]}
    assert "Week 2 / 8" in page.text
    assert table(nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv")) == [
        ["name", "e-mail", "Week 1", "Week 2", "total"],
        ["points", "", "5.00", "8.00", "13.00"],
        ["Ada", nlp.student.email, "2.00", "", "2.00"],
        ["Bob", bob.email, "", "1.00", "1.00"],
    ]


def test_a_student_sees_their_own_row_alone(app: FastAPI, nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE)
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    assert grid(bob.learner.get(f"{nlp.address}/gradebook")) == {"Bob": ["–nothing counts", "0"]}
    assert grid(nlp.student.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["1", "1"]}
    assert bob.learner.get(f"{nlp.address}/gradebook.csv").status == 404


@on_both
def test_what_of_an_exam_waits_for_a_mark_is_said_beside_the_sums(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    week = assignment(nlp, COSINE)
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, scores="at once"))
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    waits = {"Ada": ["1", "0 + 1 pending", "1 + 1 pending"]}
    for one in (nlp.instructor, nlp.student):
        assert grid(one.learner.get(f"{nlp.address}/gradebook")) == waits
    sheet, give = sat.attempts()[1].name, {"points": "0.5", "why": "Half of it."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet}/answer", give)
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["1", "0.5", "1.5"]}


def test_what_waits_in_a_sitting_that_does_not_count_is_not_said(app: FastAPI, nlp: Lecture) -> None:
    address = course_exam.exam(nlp, sittings="2")
    first = course_exam.sit(app, nlp.student, address)
    first.type(1, {"dot": list(key(first.variant(1))["dot"])})
    first.hand_in()
    second = course_exam.sit(app, nlp.student, address)
    second.type(2, {"answer": ["Units are switched off at random."]})
    second.hand_in()
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["1", "1"]}


def test_who_sits_an_exam_is_said_to_and_how_exams_count(app: FastAPI, nlp: Lecture) -> None:
    rule = "Of an exam, the points of the sitting with the most points count."
    assignment(nlp, COSINE)
    marks, lin = f"{nlp.address}/gradebook", nlp.instructor.learner
    assert rule not in lin.get(marks).text
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    page = lin.get(marks)
    assert rule in page.text
    nothing = "–nothing counts"
    assert grid(page) == {"Ada": [nothing, "sits it now", "0"], "Bob": [nothing, nothing, "0"]}
    sat.hand_in()
    assert grid(lin.get(marks))["Ada"] == [nothing, nothing, "0"]


def test_which_answers_count_is_said_of_each_assignment_as_it_is(nlp: Lecture) -> None:
    page, lin = f"{nlp.address}/gradebook", nlp.instructor
    first = "first answer to each line of a sheet counts"
    week = assignment(nlp, COSINE, due=FUTURE)
    assert f"All assignments: the {first}." in lin.learner.get(page).text
    choice = assignment(nlp, COSINE, CHOICE, title="Week 2", due=FUTURE)
    text = nlp.student.learner.get(page).text
    assert f"Week 1: the {first}." in text
    assert f"Week 2: the {first}; where all have the same question, the last one." in text
    for results, due, last in (
        ("afterwards", FUTURE, True),
        ("afterwards", "", False),  # nothing waits without a date
        ("released", "", True),
        ("at once", FUTURE, False),
    ):
        for address in (week, choice):
            set_up(lin, address, results=results, due=due)
        said = "All assignments: the last answer to each line counts, because results wait."
        assert (said in lin.learner.get(page).text) == last, (results, due)
        told = "Your last answer to each line counts." in nlp.student.learner.get(week).text
        assert told == last, (results, due)


def test_files_bear_what_the_roster_says_of_a_student(app: FastAPI, nlp: Lecture) -> None:
    assignment(nlp, COSINE)
    lin, zoe = nlp.instructor.learner, member(app, name="Zo")
    join(zoe, nlp.code)
    line = {"name": "Zoë Müller", "email": "zoe@uni.example", "matriculation": "20-2", "section": "Wed"}
    lin.send(entry(nlp, zoe.email), line)
    row = ["Zoë Müller", "zoe@uni.example", "20-2", "Wed"]
    files = ("gradebook.csv", "roster.csv", "analytics.csv")
    for name in files:
        sent = lin.client.get(f"{nlp.address}/{name}").content
        assert sent.startswith(BOM_UTF8), name
        (found,) = (one for one in csv.reader(io.StringIO(sent.decode("utf-8-sig"))) if "Zoë Müller" in one)
        assert found[:2] == row[:2], name
    assert table(lin.get(f"{nlp.address}/gradebook.csv"))[3][:4] == row
    assert workbook(nlp)[3][:4] == row
    told = program(app, nlp.instructor).get(f"/courses/{nlp.name}/grades").json()["students"]
    assert "zoe@uni.example" in [one["email"] for one in told]
    assert f"zoe@uni.example account: {zoe.email}" in lin.get(f"{nlp.address}/roster").text


def test_practice_with_a_seed_earns_no_mark(nlp: Lecture) -> None:
    assignment(nlp, PERPLEXITY)
    learner = nlp.student.learner
    right = {"nats": "1.21", "bits": "1.75", "perplexity": "3.36"}
    assert drawn().question.id == PERPLEXITY
    assert learner.press(learner.open(), typed=right).earned == 3
    marks = nlp.instructor.learner.get(f"{nlp.address}/gradebook")
    assert grid(marks) == {"Ada": ["–nothing counts", "0"]}


def test_first_answers_count_and_what_comes_too_late_does_not(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = assignment(nlp, COSINE)
    sheet = begin(nlp.student, address, COSINE)
    wrong = nlp.student.learner.press(sheet, typed={"dot": "-9999"})
    answer(nlp.student, wrong, store, "dot", "norm_u")
    marks = f"{nlp.address}/gradebook"
    assert grid(nlp.instructor.learner.get(marks)) == {"Ada": ["1", "1"]}
    set_up(nlp.instructor, address, title="Week 1", due=PAST)
    assert grid(nlp.instructor.learner.get(marks)) == {"Ada": ["–nothing counts", "0"]}
    extend(nlp, address, nlp.student, FUTURE)
    assert grid(nlp.instructor.learner.get(marks)) == {"Ada": ["1", "1"]}


def test_what_students_mark_themselves_does_not_count(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    learner = nlp.student.learner
    seen = learner.press(begin(nlp.student, address, COSINE), "paper")
    ticked = list(seen.boxes.get("line", {}))
    assert ticked
    own = learner.send(seen.address.split("?")[0], {"key": seen.fields["key"], "line": ticked})
    assert own.earned == 5
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["–nothing counts", "0"]}
    assert "5 do not count" in learner.get(address).text


def test_a_question_that_was_taken_out_does_not_count(nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE)
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    nlp.instructor.learner.send(f"{address}/questions/{COSINE}", {"do": "remove"})
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["–nothing counts", "0"]}
    nlp.instructor.learner.send(f"{address}/questions", {"question": COSINE})
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["1", "1"]}


def test_a_student_who_left_is_in_no_table_and_back_with_their_marks(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    answer(ada, begin(ada, address, COSINE), store, "dot")
    ada.learner.send(f"{nlp.address}/leave", {})
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {}
    join(ada, nlp.code)
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook")) == {"Ada": ["1", "1"]}


@pytest.mark.parametrize("risky", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_of_the_table_is_a_formula(app: FastAPI, nlp: Lecture, risky: str) -> None:
    assignment(nlp, COSINE, title=risky)
    eve = member(app, email=f"{risky}@school.example", name=risky)
    join(eve, nlp.code)
    cells = [
        cell for row in table(nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv")) for cell in row
    ]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert cells.count(f"'{risky}") == 2
    assert f"'{risky}@school.example" in cells


def workbook(nlp: Lecture) -> list[list[str | float]]:
    """The cells of the sheet, read by hand from its XML: numbers as numbers, texts as they are, formulas as faults."""
    content = nlp.instructor.learner.client.get(f"{nlp.address}/gradebook.xlsx").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        shared = etree.fromstring(archive.read("xl/sharedStrings.xml"))
        sheet = etree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    texts = ["".join(one.itertext()) for one in shared.iterfind("x:si", SHEET)]
    assert sheet.find(".//x:f", SHEET) is None
    assert sheet.find(".//x:hyperlink", SHEET) is None
    return [
        [
            texts[int(cell.findtext("x:v", "", SHEET))]
            if cell.get("t") == "s"
            else float(cell.findtext("x:v", "", SHEET))
            for cell in row.iterfind("x:c", SHEET)
        ]
        for row in sheet.iterfind(".//x:row", SHEET)
    ]


def test_a_workbook_has_numbers_and_texts_that_run_nothing(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    answer(nlp.student, begin(nlp.student, assignment(nlp, COSINE, title="=1+1"), COSINE), store, "dot")
    assignment(nlp, PERPLEXITY, title="https://x.org")
    for name in ("=cmd|' /C calc'!A0", "{=1+1}", "mailto:a@x.org"):
        join(member(app, name=name), nlp.code)
    head, points, *lines = workbook(nlp)
    assert head == ["name", "e-mail", "=1+1", "https://x.org", "total"]
    assert points == ["points", 5.0, 3.0, 8.0]
    assert ["Ada", nlp.student.email, 1.0, 1.0] in lines
    assert {line[0] for line in lines} == {"Ada", "=cmd|' /C calc'!A0", "{=1+1}", "mailto:a@x.org"}


def test_nobody_else_sees_marks(app: FastAPI, nlp: Lecture) -> None:
    assignment(nlp, COSINE)
    other = lecture(app, "Another")
    for one in (other.student, other.instructor, member(app)):
        assert one.learner.get(f"{nlp.address}/gradebook").status == 404
    assert other.instructor.learner.get(f"{nlp.address}/gradebook.csv").status == 404
    assert other.student.learner.get(f"{nlp.address}/gradebook.csv").status == 404
    assert nlp.student.learner.get(f"{nlp.address}/gradebook.xlsx").status == 404
