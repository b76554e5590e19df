"""An exam is composed without its text: fields, groups and questions, which write the same text."""

import tomllib
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import HTMLParser, document_fromstring

from app.exams import preparation
from app.exams.blueprints import editing
from app.exams.blueprints.blueprint import read
from app.exams.blueprints.form import form
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, assignment, lecture
from tests.app.exams import course_exam
from tests.app.exams.course_exam import DEFINITION, SMALL
from tests.app.exams.sitting import NOON, watched
from tests.app.learner import COSINE, PERPLEXITY, Learner, Page, on_both
from tests.engine.submissions import BANK

QUESTIONS = list(BANK.questions.values())


class Composer:
    """The form as a browser sends it."""

    def __init__(self, nlp: Lecture, address: str) -> None:
        self.learner: Learner = nlp.instructor.learner
        self.address = address
        self.page = self.learner.get(address)

    def press(self, do: str = "save", **typed: str | list[str]) -> Page:
        """Sends the form as it is shown, with these fields changed: ``g_0_title`` is the title of the first group."""
        sent = self.sent() | {name.replace("_", "."): value for name, value in typed.items()}
        self.page = self.learner.send(f"{self.address}/composer", sent | {"do": do})
        return self.page

    def sent(self) -> dict[str, str | list[str]]:
        root = document_fromstring(self.page.html, parser=HTMLParser(encoding="utf-8"))
        fields: dict[str, str | list[str]] = {}
        for name, value in root.get_element_by_id("composer").form_values():
            typed, before = value.removeprefix("\n"), fields.get(name)  # as browsers take it from a textarea
            earlier = [before] if isinstance(before, str) else before or []
            fields[name] = [*earlier, typed] if earlier else typed
        return fields

    @property
    def text(self) -> str:
        return self.learner.get(f"{self.address}?view=text").fields["text"].removeprefix("\n")

    @property
    def values(self) -> dict[str, Any]:
        return tomllib.loads(self.text)


@pytest.fixture
def composer(nlp: Lecture) -> Composer:
    page = nlp.instructor.learner.send(f"{nlp.address}/exams", {"source": "empty", "title": "Midterm"})
    return Composer(nlp, page.address)


@on_both
def test_an_exam_is_composed_without_its_text_and_published(nlp: Lecture, composer: Composer) -> None:
    composer.press(x_title="Midterm", x_minutes="30", g_0_title="Numbers", g_0_number="2", g_0_points="5")
    composer.press(g_0_kinds=["", "family", "formula"], g_0_sections=["", "2.5"], g_0_level="exam")
    composer.press("add")
    page = composer.press("find:1", g_1_title="A definition", g_1_q="dropout")
    assert f'value="take:1:{DEFINITION}"' in page.html
    page = composer.press(f"take:1:{DEFINITION}")
    assert "It can be sat as it stands." in page.text
    assert composer.values == {
        "title": "Midterm",
        "minutes": 30,
        "points": 11,
        "aids": ["calculator"],
        "groups": [
            {
                "title": "Numbers", "number": 2, "points": 5, "kinds": ["family", "formula"],
                "sections": ["2.5"], "level": "exam",
            },
            {"title": "A definition", "number": 1, "points": 1, "questions": [DEFINITION]},
        ],
    }  # fmt: skip
    page = nlp.instructor.learner.send(f"{composer.address}/publish", {})
    assert "Published." in page.text
    assert "11" in nlp.student.learner.get(composer.address).text


def test_groups_and_questions_are_moved_and_removed(composer: Composer) -> None:
    for n in (1, 2):
        composer.press("add")
        composer.press(**{f"g_{n}_title": f"Part {n}"})
    assert [one["title"] for one in composer.values["groups"]] == ["Questions", "Part 1", "Part 2"]
    composer.press("up:2")
    composer.press("down:0")
    assert [one["title"] for one in composer.values["groups"]] == ["Part 2", "Questions", "Part 1"]
    composer.press("remove:1")
    for question in (COSINE, PERPLEXITY):
        composer.press(f"take:0:{question}")
    assert composer.values["groups"][0] == {
        "title": "Part 2", "number": 2, "points": 1, "questions": [COSINE, PERPLEXITY],
    }  # fmt: skip
    composer.press(f"drop:0:{COSINE}")
    assert composer.values["groups"][0] == {
        "title": "Part 2", "number": 1, "points": 1, "questions": [PERPLEXITY],
    }  # fmt: skip


def test_the_number_of_questions_that_fit_is_told_while_one_types(composer: Composer) -> None:
    fits = sum(one.kind == "choice" and one.section == "2.5" for one in QUESTIONS)
    sent = composer.sent() | {"g.0.kinds": ["", "choice"], "g.0.sections": ["", "2.5"], "g.0.number": "1"}
    page = composer.learner.send(f"{composer.address}/composer/check", sent, htmx=True)
    assert f"<td>1</td><td>{fits}</td>" in page.html
    assert "choice" not in composer.text  # nothing was saved
    page = composer.press(g_0_kinds=["", "choice"], g_0_sections=["", "2.5"], g_0_number=str(fits + 1))
    assert f"{fits} question" in page.text
    assert f"{fits + 1} questions are needed" in page.text
    assert "It can be sat as it stands." not in page.text


def test_what_is_wrong_stays_in_its_field_and_is_told_at_its_group(composer: Composer) -> None:
    page = composer.press(x_minutes="an hour", g_0_number="none")
    assert (page.fields["x.minutes"], page.fields["g.0.number"]) == ("an hour", "none")
    assert 'href="#group-1"' in page.html
    page = composer.press(x_minutes="60", g_0_number="5", g_0_points="1,5")
    assert composer.values["points"] == 7.5
    assert "It can be sat as it stands." in page.text


def test_comments_and_keys_without_a_field_stay(nlp: Lecture) -> None:
    text = "# for the second term\n" + SMALL.replace(
        "number = 1", 'families = ["e/cosine-similarity"]  # seen in week 3\nnumber = 1', 1
    )
    composer = Composer(nlp, course_exam.draft(nlp, text))
    before = composer.text
    composer.press()
    assert composer.text == before
    composer.press(g_1_title="Two definitions")
    assert composer.text == before.replace('"A definition"', '"Two definitions"')


def test_what_is_no_option_stays_until_it_is_taken_out(nlp: Lecture) -> None:
    composer = Composer(
        nlp, course_exam.draft(nlp, SMALL.replace("number = 1", 'number = 1\nkinds = ["choise"]', 1))
    )
    page = composer.press()
    assert composer.values["groups"][0]["kinds"] == ["choise"]
    assert "It can be sat as it stands." not in page.text
    composer.press(g_0_kinds=[""])
    assert "kinds" not in composer.values["groups"][0]


def test_enter_in_a_search_finds_and_elsewhere_saves(composer: Composer) -> None:
    page = composer.press("enter", g_0_q="dropout")
    assert f'value="take:0:{DEFINITION}"' in page.html
    page = composer.press("enter", x_title="Finals", g_0_q="")
    assert "Saved." in page.text
    assert composer.values["title"] == "Finals"


def test_a_formula_in_symbols_is_found_and_taken(composer: Composer) -> None:
    page = composer.press("find:0", g_0_q="slope at a temperature")
    assert "formulas in symbols" in page.text.partition("A slope at a temperature")[2][:200]
    composer.press("take:0:a-slope-at-a-temperature")
    assert "a-slope-at-a-temperature" in composer.values["groups"][0]["questions"]


def test_an_emptied_pass_mark_is_the_usual_one_and_thirds_add_up(composer: Composer) -> None:
    page = composer.press(x_passes="", g_0_number="3", g_0_points="1/3", x_about="One.\nTwo.")
    assert "It can be sat as it stands." in page.text
    assert (composer.values["points"], composer.values["about"]) == (1, "One.\nTwo.")
    composer.press(g_0_number="5", g_0_points="0.333333")
    assert composer.values["points"] == 1.666665


def test_a_wrong_group_is_not_said_to_be_missing(composer: Composer) -> None:
    page = composer.press(g_0_number="many")
    assert "at least one is needed" not in page.text
    assert "Group 1: How many questions:" in page.text


def test_a_text_that_is_no_toml_has_no_form(nlp: Lecture) -> None:
    address = course_exam.draft(nlp, "title = ")
    page = nlp.instructor.learner.get(address)
    assert "Once this text can be read, there is a form, too." in page.text
    assert page.fields["text"].strip() == "title ="
    assert nlp.instructor.learner.send(f"{address}/composer", {"do": "add", "text": "title = "}).status == 400


@on_both
def test_a_newer_text_is_not_overwritten(composer: Composer) -> None:
    first = composer.sent()
    composer.press(x_title="By somebody else")
    page = composer.learner.send(f"{composer.address}/composer", first | {"x.title": "Mine", "do": "save"})
    assert page.status == 409
    assert 'title = "Mine"' in page.fields["text"]
    assert composer.values["title"] == "By somebody else"


@pytest.mark.parametrize(
    "do", ["", "burn", "remove:0", "remove:7", "up:0", "down:0", "take:0", "take:0:A B", "take:9:x", "add:1"]
)
def test_a_button_that_no_page_has_changes_nothing(composer: Composer, do: str) -> None:
    before = composer.text
    assert composer.learner.send(f"{composer.address}/composer", composer.sent() | {"do": do}).status == 400
    assert composer.text == before


def test_only_those_who_teach_the_course_compose(app: FastAPI, nlp: Lecture, composer: Composer) -> None:
    other = lecture(app, "Another")
    for one in (nlp.student, other.instructor, member(app), member(app, Role.INSTRUCTOR)):
        for end in ("/composer", "/composer/check", "/withdraw"):
            assert one.learner.send(composer.address + end, composer.sent()).status in (403, 404)


TYPED = st.text(st.characters(codec="utf-8"), max_size=30)


@given(st.dictionaries(st.sampled_from(editing.OF_EXAM), TYPED | st.lists(TYPED, max_size=3).map(tuple)),
       st.lists(st.dictionaries(st.sampled_from(editing.OF_GROUP), TYPED | st.lists(TYPED, max_size=3).map(tuple)),
                max_size=3))  # fmt: skip
def test_whatever_is_typed_the_text_stays_toml_and_holds_it(
    exam: dict[str, editing.Value], groups: list[dict[str, editing.Value]]
) -> None:
    text = editing.with_typed(SMALL, exam, groups)
    assert form(text, read(text, QUESTIONS), QUESTIONS) is not None
    assert editing.with_typed(text, exam, groups) == text


# Taken back


@on_both
def test_a_published_exam_is_taken_back_as_long_as_nobody_has_begun_it(app: FastAPI, nlp: Lecture) -> None:
    address, lin = course_exam.exam(nlp), nlp.instructor.learner
    assert "Take the exam back" in lin.get(address).text
    page = lin.send(f"{address}/withdraw", {})
    assert "Not published yet: nobody else sees it." in page.text
    assert nlp.student.learner.get(address).status == 404
    assert Composer(nlp, address).press(x_title="Changed").status == 200
    lin.send(f"{address}/publish", {})
    course_exam.sit(app, nlp.student, address)
    assert "Take the exam back" not in lin.get(address).text
    assert lin.send(f"{address}/withdraw", {}).status == 409
    assert nlp.student.learner.get(address).status == 200


def test_what_was_drawn_ahead_goes_with_it(app: FastAPI, nlp: Lecture) -> None:
    address, lin = course_exam.exam(nlp), nlp.instructor.learner
    course_exam.rule(nlp, address, opens=course_exam.at(NOON + timedelta(minutes=5)))
    assert preparation.prepare(app.state.database, app.state.library, watched(app).clock) == 1
    lin.send(f"{address}/withdraw", {})
    page = Composer(nlp, address).press(f"take:1:{PERPLEXITY}")
    assert "It can be sat as it stands." in page.text
    course_exam.rule(nlp, address)
    lin.send(f"{address}/publish", {})
    sat = course_exam.sit(app, nlp.student, address)
    assert PERPLEXITY in [one.question for one in sat.drawn()]


def test_an_exam_with_paper_versions_stays_published(nlp: Lecture) -> None:
    address, lin = course_exam.exam(nlp), nlp.instructor.learner
    lin.send(f"{address}/papers", {"number": "1"})
    page = lin.send(f"{address}/withdraw", {})
    assert (page.status, "it has paper versions" in page.text) == (409, True)


def test_an_assignment_is_no_exam_to_compose(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE).replace("/assignments/", "/exams/")
    assert nlp.instructor.learner.send(f"{address}/composer", {"do": "save"}).status == 404
