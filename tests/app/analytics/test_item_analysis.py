"""A question in figures: for its author and for a course, each over its own sheets; a mistake made of wrong answers."""

import re
from collections.abc import Mapping

import numpy as np
import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.learning.upkeep import take_in_lately
from app.practice.store import attempts
from app.questions.library import drafted
from app.questions.store import drafts, versions
from app.settings import HOME, Settings
from engine.questions import Question
from engine.variants import Variant, draw
from tests.app.accounts.members import Member
from tests.app.analytics.recorded_answers import answer, instructor, student
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, publish
from tests.app.courses.taught_course import Lecture, assignment, begin, join, lecture
from tests.app.learner import COSINE, Count, Make, Page, new_learner, on_both
from tests.engine.submissions import BANK

COSINES = BANK.questions[COSINE]
ADDRESS = f"/author/{NAME}/analytics"


@pytest.fixture
def lamp(app: FastAPI, author: Member) -> Question:
    return publish(app, author.id)


def numbers(variant: Variant) -> tuple[float, float]:
    found = variant.parameters.to_json()
    return found["power"], found["hours"]


def typed(question: Question, seed: int, how: str) -> str:
    """The text that somebody types who computes ``how`` of the lamp's numbers."""
    power, hours = numbers(draw(question, seed, question.default_level))
    ways: Mapping[str, float] = {
        "right": power * hours,
        "divided": power / hours,
        "added": power + hours,
        "doubled": 2 * power * hours,
        "odd": 7919.0 + seed,
    }
    return f"{ways[how]:.2f}"


def answer_lamp(app: FastAPI, lamp: Question, how: str, seed: int, person: int = 0, work: str = "") -> int:
    who = person or instructor(app).id
    answer(app, who, lamp, {"energy": [typed(lamp, seed, one) for one in how.split()]}, seed=seed, work=work)
    return who


def row(page: Page, head: str) -> str:
    """The text of the cells behind this head, in the first table that has it."""
    found = re.search(rf"<tr><th scope=\"row\">{re.escape(head)}</th>(.*?)</tr>", page.html, re.DOTALL)
    assert found, f"no row {head}"
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split())


@on_both
def test_the_author_sees_what_first_answers_came_to(app: FastAPI, author: Member, lamp: Question) -> None:
    for seed, how in enumerate(["right", "right", "right", "divided right", "odd odd", "added"]):
        answer_lamp(app, lamp, how, seed)
    page = author.learner.get(ADDRESS)
    assert page.status == 200
    assert row(page, "Sheets with an answer") == "6"
    assert row(page, "Facility") == "50 %"
    assert row(page, "Discrimination") == "too few"
    assert row(page, "right") == "3"
    assert row(page, "wrong") == "3"
    bars = re.findall(
        r'<th scope="row">(\w+)</th><td>3</td><td><svg.*?class="(\w+)" width="50.0"', page.html, re.DOTALL
    )
    assert bars == [("right", "share"), ("wrong", "settled")]
    assert "1.3 tries on average" in page.text


def test_a_wrong_answer_is_counted_by_its_mistake_and_by_people(
    app: FastAPI, author: Member, lamp: Question
) -> None:
    twice = answer_lamp(app, lamp, "divided", 1)
    answer_lamp(app, lamp, "divided", 2, twice)
    answer_lamp(app, lamp, "divided right", 3)
    answer_lamp(app, lamp, "right", 4)
    page = author.learner.get(ADDRESS)
    assert "You divided by the hours. Multiply by them. 2 people, 67 %" in page.text
    assert "nothing explains" not in page.text


def test_an_answer_by_another_convention_is_no_riddle(app: FastAPI, author: Member) -> None:
    convention = """
[[conventions]]
of = "energy"
value = "power * hours * 2"
says = "Right for two lamps; this is one."
"""
    lamps = publish(app, author.id, TEXT + convention)
    answer_lamp(app, lamps, "doubled", 1)
    page = author.learner.get(ADDRESS)
    assert "By another convention" in page.text
    assert "Right for two lamps; this is one. 1 person, 100 %" in page.text
    assert "nothing explains" not in page.text


def test_what_nothing_explains_stands_by_value_with_what_recurs(
    app: FastAPI, author: Member, lamp: Question
) -> None:
    for seed, how in enumerate(["odd", "doubled", "doubled", "doubled"], 1):
        answer_lamp(app, lamp, how, seed)
    page = author.learner.get(ADDRESS)
    rows = re.findall(r'<tr><th scope="row">([\d.]+)</th><td>([\d.]+)</td><td>1</td><td>([^<]*)', page.html)
    assert [float(one) / float(key) for one, key, _ in rows[:3]] == pytest.approx([2, 2, 2], rel=0.01)
    assert [ratio.strip() for *_, ratio in rows[:3]] == ["2", "2", "2"]
    assert page.html.count("(3)</span>") == 3
    assert rows[3][0] == typed(lamp, 1, "odd")
    assert re.search(r"power = \d+, hours = [\d.]+", page.text)
    assert "convention" not in page.html.split('class="numbers"', 1)[1].split("</table>")[0]


def test_the_authors_own_sheets_are_left_out(app: FastAPI, author: Member, lamp: Question) -> None:
    answer_lamp(app, lamp, "odd", 1, author.id)
    assert "Nobody has answered it yet." in author.learner.get(ADDRESS).text


@on_both
def test_one_version_can_be_looked_at_alone(app: FastAPI, author: Member, lamp: Question) -> None:
    answer_lamp(app, lamp, "right", 1)
    mended = publish(app, author.id, MENDED)
    answer_lamp(app, mended, "right", 2)  # what was right once
    answer_lamp(app, mended, "right", 3)
    assert row(author.learner.get(ADDRESS), "Sheets with an answer") == "3"
    assert row(author.learner.get(f"{ADDRESS}?version=1"), "Facility") == "100 %"
    second = author.learner.get(f"{ADDRESS}?version=2")
    assert row(second, "Facility") == "0 %"
    assert second.fields["version"] == "2"
    assert author.learner.get(f"{ADDRESS}?version=3").status == 404


def test_discrimination_is_the_correlation_with_the_rest_of_the_course(
    app: FastAPI, nlp: Lecture, author: Member, lamp: Question
) -> None:
    work = assignment(nlp, COSINE)
    nlp_lamp = publish(app, nlp.instructor.id, name="lamp-of-lin")
    nlp.instructor.learner.send(f"{work}/questions", {"question": nlp_lamp.id})
    cosine, scores = BANK.questions[COSINE], []
    for seed in range(12):
        who = student(app, nlp)
        knows, parts = seed % 3 != 0, (seed * 5) % 4
        answer_lamp(app, nlp_lamp, "right" if knows else "odd", seed, who, work=work)
        variant = draw(cosine, seed, cosine.default_level)
        right = {
            name: [asked.step.form.show(asked.key)]
            for name in ["dot", "norm_u", "norm_v"][:parts]
            if (asked := variant.part(name))
        }
        if right:
            answer(app, who, cosine, right, seed=seed, work=work)
        scores.append((2.0 * knows, float(parts)))
    expected = np.corrcoef(np.array(scores).T)[0, 1]
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/lamp-of-lin")
    assert float(row(page, "Discrimination")) == pytest.approx(expected, abs=0.006)
    own = nlp.instructor.learner.get("/author/lamp-of-lin/analytics")
    assert row(own, "Discrimination") == row(page, "Discrimination")
    table = nlp.instructor.learner.get(f"{nlp.address}/analytics.csv").html.splitlines()
    shown = float(row(page, "Facility").split()[0]) / 100
    assert [float(line.split(",")[3]) for line in table[1:3]] == pytest.approx([shown, expected], abs=0.006)


@on_both
def test_time_hints_and_solutions_are_counted(app: FastAPI, nlp: Lecture, store: Database) -> None:
    work, cosine = assignment(nlp, COSINE), BANK.questions[COSINE]
    for minutes, seen in ((4, False), (6, True), (200, False)):
        answer(app, student(app, nlp), cosine, {"dot": ["-9999"]}, work=work, minutes=minutes, seen=seen)
    sheet = begin(nlp.student, work, COSINE)
    nlp.student.learner.press(sheet, "hint:dot")
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/{COSINE}")
    assert row(page, "Median time") == "6 min"  # of the longest, thirty minutes count
    assert row(page, "Solution opened") == "1"
    assert "formula 1, numbers put in 0, value 0" in page.text


@on_both
def test_a_course_sees_its_own_sheets_alone(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Another")
    here, there, cosine = assignment(nlp, COSINE), assignment(other, COSINE), BANK.questions[COSINE]
    shared = student(app, nlp)
    join(other.student, nlp.code)  # in both, as is the question
    answer(app, shared, cosine, {"dot": ["11111"]}, work=here)
    answer(app, other.student.id, cosine, {"dot": ["22222"]}, work=there)
    answer(app, shared, cosine, {"dot": ["33333"]})  # practice of one's own
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/{COSINE}")
    assert row(page, "Sheets with an answer") == "1"
    assert "11111" in page.html
    assert "22222" not in page.html
    assert "33333" not in page.html
    assert "Make this a mistake" not in page.text


def test_a_question_that_the_course_never_asked_is_not_there(nlp: Lecture) -> None:
    assignment(nlp, COSINE)
    assert nlp.instructor.learner.get(f"{nlp.address}/analytics/nothing").status == 404
    assert nlp.instructor.learner.get(f"{nlp.address}/analytics/{COSINE}").status == 200


def test_nobodys_sentences_stand_in_the_figures(app: FastAPI, nlp: Lecture, store: Database) -> None:
    text = next(question for question in BANK.questions.values() if question.kind == "text")
    work, said = assignment(nlp, text.id), "My own words about masks and 42 other things."
    who = student(app, nlp)
    answer(app, who, text, {"answer": [said]}, work=work)
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/{text.id}")
    assert row(page, "not marked yet") == "1"
    assert "words about masks" not in page.html
    with store.write() as connection:  # somebody marked it wrong
        sheet = attempts.of_person(connection, who)[0]
        wrong = dict(sheet.responses[0].verdict) | {"rule": "wrong", "cells": [["wrong", said]]}
        attempts.respond(connection, sheet.id, "answer", "k" * 16, [said], wrong, None)
    page = nlp.instructor.learner.get(f"{nlp.address}/analytics/{text.id}")
    assert "1 person gave another wrong answer that is no number" in page.text
    assert "words about masks" not in page.html


# Make this a mistake


def draft_of(store: Database, author: Member) -> str:
    with store.read() as connection:
        draft = drafts.find(connection, author.id, NAME)
    assert draft
    return draft.text


@on_both
def test_a_formula_that_explains_them_stands_in_the_draft_and_is_not_published(
    app: FastAPI, author: Member, lamp: Question, store: Database, count: Count
) -> None:
    for seed in range(1, 5):
        answer_lamp(app, lamp, "added", seed)
    answer_lamp(app, lamp, "odd", 6)
    before = count()
    page = author.learner.send(ADDRESS, {"part": "energy", "number": "0"})
    assert page.address == f"/author/{NAME}"
    text = draft_of(store, author)
    assert 'value = "power + hours"' in text
    assert "gives 4 wrong answers, in 4 variants" in text
    assert re.search(r"# With power = \d+, hours = [\d.]+: typed [\d.]+, the key is [\d.]+\.", text)
    assert 'says = ""' in text  # what it says is the author's to write: until then it is no question
    assert not isinstance(drafted(NAME, text), Question)
    question = drafted(NAME, text.replace('says = ""', 'says = "You added them."'))
    assert isinstance(question, Question), question
    assert list(question.family.mistakes) == ["divided", "energy_otherwise"]
    assert count() == before
    with store.read() as connection:
        assert [one.text for one in versions.of_question(connection, NAME)] == [TEXT]


def test_where_no_formula_is_found_it_is_said_and_the_draft_stays_as_it_is(
    app: FastAPI, author: Member, lamp: Question, store: Database
) -> None:
    for seed in (1, 2):
        answer_lamp(app, lamp, "odd", seed)
    page = author.learner.send(ADDRESS, {"part": "energy"})
    assert page.status == 409
    assert "No small change of this step's formula gives these answers" in page.text
    assert draft_of(store, author) == TEXT


def test_the_block_stands_behind_the_other_mistakes_whatever_the_draft_is(
    app: FastAPI, author: Member, lamp: Question, store: Database
) -> None:
    for seed in (1, 2):
        answer_lamp(app, lamp, "added", seed)
    author.learner.send(f"/author/{NAME}", {"text": f'{TEXT}\n[[tests]]\ngives = "right"\n'})
    author.learner.send(ADDRESS, {"part": "energy"})
    author.learner.send(ADDRESS, {"part": "energy"})
    text = draft_of(store, author)
    places = [text.index(one) for one in ("divided", "energy_otherwise", "energy_otherwise_b", "[[tests]]")]
    assert places == sorted(places)
    author.learner.send(f"/author/{NAME}", {"text": "title = [\n"})
    author.learner.send(ADDRESS, {"part": "energy"})
    assert draft_of(store, author).startswith("title = [\n\n# With power")


def test_nothing_to_explain_leads_back_and_changes_nothing(
    app: FastAPI, author: Member, lamp: Question, store: Database
) -> None:
    answer_lamp(app, lamp, "divided", 1)
    for form in ({"part": "energy"}, {"part": "nothing"}, {}):
        assert author.learner.send(ADDRESS, form).status == 409
    assert draft_of(store, author) == TEXT


def test_a_person_makes_no_more_mistakes_in_a_minute_than_previews(settings: Settings, make: Make) -> None:
    app = make(settings.model_copy(update={"previews_per_person": "2/minute"}))
    author = instructor(app)
    publish(app, author.id)
    asked = [author.learner.send(ADDRESS, {"part": "energy"}, follow=False).status for _ in range(3)]
    assert asked == [409, 409, 429]


def test_a_question_without_formulas_gets_no_such_mistake(
    app: FastAPI, author: Member, store: Database
) -> None:
    text = (HOME / "question_bank" / COSINES.subject / f"{COSINE}.toml").read_text("utf-8")
    mine = publish(app, author.id, text)
    answer(app, instructor(app).id, mine, {"dot": ["7919"]})
    page = author.learner.get(ADDRESS)
    assert "nothing explains" in page.text
    assert "Make this a mistake" not in page.text
    assert author.learner.send(ADDRESS, {"part": "dot"}).status == 409
    assert draft_of(store, author) == text


def test_only_the_owner_looks_at_it_or_makes_a_mistake_of_it(
    app: FastAPI, author: Member, lamp: Question
) -> None:
    other = instructor(app)
    assert other.learner.get(ADDRESS).status == 404
    assert other.learner.send(ADDRESS, {"part": "energy"}).status == 404
    assert new_learner(app).get(ADDRESS).status == 403


def test_the_editor_and_the_list_lead_there_once_it_is_published(
    app: FastAPI, author: Member, lamp: Question
) -> None:
    fresh = author.learner.send("/author", {"kind": "formula"}).address
    assert ADDRESS in author.learner.get(f"/author/{NAME}").links
    assert ADDRESS in author.learner.get("/author").links
    assert f"{fresh}/analytics" not in author.learner.get("/author").links
    assert "Nobody has answered it yet." in author.learner.get(f"{fresh}/analytics").text


def test_an_author_is_told_how_hard_each_line_is_beside_what_was_predicted(
    app: FastAPI, author: Member, lamp: Question
) -> None:
    for n in range(9):
        answer_lamp(app, lamp, "odd", n)
    while take_in_lately(app.state.database, app.state.library):
        pass
    assert "Difficulty" not in part_of(author.learner.get(ADDRESS))
    for n in range(9, 30):
        answer_lamp(app, lamp, "odd", n)
    while take_in_lately(app.state.database, app.state.library):
        pass
    told = part_of(author.learner.get(ADDRESS))
    assert "Right: 0 %." in told
    assert "Harder than its skill." in told
    assert re.search(r"Difficulty \+\d\.\d ± 0\.\d logits, by 30 answers", told)


def part_of(page: Page) -> str:
    """The text that a person reads in the part."""
    found = re.search(r'<section class="line" id="part-energy">(.*?)</section>', page.html, re.DOTALL)
    assert found
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split())
