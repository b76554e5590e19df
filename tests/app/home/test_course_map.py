"""The map of a course: how many stand where, with nobody named, and an assignment of what it needs next."""

import re

import pytest
from fastapi import FastAPI
from lxml.html import document_fromstring

from app.database.connection import Database
from app.identity.store.people import Role
from app.learning import fold
from app.learning.syllabus import syllabus
from app.questions.library import Library
from app.web.sections import SECTIONS
from engine.variants import draw
from tests.app.accounts.members import member
from tests.app.analytics.recorded_answers import answer, student
from tests.app.courses.taught_course import Lecture
from tests.app.learner import COSINE, PERPLEXITY, Page, key, on_both
from tests.engine.submissions import BANK

RIGHT, WRONG = True, False
FAMILY = BANK.questions[COSINE].family_id


@pytest.fixture
def practised(app: FastAPI, nlp: Lecture) -> Lecture:
    """Five who can do the cosine, and one who cannot."""
    for n in range(6):
        does(app, student(app, nlp, f"Student {n}"), RIGHT if n else WRONG)
    return nlp


def does(app: FastAPI, person: int, right: bool, question: str = COSINE, times: int = 4) -> None:
    """Practises for themselves, some times, and all of it is taken in."""
    asked = BANK.questions[question]
    for seed in range(1, times + 1):
        typed = key(draw(asked, seed, asked.default_level))
        answer(
            app, person, asked,
            {part: ["; ".join(cells if right else ["77.77"] * len(cells))] for part, cells in typed.items()},
            seed=seed,
        )  # fmt: skip
    database: Database = app.state.database
    library: Library = app.state.library
    fold.take_in(database, library, person)


def course_map(nlp: Lecture) -> Page:
    page = nlp.instructor.learner.get(f"{nlp.address}/map")
    assert page.status == 200
    return page


def told(page: Page, topic: str) -> str:
    """The text of a topic's line."""
    (line,) = document_fromstring(page.html).xpath("//details//li[contains(@id, $id)]", id=f"/{topic}")
    return " ".join(line.text_content().split())


def titles(page: Page) -> list[str]:
    """The topics that are proposed."""
    lines = document_fromstring(page.html).xpath("//section[@id='needs']//li//label//b")
    return [" ".join(line.text_content().split()) for line in lines]


@on_both
def test_the_map_tells_how_many_know_a_topic(practised: Lecture) -> None:
    page = course_map(practised)
    assert "5 of 6 know it · 1 shaky" in told(page, FAMILY)
    assert "6 of 7 students have practised" in page.text
    lines = document_fromstring(page.html).xpath("//details//li[contains(@class, 'course-topic')]")
    counts = document_fromstring(page.html).xpath("//ul[@class='standings']/li/b/text()")
    assert sum(map(int, counts)) == len(lines), "the legend counts the lines below"


def test_nobody_is_named(app: FastAPI, practised: Lecture) -> None:
    page = course_map(practised)
    assert not re.search(r"Student \d|\bAda\b", page.html)


def test_below_five_who_practised_nothing_is_told(app: FastAPI, nlp: Lecture) -> None:
    for n in range(4):
        does(app, student(app, nlp, f"Student {n}"), RIGHT)
    page = course_map(nlp)
    assert "Once 5 students have practised" in page.text
    assert "4" not in document_fromstring(page.html).xpath("//main")[0].text_content()
    assert "know it" not in page.text
    assert '<svg class="lanes"' not in page.html


def test_of_a_topic_that_fewer_than_five_tried_nothing_is_told(app: FastAPI, practised: Lecture) -> None:
    does(app, student(app, practised, "One more"), RIGHT, PERPLEXITY)
    assert "tried by fewer than five" in told(course_map(practised), BANK.questions[PERPLEXITY].family_id)


def test_somebody_of_no_course_counts_in_none(app: FastAPI, practised: Lecture) -> None:
    before = told(course_map(practised), FAMILY)
    does(app, member(app).id, RIGHT)
    assert told(course_map(practised), FAMILY) == before


def test_what_is_chosen_becomes_an_assignment(practised: Lecture) -> None:
    page = course_map(practised)
    chosen = document_fromstring(page.html).xpath(
        "//section[@id='needs']//input[@name='question'][@checked]/@value"
    )
    assert len(chosen) == 5
    sent = practised.instructor.learner.send(
        f"{practised.address}/map", {"title": "What we need", "question": [*chosen, COSINE]}
    )
    assert sent.address.startswith(f"{practised.address}/assignments/")
    assert "What we need" in sent.text
    assert set(re.findall(r'href="/practice/([\w-]+)', sent.html)) >= {*chosen, COSINE}
    again = course_map(practised)
    assert len(titles(again)) == 5
    assert not set(titles(again)) & set(titles(page)), "they are asked for now"
    told = document_fromstring(again.html).xpath("//details//li[contains(., 'asked in')]")
    assert len(told) == 6
    lone = {names[0] for names in syllabus(BANK).names.values() if len(names) == 1}
    assert set(chosen) & set(re.findall(r'name="question" value="([^"]+)"', again.html)) <= lone


def test_what_it_needs_is_looked_for_in_what_was_taught(practised: Lecture) -> None:
    def proposed(page: Page) -> set[str]:
        found = document_fromstring(page.html).xpath("//section[@id='needs']//input[@name='question']/@value")
        return {BANK.questions[name].section for name in found}

    def shown(page: Page) -> str:
        (chosen,) = document_fromstring(page.html).xpath("//select[@id='until']/option[@selected]/@value")
        return str(chosen)

    learner = practised.instructor.learner
    second = list(SECTIONS)[1]
    assert len(proposed(course_map(practised))) > 2
    early = learner.get(f"{practised.address}/map?until={second}")
    assert proposed(early) <= set(list(SECTIONS)[:2])
    assert shown(early) == second
    again = learner.send(f"{practised.address}/map", {"title": "", "question": COSINE, "until": second})
    assert (again.status, shown(again), proposed(again)) == (422, second, proposed(early))
    assert proposed(learner.get(f"{practised.address}/map?until=no-such")) == proposed(course_map(practised))


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"title": "Empty"}, "Choose at least one exercise"),
        ({"title": "Unknown", "question": "no-such"}, "Choose at least one exercise"),
        ({"title": " ", "question": COSINE}, "Give the assignment a title"),
    ],
)
def test_what_is_missing_is_asked_for_and_nothing_is_made(
    practised: Lecture, form: dict[str, str], says: str
) -> None:
    page = practised.instructor.learner.send(f"{practised.address}/map", form)
    assert page.status == 422
    assert says in page.text
    assert "There are no assignments yet" in practised.instructor.learner.get(practised.address).text


def test_students_and_strangers_see_no_map(app: FastAPI, practised: Lecture) -> None:
    for one in (practised.student, member(app, Role.INSTRUCTOR)):
        assert one.learner.get(f"{practised.address}/map").status in (403, 404)
        assert one.learner.send(f"{practised.address}/map", {"title": "x", "question": COSINE}).status in (
            403,
            404,
        )


def test_an_archived_course_shows_its_map_and_assigns_nothing(practised: Lecture) -> None:
    lin = practised.instructor.learner
    lin.send(f"{practised.address}/archive", {})
    page = course_map(practised)
    assert "5 of 6 know it" in told(page, FAMILY)
    assert 'name="question"' not in page.html
    assert lin.send(f"{practised.address}/map", {"title": "x", "question": COSINE}).status == 409


def test_a_student_is_told_what_their_instructors_see(nlp: Lecture) -> None:
    assert "no names" in nlp.student.learner.get(nlp.address).text
