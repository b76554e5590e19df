"""A database of an older version is migrated, and everybody goes on from where they were."""

import shutil
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from fastapi import FastAPI
from sqlalchemy import func, select

from app.database import migration
from app.database.connection import Database
from app.database.schema import metadata, rate_counts, sign_in_turns
from tests.app.accounts.members import Member, sign_in
from tests.app.api.api_client import Program
from tests.app.authoring.test_exports import upload
from tests.app.database import older_installation as older
from tests.app.database.older_installation import COURSE, DRAFTS, LAMP, MIDTERM, PAPER, RUNNING
from tests.app.learner import COSINE, Count, Learner, always_on_both, drawn, key, new_learner, on_both

People = dict[str, Learner]
MARKS = """name,e-mail,Week 1,Midterm,waiting for a mark,total
points,,10.00,6.00,,16.00
Ada,ada@example.org,2.00,1.00,1.00,3.00
Ben,ben@example.org,0.00,,3.00,0.00
"""  # the last column but one is new, where something waits
ROWS = {
    "api_tokens": 2, "assigned": 3, "assignments": 2, "attempts": 26, "courses": 1, "drawn": 14, "entries": 9,
    "exams": 1, "extensions": 1, "hints": 2, "jobs": 9, "links": 4, "mark_changes": 1, "members": 3, "people": 6,
    "points": 1, "predictions": 3, "questions": 7, "reports": 2, "responses": 28, "sessions": 6, "sittings": 6,
    "trail": 12, "versions": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The older database after its migration, which has made a copy before."""
    file = tmp_path_factory.mktemp("older") / "examformer.db"
    older.install(f"sqlite:///{file}")
    assert migration.upgrade(f"sqlite:///{file}") is not None
    return file


@pytest.fixture
def database_url(backend: str, empty_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of the older database after its migration."""
    if backend == "sqlite":
        (tmp_path / "data").mkdir()
        shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "data" / "examformer.db")
    else:
        older.install(empty_url)
        migration.upgrade(empty_url)
    return empty_url


@pytest.fixture
def people(app: FastAPI) -> People:
    return older.people(app)


@always_on_both
def test_every_row_is_there_and_the_tables_are_those_of_the_code(store: Database, count: Count) -> None:
    assert count() == ROWS
    with store.read() as connection:
        assert (
            compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
            == []
        )
        for table in (rate_counts, sign_in_turns):
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0


@pytest.mark.parametrize("who", older.ADDRESSES)
def test_every_address_that_somebody_kept_answers(people: People, who: str) -> None:
    kept = older.ADDRESSES[who]
    first = {address: people[who].get(address, follow=False).status for address in kept}
    assert set(first.values()) <= {200, 308}
    moved = [address for address, status in first.items() if status == 308]
    assert [people[who].get(address).status for address in moved] == [200] * len(moved)


@on_both
def test_a_guest_goes_on_with_a_sheet_that_was_half_done(people: People) -> None:
    sheet = people["guest"].get(older.HALF_DONE)
    assert (sheet.typed("dot"), sheet.rule("dot")) == (["1"], "wrong")
    assert sheet.earned == 0
    sheet = people["guest"].press(sheet, typed=key(drawn(COSINE, 11)))
    assert {sheet.rule(part) for part in ("dot", "norm_u", "norm_v", "cosine")} == {"right"}
    assert sheet.earned == 4


@on_both
def test_a_student_signs_in_and_finds_points_solution_review_and_predictions(app: FastAPI) -> None:
    ada = new_learner(app)
    sign_in(ada, "ada@example.org")
    assert "22 of 54 points" in ada.get("/progress").text
    assert ada.get(older.SOLUTION_SEEN).status == 200
    assert "Some neurons are left out at random." in ada.get(f"{older.HANDED_IN}/review?place=2").text
    assert "Predictions:" in ada.get("/lab").text


@on_both
def test_a_running_exam_has_what_was_saved_and_is_handed_in_and_marked(people: People) -> None:
    ben = people["ben"]
    first, second = (ben.get(f"{RUNNING}/questions/{place}") for place in (1, 2))
    assert (first.typed("dot"), first.typed("norm_u")) == (["6.00"], ["4.24"])
    assert second.typed("answer") == ["It drops units."]
    field = {"place": 1, "typed_at": older.THEN.isoformat()}
    older_revision = field | {"field": "norm_u.0", "revision": 1, "text": "late"}
    sent = [field | {"field": "norm_v.0", "revision": 1, "text": "5.92"}, older_revision]
    saves = ben.client.post(
        f"{RUNNING}/saves", json={"window": "w", "opened": False, "place": 1, "fields": sent}
    )
    assert saves.status_code == 200
    assert ben.send(f"{RUNNING}/end", {}).status == 200
    assert ben.get(f"{RUNNING}/review").status == 200
    assert "Ben,ben@example.org,0.00,3.00,4.00,3.00" in people["lin"].get(f"{COURSE}/marks.csv").html


@on_both
def test_gradebook_results_and_tokens_say_what_they_said(app: FastAPI, people: People) -> None:
    lin = people["lin"]
    assert lin.client.get(f"{COURSE}/marks.csv").text.replace("\r", "").removeprefix("\ufeff") == MARKS
    assert "Ada,ada@example.org,01-001,1.00,6.00" in lin.get(f"{MIDTERM}/results.csv").html
    asks = {who: Program(new_learner(app).client, token) for who, token in older.TOKENS.items()}
    me = asks["ada"].get("/me").json()
    assert me["token"].keys() >= {"label", "made_at", "ends_at"}
    assert me["token"]["scopes"] == []
    assert (me["email"], me["name"], me["role"]) == ("ada@example.org", "Ada", "student")
    course = COURSE.removeprefix("/courses/")
    assert asks["lin"].get("/courses").json() == {
        "courses": [{"course": course, "title": "NLP in autumn", "role": "instructor"}]
    }
    grades = asks["lin"].get(f"/courses/{course}/grades").json()
    assert grades.keys() >= {"course", "title", "teaching", "assignments", "points", "students"}
    assert [one["total"]["exact"] for one in grades["students"]] == ["3", "0"]
    marked = asks["ada"].post("/marks", _asked(asks["ada"]) | {"responses": {"dot": ["1"]}}).json()
    assert marked.keys() == {"question", "version", "level", "seed", "points", "credit", "parts"}


def _asked(program: Program) -> dict[str, object]:
    version = program.get(f"/questions/{COSINE}").json()["version"]
    return {"question": COSINE, "version": version, "level": "exam", "seed": 7}


@on_both
def test_files_exported_before_are_what_is_there(people: People, count: Count) -> None:
    lin = people["lin"]
    before = count()
    assert lin.client.get(f"/author/{LAMP}/question.toml").content == older.EXPORTED
    archive = lin.client.get("/author/questions.zip").content
    owner = Member(2, "lin@example.org", lin)
    for replacing in (False, True):
        assert "As they were 1" in upload(owner, (f"{LAMP}.toml", older.EXPORTED), replacing=replacing).text
    assert f"As they were {len(DRAFTS)}" in upload(owner, ("all.zip", archive)).text
    assert count() == before


@pytest.mark.sweep  # in every run tests/app/grading does it with a draft of today
def test_a_draft_is_changed_published_again_and_what_was_answered_is_marked_anew(
    app: FastAPI, people: People
) -> None:
    lin = people["lin"]
    page = lin.get(f"/author/{LAMP}?view=text")
    assert "The check found nothing to mend." in page.text
    text = page.fields["text"].removeprefix("\n").partition("\n[[tests]]")[0] + "\n"
    text = text.replace("power * hours", "power * hours * 3.6")
    app.state.runner.start()
    try:
        lin.send(f"/author/{LAMP}/check", {"text": text})
        deadline = time.monotonic() + 90
        while "<progress" in lin.get(f"/author/{LAMP}").html:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        app.state.runner.stop()
    lin.send(f"/author/{LAMP}/publish", {"text": text})
    regrade = lin.get(f"/author/{LAMP}/regrade")
    assert {change for change in ("2 → 0", "0 → 2") if change in regrade.text} == {"2 → 0", "0 → 2"}
    form = {"token": regrade.fields["token"], "best": "false", "reason": "It asks for kilojoules."}
    lin.send(f"/author/{LAMP}/regrade", form)
    earned = {who: people[who].get(sheet).earned for who, sheet in older.LAMP_SHEETS.items()}
    assert earned == {"ada": 0, "guest": 2}


@pytest.mark.sweep
@on_both
def test_a_paper_version_is_printed_and_read_in_from_where_it_was_left(people: People) -> None:
    lin = people["lin"]
    page = lin.get(f"{PAPER}/questions/1")
    assert (page.typed("dot"), page.typed("norm_u")) == (["26.00"], ["7"])
    assert lin.client.get(f"{PAPER}/sheets.pdf").content.startswith(b"%PDF")
    right = {"cell.dot.0": "26.00", "cell.norm_u.0": "5.39", "cell.norm_v.0": "5.10", "cell.cosine.0": "0.95"}
    lin.send(f"{PAPER}/questions/1", {"do": "save", **right})
    lin.send(f"{PAPER}/questions/2", {"do": "save", "points.answer": "1", "word.answer": "Well said."})
    lin.send(PAPER, {"student": "4", "do": "done"})
    assert "Ada,ada@example.org,2.00,6.00,0.00,8.00" in lin.get(f"{COURSE}/marks.csv").html


@on_both
@pytest.mark.sweep  # in every run tests/app/jobs does it with jobs of today
def test_programs_that_ran_or_waited_as_the_older_server_ended_are_run(app: FastAPI, people: People) -> None:
    app.state.runner.start()
    try:
        deadline = time.monotonic() + 60
        for name, address, points in (("ada", older.WAITING_PROGRAM, 3), ("guest", older.LOST_PROGRAM, 0)):
            while (sheet := people[name].get(address)).earned is None:
                assert time.monotonic() < deadline, sheet.text
                time.sleep(0.05)
            assert sheet.earned == points
    finally:
        app.state.runner.stop()
