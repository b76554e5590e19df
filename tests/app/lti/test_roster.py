"""The roster that is fetched from a platform: every page of it, students alone, with groups as sections."""

import pytest
from fastapi import FastAPI

from app.lti.protocol import service
from tests.app.courses.taught_course import Lecture, roster
from tests.app.learner import Page
from tests.app.lti.platform import ASSISTANT, GROUPS, NRPS, Platform
from tests.app.lti.visits import come, connect


def fetch(nlp: Lecture) -> Page:
    return nlp.instructor.learner.send(f"{nlp.address}/platforms/1/roster", {})


def save(nlp: Lecture, page: Page, **more: str) -> Page:
    sent = {name: page.fields[name] for name in ("text", "seen")}
    return nlp.instructor.learner.send(f"{nlp.address}/roster/import", sent | more)


def test_the_students_of_all_pages_are_shown_first_then_saved_and_can_be_undone(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    there.groups = {"g1": "Tuesday", "g2": "Friday"}
    there.page_size = 2
    for n in range(5):
        there.user(
            f"s{n}", name=f"Student {n}", email=f"s{n}@x.org", number=f"20-{n}", groups=[f"g{n % 2 + 1}"]
        )
    there.user("tutor", name="Tutor", email="tutor@x.org", roles=[ASSISTANT])
    there.user("gone", name="Gone", email="gone@x.org", status="Inactive")
    come(app, there, nlp.student, there.link())  # its launch tells of the groups
    assert "Fetch the list from Moodle" in roster(nlp).text
    page = fetch(nlp)
    assert "6 students are new." in page.text  # and Ada, whose account has another e-mail
    for who in ("Tutor", "Gone"):
        assert f">{who}<" not in page.html
    page = save(nlp, page)
    assert "Saved: 6 students" in page.text
    assert "Tuesday" in page.text
    assert "20-4" in page.text
    undo = page.html.partition("/roster/undo/")[2].partition('"')[0]
    page = nlp.instructor.learner.send(f"{nlp.address}/roster/undo/{undo}", {})
    assert "The import is undone: 6 lines" in page.text


def test_who_left_there_can_be_withdrawn_here(app: FastAPI, there: Platform, nlp: Lecture) -> None:
    connect(app, there, nlp)
    for n in range(3):
        there.user(f"s{n}", name=f"Student {n}", email=f"s{n}@x.org")
    save(nlp, fetch(nlp))
    there.users["s1"].status = "Deleted"
    page = fetch(nlp)
    assert "Withdraw the 1 student who is on the roster, but not in this list" in page.text
    page = save(nlp, page, missing="withdraw")
    assert "No longer in the course 1" in page.text
    assert "Student 1" in page.text.partition("No longer in the course")[2]


def test_names_that_a_spreadsheet_or_a_table_would_misread_stay_names(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    there.user("a", name='Lovelace, "Ada"; x\ty\nz', email="a@x.org")
    there.user("b", name="<script>alert(1)</script>", email="b@x.org")
    there.user("c", name="=1+1", email="c@x.org")
    page = save(nlp, fetch(nlp))
    assert "Saved: 3 students" in page.text
    assert "<script>alert" not in page.html


def test_somebody_without_an_e_mail_or_a_number_is_left_out_and_said_to_be(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    there.user("a", name="Nameless", email=None)
    assert "An e-mail or a matriculation number is needed" in fetch(nlp).text


@pytest.mark.parametrize("path", ["/members", "/groups", "/token"])
@pytest.mark.parametrize(
    "answer", [(503, b""), (403, b""), (200, b"rubbish"), (200, b'{"members": {}}')], ids=str
)
def test_a_platform_that_does_not_answer_changes_nothing_and_is_said_to(
    app: FastAPI, there: Platform, nlp: Lecture, path: str, answer: tuple[int, bytes]
) -> None:
    connect(app, there, nlp)
    there.groups = {"g1": "Tuesday"}
    come(app, there, nlp.student, there.link())
    there.answers[path] = lambda: (answer[0], {"Content-Type": "application/json"}, answer[1])
    page = fetch(nlp)
    assert page.status == (503 if answer[0] == 503 else 502)
    assert "Nothing was changed" in page.text or "nothing was changed" in page.text


def test_a_list_that_never_ends_is_given_up(
    app: FastAPI, there: Platform, nlp: Lecture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_PAGES", 5)
    connect(app, there, nlp)
    link = {"Link": f'<{there.issuer}/members>; rel="next"', "Content-Type": "application/json"}
    there.answers["/members"] = lambda: (200, link, b'{"members": []}')
    assert fetch(nlp).status == 502
    assert there.asked.count("/members") == 5


def test_a_next_page_at_a_foreign_address_is_not_asked_for(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    link = {"Link": '<http://127.0.0.1:9/members>; rel="next"', "Content-Type": "application/json"}
    there.answers["/members"] = lambda: (200, link, b'{"members": []}')
    assert fetch(nlp).status == 502


def test_a_platform_without_the_service_offers_no_button(app: FastAPI, there: Platform, nlp: Lecture) -> None:
    there.told = {NRPS: None, GROUPS: None}
    connect(app, there, nlp)
    assert "Fetch the list" not in roster(nlp).text
    assert fetch(nlp).status == 404
