"""Programs that write: who may, with which scope; twice sent and done once; nobody overwritten; what stands then."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import func, select, update

from app.accounts import room as accounts
from app.accounts.store.api_tokens import Scope
from app.accounts.store.kept_answers import KEPT
from app.api.teaching.examples import LINE as ADA
from app.api.teaching.examples import SCALE
from app.courses.store import roster
from app.database.connection import Database
from app.database.schema import courses, kept_answers
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.api.api_client import Program, patient_site, program, writer
from tests.app.api.stage import Stage, entry_of
from tests.app.api.writes import WRITES
from tests.app.authoring.sample_question import TEXT
from tests.app.courses.taught_course import Lecture, assignment, begin, join
from tests.app.coursework.test_gradebook import answer
from tests.app.exams import course_exam
from tests.app.exams.sitting import sit
from tests.app.learner import COSINE, PERPLEXITY, Count, on_both
from tests.app.server import PATIENCE
from tests.engine.submissions import BANK

LINE = ADA | {"name": "", "section": ""}
ONE_LEVEL = next(one.id for one in BANK.questions.values() if "hard" not in one.levels)


def is_refusal(answered: Response, status: int) -> bool:
    """True if it is this refusal, whose problem details say what happened and what to do."""
    told = answered.json()
    return bool(answered.status_code == told["status"] == status and told["title"] and told["detail"])


@pytest.fixture
def lin(app: FastAPI, nlp: Lecture) -> Program:
    """A program of the course's instructor that may write everything."""
    return writer(app, nlp.instructor)


@pytest.fixture
def here(nlp: Lecture) -> str:
    return f"/courses/{nlp.name}"


# Who may


@pytest.fixture(scope="module")
def stage(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    app = patient_site(migrated_file, tmp_path_factory.mktemp("writing"))
    yield Stage(app)
    app.state.database.close()


def test_each_person_is_answered_as_the_table_says_and_a_reading_token_writes_nothing(stage: Stage) -> None:
    """In the order of the table, for the one who teaches the course comes last: theirs is carried out."""
    order = [0, 1, 2, 3, 5, 4]
    for route, row in WRITES.items():
        if "exams/{exam}" in route and route.startswith("DELETE"):
            stage.places["exam"] = course_exam.draft(stage.nlp).rpartition("/")[2]
        expected = list(map(int, row.split()))
        if not route.startswith("GET") and "preview" not in route and not route.endswith("{exam}/check"):
            assert is_refusal(stage.ask(stage.reader, route), 403), route
        for who in order:
            got = stage.ask(stage.people[who], route)
            assert got.status_code == expected[who], (route, who, got.text)
            assert got.status_code < 300 or is_refusal(got, expected[who])


@pytest.mark.parametrize("scope", Scope)
def test_a_scope_opens_its_own_routes_alone(app: FastAPI, nlp: Lecture, scope: Scope) -> None:
    one, course = program(app, nlp.instructor, scope), f"/courses/{nlp.name}"
    tries: dict[Scope, Callable[[], Response]] = {
        Scope.COURSES: lambda: one.ask("POST", f"{course}/restore"),
        Scope.ROSTER: lambda: one.post(f"{course}/roster", {"students": []}),
        Scope.ASSIGNMENTS: lambda: one.post(f"{course}/assignments", {"title": "Week 1"}),
        Scope.MARKS: lambda: one.post(f"{course}/set-grades", {"grades": [{"entry": 1, "grade": ""}]}),
        Scope.EXAMS: lambda: one.post(f"{course}/exams", {}),
        Scope.QUESTIONS: lambda: one.post("/drafts", {}),
    }
    assert tries.keys() == set(Scope)
    closed = {
        name: is_refusal(found, 403) for name, ask in tries.items() if (found := ask()).status_code == 403
    }
    assert closed == {name: True for name in Scope if name is not scope}


def test_a_token_tells_its_scopes_and_is_made_with_those_that_were_ticked(app: FastAPI) -> None:
    lin = member(app, Role.INSTRUCTOR)
    page = lin.learner.send("/account/tokens", {"days": "30", "label": "Sync", "scope": ["roster", "marks"]})
    made = page.fields.get("") or page.html.partition('id="made" readonly value="')[2].partition('"')[0]
    assert Program(program(app).client, made).get("/me").json()["token"]["scopes"] == ["marks", "roster"]
    assert "writes the roster, marks and grades set by hand" in lin.learner.get("/account").text
    assert program(app, lin).get("/me").json()["token"]["scopes"] == []


def test_a_token_opens_no_more_than_its_person_may_at_that_moment(
    app: FastAPI, nlp: Lecture, lin: Program, here: str
) -> None:
    member(app, Role.ADMINISTRATOR).learner.send(f"/people/{nlp.instructor.id}/role", {"role": "student"})
    assert is_refusal(lin.post(f"{here}/roster", {"students": []}), 403)
    assert is_refusal(lin.post("/courses", {"title": "Mine"}), 403)


def test_whoever_sits_an_exam_writes_nothing(app: FastAPI, nlp: Lecture, lin: Program) -> None:
    sit(app, COSINE, learner=nlp.instructor.learner)
    assert is_refusal(lin.post("/courses", {"title": "Mine"}), 403)


# Sent twice


@on_both
def test_a_request_that_is_sent_again_is_answered_again_and_done_once(
    lin: Program, here: str, store: Database
) -> None:
    first, second = (lin.post("/courses", {"title": "Term"}, **{"Idempotency-Key": "k-1"}) for _ in "12")
    assert (first.status_code, first.json()) == (second.status_code, second.json()) == (201, first.json())
    with store.read() as connection:
        assert connection.execute(select(func.count()).where(courses.c.title == "Term")).scalar() == 1
    other = lin.post("/courses", {"title": "Other"}, **{"Idempotency-Key": "k-1"})
    assert is_refusal(other, 422)
    elsewhere = lin.post(f"{here}/assignments", {"title": "Term"}, **{"Idempotency-Key": "k-1"})
    assert is_refusal(elsewhere, 422)
    assert lin.post("/courses", {"title": "Term"}).json() != first.json()


@on_both
def test_keys_are_each_persons_own_and_forgotten_after_a_day(
    app: FastAPI, lin: Program, store: Database
) -> None:
    key = {"Idempotency-Key": "mine"}
    first = lin.post("/courses", {"title": "Term"}, **key).json()
    other = writer(app, member(app, Role.INSTRUCTOR)).post("/courses", {"title": "Theirs"}, **key)
    assert other.status_code == 201
    with store.write() as connection:
        before = datetime.now(UTC) - KEPT - timedelta(seconds=1)
        connection.execute(update(kept_answers).values(at=before))
    assert lin.post("/courses", {"title": "Term"}, **key).json()["course"] != first["course"]
    (forget,) = accounts.ROOM.housekeeping
    forget(store)
    with store.read() as connection:
        assert connection.execute(select(func.count()).select_from(kept_answers)).scalar() == 1


@on_both
def test_what_is_refused_leaves_nothing_and_can_be_sent_again(
    lin: Program, here: str, nlp: Lecture, count: Count
) -> None:
    address, mine = assignment(nlp, COSINE), entry_of(nlp)
    before, key = count(), {"Idempotency-Key": "again"}
    name = address.rpartition("/")[2]
    good = {"entry": mine, "assignment": name, "points": "2", "reason": "Oral."}
    for bad in ({"points": "many"}, {"reason": " "}, {"assignment": "none"}, {"entry": 999}):
        told = lin.post(f"{here}/set-marks", {"marks": [good, good | bad]}, **key)
        assert told.status_code in (404, 422)
        assert count() == before
    assert lin.post(f"{here}/set-marks", {"marks": [good]}, **key).status_code == 200


@on_both
def test_one_key_sent_by_many_at_one_moment_is_carried_out_once(
    app: FastAPI, lin: Program, store: Database
) -> None:
    def ask(_: int) -> Response:
        one = Program(program(app).client, lin.token)
        return one.post("/courses", {"title": "Crowd"}, **{"Idempotency-Key": "crowd"})

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, range(6)))
    assert {one.status_code for one in answers} == {201}
    assert len({one.json()["course"] for one in answers}) == 1
    with store.read() as connection:
        assert connection.execute(select(func.count()).where(courses.c.title == "Crowd")).scalar() == 1


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ä"])
def test_what_is_no_key_is_named(lin: Program, key: str) -> None:
    told = lin.ask("POST", "/courses", {"Idempotency-Key": key.encode("latin-1")}, json={"title": "T"})  # type: ignore[dict-item]
    assert is_refusal(told, 422)
    assert told.json()["faults"][0]["where"] == "header.Idempotency-Key"


# Nobody overwritten


@on_both
def test_whoever_read_an_older_state_is_refused(lin: Program, here: str, nlp: Lecture) -> None:
    address = f"{here}/assignments/{assignment(nlp, COSINE).rpartition('/')[2]}"
    text = {"title": "Week 1", "questions": [{"question": COSINE}]}
    tag = lin.get(address).headers["etag"]
    changed = lin.put(address, text | {"title": "Week one"}, tag)
    assert (changed.status_code, changed.json()["title"]) == (200, "Week one")
    late = lin.put(address, text | {"title": "Mine"}, tag)
    assert is_refusal(late, 412)
    assert late.headers["etag"] == changed.headers["etag"] == lin.get(address).headers["etag"]
    assert lin.get(address).json()["title"] == "Week one"
    assert is_refusal(lin.ask("PUT", address, json=text), 422)
    assert lin.put(address, text | {"title": "Mine"}, f'"other", {late.headers["etag"]}').status_code == 200


@on_both
def test_of_two_who_change_the_same_state_at_one_moment_one_is_refused(
    app: FastAPI, lin: Program, here: str, nlp: Lecture
) -> None:
    address = f"{here}/assignments/{assignment(nlp, COSINE).rpartition('/')[2]}"
    tag = lin.get(address).headers["etag"]

    def change(title: str) -> int:
        one = Program(program(app).client, lin.token)
        return one.put(address, {"title": title, "questions": [{"question": COSINE}]}, tag).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(change, "abcd")) == [200, 412, 412, 412]


# What stands then


@on_both
def test_a_course_with_everything_is_made_and_read_back(app: FastAPI, store: Database) -> None:
    me = member(app, Role.INSTRUCTOR, name="Prof. Wu")
    wu, ada = writer(app, me), member(app, name="Ada", email="ada@x.org")
    here = f"/courses/{wu.post('/courses', {'title': 'Attention'}).json()['course']}"
    listed = [
        {"name": "Ada", "email": "ada@x.org", "matriculation": "26-001", "section": "Mon", "extra_time": 25},
        {"name": "Bob, Jr.", "email": "bob@x.org", "section": "Tue"},
        {"name": "No key"},
    ]
    plan = wu.post(f"{here}/roster/preview", {"students": listed}).json()
    assert (plan["added"], plan["same"], [one["place"] for one in plan["unread"]]) == (2, 0, [2])
    saved = wu.post(f"{here}/roster", {"students": listed, "withdraw_missing": True}).json()
    assert (saved["changed"], len(saved["unread"])) == (2, 1)
    first = wu.get(f"{here}/roster?limit=1").json()
    second = wu.get(f"{here}/roster?after={first['next']}").json()
    students = {one["email"]: one for one in first["students"] + second["students"]}
    assert (students["ada@x.org"]["matriculation"], students["ada@x.org"]["extra_time"]) == ("26-001", 25)
    assert (students["bob@x.org"]["name"], second["next"]) == ("Bob, Jr.", None)
    assert (
        wu.post(f"{here}/roster", {"students": listed[:1], "withdraw_missing": True}).json()["changed"] == 1
    )
    assert [one["email"] for one in wu.get(f"{here}/roster").json()["students"]] == ["ada@x.org"]
    made = wu.post(f"{here}/assignments", {
        "title": "Week 1", "due_at": "2030-01-01T12:00:00+01:00", "policy": {"tries": 3, "late_periods": 2},
        "questions": [{"question": PERPLEXITY}, {"question": COSINE, "level": "hard"}],
    }).json()  # fmt: skip
    assert made["due_at"] == "2030-01-01T11:00:00Z"
    assert made["policy"] == {
        "tries": 3, "counting": "best", "grace_minutes": 0, "late_period": "day", "late_periods": 2,
        "late_percent": 0, "late_most_percent": 100,
    }  # fmt: skip
    assert [(one["question"], one["level"]) for one in made["questions"]] == [
        (PERPLEXITY, "warm-up"),
        (COSINE, "hard"),
    ]
    week = f"{here}/assignments/{made['assignment']}"
    turned = {"title": "Week 1", "questions": [{"question": COSINE}, {"question": PERPLEXITY}]}
    assert [one["question"] for one in wu.put(week, turned).json()["questions"]] == [COSINE, PERPLEXITY]
    marks = [
        {
            "entry": students["ada@x.org"]["entry"],
            "assignment": made["assignment"],
            "points": "13/2",
            "reason": "Oral.",
        }
    ]
    assert wu.post(f"{here}/set-marks", {"marks": marks}).status_code == 200
    weights = {
        "categories": [{"title": "Homework", "weight": 2}],
        "assignments": [{"assignment": made["assignment"], "category": "Homework"}],
    }
    assert wu.put(f"{here}/weights", weights).json()["categories"] == [
        {"title": "Homework", "weight": 2, "drop": 0}
    ]
    assert wu.put(f"{here}/scale", {"scale": SCALE}).json() == {"scale": SCALE}
    (row,) = wu.get(f"{here}/grades").json()["students"]
    assert (row["entry"], row["mark"]["exact"], row["grade"]["grade"]) == (
        students["ada@x.org"]["entry"],
        "13/16",
        "pass",
    )
    staff = wu.post(f"{here}/staff", {"email": ada.email, "role": "observer"}).json()["staff"]
    assert [(one["email"], one["role"]) for one in staff] == [
        (me.email, "instructor"),
        ("ada@x.org", "observer"),
    ]
    copy = wu.post(f"{here}/copy", {"title": "Next term"}).json()["course"]
    assert wu.get(f"/courses/{copy}/weights").json()["categories"][0]["title"] == "Homework"


@on_both
def test_an_exam_is_written_checked_published_and_taken_back(lin: Program, here: str) -> None:
    made = lin.post(f"{here}/exams", {"text": course_exam.SMALL})
    exam = f"{here}/exams/{made.json()['exam']}"
    assert made.json()["findings"] == []
    found = lin.post(f"{exam}/check", {"text": course_exam.SMALL.replace("minutes", "minuets")}).json()
    assert found["findings"]
    assert found["points"] is None
    broken = lin.put(exam, {"text": "title = 1"}, made.headers["etag"]).json()
    assert broken["findings"]
    assert is_refusal(lin.ask("POST", f"{exam}/publish"), 409)
    rules = {"opens_at": "2030-01-01T10:00:00Z", "closes_at": "2030-01-01T12:00:00Z", "sittings": 2}
    whole = lin.put(exam, {"text": course_exam.SMALL, "rules": rules}).json()
    assert (whole["rules"]["sittings"], whole["text"]) == (2, course_exam.SMALL)
    wrong = rules | {"closes_at": "2029-01-01T12:00:00Z"}
    assert is_refusal(lin.put(exam, {"rules": wrong}), 422)
    assert lin.ask("POST", f"{exam}/publish").json()["published_at"]
    assert is_refusal(lin.put(exam, {"text": "title = 1"}), 409)
    assert is_refusal(lin.ask("DELETE", exam), 409)
    assert lin.ask("POST", f"{exam}/take-back").json()["published_at"] is None
    assert lin.ask("DELETE", exam).status_code == 200
    assert is_refusal(lin.get(exam), 404)


@on_both
def test_a_question_is_written_checked_in_a_worker_and_published(app: FastAPI, lin: Program) -> None:
    made = lin.post("/drafts", {"text": TEXT}).json()
    draft = f"/drafts/{made['question']}"
    assert (made["published"], made["check"]) == (0, None)
    checked = lin.ask("POST", f"{draft}/check")
    assert (checked.status_code, checked.json()["check"]["running"]) == (202, True)
    app.state.runner.start()
    deadline = time.monotonic() + PATIENCE
    try:
        while lin.get(draft).json()["check"]["running"]:
            assert time.monotonic() < deadline
            time.sleep(0.6)  # a token asks twice a second
    finally:
        app.state.runner.stop()
    assert lin.get(draft).json()["check"]["clean"], lin.get(draft).json()
    published = lin.ask("POST", f"{draft}/publish").json()
    assert (published["published"], published["changed"]) == (1, False)
    assert is_refusal(lin.ask("POST", f"{draft}/publish"), 409)
    assert lin.put(f"{draft}/audience", {"audience": "courses"}).json()["audience"] == "courses"
    assert is_refusal(program(app, member(app)).get(f"/questions/{made['question']}"), 404)
    assert [one["question"] for one in lin.get("/drafts?state=published").json()["questions"]] == [
        made["question"]
    ]
    unreadable = lin.put(draft, {"text": "no question"}).json()
    assert (unreadable["text"], unreadable["changed"]) == ("no question", True)
    assert is_refusal(lin.ask("POST", f"{draft}/check"), 409)
    assert lin.ask("POST", f"{draft}/archive").json() == {"done": True}
    assert lin.get("/drafts").json()["questions"] == []


def test_what_does_not_fit_is_told_in_words_of_its_own(lin: Program, here: str, nlp: Lecture) -> None:
    address, mine = assignment(nlp, COSINE, due="2029-06-01T12:00").rpartition("/")[2], entry_of(nlp)
    one = {"assignment": address}
    week, long = f"{here}/assignments/{address}", {"title": "\u200b"}
    tries: list[tuple[int, Any]] = [
        (422, lin.post("/courses", long)),
        (422, lin.put(week, {"title": "x", "opens_at": "2030-01-02T00:00:00Z", "due_at": "2030-01-01T00:00:00Z"})),
        (404, lin.put(week, {"title": "x", "questions": [{"question": "no-such-one"}]})),
        (422, lin.put(week, {"title": "x", "questions": [{"question": ONE_LEVEL, "level": "hard"}]})),
        (422, lin.put(f"{week}/extensions/{nlp.student.id}", {"due_at": "2029-01-01T00:00:00Z"})),
        (404, lin.put(f"{week}/extensions/999", {"due_at": "2030-01-01T00:00:00Z"})),
        (422, lin.put(f"{here}/weights", {"categories": [], "assignments": [one | {"category": "A"}]})),
        (422, lin.put(f"{here}/scale", {"scale": SCALE | {"passing": "none"}})),
        (422, lin.post(f"{here}/set-grades", {"grades": [{"entry": mine, "grade": "A", "reason": "x"}]})),
        (422, lin.post(f"{here}/staff", {"email": "none@x.org", "role": "observer"})),
        (409, lin.post(f"{here}/staff", {"email": nlp.student.email, "role": "observer"})),
        (422, lin.put(f"{here}/roster/{mine}", LINE | {"email": "x"})),
        (422, lin.post("/drafts", {"kind": "riddle"})),
        (404, lin.post("/drafts", {"copy_of": "none"})),
        (422, lin.put("/drafts/x", {"text": "\0"})),
        (422, lin.post(f"{here}/copy", {"first_day": "someday"})),
    ]  # fmt: skip
    for status, told in tries:
        assert is_refusal(told, status), (told.request.url, told.text)


@on_both
def test_categories_are_found_by_their_titles_however_these_are_spaced(
    lin: Program, here: str, nlp: Lecture
) -> None:
    name = assignment(nlp, COSINE).rpartition("/")[2]
    inside = [{"assignment": name, "category": "Home \0 work", "extra_credit": True}]
    sent = {"categories": [{"title": " Home  work", "weight": 1}, {"title": "Exam", "weight": 2}]}
    first = lin.put(f"{here}/weights", sent | {"assignments": inside}).json()
    assert first["assignments"] == [{"assignment": name, "category": "Home work", "extra_credit": True}]
    assert [one["title"] for one in first["categories"]] == ["Home work", "Exam"]
    many = [{"title": f"C{n}", "weight": 1} for n in range(20)]
    for _ in range(2):
        told = lin.put(f"{here}/weights", {"categories": many, "assignments": []}).json()
        assert [one["title"] for one in told["categories"]] == [one["title"] for one in many]
    assert told["assignments"] == [{"assignment": name, "category": None, "extra_credit": True}]
    assert is_refusal(
        lin.put(f"{here}/weights", sent | {"assignments": [inside[0] | {"category": "C1"}]}), 422
    )


@on_both
def test_no_text_of_a_program_is_more_than_postgresql_takes(lin: Program, here: str, nlp: Lecture) -> None:
    exam = f"{here}/exams/{course_exam.draft(nlp).rpartition('/')[2]}"
    assert is_refusal(lin.put(exam, {"rules": {"password": "\0"}}), 422)
    assert is_refusal(lin.put(exam, {"text": "\0"}), 422)
    assert lin.post("/courses", {"title": "A\0B"}).json()["title"] == "AB"
    assert is_refusal(lin.get("/drafts/%00"), 404)


@on_both
def test_whoever_joined_alone_is_matched_and_given_more_time(
    app: FastAPI, lin: Program, here: str, nlp: Lecture
) -> None:
    bob = member(app, name="Bob", email="bob@x.org")
    code = lin.ask("POST", f"{here}/code").json()["code"]
    join(bob, nlp.code)  # which opens nothing any more
    assert [one["email"] for one in lin.get(f"{here}/roster").json()["students"]] == [nlp.student.email]
    join(bob, code)
    lin.post(f"{here}/roster", {"students": [{"name": "Robert", "matriculation": "26-077"}]})
    entries = {one["name"]: one["entry"] for one in lin.get(f"{here}/roster").json()["students"]}
    joined = next(number for name, number in entries.items() if name not in ("Ada", "Robert"))
    matched = lin.post(f"{here}/roster/{entries['Robert']}/match", {"joined": joined}).json()
    assert (matched["student"], matched["matriculation"], matched["state"]) == (bob.id, "26-077", "joined")
    more = lin.put(f"{here}/students/{bob.id}/accommodation", {"extra_time": 25, "break_minutes": 10})
    assert more.json()["extra_time"] == 25
    assert is_refusal(lin.put(f"{here}/students/999/accommodation", {"extra_time": 25}), 404)


@on_both
def test_a_student_who_has_not_joined_yet_is_given_a_later_date_by_entry(
    lin: Program, here: str, nlp: Lecture
) -> None:
    week = f"{here}/assignments/{assignment(nlp, COSINE, due='2029-06-01T12:00').rpartition('/')[2]}"
    lin.post(f"{here}/roster", {"students": [{"name": "Robert", "matriculation": "26-077"}]})
    entries = {one["name"]: one["entry"] for one in lin.get(f"{here}/roster").json()["students"]}
    later = "2030-01-01T00:00:00Z"
    lin.put(f"{week}/extensions/{nlp.student.id}", {"due_at": later})
    given = lin.post(f"{week}/extensions", {"entry": entries["Robert"], "due_at": later}).json()["extensions"]
    assert {(one["entry"], one["student"]) for one in given} == {
        (entries["Robert"], None),
        (entries["Ada"], nlp.student.id),
    }
    taken = lin.post(f"{week}/extensions", {"entry": entries["Robert"], "due_at": None}).json()["extensions"]
    assert [one["student"] for one in taken] == [nlp.student.id]
    for neither in ({}, {"entry": entries["Robert"], "section": "Mon"}):
        assert is_refusal(lin.post(f"{week}/extensions", neither | {"due_at": later}), 422)
    assert is_refusal(lin.post(f"{week}/extensions", {"entry": 999, "due_at": later}), 404)


def test_a_long_list_is_let_in_from_those_who_may_teach_alone(app: FastAPI, lin: Program, here: str) -> None:
    students = [{"email": f"student-{n}@x.org", "name": "Somebody"} for n in range(2000)]
    assert len(json.dumps(students)) > 64 * 1024
    assert lin.post(f"{here}/roster", {"students": students}).json()["changed"] == 2000
    assert is_refusal(program(app, member(app)).post(f"{here}/roster", {"students": students}), 403)
    in_pieces: object = {"students": [[[]] * 60_000]}
    assert is_refusal(lin.post(f"{here}/roster", in_pieces), 413)


def test_nothing_of_a_page_is_done_in_another_way(
    app: FastAPI, lin: Program, here: str, nlp: Lecture, store: Database
) -> None:
    """A program sets what the pages show, and the other way round."""
    address = assignment(nlp, COSINE)
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    name, mine = address.rpartition("/")[2], entry_of(nlp)
    lin.post(
        f"{here}/set-marks",
        {"marks": [{"entry": mine, "assignment": name, "kind": "excused", "reason": "Ill."}]},
    )
    assert "Week 1: excused. Ill." in nlp.student.learner.get(f"{nlp.address}/gradebook").text
    lin.ask("POST", f"{here}/roster/{mine}/withdraw")
    with store.read() as connection:
        (one,) = roster.entries(connection, 1)
    assert not one.present
    assert lin.ask("POST", f"{here}/roster/{mine}/take-back").json()["state"] == "joined"
