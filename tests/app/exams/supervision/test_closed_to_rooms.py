"""Practice, solutions and the lab are closed to the rooms of an exam while it is sat, to whoever comes from there."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.exams.supervision.closing import LONGEST
from tests.app.accounts.members import sign_up
from tests.app.api.api_client import token_of
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import at
from tests.app.exams.sitting import NOON, sit
from tests.app.exams.supervision.supervised import INSIDE, OUTSIDE, ROOMS, Supervised, device, supervised
from tests.app.learner import COSINE, new_learner, on_both

CLOSED = (
    f"/practice/{COSINE}?seed=7&level=warm-up", "/solve/cosine_similarity", "/lab", "/glossary", "/study/2.5",
    "/figures", "/model", "/cards", "/exams", "/progress.csv",
)  # fmt: skip


@pytest.fixture
def exam(app: FastAPI, nlp: Lecture) -> Supervised:
    """From noon on, to be begun until half past twelve, for fifteen minutes."""
    rules = {"opens": at(NOON), "closes": at(NOON + timedelta(minutes=30))}
    return supervised(app, nlp, rules, rooms=ROOMS, closes_site="true")


@on_both
def test_whoever_comes_from_the_rooms_meets_a_page_that_says_until_when(
    app: FastAPI, exam: Supervised
) -> None:
    guest = new_learner(app, INSIDE)
    for path in CLOSED:
        page = guest.get(path)
        assert page.status == 403, path
        assert "An exam is being sat in this room" in page.text
        assert "12:45 UTC" in page.text
    elsewhere = new_learner(app, OUTSIDE)
    assert {elsewhere.get(path).status for path in CLOSED} == {200}


def test_a_student_of_the_room_meets_the_same_and_its_exam_stays_open(
    app: FastAPI, nlp: Lecture, exam: Supervised
) -> None:
    inside = device(app, nlp.student, INSIDE)
    assert inside.get(f"/practice/{COSINE}?seed=7&level=warm-up").status == 403
    sat = exam.sit(inside)
    assert sat.get().status == 200
    sat.hand_in()
    assert "receipt" in sat.get("/review").text
    assert inside.get("/courses").status == 200


def test_a_mock_exam_of_ones_own_is_not_reviewed_in_the_room(
    app: FastAPI, nlp: Lecture, exam: Supervised
) -> None:
    mine = sit(app, COSINE)
    mine.hand_in()
    assert mine.get("/review").status == 200
    there = new_learner(app, INSIDE)
    there.client.cookies.update(mine.learner.client.cookies)
    for path in ("/review", "/lost", "/history"):
        assert there.get(f"{mine.address}{path}").status == 403


def test_instructors_who_supervise_there_go_on_with_their_work(
    app: FastAPI, nlp: Lecture, exam: Supervised
) -> None:
    lin = device(app, nlp.instructor, INSIDE)
    assert lin.get("/author").status == 200
    assert lin.get("/glossary").status == 200


def test_programs_of_the_room_are_told_the_same(app: FastAPI, nlp: Lecture, exam: Supervised) -> None:
    token = token_of(app, nlp.student.id)
    asked = {"Authorization": f"Bearer {token}"}
    refused = new_learner(app, INSIDE).client.get("/api/v1/questions", headers=asked)
    assert refused.status_code == 403
    assert "An exam is being sat in this room" in refused.text
    assert new_learner(app, OUTSIDE).client.get("/api/v1/questions", headers=asked).status_code == 200


def test_it_closes_at_the_opening_and_opens_at_the_end(app: FastAPI, nlp: Lecture) -> None:
    rules = {"opens": at(NOON + timedelta(minutes=10)), "closes": at(NOON + timedelta(minutes=30))}
    exam, guest = supervised(app, nlp, rules, rooms=ROOMS, closes_site="true"), new_learner(app, INSIDE)

    def is_open() -> bool:
        return guest.get("/glossary").status == 200

    assert is_open()
    exam.watch.on(minutes=10)
    assert not is_open()
    exam.watch.on(minutes=34, seconds=59)
    assert not is_open()
    exam.watch.on(seconds=1)
    assert is_open()


def test_it_stays_closed_as_long_as_somebody_with_more_time_still_writes(
    app: FastAPI, nlp: Lecture, exam: Supervised
) -> None:
    nlp.instructor.learner.send(
        f"{nlp.address}/members/{nlp.student.id}/accommodation", {"extra_time": "300", "break_minutes": "0"}
    )
    sat = exam.sit(device(app, nlp.student, INSIDE))
    exam.watch.on(minutes=46)
    guest = new_learner(app, INSIDE)
    assert guest.get("/glossary").status == 403
    sat.hand_in()
    assert guest.get("/glossary").status == 200


def test_an_exam_that_is_archived_or_not_published_or_long_over_closes_nothing(
    app: FastAPI, nlp: Lecture, exam: Supervised
) -> None:
    guest = new_learner(app, INSIDE)
    exam.sit(device(app, nlp.student, INSIDE))
    exam.watch.on(minutes=60 * 24 + 1)
    assert timedelta(days=1) == LONGEST
    assert guest.get("/glossary").status == 200
    exam.watch.on(minutes=-60 * 24)
    assert guest.get("/glossary").status == 403
    nlp.instructor.learner.send(f"{exam.address}/archive", {"do": "archive"})
    assert guest.get("/glossary").status == 200


def test_an_exam_that_does_not_want_it_closes_nothing(app: FastAPI, nlp: Lecture) -> None:
    supervised(app, nlp, {"opens": at(NOON)}, rooms=ROOMS)
    assert new_learner(app, INSIDE).get("/glossary").status == 200


def test_signing_up_in_the_room_opens_nothing(app: FastAPI, exam: Supervised) -> None:
    guest = new_learner(app, INSIDE)
    sign_up(guest, "new@school.example")
    assert guest.get("/glossary").status == 403
