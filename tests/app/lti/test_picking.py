"""Choosing what a link opens: what is offered to whom, and what goes back to the platform, signed by us."""

import re

import httpx2
import pytest
from fastapi import FastAPI

from tests.app.courses.taught_course import Lecture, assignment
from tests.app.exams import course_exam
from tests.app.exams.sitting import sit
from tests.app.learner import COSINE, PERPLEXITY, Form, Page
from tests.app.lti.platform import ASSISTANT, DL, INSTRUCTOR, Platform
from tests.app.lti.visits import FRAME, SITE, Visit, come, connect, visit


def pick(app: FastAPI, there: Platform, sub: str = "lin") -> tuple[Visit, Page]:
    """The chooser, in a frame of the platform and in a browser that keeps nothing there."""
    one = visit(app, there, keeps=False)
    page = one.launch(there.users[sub], None, FRAME)
    assert page.action == "/lti/pick", page.text
    return one, one.learner.send(page.action, page.fields)


def sent(page: Page, *chosen: str, q: str = "") -> Form:
    return {"secret": page.fields["secret"], "q": q, "chosen": list(chosen)}


def send_back(page: Page) -> httpx2.Response:
    """The browser sends the form of the answer."""
    return httpx2.post(page.action, data={"JWT": page.fields["JWT"]}, trust_env=False)


def test_an_assignment_an_exam_and_pages_are_chosen_together(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE, opens="2026-11-01T08:00", due="2026-12-24T12:00")
    exam = course_exam.exam(nlp, opens="2026-12-01T08:00", closes="2026-12-02T08:00")
    course_exam.draft(nlp)
    one, page = pick(app, there)
    assert sorted(page.boxes["chosen"]) == sorted([week, exam])  # not the draft
    page = one.learner.send("/lti/pick/search", sent(page, week, q="attention"))
    assert "/study/2.5" in page.boxes["chosen"]
    assert page.boxes["chosen"][week]
    assert f"frame-ancestors {there.issuer};" in page.headers["content-security-policy"]
    page = one.learner.send("/lti/pick/search", sent(page, week, "/study/2.5", q="surprised"))
    assert page.boxes["chosen"]["/study/2.5"]  # chosen before, and found no more
    chosen = [week, exam, "/study/2.5", f"/practice/{PERPLEXITY}"]
    page = one.learner.send("/lti/pick/answer", sent(page, *chosen))
    assert f"form-action 'self' {there.issuer};" in page.headers["content-security-policy"]
    assert send_back(page).status_code == 200
    items = {item["url"].removeprefix(SITE): item for item in there.picked}
    assert sorted(items) == sorted(chosen)
    name = week.rpartition("/")[2]
    assert items[week]["lineItem"] == {"label": "Week 1", "scoreMaximum": 5.0, "resourceId": name}
    assert items[week]["available"] == {"startDateTime": "2026-11-01T08:00:00+00:00"}
    assert items[week]["submission"] == {"endDateTime": "2026-12-24T12:00:00+00:00"}
    assert items[exam]["title"] == "Midterm"
    assert items[exam]["lineItem"]["scoreMaximum"] == 6.0
    assert items[exam]["available"] == {
        "startDateTime": "2026-12-01T08:00:00+00:00",
        "endDateTime": "2026-12-02T08:00:00+00:00",
    }
    assert "lineItem" not in items["/study/2.5"]
    come(
        app, there, nlp.student, next(link for link in there.links.values() if link.target == f"{SITE}{week}")
    )


def test_the_chooser_is_used_up_by_its_answer(app: FastAPI, there: Platform, nlp: Lecture) -> None:
    connect(app, there, nlp)
    one, page = pick(app, there)
    form = sent(page, "/study/2.5")
    assert one.learner.send("/lti/pick/answer", form).status == 200
    assert one.learner.send("/lti/pick/answer", form).status == 400


def test_without_a_choice_it_asks_again_and_what_is_not_offered_cannot_be_chosen(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    one, page = pick(app, there)
    draft = course_exam.draft(nlp)
    for chosen in ([], ["/account"], [draft], ["https://elsewhere.example/"], ["/courses/x/exams/y"]):
        page = one.learner.send("/lti/pick/answer", sent(page, *chosen))
        assert page.status == 422
        assert page.action == "/lti/pick/answer"


def test_a_platform_that_takes_one_gets_one_and_no_line_item_where_it_wants_none(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE)
    settings = {
        "deep_link_return_url": f"{there.issuer}/picked",
        "accept_types": ["ltiResourceLink"],
        "accept_presentation_document_targets": ["iframe"],
        "accept_multiple": False,
        "accept_lineitem": False,
        "data": "opaque data, to be returned",
    }
    there.told = {f"{DL}deep_linking_settings": settings}
    one, page = pick(app, there)
    assert 'type="radio"' in page.html
    send_back(one.learner.send("/lti/pick/answer", sent(page, week, "/study/2.5")))
    assert [item["url"] for item in there.picked] == [f"{SITE}{week}"]
    assert "lineItem" not in there.picked[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"deep_link_return_url": "https://elsewhere.example/picked"},
        {"accept_types": ["link", "file"]},
    ],
)
def test_nothing_is_chosen_for_another_site_or_for_a_platform_that_takes_no_links(
    app: FastAPI, there: Platform, nlp: Lecture, wrong: dict[str, object]
) -> None:
    connect(app, there, nlp)
    settings = {"deep_link_return_url": f"{there.issuer}/picked", "accept_types": ["ltiResourceLink"]}
    there.told = {f"{DL}deep_linking_settings": settings | wrong}
    page = visit(app, there).launch(there.users["lin"], None, FRAME)
    one = visit(app, there)
    assert one.learner.send(page.action, page.fields).status == 403


def test_a_course_that_is_not_connected_is_connected_first_in_a_window_of_its_own(
    app: FastAPI, there: Platform
) -> None:
    there.user("lin", name="Lin", roles=[INSTRUCTOR])
    one, page = pick(app, there)
    assert "First connect this course" in page.text
    assert (page.action, 'target="_blank"' in page.html) == ("/lti/enter", True)
    page = one.learner.send(page.action, page.fields)
    assert "Which course is this?" in page.text
    page = one.learner.send("/lti/entry/course", {"title": "Mine"})
    assert (page.address, "choose once more" in page.text) == ("/lti/connected", True)
    one, page = pick(app, there)
    assert page.action == "/lti/pick/answer"


@pytest.mark.parametrize("roles", [[ASSISTANT], []])
def test_who_does_not_teach_the_course_there_chooses_nothing(
    app: FastAPI, there: Platform, nlp: Lecture, roles: list[str]
) -> None:
    connect(app, there, nlp)
    there.user("zoe", email="zoe@x.org", roles=roles)
    _, page = pick(app, there, "zoe")
    assert page.status == 403
    assert f"frame-ancestors {there.issuer}" in page.headers["content-security-policy"]


def test_who_sits_an_exam_chooses_nothing_meanwhile(app: FastAPI, there: Platform, nlp: Lecture) -> None:
    connect(app, there, nlp)
    sit(app, COSINE, learner=nlp.instructor.learner)
    assert pick(app, there)[1].status == 403


def test_the_secret_of_a_launch_into_the_course_opens_no_chooser(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    one = visit(app, there)
    page = one.launch(there.users["lin"], there.link())
    assert one.learner.send("/lti/pick", page.fields).status == 400


def test_in_a_frame_that_is_bound_to_the_browser_the_chooser_opens_by_itself(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    assert "data-sends-itself" in visit(app, there).launch(there.users["lin"], None, FRAME).html
    there.storage = "_parent"
    page = visit(app, there, keeps=False).launch(there.users["lin"], None, FRAME)
    assert "data-sends-itself" not in page.html
    assert re.search(rf'data-frame="_parent" data-state="[^"]+" data-origin="{there.issuer}"', page.html)
