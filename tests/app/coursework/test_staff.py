"""The staff of a course: who may do what in it, who owns it, and how an administrator takes it over."""

import logging
import re

import pytest
from fastapi import FastAPI

from app.identity.store import people
from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture, assignment, begin, join, lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import Count, Page, on_both

WRITTEN = of_kind("text")
ROLES = ("instructor", "assistant", "blind", "observer")
# Each address with what it answers to an assistant, one who marks without names, an observer, and a student.
ANSWERS = {
    "GET ": "200 200 200 200",
    "GET /grading": "200 200 404 404",
    "GET /gradebook": "200 404 200 200",  # the last sees a row of their own
    "GET /gradebook.csv": "200 404 200 404",
    "GET /gradebook.xlsx": "200 404 200 404",
    "GET /calendar.ics": "200 200 200 200",
    "GET /weights": "404 404 404 404",
    "POST /copy": "404 404 404 404",
    "GET /analytics": "200 404 200 404",
    "GET /analytics.csv": "200 404 200 404",
    "GET /members/{student}": "200 404 200 404",
    "GET /sheets/{sheet}": "200 200 200 404",
    "GET /exams/{exam}": "303 404 303 200",  # those who mark it have its results
    "GET /exams/{exam}/results": "200 404 200 404",
    "GET /exams/{exam}/live": "200 404 404 404",
    "GET /exams/{exam}/live/people/{student}": "200 404 404 404",
    "GET /exams/{exam}/supervision/codes": "200 404 404 404",
    "POST /exams/{exam}/live/people/{student}": "422 404 404 404",  # it wants a reason
    "POST /exams/{exam}/live/message": "404 404 404 404",
    "POST /exams/{exam}/live/minutes": "404 404 404 404",
    "GET /exams/{exam}/supervision": "404 404 404 404",
    "GET /roster": "404 404 404 404",
    "GET /map": "404 404 404 404",
    "POST /title": "404 404 404 404",
    "POST /code": "404 404 404 404",
    "POST /staff": "404 404 404 404",
    "POST /assignments": "404 404 404 404",
    "POST /grading/names": "404 404 404 404",
    "POST /exams/{exam}/release": "404 404 404 404",
    "POST /exams/{exam}/rules": "404 404 404 404",
    "POST /exams/{exam}/withdraw": "404 404 404 404",
    "POST /archive": "404 404 404 404",
    "POST /roster/import": "404 404 404 404",
    "POST /members/{student}/accommodation": "404 404 404 404",
    "POST /members/{student}/remove": "404 404 404 404",
    "POST /sheets/{sheet}/answer": "422 422 404 404",
    "GET /grading/comments": "200 200 404 404",
    "GET /grading/comments/1": "404 404 404 404",  # there is none, and the others hear the same
    "POST /grading/answers/1": "422 422 404 404",  # “x” is no number of points
}


def appoint(nlp: Lecture, one: Member, role: str, by: Member | None = None, sure: str = "false") -> Page:
    form = {"email": one.email, "role": role, "sure": sure}
    return (by or nlp.instructor).learner.send(f"{nlp.address}/staff", form)


def hired(app: FastAPI, nlp: Lecture, role: str, global_role: Role = Role.STUDENT) -> Member:
    """Somebody on the staff of the course. Assistants are mostly students in their other courses."""
    one = member(app, global_role, name=role.title())
    assert appoint(nlp, one, role).address.startswith(nlp.address)
    return one


def written(nlp: Lecture) -> Page:
    """A sheet of the student with an answer that waits for its mark."""
    sheet = begin(nlp.student, assignment(nlp, WRITTEN), WRITTEN)
    nlp.student.learner.press(sheet, "solution", typed={"answer": "A wide one."})
    return sheet


@pytest.mark.parametrize("global_role", [Role.STUDENT, Role.INSTRUCTOR])
def test_each_of_the_staff_does_what_the_table_says(app: FastAPI, nlp: Lecture, global_role: Role) -> None:
    places = {"student": str(nlp.student.id), "sheet": written(nlp).attempt}
    places["exam"] = course_exam.exam(nlp).rpartition("/")[2]
    who = [hired(app, nlp, role, global_role) for role in ROLES[1:]]
    student = member(app, global_role, name="Student")
    join(student, nlp.code)
    for route, answers in ANSWERS.items():
        way, _, end = route.partition(" ")
        address = nlp.address + end.format(**places)
        asked = [
            one.learner.get(address, follow=False)
            if way == "GET"
            else one.learner.send(address, {"do": "release", "text": "a@x.org", "points": "x"}, follow=False)
            for one in (*who, student)
        ]
        refused = 404 if global_role is Role.INSTRUCTOR else 403  # of what only instructors may do anywhere
        wanted = [{int(status), refused if status == "404" else 0} for status in answers.split()]
        found = [page.status for page in asked]
        assert all(one in fits for one, fits in zip(found, wanted, strict=True)), (route, found)


@on_both
def test_an_assistant_marks_and_publishes_nothing(app: FastAPI, nlp: Lecture) -> None:
    written(nlp)
    ann = hired(app, nlp, "assistant")
    page = ann.learner.get(nlp.address)
    assert "1 answer waits" in page.text
    assert "You are on the staff of this course as assistant." in page.text
    for kept in (
        nlp.code,
        "New assignment",
        "Make the exam",
        "Archive the course",
        "Add to the staff",
        "Roster",
    ):
        assert kept not in page.text, kept
    page = ann.learner.get(f"{nlp.address}/grading")
    assert "Ada" in page.text
    assert "Hide the names" not in page.text
    (form,) = (one for one in _forms(page) if "/answers/" in one)
    page = ann.learner.send(form, {"points": "1", "said": "Half of it."})
    assert page.status == 200
    assert nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html.splitlines()[-1].endswith("1.00")


def test_an_assistant_without_names_reads_none(app: FastAPI, nlp: Lecture) -> None:
    sheet = written(nlp)
    ann = hired(app, nlp, "blind")
    for address in ("", "/grading", f"/sheets/{sheet.attempt}"):
        page = ann.learner.get(nlp.address + address)
        assert page.status == 200
        assert "Ada" not in page.text, address
        assert nlp.student.email not in page.text
    assert "without names" in nlp.instructor.learner.get(nlp.address).text
    appoint(nlp, ann, "assistant")  # with another role it changes
    assert "Ada" in ann.learner.get(f"{nlp.address}/grading").text


def test_an_observer_reads_marks_and_gives_none(app: FastAPI, nlp: Lecture) -> None:
    sheet = written(nlp)
    otto = hired(app, nlp, "observer")
    assert "Ada" in otto.learner.get(f"{nlp.address}/gradebook").text
    page = otto.learner.get(f"{nlp.address}/sheets/{sheet.attempt}")
    assert "Give other points" not in page.text
    assert "Give other points" in nlp.instructor.learner.get(f"{nlp.address}/sheets/{sheet.attempt}").text


def test_the_staff_counts_in_no_gradebook_and_no_roster(app: FastAPI, nlp: Lecture) -> None:
    ann = member(app, name="Ann")
    join(ann, nlp.code)  # a student first
    lin = nlp.instructor.learner
    assert "Ann" in lin.get(f"{nlp.address}/gradebook.csv").html
    page = appoint(nlp, ann, "assistant")
    assert (page.status, page.fields["sure"], page.fields["email"]) == (422, "true", ann.email)
    assert "This is a student of the course." in page.text
    assert "Ann" in lin.get(f"{nlp.address}/gradebook.csv").html
    appoint(nlp, ann, "assistant", sure="true")
    assert "Ann" not in lin.get(f"{nlp.address}/gradebook.csv").html
    assert "Ann" not in lin.get(f"{nlp.address}/roster").text
    join(ann, nlp.code)  # the code makes nobody a student again
    assert ann.learner.get(f"{nlp.address}/grading").status == 200


def test_somebody_without_an_account_is_told_apart_from_somebody_without_the_role(
    nlp: Lecture, count: Count
) -> None:
    before, lin = count(), nlp.instructor.learner
    page = lin.send(f"{nlp.address}/staff", {"email": "nobody@x.org", "role": "assistant"})
    assert (page.status, "Nobody has an account with this e-mail." in page.text) == (422, True)
    assert page.fields["role"] == "assistant"
    page = lin.send(f"{nlp.address}/staff", {"email": nlp.student.email, "role": "instructor"})
    assert (page.status, "has not the role of an instructor" in page.text) == (422, True)
    for role in ("instructor", "assistant"):
        page = lin.send(f"{nlp.address}/staff", {"email": "", "role": role})
        assert (page.status, "Nobody has an account with this e-mail." in page.text) == (422, True)
    assert lin.send(f"{nlp.address}/staff", {"email": nlp.student.email, "role": "owner"}).status == 422
    assert count() == before


@on_both
def test_the_owner_hands_the_course_over_and_nobody_else_does(app: FastAPI, nlp: Lecture) -> None:
    kim = hired(app, nlp, "instructor", Role.INSTRUCTOR)
    to_kim = f"{nlp.address}/members/{kim.id}/owner"
    assert kim.learner.send(to_kim, {}).status == 403
    assert nlp.instructor.learner.send(f"{nlp.address}/members/{nlp.student.id}/owner", {}).status == 404
    page = appoint(nlp, nlp.instructor, "observer", by=kim, sure="true")
    assert (page.status, "This is the owner" in page.text) == (422, True)
    assert nlp.instructor.learner.send(to_kim, {}).status == 200
    assert nlp.instructor.learner.send(f"{nlp.address}/members/{kim.id}/remove", {}).status == 409
    assert kim.learner.send(f"{nlp.address}/members/{nlp.instructor.id}/remove", {}).status == 200


def test_instructors_give_themselves_a_smaller_role_only_when_they_are_sure(
    app: FastAPI, nlp: Lecture
) -> None:
    kim = hired(app, nlp, "instructor", Role.INSTRUCTOR)
    page = appoint(nlp, kim, "observer", by=kim)
    assert (page.status, "This is you." in page.text) == (422, True)
    assert kim.learner.get(f"{nlp.address}/roster").status == 200
    assert appoint(nlp, kim, "observer", by=kim, sure="true").status == 200
    assert kim.learner.get(f"{nlp.address}/roster").status == 404


def test_a_course_is_handed_over_to_nobody_who_lost_the_role(app: FastAPI, nlp: Lecture) -> None:
    kim = hired(app, nlp, "instructor", Role.INSTRUCTOR)
    with app.state.database.write() as connection:
        people.set_role(connection, kim.id, Role.STUDENT)
    assert nlp.instructor.learner.send(f"{nlp.address}/members/{kim.id}/owner", {}).status == 409
    assert f"Remove {nlp.instructor.email}" not in nlp.instructor.learner.get(nlp.address).text


def test_the_results_of_an_exam_that_is_not_published_are_for_those_who_teach_it(
    app: FastAPI, nlp: Lecture
) -> None:
    address = course_exam.draft(nlp, course_exam.SMALL)
    assert hired(app, nlp, "assistant").learner.get(f"{address}/results").status == 404
    assert nlp.instructor.learner.get(f"{address}/results").status == 200


def test_no_link_of_the_staff_leads_nowhere(app: FastAPI, nlp: Lecture) -> None:
    sheet = written(nlp)
    course_exam.sit(app, nlp.student, course_exam.exam(nlp)).hand_in()
    for role in ROLES[1:]:
        one = hired(app, nlp, role)
        seen, ahead = set[str](), [nlp.address, f"{nlp.address}/sheets/{sheet.attempt}"]
        while ahead:
            address = ahead.pop().partition("#")[0]
            if address in seen or not address.startswith(nlp.address):
                continue
            seen.add(address)
            page = one.learner.get(address)
            assert page.status == 200, (role, address)
            ahead += page.links if "html" in page.html[:30] else []
        assert len(seen) > (3 if role == "blind" else 8), role


def test_an_owner_who_leaves_passes_the_course_on(app: FastAPI, nlp: Lecture) -> None:
    first, second = (hired(app, nlp, "instructor", Role.INSTRUCTOR) for _ in range(2))
    nlp.instructor.learner.send(f"{nlp.address}/leave", {})
    assert second.learner.send(f"{nlp.address}/members/{first.id}/remove", {}).status == 409
    assert first.learner.send(f"{nlp.address}/members/{second.id}/remove", {}).status == 200


def test_an_administrator_takes_a_course_over_with_a_line_in_the_log(
    app: FastAPI, nlp: Lecture, caplog: pytest.LogCaptureFixture
) -> None:
    other = lecture(app, "Vision")
    head = member(app, Role.ADMINISTRATOR, name="Head")
    assert "Take over" not in nlp.instructor.learner.get("/courses?of=NLP").text
    page = head.learner.get(f"/courses?of={nlp.instructor.email}")
    (form,) = (one for one in _forms(page) if one.endswith("/take-over"))
    assert form == f"{nlp.address}/take-over"
    assert "Vision" in head.learner.get("/courses?of=isio").text
    assert "NLP in autumn" in head.learner.get(f"/courses?of={nlp.instructor.email}").text
    assert "No course was found" in head.learner.get("/courses?of=%25").text
    assert nlp.instructor.learner.send(form, {}).status == 403
    with caplog.at_level(logging.WARNING):
        assert head.learner.send(form, {}).address == nlp.address
    assert f"person {head.id} took over course" in caplog.text
    assert "Head" in nlp.instructor.learner.get(nlp.address).text
    assert nlp.instructor.learner.send(f"{nlp.address}/members/{head.id}/remove", {}).status == 409
    assert head.learner.send(f"{nlp.address}/members/{nlp.instructor.id}/remove", {}).status == 200
    assert head.learner.get(other.address).status == 404
    assert "NLP in autumn" in head.learner.get("/courses").text
    assert "No course was found" in head.learner.get("/courses?of=NLP").text  # hers already


def _forms(page: Page) -> list[str]:
    return re.findall(r'action="([^"]+)"', page.html)
