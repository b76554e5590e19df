"""A course's page: the roster for its instructors alone, its code, co-instructors."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from fastapi import FastAPI
from lxml.html import document_fromstring

from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import (
    FUTURE,
    Lecture,
    assignment,
    begin,
    code_in,
    entry,
    join,
    lecture,
    open_course,
    roster,
    set_up,
)
from tests.app.exams import course_exam
from tests.app.exams.sitting import Sat, of_kind
from tests.app.learner import COSINE, PERPLEXITY, Count, new_learner, on_both

WRITTEN = of_kind("text")


def add_instructor(nlp: Lecture, email: str) -> int:
    form = {"email": email, "role": "instructor", "sure": "true"}
    return nlp.instructor.learner.send(f"{nlp.address}/staff", form).status


@on_both
def test_an_instructor_sees_the_roster(nlp: Lecture) -> None:
    assert f"{nlp.address}/roster" in nlp.instructor.learner.get(nlp.address).links
    page = roster(nlp)
    assert nlp.student.email in page.text
    assert "Ada" in page.text


def now_to_do(one: Member, nlp: Lecture) -> list[str]:
    """The tasks that the course's page lists under what to do now."""
    found = document_fromstring(one.learner.get(nlp.address).html).xpath("//section[@id='now']//li/a")
    return [" ".join(link.text_content().split()) for link in found]


def test_an_instructor_is_told_what_to_do_now(app: FastAPI, nlp: Lecture) -> None:
    map_of_all = "Assign what the course needs next"
    assert now_to_do(nlp.instructor, nlp) == [map_of_all]
    week = assignment(nlp, WRITTEN)
    assignment(nlp, COSINE, title="Later", due=FUTURE)
    hand_in = {"answer": "A wide one."}
    nlp.student.learner.press(begin(nlp.student, week, WRITTEN), "solution", typed=hand_in)
    course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    soon = course_exam.at(app.state.clock.now() + timedelta(days=2))
    set_up(nlp.instructor, week, due=soon)
    assert now_to_do(nlp.instructor, nlp) == [
        "1 student sits “Midterm” now",
        "1 answer waits for your mark",
        "“Week 1” is due soon",
        map_of_all,
        "See who falls behind, and in what",
    ]
    assert now_to_do(nlp.student, nlp) == []


def test_a_course_without_students_is_to_be_told_to_them(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    page = open_course(lin, "Empty")
    found = document_fromstring(page.html).xpath("//section[@id='now']//li/a/@href")
    assert found[:2] == [f"{page.address}/roster#import", "#code"]


def test_a_student_sees_the_instructors_names_and_no_students_no_code_and_no_email(
    app: FastAPI, nlp: Lecture
) -> None:
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    page = bob.learner.get(nlp.address)
    assert "Prof. Lin" in page.text
    for kept in ("Ada", nlp.student.email, nlp.instructor.email, nlp.code, nlp.code.replace("-", "")):
        assert kept not in page.html.replace(nlp.name, "")  # chance names courses, after anybody


@on_both
def test_a_new_code_stops_the_old_one(app: FastAPI, nlp: Lecture) -> None:
    page = nlp.instructor.learner.send(f"{nlp.address}/code", {})
    bob = member(app)
    assert code_in(page) != nlp.code
    assert join(bob, nlp.code).status == 404
    assert join(bob, code_in(page)).address == nlp.address
    assert nlp.student.learner.get(nlp.address).status == 200  # who is in stays in


def test_a_course_is_renamed_by_those_who_teach_it(app: FastAPI, nlp: Lecture) -> None:
    lin, title = nlp.instructor.learner, {"title": "  Language models <2026>\n"}
    assert "Language models <2026>" in lin.send(f"{nlp.address}/title", title).text
    assert "Language models <2026>" in nlp.student.learner.get("/courses").text
    for nothing in ({}, {"title": " \u200b"}):
        assert "Language models <2026>" in lin.send(f"{nlp.address}/title", nothing).text


@on_both
def test_a_student_who_is_removed_sees_the_course_no_more(nlp: Lecture) -> None:
    lin, ada = nlp.instructor.learner, nlp.student
    line = entry(nlp, ada.email)
    assert "no code lets them back in" in lin.send(f"{line}/withdraw", {}).text
    assert ada.email not in roster(nlp).text
    assert ada.learner.get(nlp.address).status == 404
    assert lin.send(f"{line}/withdraw", {}).status == 404
    back = join(ada, nlp.code)
    assert back.status == 403
    assert "You were withdrawn from this course." in back.text
    lin.send(f"{line}/take-back", {})
    assert ada.learner.get(nlp.address).status == 200
    assert ada.email in roster(nlp).text


@on_both
def test_a_second_instructor_looks_after_the_course_and_the_first_may_leave(
    app: FastAPI, nlp: Lecture
) -> None:
    kim = member(app, Role.INSTRUCTOR, "kim@school.example")
    assert add_instructor(nlp, " KIM@school.example ") == 200
    assert nlp.student.email in kim.learner.get(f"{nlp.address}/roster").text
    assert nlp.instructor.learner.send(f"{nlp.address}/leave", {}).address == "/courses"
    assert nlp.instructor.learner.get(nlp.address).status == 404
    assert kim.learner.send(f"{nlp.address}/leave", {}).status == 409


@on_both
def test_the_owner_of_a_course_is_removed_by_nobody_else(app: FastAPI, nlp: Lecture) -> None:
    kim, max_ = member(app, Role.INSTRUCTOR, name="Kim"), member(app, Role.INSTRUCTOR, name="Max")
    for one in (kim, max_):
        add_instructor(nlp, one.email)
    page = kim.learner.get(nlp.address)
    assert f"{nlp.address}/members/{nlp.instructor.id}/remove" not in page.html
    refused = kim.learner.send(f"{nlp.address}/members/{nlp.instructor.id}/remove", {})
    assert refused.status == 409
    assert "This person owns the course" in refused.text
    assert nlp.instructor.learner.get(nlp.address).status == 200
    assert kim.learner.send(f"{nlp.address}/members/{max_.id}/remove", {}).status == 200
    assert nlp.instructor.learner.send(f"{nlp.address}/members/{kim.id}/remove", {}).status == 200


def test_an_instructor_is_told_who_else_teaches(app: FastAPI, nlp: Lecture) -> None:
    kim = member(app, Role.INSTRUCTOR, name="Kim")
    assert "You teach it together" not in nlp.instructor.learner.get(nlp.address).text
    add_instructor(nlp, kim.email)
    assert "You teach it together with Kim." in nlp.instructor.learner.get(nlp.address).text
    assert "You teach it together with Prof. Lin." in kim.learner.get(nlp.address).text


def test_a_student_of_the_course_may_become_its_instructor(app: FastAPI, nlp: Lecture) -> None:
    kim = member(app, Role.INSTRUCTOR)
    join(kim, nlp.code)
    assert kim.learner.get(f"{nlp.address}/roster").status == 404
    add_instructor(nlp, kim.email)
    assert nlp.student.email in kim.learner.get(f"{nlp.address}/roster").text
    join(kim, nlp.code)  # the link makes nobody a student again
    assert nlp.student.email in kim.learner.get(f"{nlp.address}/roster").text


def test_an_instructor_needs_an_account_with_that_role(nlp: Lecture, count: Count) -> None:
    before = count()
    for email in ("nobody@school.example", nlp.student.email, "", "<b>"):
        assert add_instructor(nlp, email) == 422
    assert count() == before


def test_who_loses_the_role_sees_the_course_as_a_student(nlp: Lecture, store: Database) -> None:
    with store.write() as connection:
        people.set_role(connection, nlp.instructor.id, Role.STUDENT)
    lin = nlp.instructor.learner
    assert nlp.student.email not in lin.get(nlp.address).text
    assert lin.send(f"{nlp.address}/code", {}).status == 403


@on_both
def test_of_two_instructors_who_leave_at_once_one_stays(app: FastAPI, nlp: Lecture) -> None:
    kim = member(app, Role.INSTRUCTOR)
    add_instructor(nlp, kim.email)
    together = threading.Barrier(2)

    def leave(one: Member) -> int:
        together.wait(10)
        return one.learner.send(f"{nlp.address}/leave", {}, follow=False).status

    with ThreadPoolExecutor(2) as clicks:
        assert sorted(clicks.map(leave, (nlp.instructor, kim))) == [303, 409]


def test_nobody_else_looks_after_the_course(app: FastAPI, nlp: Lecture, count: Count) -> None:
    other = lecture(app, "Another")
    before = count()
    forms = {
        "code": {},
        "staff": {"email": other.instructor.email},
        f"{entry(nlp, nlp.student.email).removeprefix(nlp.address)[1:]}/withdraw": {},
    }
    for one, status in ((nlp.student, 403), (other.student, 403), (other.instructor, 404)):
        for end, form in forms.items():
            assert one.learner.send(f"{nlp.address}/{end}", form).status == status, end
    assert new_learner(app).send(f"{nlp.address}/code", {}).status == 403
    assert code_in(nlp.instructor.learner.get(nlp.address)) == nlp.code
    assert count() == before
    for end, form in forms.items():
        assert nlp.instructor.learner.send(f"{nlp.address}/{end}", form).status == 200, end


def test_what_people_are_called_is_escaped(app: FastAPI, nlp: Lecture) -> None:
    eve = member(app, name="<b>Eve</b>")
    join(eve, nlp.code)
    page = roster(nlp)
    assert "&lt;b&gt;Eve&lt;/b&gt;" in page.html
    assert "<b>Eve" not in page.html


def test_a_student_is_told_what_was_done_about_their_sheets(app: FastAPI) -> None:
    nlp = lecture(app)
    learner = nlp.student.learner
    sheet = learner.press(begin(nlp.student, assignment(nlp, COSINE), COSINE), typed={"dot": "0.01"})
    assert "New on your sheets" not in learner.get(nlp.address).text
    give = {"points": "1", "why": "Right on paper."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet.attempt}/dot", give)
    page = learner.get(nlp.address)
    assert "New on your sheets" in page.text
    assert sheet.action in page.links
    assert "New on your sheets" not in nlp.instructor.learner.get(nlp.address).text


def news_of(one: Member, nlp: Lecture) -> list[str]:
    """The lines of what is new."""
    found = re.search(r'id="news".*?</section>', one.learner.get(nlp.address).html, re.DOTALL)
    rows = re.findall(r"<li>.*?</li>", found[0], re.DOTALL) if found else []
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()).partition(",")[0] for row in rows]


def mark(nlp: Lecture, sheet: str, part: str) -> None:
    give = {"points": "0.5", "why": "Half of it."}
    assert nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet}/{part}", give).status == 200


def test_several_sheets_of_one_assignment_are_one_line_of_news(nlp: Lecture) -> None:
    week, ada = assignment(nlp, COSINE, PERPLEXITY), nlp.student
    for question, part in ((COSINE, "dot"), (PERPLEXITY, "nats")):
        sheet = ada.learner.press(begin(ada, week, question), typed={part: "0.01"})
        mark(nlp, sheet.attempt, part)
    assert news_of(ada, nlp) == ["Week 1 2 sheets with a new mark or an answer to your report"]
    assert week in ada.learner.get(nlp.address).links


@on_both
def test_an_exam_is_one_line_of_news_and_none_before_its_sheets_are_open(app: FastAPI, nlp: Lecture) -> None:
    rules = {"scores": "at once", "answers": "at once", "solutions": "released"}
    address = course_exam.exam(nlp, **rules)
    sat: Sat = course_exam.sit(app, nlp.student, address)
    sat.type(1, {"dot": ["77777"]})
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    for sheet, part in zip(sat.attempts(), ("dot", "answer"), strict=True):
        mark(nlp, sheet.name, part)
    assert news_of(nlp.student, nlp) == []
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert news_of(nlp.student, nlp) == ["Midterm 2 sheets with a new mark or an answer to your report"]
    assert f"{sat.address}/review" in nlp.student.learner.get(nlp.address).links
