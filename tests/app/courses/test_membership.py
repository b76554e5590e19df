"""Instructors open courses; students are in several at once, and leave; nobody finds another's."""

from typing import Any

import pytest
from fastapi import FastAPI

from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, assignment, begin, code_in, join, lecture, open_course
from tests.app.learner import COSINE, PERPLEXITY, Count, Learner, on_both


@on_both
def test_an_instructor_opens_a_course_and_finds_it_again(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    page = open_course(lin, "  NLP \u202e\n in autumn ")
    assert (page.status, page.address.startswith("/courses/")) == (200, True)
    assert "NLP in autumn" in page.text
    mine = lin.learner.get("/courses")
    assert page.address in mine.links
    assert page.address not in member(app, Role.INSTRUCTOR).learner.get("/courses").links


@pytest.mark.parametrize("title", ["", "   ", "\u202e\0"])
def test_a_course_without_a_title_is_not_opened(app: FastAPI, count: Count, title: str) -> None:
    lin = member(app, Role.INSTRUCTOR)
    page = open_course(lin, title)
    assert page.status == 422
    assert "Type a title" in page.text
    assert "courses" not in count()


def test_a_title_is_text(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    course = open_course(lin, "<script>alert(1)</script>{{ 7 * 7 }}" + "x" * 200)
    for page in (course, lin.learner.get("/courses"), lin.learner.get(f"/join/{code_in(course)}")):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }}x" in page.html
        assert "<script>alert" not in page.html
        assert "x" * 100 not in page.html


def test_only_instructors_open_courses(app: FastAPI, learner: Learner, count: Count) -> None:
    ada = member(app)
    assert "A new course" not in ada.learner.get("/courses").text
    assert ada.learner.send("/courses", {"title": "Mine"}).status == 403
    assert "A new course" not in learner.get("/courses").text
    assert "Code of a course" in learner.get("/courses").text
    assert learner.send("/courses", {"title": "Mine"}).status == 403
    assert "courses" not in count()


@on_both
def test_a_student_is_in_several_courses_and_leaves_one(app: FastAPI) -> None:
    first, second = lecture(app, "First"), lecture(app, "Second")
    ada = first.student.learner
    join(first.student, second.code)
    assert {first.address, second.address} <= set(ada.get("/courses").links)
    page = ada.send(f"{first.address}/leave", {})
    assert page.address == "/courses"
    assert first.address not in page.links
    assert second.address in page.links
    assert ada.get(first.address).status == 404
    assert ada.send(f"{first.address}/leave", {}).status == 404


@on_both
def test_who_left_comes_back_with_the_code(app: FastAPI, count: Count) -> None:
    nlp = lecture(app)
    ada = nlp.student.learner
    ada.send(f"{nlp.address}/leave", {})
    assert join(nlp.student, nlp.code).address == nlp.address
    assert count()["members"] == 2


def test_the_last_instructor_cannot_leave(app: FastAPI) -> None:
    nlp = lecture(app)
    lin = nlp.instructor.learner
    for address in (f"{nlp.address}/leave", f"{nlp.address}/members/{nlp.instructor.id}/remove"):
        page = lin.send(address, {})
        assert page.status == 409
        assert "Add another one" in page.text
    assert lin.get(nlp.address).status == 200


def outsiders(app: FastAPI, nlp: Lecture) -> list[Any]:
    """Everybody whom a course does not concern, another course's instructor and student among them."""
    other = lecture(app, "Another")
    return [other.instructor, other.student, member(app), member(app, Role.ADMINISTRATOR)]


def test_nobody_sees_another_course(app: FastAPI) -> None:
    nlp = lecture(app)
    for one in outsiders(app, nlp):
        assert one.learner.get(nlp.address).status == 404
        assert one.learner.send(f"{nlp.address}/leave", {}).status == 404
    for name in ("nothing", "%00", "'"):
        assert nlp.student.learner.get(f"/courses/{name}").status == 404


# Archived courses


@on_both
def test_in_an_archived_course_nothing_is_begun_and_what_was_begun_goes_on(
    app: FastAPI, count: Count
) -> None:
    nlp = lecture(app)
    lin, ada = nlp.instructor.learner, nlp.student.learner
    address = assignment(nlp, COSINE, PERPLEXITY)
    sheet = begin(nlp.student, address, COSINE)
    page = lin.send(f"{nlp.address}/archive", {})
    assert page.address == "/courses"
    assert page.html.index("Archived") < page.html.index(nlp.address)
    before = count()
    again = begin(nlp.student, address, PERPLEXITY)
    assert again.status == 409
    assert "This course is archived." in again.text
    assert "Begin" not in ada.get(address).text
    for what, form in (
        ("assignments", {"title": "Week 2"}), ("code", {}), ("staff", {"email": nlp.student.email}),
    ):  # fmt: skip
        assert lin.send(f"{nlp.address}/{what}", form).status == 409
    assert lin.send(f"{address}/questions", {"question": "why-attention-is-scaled"}).status == 409
    assert count() == before
    assert begin(nlp.student, address, COSINE).address == sheet.address
    assert ada.press(sheet, typed={"dot": "1"}).status == 200
    for one in (lin, ada):
        assert one.get(f"{nlp.address}/gradebook").status == 200
        assert "This course is archived" in one.get(nlp.address).text
    assert lin.get(f"{nlp.address}/gradebook.csv").status == 200


def test_the_code_of_an_archived_course_opens_nothing_until_it_is_restored(app: FastAPI) -> None:
    nlp = lecture(app)
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    new = member(app)
    assert join(new, nlp.code).status == 404
    assert nlp.code[:4] not in nlp.instructor.learner.get(nlp.address).text
    page = nlp.instructor.learner.send(f"{nlp.address}/restore", {})
    assert nlp.code[:4] in page.html
    assert "Archived" not in nlp.instructor.learner.get("/courses").text
    assert join(new, nlp.code).address == nlp.address


def test_only_its_instructors_archive_a_course(app: FastAPI) -> None:
    nlp = lecture(app)
    for one in [*outsiders(app, nlp), nlp.student]:
        for what in ("archive", "restore"):
            assert one.learner.send(f"{nlp.address}/{what}", {}).status in (403, 404)
    assert "Archived" not in nlp.instructor.learner.get("/courses").text
