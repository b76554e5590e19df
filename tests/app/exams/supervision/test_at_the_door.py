"""A supervised exam as its students meet it: begun, sat and handed in from its rooms; met kindly from elsewhere, where
nothing that was typed is lost."""

import pytest
from fastapi import FastAPI

from app.exams.store.audit_log import Kind
from app.exams.supervision.seb_keys import digest
from app.exams.supervision.seb_settings import config_key, read
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import at
from tests.app.exams.sitting import NOON, Sat
from tests.app.exams.supervision.supervised import (
    INSIDE,
    KEY,
    NEXT_DOOR,
    OTHER_KEY,
    OUTSIDE,
    ROOMS,
    SafeExamBrowser,
    device,
    supervised,
)
from tests.app.learner import Learner, on_both

READING = ("", "/questions/1", "/questions", "/end")


def elsewhere(sat: Sat, learner: Learner) -> Sat:
    """The same sitting at another device."""
    return Sat(sat.app, learner, sat.name, sat.watch)


# Addresses


@on_both
def test_exam_is_sat_from_its_rooms_and_from_nowhere_else(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    outside = device(app, ada, OUTSIDE)
    cover = outside.get(exam.address)
    assert "It is sat in: HG F 1, HG F 3." in cover.text
    assert f"Its address: {OUTSIDE}" in cover.text
    refused = exam.begin(outside)
    assert refused.status == 403
    assert "Raise your hand" in refused.text
    assert "Your clock has not started" in refused.text
    assert exam.presence(ada).address == OUTSIDE
    sat = exam.sit(device(app, ada, INSIDE))
    for path in READING:
        assert sat.get(path, follow=False).status == 200
    assert elsewhere(sat, device(app, ada, NEXT_DOOR)).get().status == 200
    away = elsewhere(sat, outside)
    for path in READING:
        page = away.get(path, follow=False)
        assert (page.status, page.headers["location"]) == (303, f"{sat.address}/entrance")
    page = away.get()
    assert page.status == 403
    assert "Nothing is lost" in page.text
    assert OUTSIDE in page.text
    assert "cosine" not in page.text.lower()
    assert away.hand_in().status == 403
    assert sat.stored.running
    sat.hand_in()
    assert not sat.stored.running


@pytest.mark.parametrize("address", ["::ffff:10.1.2.7", "2001:db8::7", "2001:db8:0:0:0:0:0:8"])
def test_one_room_is_known_by_each_kind_of_address(app: FastAPI, nlp: Lecture, address: str) -> None:
    exam = supervised(app, nlp, rooms=ROOMS)
    exam.sit(device(app, nlp.student, address))
    assert exam.presence(nlp.student).room == "HG F 1"


@pytest.mark.parametrize("address", ["", "testclient", "10.1.4.7", "2001:db8:1::7", "110.1.2.7"])
def test_no_address_is_taken_for_one_of_a_room(app: FastAPI, nlp: Lecture, address: str) -> None:
    exam = supervised(app, nlp, rooms=ROOMS)
    assert exam.begin(device(app, nlp.student, address)).status == 403


def test_headers_that_anybody_can_send_move_nobody_into_a_room(app: FastAPI, nlp: Lecture) -> None:
    exam, outside = supervised(app, nlp, rooms=ROOMS), device(app, nlp.student, OUTSIDE)
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP", "True-Client-IP"):
        outside.client.headers[name] = f"for={INSIDE}" if name == "Forwarded" else INSIDE
    assert exam.begin(outside).status == 403


def test_an_exam_without_supervision_is_sat_from_anywhere(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp)
    sat = exam.sit(device(app, nlp.student, OUTSIDE))
    assert exam.presence(nlp.student).seen_at is None
    assert sat.events(Kind.CAME) == []


def test_an_instructor_tries_the_exam_from_anywhere(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS, config_keys=KEY, code_minutes="5")
    page = nlp.instructor.learner.send(f"{exam.address}/try", {"key": "k" * 20})
    assert page.address.startswith("/sittings/")
    assert page.status == 200


# What is typed outside


@on_both
def test_what_is_typed_outside_waits_and_counts_once_its_student_is_let_in(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    sat.type(1, {"dot": ["1"]}, revision=1)
    away = elsewhere(sat, device(app, ada, OUTSIDE))
    for _ in range(3):  # a page asks again until it is stored
        answer = away.save(away.field(1, "dot.0", "2", revision=2), place=1)
        assert answer.status_code == 200
        assert answer.json()["outside"] is True
        assert answer.json()["kept"] == []
    assert sat.texts()[1, "dot.0"] == "1"
    assert exam.presence(ada).held == 1
    assert [event.text for event in sat.events(Kind.OUTSIDE)] == ["2"]
    exam.let_in(ada)
    assert sat.texts()[1, "dot.0"] == "2"
    assert exam.presence(ada).held == 0
    assert away.get().status == 200
    assert away.type(1, {"dot": ["3"]}, revision=3).json()["kept"]
    (admitted,) = sat.events(Kind.ADMITTED)
    assert admitted.text.startswith("Her laptop is in the guest network. (")


def test_what_is_typed_outside_counts_once_its_student_is_back_in_the_room(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    away = elsewhere(sat, device(app, ada, OUTSIDE))
    away.save(away.field(1, "dot.0", "2", revision=2), place=1)
    sat.save(place=1)
    assert sat.texts()[1, "dot.0"] == "2"
    assert [event.text for event in sat.events(Kind.CAME)] == ["HG F 1", "", "HG F 1"]


def test_a_newer_answer_of_the_room_is_not_overwritten_by_what_waited(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    away = elsewhere(sat, device(app, ada, OUTSIDE))
    away.save(away.field(1, "dot.0", "2", revision=2), place=1)
    sat.type(1, {"dot": ["5"]}, revision=5)
    exam.let_in(ada)
    assert sat.texts()[1, "dot.0"] == "5"


def test_a_plain_form_from_outside_is_kept_and_says_where_to_go(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    page = device(app, ada, OUTSIDE).send(f"{sat.address}/questions/1", {"cell.dot.0": "4", "do": "save"})
    assert page.status == 403
    assert "1 answer waits." in page.text
    assert (1, "dot.0") not in sat.texts()
    exam.let_in(ada)
    assert sat.texts()[1, "dot.0"] == "4"


def test_what_still_waits_at_the_end_stands_in_the_review_and_does_not_count(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, {"answers": "at once", "scores": "at once"}, rooms=ROOMS), nlp.student
    inside = device(app, ada, INSIDE)
    sat = exam.sit(inside)
    away = elsewhere(sat, device(app, ada, OUTSIDE))
    away.save(away.field(1, "dot.0", "2", revision=2), place=1)
    sat.hand_in()
    assert "from outside the exam's rooms, waited, and does not count" in sat.get("/review").text
    assert not [one for one in sat.attempts()[0].responses if one.part == "dot"]


def test_the_clock_is_told_outside_too(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    assert elsewhere(sat, device(app, ada, OUTSIDE)).clock()["left"] == 15 * 60


def test_rules_that_change_during_the_exam_hold_at_the_next_request(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    sat = exam.sit(device(app, ada, INSIDE))
    exam.set_up(rooms="Aula: 10.7.0.0/16")
    assert sat.get().status == 403
    exam.set_up()
    assert sat.get().status == 200


# A room of one's own


def test_a_student_with_a_room_of_their_own_sits_there_alone(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    lin = nlp.instructor.learner
    lin.send(f"{exam.address}/supervision/assigned", {"student": str(ada.id), "room": "HG F 3"})
    refused = exam.begin(device(app, ada, INSIDE))
    assert refused.status == 403
    assert "You sit it in this room: HG F 3." in refused.text
    sat = exam.sit(device(app, ada, NEXT_DOOR))
    assert exam.presence(ada).room == "HG F 3"
    exam.set_up(rooms="HG F 1: 10.1.2.0/24")  # without the room that was assigned
    assert elsewhere(sat, device(app, ada, INSIDE)).get().status == 200


def test_only_students_of_the_course_and_rooms_of_the_exam_are_assigned(app: FastAPI, nlp: Lecture) -> None:
    exam, lin = supervised(app, nlp, rooms=ROOMS), nlp.instructor
    for student, room in ((lin.id, "HG F 1"), (nlp.student.id, "HG F 9"), (10**8, "HG F 1")):
        page = lin.learner.send(
            f"{exam.address}/supervision/assigned", {"student": str(student), "room": room}
        )
        assert page.status == 422
        assert "not there any more" in page.text


# Codes


@on_both
def test_the_code_of_the_room_begins_the_exam_and_another_rooms_does_not(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS, code_minutes="5"), nlp.student
    inside = device(app, ada, INSIDE)
    assert "Room code, as it stands on the board" in inside.get(exam.address).text
    for typed in ("", "000000", exam.code("HG F 3")):
        refused = exam.begin(inside, code=typed)
        assert refused.status == 422
        assert "it changes every 5 minutes" in refused.text
    old = exam.code("HG F 1")
    exam.watch.on(minutes=5)
    sat = exam.sit(inside, code=f"{old[:3]} {old[3:]}")
    assert exam.presence(ada).code_room == "HG F 1"
    exam.watch.on(minutes=5)
    assert sat.get().status == 200


def test_codes_tell_rooms_apart_that_share_a_network(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms="A: 10.1.0.0/16\nB: 10.1.0.0/16", code_minutes="1"), nlp.student
    exam.sit(device(app, ada, INSIDE), code=exam.code("B"))
    assert exam.presence(ada).code_room == "B"
    page = nlp.instructor.learner.get(f"{exam.address}/live")
    assert "B 10.1.2.7" in page.text


def test_the_live_monitor_says_of_somebody_who_left_the_room_that_they_are_outside(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS, code_minutes="5"), nlp.student
    sat = exam.sit(device(app, ada, INSIDE), code=exam.code("HG F 1"))
    away = elsewhere(sat, device(app, ada, OUTSIDE))
    away.save(away.field(1, "dot.0", "2"), place=1)
    live = nlp.instructor.learner.get(f"{exam.address}/live").text
    assert f"outside the rooms {OUTSIDE} 1 answer waits" in live
    about = nlp.instructor.learner.get(f"{exam.address}/live/people/{ada.id}").text
    assert f"outside the rooms {OUTSIDE}" in about
    assert "1 answer from outside waits." in about


def test_after_a_break_the_code_is_asked_for_again(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS, code_minutes="5", code_again="true"), nlp.student
    lin = nlp.instructor.learner
    lin.send(f"{nlp.address}/members/{ada.id}/accommodation", {"extra_time": "0", "break_minutes": "10"})
    inside = device(app, ada, INSIDE)
    sat = exam.sit(inside, code=exam.code("HG F 1"))
    inside.send(f"{sat.address}/break", {})
    assert "The clock stands still" in sat.get().text
    page = inside.send(f"{sat.address}/back", {})
    assert page.address == f"{sat.address}/entrance"
    assert "The room code, please" in page.text
    wrong = inside.send(f"{sat.address}/entrance", {"code": "1"})
    assert wrong.status == 422
    inside.send(f"{sat.address}/entrance", {"code": exam.code("HG F 1")})
    inside.send(f"{sat.address}/back", {})
    assert "Question 1" in sat.get().text


def test_codes_are_tried_a_few_times_only(app: FastAPI, nlp: Lecture) -> None:
    exam, inside = supervised(app, nlp, rooms=ROOMS, code_minutes="5"), device(app, nlp.student, INSIDE)
    answers = [exam.begin(inside, code=f"{n:06d}").status for n in range(12)]
    assert answers[:10] == [422] * 10
    assert answers[10:] == [429] * 2


def test_board_shows_the_present_codes_to_those_who_teach(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, rooms=ROOMS, code_minutes="5")
    page = nlp.instructor.learner.get(f"{exam.address}/supervision/codes")
    for room in ("HG F 1", "HG F 3"):
        code = exam.code(room)
        assert f"{code[:3]}\u2009{code[3:]}" in page.html.replace("&thinsp;", "\u2009")
    one = nlp.instructor.learner.get(f"{exam.address}/supervision/codes?room=HG+F+3")
    assert exam.code("HG F 1")[:3] + "&thinsp;" not in one.html
    assert nlp.student.learner.get(f"{exam.address}/supervision/codes").status == 404


# Safe Exam Browser


@on_both
def test_exam_is_sat_in_safe_exam_browser_with_its_settings_and_in_no_other(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, config_keys=f"{OTHER_KEY}\n{KEY}"), nlp.student
    plain = device(app, ada, OUTSIDE)
    refused = exam.begin(plain)
    assert refused.status == 403
    assert "Safe Exam Browser" in refused.text
    wrong = SafeExamBrowser(app, ada, "ef" * 32)
    assert exam.begin(wrong.learner).status == 403
    seb = SafeExamBrowser(app, ada, KEY)
    sat = exam.sit(seb.learner)
    assert sat.get("/questions/2?x=%20y&z=1").status == 200
    assert sat.type(1, {"dot": ["1"]}).json()["kept"]
    assert exam.presence(ada).seb is True
    away = elsewhere(sat, plain)
    assert away.get().status == 403
    assert away.save(away.field(1, "dot.0", "2", revision=2)).json()["outside"] is True
    assert exam.presence(ada).seb is False
    sat.hand_in()
    assert "Leave Safe Exam Browser" in sat.get("/review").text


def test_a_proof_for_one_address_opens_no_other(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, config_keys=KEY), nlp.student
    seb = SafeExamBrowser(app, ada, KEY)
    sat = exam.sit(seb.learner)
    copied = device(app, ada, INSIDE)
    told: list[str] = []
    seb.learner.client.event_hooks["request"].append(
        lambda request: told.append(request.headers["X-SafeExamBrowser-ConfigKeyHash"])
    )
    sat.get("/questions/1")
    copied.client.headers["X-SafeExamBrowser-ConfigKeyHash"] = told[-1]
    assert elsewhere(sat, copied).get("/questions/1").status == 200
    assert elsewhere(sat, copied).get("/questions/2").status == 403
    assert elsewhere(sat, copied).get("/questions/1?again=1").status == 403


def test_browser_exam_keys_are_asked_for_beside_config_keys(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, config_keys=KEY, browser_keys=OTHER_KEY), nlp.student
    assert exam.begin(SafeExamBrowser(app, ada, KEY).learner).status == 403
    exam.sit(SafeExamBrowser(app, ada, KEY, OTHER_KEY).learner)


def test_proofs_are_of_the_address_that_the_browser_sees_behind_a_proxy(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, config_keys=KEY), nlp.student
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"public_address": "https://exam.example/"})
    try:
        plain = device(app, ada, INSIDE)
        plain.client.headers["X-SafeExamBrowser-ConfigKeyHash"] = digest(
            f"https://exam.example{exam.address}/begin", KEY
        )
        page = plain.send(f"{exam.address}/begin", {"key": "k" * 20}, follow=False)
        assert page.status == 303
        assert page.headers["location"].startswith("/sittings/")
    finally:
        app.state.settings = settings


def test_settings_that_we_make_are_downloaded_and_prove_the_exam(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, own_settings="true"), nlp.student
    assert f"{exam.address}/exam.seb" in ada.learner.get(exam.address).links
    file = ada.learner.client.get(f"{exam.address}/exam.seb")
    assert file.headers["content-type"] == "application/seb"
    settings = read(file.content)
    assert settings["startURL"] == f"http://testserver{exam.address}"
    exam.sit(SafeExamBrowser(app, ada, config_key(settings)).learner)
    assert ada.learner.get(settings["quitURL"].removeprefix("http://testserver")).status == 200


def test_settings_are_no_ones_where_the_exam_does_not_offer_them(app: FastAPI, nlp: Lecture) -> None:
    exam = supervised(app, nlp, config_keys=KEY)
    assert nlp.student.learner.get(f"{exam.address}/exam.seb").status == 404


# Who is let in


def test_somebody_let_in_before_the_start_needs_neither_room_nor_code_nor_browser(
    app: FastAPI, nlp: Lecture
) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS, code_minutes="5", config_keys=KEY), nlp.student
    outside = device(app, ada, OUTSIDE)
    assert exam.begin(outside).status == 403
    assert OUTSIDE in nlp.instructor.learner.get(f"{exam.address}/live").text
    assert exam.let_in(ada, " ").status == 422
    assert "let in by" in exam.let_in(ada).text
    sat = exam.sit(outside)
    assert [event.kind for event in sat.events(Kind.CAME, Kind.ADMITTED)] == [Kind.ADMITTED]
    live = nlp.instructor.learner.get(f"{exam.address}/live").text
    assert "outside the rooms" in live
    assert "another browser" in live
    nlp.instructor.learner.send(f"{exam.address}/live/people/{ada.id}", {"do": "take back"})
    assert sat.get().status == 403
    assert (
        "admission taken back"
        in nlp.instructor.learner.get(f"{exam.address}/live/{sat.stored.id}/history").text
    )


def test_students_and_other_courses_let_nobody_in(app: FastAPI, nlp: Lecture) -> None:
    exam, ada = supervised(app, nlp, rooms=ROOMS), nlp.student
    page = ada.learner.send(f"{exam.address}/live/people/{ada.id}", {"reason": "I am here."})
    assert page.status == 404
    assert exam.presence(ada).admitted_at is None
    assert nlp.instructor.learner.get(f"{exam.address}/live/people/{nlp.instructor.id}").status == 404


def test_an_early_student_reads_where_it_is_sat(app: FastAPI, nlp: Lecture) -> None:
    soon = {"opens": at(NOON.replace(hour=13))}
    exam = supervised(app, nlp, soon, rooms=ROOMS)
    page = device(app, nlp.student, INSIDE).get(exam.address)
    assert "This device is in the network of HG F 1." in page.text
