"""Marks by section: figures and pictures of each assignment and exam; small sections are nobody's to be told from."""

import re
from dataclasses import dataclass
from fractions import Fraction

import pytest
from fastapi import FastAPI

from app.courses.store import roster, set_marks
from app.courses.store.roster import Line
from app.courses.store.set_marks import Kind
from app.database.connection import Database
from app.identity.store.people import Role
from app.web.drawing.strips import DOT, strips
from engine.marking.distribution import distribution
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, assignment, lecture
from tests.app.coursework.test_grade_scale import choose
from tests.app.exams import course_exam
from tests.app.learner import COSINE, PERPLEXITY, Page, on_both


@dataclass(frozen=True)
class Panel:
    words: str
    rows: dict[str, list[str]]


def panels(page: Page) -> dict[str, Panel]:
    """By their titles: the description of the picture, and the cells of the table."""
    found = {}
    for title, rest in re.findall(r"<h2>([^<]+)</h2>(.*?)</section>", page.html, re.DOTALL):
        words = re.search(r"<desc[^>]*>(.*?)</desc>", rest, re.DOTALL)
        rows = re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', rest, re.DOTALL)
        cells = {name: re.findall(r"<td>([^<]*)</td>", each) for name, each in rows}
        found[title] = Panel(" ".join(words[1].split()) if words else "", cells)
    return found


def listed(store: Database, nlp: Lecture, address: str, section: str, *points: str) -> None:
    """Adds students to this section of the roster, with these points in the assignment or exam."""
    with store.write() as connection:
        there = len(roster.entries(connection, 1))
        for n, text in enumerate(points, there):
            line = Line(name=f"Student {n}", matriculation=f"77-{n}", section=section)
            entry = roster.add(connection, 1, line)
            of = number_of(store, address)
            set_marks.add(connection, of, entry, Kind.POINTS, Fraction(text), "On paper.", nlp.instructor.id)


def number_of(store: Database, address: str) -> int:
    with store.read() as connection:
        text = "SELECT id FROM assignments WHERE name = '{}'"
        return int(connection.exec_driver_sql(text.format(address.rpartition("/")[2])).scalar_one())


def page_of(nlp: Lecture, query: str = "") -> Page:
    return nlp.instructor.learner.get(f"{nlp.address}/sections{query}")


@on_both
def test_each_section_has_its_figures_beside_the_whole_course(nlp: Lecture, store: Database) -> None:
    address = assignment(nlp, COSINE)
    choose(nlp, "letters")
    listed(store, nlp, address, "Mon", "1", "2", "3", "5", "5", "4")
    listed(store, nlp, address, "Tue", "0", "3")
    found = panels(page_of(nlp))
    assert list(found) == ["The mark of the course", "Week 1"]
    rows = found["Week 1"].rows
    assert list(rows) == ["The whole course", "Mon", "Tue"]
    # Of 1, 2, 3, 4, 5 and 5 of 5 points: 20, 40, 60, 80, 100, 100 %; passed is 60 %.
    assert rows["Mon"] == [
        "6", "66.67 %", "20 %", "45 %", "70 %", "95 %", "100 %", "29.8", "67 %",
    ]  # fmt: skip
    assert rows["Tue"] == ["2", "30 %", "0 %", "15 %", "30 %", "45 %", "60 %", "30.0", "50 %"]
    assert rows["The whole course"][0] == "8"
    assert "Mon: 6 students, median 70 %, passed 67 %." in found["Week 1"].words
    assert found["The mark of the course"].rows["Mon"] == rows["Mon"]


def test_a_filter_shows_one_assignment_and_one_section(nlp: Lecture, store: Database) -> None:
    first, second = assignment(nlp, COSINE), assignment(nlp, PERPLEXITY, title="Week 2")
    listed(store, nlp, first, "Mon", "1")
    listed(store, nlp, second, "Tue", "1")
    assert list(panels(page_of(nlp))) == ["Week 1", "Week 2"]
    found = panels(page_of(nlp, f"?of={second.rpartition('/')[2]}&section=Tue"))
    assert {title: list(one.rows) for title, one in found.items()} == {"Week 2": ["The whole course", "Tue"]}
    assert "Nothing counts here yet." in page_of(nlp, "?of=none").text


def test_an_exam_is_passed_by_its_own_rule(app: FastAPI, nlp: Lecture, store: Database) -> None:
    exam = course_exam.exam(nlp)
    listed(store, nlp, exam, "Mon", "0", "1")
    (found,) = panels(page_of(nlp)).values()
    assert found.rows["Mon"][-1] == "0 %"
    assert list(found.rows) == ["The whole course", "Mon"]


@on_both
@pytest.mark.parametrize(
    ("role", "sees"), [("instructor", True), ("assistant", True), ("blind", False), ("observer", False)]
)
def test_small_sections_are_left_out_for_those_who_could_tell_people_from_them(
    app: FastAPI, nlp: Lecture, store: Database, role: str, sees: bool
) -> None:
    address, ann = assignment(nlp, COSINE), member(app, Role.INSTRUCTOR)
    listed(store, nlp, address, "Mon", *"12345")
    listed(store, nlp, address, "Tue", *"1234")
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": ann.email, "role": role})
    page = ann.learner.get(f"{nlp.address}/sections")
    rows = panels(page)["Week 1"].rows
    assert ("Tue" in rows) is sees
    assert rows["The whole course"][0] == ("9" if sees else "5")
    assert ("fewer than five people" in page.text) is not sees
    assert "Student" not in page.text.replace("Students", "")


def test_nobody_else_reads_it(app: FastAPI, nlp: Lecture) -> None:
    for one in (nlp.student, lecture(app, "Another").instructor):
        assert one.learner.get(f"{nlp.address}/sections").status == 404


def test_no_dot_covers_another_as_long_as_there_is_room() -> None:
    shares = [Fraction(n // 4, 10) for n in range(40)]
    spread = distribution(shares)
    assert spread is not None
    (row,) = strips([("All", spread)]).rows
    assert len(set(row.dots)) == len(shares)
    for n, (x, y) in enumerate(row.dots):
        for other, lower in row.dots[:n]:
            assert (x - other) ** 2 + (y - lower) ** 2 >= (2 * DOT) ** 2 - 0.1
    assert row.box is not None
    assert row.box.low <= row.box.first <= row.box.median <= row.box.third <= row.box.high
