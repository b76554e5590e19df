"""Supervision as instructors set it up: in the browser, from a file, by a program, in a copy; and what is said of what
cannot be taken."""

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.accounts.store.api_tokens import Scope
from app.database.connection import Database
from app.database.schema import assignments
from app.exams.supervision import forgetting
from app.exams.supervision.seb_settings import config_key, written
from tests.app.api.api_client import token_of
from tests.app.courses.taught_course import FUTURE, Lecture
from tests.app.exams.supervision.supervised import (
    INSIDE,
    KEY,
    NOTHING,
    OTHER_KEY,
    OUTSIDE,
    ROOMS,
    device,
    supervised,
)
from tests.app.learner import Page, on_both, read


@on_both
def test_what_is_set_up_stands_in_the_form_and_on_the_exams_page(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS, code_minutes="3", code_again="true", config_keys=KEY.upper())
    page = nlp.instructor.learner.get(f"{exam.address}/supervision")
    assert page.fields["rooms"].strip() == ROOMS
    assert page.fields["config_keys"].strip() == KEY
    assert page.fields["code_minutes"] == "3"
    assert page.boxes["code_again"] == {"true": True}
    assert page.boxes["closes_site"] == {"true": False}
    shown = nlp.instructor.learner.get(exam.address).text
    assert "Sat from the addresses of 2 rooms: HG F 1, HG F 3" in shown
    assert "Sat in Safe Exam Browser" in shown
    assert "With a room code, which changes every 3 minutes" in shown
    secret = exam.rules.secret
    exam.set_up(rooms=ROOMS)
    assert exam.rules.secret == secret
    assert exam.rules.code_minutes == 0


def test_the_page_says_from_where_it_is_seen(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS)
    inside = device(app, nlp.instructor, INSIDE).get(f"{exam.address}/supervision").text
    assert f"This page sees you at {INSIDE}. That is HG F 1." in inside
    outside = device(app, nlp.instructor, OUTSIDE).get(f"{exam.address}/supervision").text
    assert "That is in none of these rooms." in outside


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("rooms", "A: 10.1.2.0/24\nB: somewhere", "Line 2: “somewhere” is no range of addresses."),
        ("rooms", "A: 0.0.0.0/0", "is every address there is"),
        ("rooms", "A: ::ffff:10.0.0.0/104", "Write them as IPv4"),
        ("rooms", ": 10.1.2.0/24", "Put the room's name before a colon"),
        ("rooms", "A: 10.1.2.0/24\nA: 10.1.3.0/24", "“A” stands twice"),
        ("rooms", "A: 10.1.2.0/24\nB", "“B” has no range"),
        ("rooms", "\n".join(f"R{n}: 10.0.{n}.0/24" for n in range(61)), "more rooms or ranges than can be checked"),
        ("config_keys", "abc", "“abc” is no key"),
        ("browser_keys", KEY + KEY[:2], "is no key"),
        ("code_minutes", "61", "choose up to 60 minutes"),
        ("code_minutes", "5", "Name at least one room above"),
        ("closes_site", "true", "it is not known where to close"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_said_at_its_field_and_stays_there(
    app: FastAPI, nlp: Lecture, field: str, typed: str, said: str
) -> None:
    exam = supervised(app, nlp, browser_keys=OTHER_KEY)
    page = exam.set_up(**{field: typed})
    assert page.status == 422
    assert said in page.text
    assert f'id="fault-{field}"' in page.html
    if field in page.fields:
        assert page.fields[field].strip() == typed
    assert exam.rules.browser_keys == (OTHER_KEY,)


def test_a_range_of_any_writing_is_stored_with_its_prefix_and_a_fault_is_told_by_its_line(
    app: FastAPI, nlp: Lecture
) -> None:
    exam = supervised(app, nlp, rooms="HG F 1: 10.1.2.0-10.1.2.255\n10.1.7.*")
    assert exam.rules.rooms[0].ranges == ("10.1.2.0/24", "10.1.7.0/24")
    page = exam.set_up(rooms="HG F 1: 10.1.2.*\n10.1.2.9-10.1.2.1")
    assert page.status == 422
    assert "Line 2: “10.1.2.9-10.1.2.1” ends before it begins." in page.text


def test_practice_is_not_said_to_close_where_no_opening_would_close_it(app: FastAPI, nlp: Lecture) -> None:
    exam, lin = supervised(app, nlp, rules={"opens": ""}), nlp.instructor.learner
    refused = exam.set_up(rooms=ROOMS, closes_site="true")
    assert refused.status == 422
    assert "it has no opening time: nothing would ever close." in refused.text
    assert 'id="fault-closes_site"' in refused.html
    assert f"{exam.address}#rules" in refused.links
    assert refused.fields["rooms"].strip() == ROOMS
    opening = lin.get(exam.address).fields | {"opens": FUTURE}
    lin.send(f"{exam.address}/rules", opening)
    assert "Saved." in exam.set_up(rooms=ROOMS, closes_site="true").text
    assert "Practice is closed to these addresses while it is sat" in lin.get(exam.address).text
    without = lin.send(f"{exam.address}/rules", opening | {"opens": ""})
    assert without.status == 422
    assert "Practice is closed to its rooms from the opening on, so it needs one." in without.text
    assert exam.exam.rules.opens_at is not None
    with exam.database.write() as connection:
        connection.execute(update(assignments).values(opens_at=None))  # as a copy of the exam has it
    for address in (exam.address, f"{exam.address}/supervision"):
        said = lin.get(address).text
        assert (
            "it has no opening time: nothing closes." in said
            or "Practice does not close: it would from" in said
        )
    exam.set_up(rooms=ROOMS)
    assert lin.send(f"{exam.address}/rules", opening | {"opens": ""}).status == 200


def upload(exam: str, nlp: Lecture, file: bytes) -> Page:
    client = nlp.instructor.learner.client
    return read(client.post(f"{exam}/supervision/settings", files={"file": ("a.seb", file)}))


def test_settings_of_ones_own_are_accepted_beside_those_that_are_there(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS, config_keys=KEY)
    settings = {"startURL": "https://exam.example/", "sendBrowserExamKey": True}
    assert "Their key is accepted." in upload(exam.address, nlp, written(settings)).text
    assert exam.rules.config_keys == (KEY, config_key(settings))
    assert exam.rules.by_address
    for file, said in ((b"pswd\x02", "is encrypted"), (b"", "no settings"), (b"<plist/>", "no settings")):
        page = upload(exam.address, nlp, file)
        assert page.status == 422
        assert said in page.text


def test_supervision_is_set_up_by_a_program_and_read_back(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp)
    asked = {
        "Authorization": f"Bearer {token_of(app, nlp.instructor.id, scopes=[Scope.EXAMS])}",
        "If-Match": "*",
    }
    address = f"/api/v1{exam.address}"
    client = nlp.instructor.learner.client
    new = {"rooms": [{"name": "HG F 1", "ranges": ["10.1.2.9/24"]}], "code_minutes": 5, "config_keys": [KEY]}
    answer = client.put(address, json={"supervision": new}, headers=asked)
    assert answer.status_code == 200, answer.text
    told = answer.json()["supervision"]
    assert told["rooms"] == [{"name": "HG F 1", "ranges": ["10.1.2.0/24"]}]
    assert (told["code_minutes"], told["config_keys"]) == (5, [KEY])
    assert "secret" not in answer.text
    assert exam.rules.code_minutes == 5
    wide = new | {"rooms": [{"name": "HG F 1", "ranges": ["10.1.2.0-10.1.3.255", "10.1.7.*"]}]}
    told = client.put(address, json={"supervision": wide}, headers=asked).json()["supervision"]
    assert told["rooms"][0]["ranges"] == ["10.1.2.0/23", "10.1.7.0/24"]
    closed = client.put(address, json={"supervision": wide | {"closes_site": True}}, headers=asked)
    assert (closed.status_code, "opens_at" in closed.text) == (422, True)
    wrong = client.put(
        address, json={"supervision": new | {"rooms": [{"name": "A", "ranges": ["::/0"]}]}}, headers=asked
    )
    assert wrong.status_code == 422
    assert "room 1: everything ::/0" in wrong.text
    assert exam.rules.code_minutes == 5


def test_a_copy_has_the_same_rooms_and_other_codes(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS, code_minutes="5", own_settings="true")
    source = exam.address.removeprefix("/courses/").replace("/exams/", "/")
    lin = nlp.instructor.learner
    new = lin.send(f"{nlp.address}/exams", {"source": source})
    page = lin.get(f"{new.address}/supervision")
    assert page.fields["rooms"].strip() == ROOMS
    assert lin.get(f"{new.address}/supervision/codes").html.count('class="digits"') == 2
    code = exam.code("HG F 1")
    assert f"{code[:3]}&thinsp;{code[3:]}" not in lin.get(f"{new.address}/supervision/codes").html
    course = lin.send(f"{nlp.address}/copy", {"title": "Next term"})
    copied = {link for link in course.links if "/exams/" in link and link.count("/") == 4}
    assert len(copied) == 2
    for link in copied:
        assert lin.get(f"{link}/supervision").fields["rooms"].strip() == ROOMS


def test_an_archived_exam_keeps_its_supervision(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS)
    nlp.instructor.learner.send(f"{exam.address}/archive", {"do": "archive"})
    assert exam.set_up(**NOTHING).status == 409
    assert exam.rules.by_address


def test_addresses_are_forgotten_after_thirty_days(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS)
    exam.sit(device(app, nlp.student, INSIDE))
    assert exam.presence(nlp.student).address == INSIDE
    database: Database = app.state.database
    kept, forgetting_now = forgetting.KEPT, exam.watch.now
    assert kept.days == 30
    assert forgetting.forget(database, forgetting_now + kept) == 0
    assert forgetting.forget(database, forgetting_now + kept.__class__(days=31)) == 1
    assert exam.presence(nlp.student).address == ""
    assert exam.presence(nlp.student).room == "HG F 1"


def test_the_page_of_limits_says_what_none_of_it_can_prevent(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp)
    for page in (exam.address, f"{exam.address}/supervision"):
        assert "/supervision" in nlp.instructor.learner.get(page).links
    limits = nlp.student.learner.get("/supervision").text
    for said in ("A second device.", "a VPN", "A virtual machine.", "Keys that became known.", "30 days"):
        assert said in limits
