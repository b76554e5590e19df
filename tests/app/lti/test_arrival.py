"""Which course it is, which role one has in it, whose line of the roster one is, and where the link leads."""

import pytest
from fastapi import FastAPI

from app.courses.store import courses, roster
from app.courses.store.courses import CourseRole
from app.courses.store.roster import Entry
from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from tests.app.accounts.members import is_signed_in
from tests.app.courses.taught_course import Lecture, assignment, entry, lecture
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Count
from tests.app.lti.platform import ADMINISTRATOR, ASSISTANT, INSTRUCTOR, LEARNER, LTI, Platform
from tests.app.lti.visits import come, connect, register, sent_to, visit, visit_of


def role(app: FastAPI, nlp: Lecture, email: str) -> CourseRole | None:
    with app.state.database.read() as connection:
        account = people.account(connection, email)
        found = courses.find(connection, account.id, nlp.name) if account else None
    return found.role if found else None


def entries(app: FastAPI, nlp: Lecture) -> dict[str, Entry]:
    """The roster, by the names on it."""
    with app.state.database.read() as connection:
        course = courses.named(connection, nlp.name)
        assert course is not None
        return {one.called: one for one in roster.entries(connection, course.id)}


def test_a_student_who_comes_before_the_instructor_is_told_kindly_and_leaves_nothing(
    app: FastAPI, there: Platform, count: Count
) -> None:
    one = visit(app, there)
    page = one.enter(there.user("ada"), there.link())
    assert page.status == 409
    assert "Its instructor opens Examformer from it once; then it opens for you, too." in page.text
    assert not is_signed_in(one.learner)
    assert count() == {"lti_platforms": 1, "lti_keys": 1, "lti_launches": 1}
    page = visit(app, there).enter(there.user("bob", email=None), there.link())
    assert page.status == 409  # before anything is asked


def test_an_instructor_connects_one_of_their_own_courses_and_no_other(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    other = lecture(app, "Another's course")
    lin = visit_of(app, there, nlp.instructor)
    lin.enter(there.user("lin", name="Lin", roles=[INSTRUCTOR]), there.link())
    page = lin.learner.send("/lti/entry/here", {})
    assert nlp.name in page.html
    assert other.name not in page.html
    assert lin.learner.send("/lti/entry/course", {"course": other.name}).status == 404
    assert lin.learner.send("/lti/entry/course", {"course": nlp.name}).address == nlp.address
    page = visit(app, there).enter(there.user("ada"), there.link())
    assert page.address == nlp.address


def test_a_new_course_has_the_title_of_the_one_there_unless_another_is_typed(
    app: FastAPI, there: Platform
) -> None:
    for number, typed, title in ((1, "", there.context_title), (2, "Mine", "Mine")):
        there.context = f"course-{number}"
        lin = visit(app, there)
        lin.enter(there.user(f"lin{number}", email=f"lin{number}@x.org", roles=[INSTRUCTOR]), there.link())
        page = lin.learner.send("/lti/entry/course", {"title": typed})
        assert f"<h1>{title}</h1>" in page.html


def test_a_form_that_is_sent_twice_makes_one_course(app: FastAPI, there: Platform, count: Count) -> None:
    lin = visit(app, there)
    lin.enter(there.user("lin", roles=[INSTRUCTOR]), there.link())
    first = lin.learner.send("/lti/entry/course", {"title": "Mine"}, follow=False)
    assert first.status == 303
    assert lin.learner.send("/lti/entry/course", {"title": "Mine"}).status == 400
    assert count()["courses"] == 1


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ([LEARNER], CourseRole.STUDENT),
        (["Learner"], CourseRole.STUDENT),
        ([INSTRUCTOR], CourseRole.INSTRUCTOR),
        ([ASSISTANT], CourseRole.ASSISTANT),
        ([ASSISTANT, INSTRUCTOR], CourseRole.ASSISTANT),
        (["http://purl.imsglobal.org/vocab/lis/v2/membership#Mentor"], CourseRole.ASSISTANT),
        ([INSTRUCTOR, ADMINISTRATOR], CourseRole.INSTRUCTOR),
        ([ADMINISTRATOR], None),
        (["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"], None),
        (["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"], None),
        ([], None),
    ],
    ids=str,
)
def test_the_role_there_is_the_role_in_the_course(
    app: FastAPI, there: Platform, nlp: Lecture, roles: list[str], expected: CourseRole | None
) -> None:
    connect(app, there, nlp)
    page = visit(app, there).enter(there.user("zoe", email="zoe@x.org", roles=roles), there.link())
    assert role(app, nlp, "zoe@x.org") is expected
    assert page.status == (403 if expected is None else 200)


def test_a_role_in_the_course_is_made_greater_by_an_instructor_there_and_never_smaller(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    zoe = there.user("zoe", email="zoe@x.org")
    for roles, expected in (
        ([LEARNER], CourseRole.STUDENT),
        ([ASSISTANT], CourseRole.STUDENT),  # a student keeps their line and their marks
        ([INSTRUCTOR], CourseRole.INSTRUCTOR),
        ([LEARNER], CourseRole.INSTRUCTOR),  # as who looks at the course as its students do
    ):
        zoe.roles = roles
        assert visit(app, there).enter(zoe, there.link()).status == 200
        assert role(app, nlp, "zoe@x.org") is expected


def test_where_the_platforms_word_makes_no_instructor_one_waits_for_the_role(
    app: FastAPI, there: Platform, store: Database
) -> None:
    register(app, there, client_id="careful", makes_instructors=False)
    there.told = {"aud": "careful"}
    one, user, link = (
        visit(app, there),
        there.user("lin", email="lin@x.org", roles=[INSTRUCTOR]),
        there.link(),
    )
    page = one.begin(user, link, client_id="careful")
    returned = there.returned(sent_to(page).replace("careful", "client-7"))
    page = one.arrive(returned)
    page = one.learner.send(page.action, page.fields)
    assert (page.status, "have not the role of an instructor here yet" in page.text) == (403, True)
    with store.read() as connection:
        account = people.account(connection, "lin@x.org")
    assert account is not None
    assert account.role is Role.STUDENT  # it is there, and can be given the role


def test_a_line_of_the_roster_is_found_by_the_platforms_number_or_e_mail(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    listed = "name,e-mail,matriculation number\nBob,bob@x.org,\nEve,,20-1\nDan,dan@x.org,20-2\n"
    lin = nlp.instructor.learner
    seen = lin.send(f"{nlp.address}/roster/preview", {"text": listed}).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", {"text": listed, "seen": seen})
    connect(app, there, nlp)
    visit(app, there).enter(there.user("bob", name="Robert", email="bob@x.org"), there.link())
    visit(app, there).enter(there.user("eve", name="Eva", email="eve@home.org", number="201"), there.link())
    there.told = {f"{LTI}custom": {"matriculation": "20-2"}}
    visit(app, there).enter(there.user("mal", name="Mallory", email="mal@home.org"), there.link())
    there.told = {}
    found = entries(app, nlp)
    assert (found["Bob"].person, found["Eve"].person) != (None, None)
    assert found["Bob"].account_email == "bob@x.org"
    assert found["Eve"].account_email == "eve@home.org"
    assert found["Dan"].person is None  # the number alone may be a neighbour's: the line has another e-mail
    assert found["Mallory"].stated == "20-2"


def test_a_number_that_the_platform_could_not_fill_in_is_none(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    there.told = {f"{LTI}custom": {"matriculation": "$Person.sourcedId"}}
    visit(app, there).enter(there.user("bob", name="Bob", email="bob@x.org"), there.link())
    assert entries(app, nlp)["Bob"].stated == ""


def test_who_was_withdrawn_does_not_come_back_by_a_link(app: FastAPI, there: Platform, nlp: Lecture) -> None:
    connect(app, there, nlp)
    visit(app, there).enter(there.user("bob", name="Bob", email="bob@x.org"), there.link())
    nlp.instructor.learner.send(f"{entry(nlp, 'bob@x.org')}/withdraw", {})
    page = visit(app, there).enter(there.users["bob"], there.link())
    assert (page.status, "You were withdrawn from this course." in page.text) == (403, True)


def test_an_archived_course_lets_nobody_new_in_and_those_who_are_in_read_on(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    come(app, there, nlp.student, there.link())
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    assert visit(app, there).enter(there.users["ada"], there.link()).address == nlp.address
    page = visit(app, there).enter(there.user("bob", email="bob@x.org"), there.link())
    assert (page.status, "archived" in page.text) == (409, True)


def test_a_link_leads_to_its_page_and_a_copied_one_says_so(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    week, other = assignment(nlp, COSINE), lecture(app, "Another")
    for path in (week, f"/practice/{COSINE}", "/study/2.5", "/lab/bpe"):
        page = come(app, there, nlp.student, there.link(path))
        assert (page.status, page.address) == (200, path), page.text
    for path in ("/lti/launch", "/account/sign-out", "/courses/../account", "/"):
        assert come(app, there, nlp.student, there.link(path)).address == nlp.address
    page = come(app, there, nlp.student, there.link(assignment(other, COSINE)))
    assert (page.status, "leads to another course" in page.text) == (409, True)


def test_without_a_context_one_comes_to_what_belongs_to_no_course(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    there.told = {f"{LTI}context": None}
    assert (
        visit(app, there).enter(there.user("zoe", email="z@x.org"), there.link("/study/2.5")).address
        == "/study/2.5"
    )
    assert visit(app, there).enter(there.users["zoe"], there.link(nlp.address)).address == "/"


def test_who_sits_an_exam_finds_what_helps_with_it_closed_from_a_platform_too(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    come(app, there, nlp.student, there.link())
    course_exam.begin(nlp.student, course_exam.exam(nlp))
    page = visit(app, there).enter(there.users["ada"], there.link("/study/2.5"))
    assert page.status == 403
    assert "exam" in page.text


def test_a_guests_work_goes_to_the_account_that_a_launch_opens(
    app: FastAPI, there: Platform, nlp: Lecture, count: Count
) -> None:
    connect(app, there, nlp)
    one = visit(app, there)
    sheet = one.learner.press(one.learner.open(COSINE), typed={"dot": "1"})
    before = count()["people"]
    one.enter(there.user("bob", email="bob@x.org"), there.link())
    assert one.learner.get(sheet.action).status == 200
    assert is_signed_in(one.learner)
    assert count()["people"] == before
