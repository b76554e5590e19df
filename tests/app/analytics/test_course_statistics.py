"""A course in figures: the grid, the hardest questions, who is stuck or away; nothing of any other course."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from app.database.connection import Database
from engine.answers import cells
from engine.fairness import outcomes
from engine.variants import draw
from tests.app.accounts.members import member
from tests.app.analytics.recorded_answers import answer, student
from tests.app.courses.taught_course import Lecture, assignment, join, lecture
from tests.app.learner import COSINE, PERPLEXITY, Page, on_both
from tests.engine.submissions import BANK

COSINES, TOKENS = BANK.questions[COSINE], BANK.questions[PERPLEXITY]


def analysis(nlp: Lecture) -> Page:
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics")
    assert page.status == 200
    return page


def block(page: Page, name: str) -> str:
    """The text that a person reads in one section, "" where it is not there."""
    found = re.search(rf'<section class="[^"]*" id="{name}">(.*?)</section>', page.html, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split()) if found else ""


def grid(page: Page) -> dict[str, list[str]]:
    table = page.html.split('<table class="marks heat">')[1].split("</table>")[0]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table, re.DOTALL)
    return {name: re.findall(r"<td[^>]*>([^<]*)</td>", cells) for name, cells in rows}


def key(seed: int, *parts: str) -> dict[str, list[str]]:
    """Right answers to these parts of the cosine."""
    variant = draw(COSINES, seed, COSINES.default_level)
    return {
        name: [asked.step.form.show(asked.key)] for name in parts if (asked := variant.part(name)) is not None
    }


def due(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


@on_both
def test_the_grid_has_each_student_and_question(app: FastAPI, nlp: Lecture) -> None:
    work = assignment(nlp, COSINE, PERPLEXITY)
    bob, cem = student(app, nlp, "Bob"), student(app, nlp, "Cem")
    answer(app, bob, COSINES, key(1, "dot", "norm_u"), work=work)
    answer(app, cem, COSINES, key(2, "dot", "norm_u", "norm_v", "cosine"), seed=2, work=work)
    answer(app, cem, TOKENS, {"nats": ["-5", "1"]}, work=work)
    answer(app, bob, TOKENS, {}, work=work)
    page = analysis(nlp)
    assert grid(page) == {"Ada": ["–", "–"], "Bob": ["40", "…"], "Cem": ["100", "0"]}
    hardest = block(page, "questions")
    assert hardest.index(TOKENS.title) < hardest.index(COSINES.title)
    assert f"{COSINES.title} 70 % too few 2" in hardest
    table = list(csv.reader(io.StringIO(nlp.instructor.learner.get(f"{nlp.address}/analytics.csv").html)))
    assert table[1] == ["facility", "", "0.70", "0.00"]
    assert [line[0:1] + line[2:] for line in table[3:]] == [
        ["Ada", "", ""], ["Bob", "0.40", ""], ["Cem", "1.00", "0.00"],
    ]  # fmt: skip


@on_both
def test_nothing_of_another_course_is_there(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Another")
    here, there = assignment(nlp, COSINE), assignment(other, COSINE)
    both = member(app, name="Both")
    join(both, nlp.code)
    join(both, other.code)
    answer(app, both.id, COSINES, {**key(1, "dot"), "norm_u": ["-3", "-4", "-5"]}, work=here)
    answer(app, both.id, COSINES, key(2, "dot", "norm_u", "norm_v", "cosine"), seed=2, work=there)
    answer(app, other.student.id, COSINES, {"dot": ["-1", "-2", "-3"]}, work=there)
    mine, theirs = analysis(nlp), analysis(other)
    assert grid(mine) == {"Ada": ["–"], "Both": ["20"]}
    assert grid(theirs) == {"Ada": ["0"], "Both": ["100"]}
    assert "Both" in block(mine, "behind")
    assert "Both" not in block(theirs, "behind")
    assert "Ada" in block(theirs, "behind")
    assert other.address not in mine.html


@on_both
def test_who_is_stuck_has_three_wrong_answers_and_no_way_out(app: FastAPI, nlp: Lecture) -> None:
    work = assignment(nlp, COSINE)
    thrice = ["-1", "-2", "-3"]
    right = key(1, "dot")["dot"]
    for name, tries, seen in (
        ("Stuck", thrice, False),
        ("Again", [*right, *thrice], False),
        ("Twice", thrice[:2], False),
        ("Through", [*thrice, *right], False),
        ("Solved", thrice, True),
        ("Later", [*thrice, *right, "-4", "-5"], False),
    ):
        answer(app, student(app, nlp, name), COSINES, {"dot": tries}, work=work, seen=seen)
    said = block(analysis(nlp), "behind")
    assert {name for name in ("Stuck", "Again", "Twice", "Through", "Solved", "Later") if name in said} == {
        "Stuck",
        "Again",
    }
    assert said.count("3 wrong tries") == 2


def test_who_is_away_has_something_left_that_is_due_soon(app: FastAPI, nlp: Lecture) -> None:
    soon = assignment(nlp, COSINE, due=due(2))
    assignment(nlp, PERPLEXITY, title="Much later", due=due(30))
    assignment(nlp, PERPLEXITY, title="Over", due=due(-1))
    now = datetime.now(UTC)
    for name, at in (("Gone", now - timedelta(days=8)), ("Here", now - timedelta(hours=2))):
        answer(app, student(app, nlp, name), COSINES, {}, work=soon, at=at)
    done = student(app, nlp, "Done")
    answer(app, done, COSINES, key(1, "dot"), work=soon, at=now - timedelta(days=9))
    said = block(analysis(nlp), "away")
    assert "Ada Week 1" in said
    assert "1 question left, never seen" in said
    assert "Gone" in said
    assert "last seen" in said
    assert not {"Here", "Done", "Much later", "Over"} & set(re.findall(r"[A-Z][a-z]+(?: later)?", said))


@on_both
def test_the_mistakes_that_came_most_often_are_named(app: FastAPI, nlp: Lecture) -> None:
    work = assignment(nlp, COSINE)
    mistake = COSINES.family.mistakes["sum_of_entries"]
    for seed in range(1, 4):
        variant = draw(COSINES, seed, COSINES.default_level)
        wrong = dict(outcomes(mistake, variant.exact, {"norm_u": None}))["norm_u"]
        assert wrong
        asked = variant.part("norm_u")
        assert asked
        answer(
            app,
            student(app, nlp),
            COSINES,
            {"norm_u": [asked.step.form.show(wrong[0])]},
            seed=seed,
            work=work,
        )
    said = block(analysis(nlp), "mistakes")
    assert "you added the entries without their signs. It is the root of the sum of their squares." in said
    assert "3 students" in said


def test_who_left_is_in_no_figure_and_instructors_are_in_none(app: FastAPI, nlp: Lecture) -> None:
    work = assignment(nlp, COSINE)
    answer(app, nlp.student.id, COSINES, key(1, "dot"), work=work)
    answer(app, nlp.instructor.id, COSINES, {"dot": ["-1", "-2", "-3"]}, work=work)
    assert grid(analysis(nlp)) == {"Ada": ["20"]}
    assert "Lin" not in block(analysis(nlp), "behind")
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    assert "Nobody has joined yet." in analysis(nlp).text


@pytest.mark.parametrize("risky", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_of_the_table_is_a_formula(app: FastAPI, nlp: Lecture, risky: str) -> None:
    assignment(nlp, COSINE, title=risky)
    student(app, nlp, risky)
    found = nlp.instructor.learner.get(f"{nlp.address}/analytics.csv")
    cells = [cell for line in csv.reader(io.StringIO(found.html)) for cell in line]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert f"'{risky}" in cells
    assert f"'{risky}: {COSINES.title}" in cells


def test_students_and_strangers_see_none_of_it(app: FastAPI, nlp: Lecture, store: Database) -> None:
    assignment(nlp, COSINE)
    other = lecture(app, "Another")
    for place in ("analytics", "analytics.csv", f"analytics/{COSINE}"):
        assert nlp.student.learner.get(f"{nlp.address}/{place}").status == 404
        assert other.instructor.learner.get(f"{nlp.address}/{place}").status == 404


def test_before_anything_is_asked_the_page_says_so(nlp: Lecture) -> None:
    assert "There are no questions in the assignments yet." in analysis(nlp).text


def test_the_course_and_its_marks_lead_there(nlp: Lecture) -> None:
    assignment(nlp, COSINE)
    for place in ("", "/gradebook"):
        assert f"{nlp.address}/analytics" in nlp.instructor.learner.get(f"{nlp.address}{place}").links
        assert f"{nlp.address}/analytics" not in nlp.student.learner.get(f"{nlp.address}{place}").links


def test_more_students_and_questions_take_no_more_statements(app: FastAPI, nlp: Lecture) -> None:
    database: Database = app.state.database
    said: list[str] = []
    event.listen(database.engine, "before_cursor_execute", lambda *about: said.append(about[2]))

    def statements(address: str) -> int:
        said.clear()
        assert nlp.instructor.learner.get(f"{nlp.address}/{address}").status == 200
        return len(said)

    def more(*questions: str) -> None:
        work = assignment(nlp, *questions)
        for _ in range(3):
            one = student(app, nlp)
            for name in questions:
                question = BANK.questions[name]
                variant = draw(question, 1, question.default_level)
                answer(app, one, question, {variant.asked[0].name: ["-1", "-2", "-3"]}, work=work)

    places = ("analytics", "analytics.csv", f"analytics/{COSINE}")
    more(COSINE)
    few = [statements(place) for place in places]
    more(COSINE, PERPLEXITY)
    assert [statements(place) for place in places] == few


def section_of(*numbers: int) -> list[str]:
    """Questions with numbers of the cosine's section."""
    there = [
        one.id for one in BANK.questions.values() if one.section == COSINES.section and one.kind == "family"
    ]
    return [there[n] for n in numbers]


def does(app: FastAPI, person: int, questions: list[str], right: int, work: str) -> None:
    """Answers each question, so many of them rightly."""
    for place, name in enumerate(questions):
        asked = BANK.questions[name]
        typed = {
            part.name: "; ".join(
                part.step.form.show(leaf) if place < right else "-7777" for leaf in cells.cells(part.key)
            )
            for part in draw(asked, 1, asked.default_level).asked
        }
        answer(app, person, asked, {part: [text] for part, text in typed.items()}, work=work)


def test_who_falls_behind_is_told_with_the_section_and_the_median(app: FastAPI, nlp: Lecture) -> None:
    questions = section_of(0, 1, 2)
    work = assignment(nlp, *questions)
    for n in range(4):
        does(app, student(app, nlp, f"Well {n}"), questions, 3, work)
    assert "Nobody, as far as" in block(analysis(nlp), "gaps"), "four make no median"
    low = student(app, nlp, "Low")
    does(app, low, questions, 0, work)
    does(app, student(app, nlp, "New here"), questions[:2], 0, work)
    said = block(analysis(nlp), "gaps")
    assert "Low" in said
    assert "0 %, the median is 100 %" in said
    assert not {"Well", "New here"} & {word for word in ("Well", "New here") if word in said}
    assert said.endswith("Has begun nothing yet Ada")


def test_nobody_is_behind_where_all_are_alike(app: FastAPI, nlp: Lecture) -> None:
    questions = section_of(0, 1, 2)
    work = assignment(nlp, *questions)
    for n in range(6):
        does(app, student(app, nlp, f"Same {n}"), questions, 0, work)
    said = block(analysis(nlp), "gaps")
    assert "Nobody, as far as" in said
    assert "Same" not in said
