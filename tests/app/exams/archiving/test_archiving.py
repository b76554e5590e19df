"""Old saves move into a file, and all that a mark, a page or a person needs stays."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import delete, select
from sqlalchemy.exc import DatabaseError

from app.database.connection import Database
from app.database.schema import archived_saves, save_archives, trail
from app.exams.archiving import archiving, old_sittings, putting_back
from app.exams.archiving.old_sittings import Reason
from app.exams.live import monitor
from app.exams.store import old_saves
from app.exams.store.audit_log import Kind
from app.grading import regrade
from tests.app.accounts.members import PASSWORD, member
from tests.app.analytics.test_exam_results import LAMPS, table
from tests.app.authoring import sample_question
from tests.app.contexts import context_of
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams import course_exam
from tests.app.exams.archiving.old_exam import (
    BEFORE,
    CLOSES,
    REPLACED,
    TEXTS,
    archive,
    exam,
    log_of,
    sat_long_ago,
    sit,
)
from tests.app.exams.sitting import NOON, Sat, watched
from tests.app.exams.sitting import sit as practise
from tests.app.exams.test_key_reports import send as report
from tests.app.exams.test_review import reviewed
from tests.app.learner import COSINE, always_on_both, key, on_both
from tests.app.personal_data.worked import downloaded, told


def left(app: FastAPI) -> dict[Reason, int]:
    database: Database = app.state.database
    with database.read() as connection:
        found = old_sittings.find(connection, BEFORE)
    assert found.old == ()
    return dict(found.left)


# What moves, and what stays


@always_on_both
def test_replaced_saves_move_and_the_last_of_each_field_stays_with_every_other_line(
    app: FastAPI, nlp: Lecture, tmp_path: Path
) -> None:
    sats = sat_long_ago(app, nlp, students=2)
    before = log_of(app.state.database, sats)
    done = archive(app, tmp_path / "a.db")
    assert (done.saves, done.sittings, done.left, done.went_on) == (2 * REPLACED, 2, 0, False)
    after = log_of(app.state.database, sats)
    held = [one for sat in sats for one in putting_back.saves(tmp_path / "a.db", sat.stored.id)]
    assert sorted((*held, *after), key=lambda one: int(one["id"])) == before
    assert {one["kind"] for one in held} == {Kind.SAVED}
    saved = [one for one in after if one["kind"] == Kind.SAVED]
    assert sorted(one["text"] for one in saved) == sorted([TEXTS[-1], f"{TEXTS[-1]}1"] * 2)


@on_both
def test_review_receipt_and_monitor_are_the_same_after_it(app: FastAPI, nlp: Lecture, tmp_path: Path) -> None:
    address = exam(app, nlp)
    (sat,) = sat_long_ago(app, nlp, address)
    number, lin = sat.stored.id, context_of(app, nlp.instructor.id)
    where = nlp.name, address.rpartition("/")[2]
    review, room = reviewed(sat), monitor.room(lin, *where)
    shown, results = sat.get("/review").text, nlp.instructor.learner.get(f"{address}/results").text
    assert review.items[0].seconds > 0
    assert review.items[1].seconds > 0
    archive(app, tmp_path / "a.db")
    again = reviewed(sat)
    assert [one.seconds for one in again.items] == [one.seconds for one in review.items]
    assert [one.attempt for one in again.items] == [one.attempt for one in review.items]
    assert (again.earned, again.end, again.late, again.grade) == (
        review.earned, review.end, review.late, review.grade,
    )  # fmt: skip
    assert monitor.room(lin, *where).seats == room.seats
    assert monitor.watched(lin, *where, number).whole
    assert (sat.get("/review").text, nlp.instructor.learner.get(f"{address}/results").text) == (
        shown,
        results,
    )


@on_both
def test_histories_say_in_words_that_saves_were_archived_and_when(
    app: FastAPI, nlp: Lecture, tmp_path: Path
) -> None:
    address = exam(app, nlp)
    (sat,) = sat_long_ago(app, nlp, address)
    there = f"{address}/live/{sat.stored.id}/history"
    said = f"{REPLACED} earlier saves, each replaced by a later one, were moved to an archive on"
    assert said not in sat.get("/history").text
    archive(app, tmp_path / "a.db")
    with sat.database.read() as connection:
        at = connection.execute(select(archived_saves.c.at)).scalar_one()
    when = f"{at:%-d %b %Y, %H:%M} UTC. The last save of each field is below."
    for page in (sat.get("/history"), nlp.instructor.learner.get(there)):
        assert f"{said} {when}" in page.text
    assert f"For that they need this number: {sat.stored.id}." in nlp.instructor.learner.get(there).text
    assert TEXTS[-1] in nlp.instructor.learner.get(f"{there}?texts=true").text


@on_both
def test_a_regrade_after_it_changes_what_it_would_have_changed_before(
    app: FastAPI, nlp: Lecture, tmp_path: Path
) -> None:
    sample_question.publish(app, nlp.instructor.id)
    watched(app)
    address, lin = course_exam.exam(nlp, LAMPS, closes=course_exam.at(CLOSES)), nlp.instructor.learner
    sat = course_exam.sit(app, nlp.student, address)
    place = next(n for n in (1, 2) if sat.variant(n).question.id == sample_question.NAME)
    for revision, typed in enumerate(({"energy": ["1"]}, {"energy": ["17"]}, key(sat.variant(place))), 1):
        sat.type(place, typed, revision)
    sat.hand_in()
    sat.watch.on(minutes=60)
    points = table(lin.get(f"{address}/results"), "students")["Ada"]
    sample_question.publish(app, nlp.instructor.id, sample_question.MENDED)
    asks = context_of(app, nlp.instructor.id)
    plan = regrade.plan(asks, sample_question.NAME, False)
    assert archive(app, tmp_path / "a.db").saves == 2
    assert table(lin.get(f"{address}/results"), "students")["Ada"] == points
    again = regrade.plan(asks, sample_question.NAME, False)
    assert again.token == plan.token
    assert [(one.before, one.after) for one in again.changed] == [
        (one.before, one.after) for one in plan.changed
    ]
    regrade.apply(asks, sample_question.NAME, False, plan.token, "Kilojoules.")
    assert table(lin.get(f"{address}/results"), "students")["Ada"] != points


def test_mock_exams_stay_whole_for_they_go_with_their_person(
    app: FastAPI, nlp: Lecture, tmp_path: Path
) -> None:
    sat = practise(app, COSINE, learner=nlp.student.learner)
    for revision, text in enumerate(TEXTS, 1):
        sat.type(1, {"dot": [text]}, revision)
    sat.hand_in()
    sat_long_ago(app, nlp)
    whole = told(downloaded(nlp.student.learner))
    assert archive(app, tmp_path / "a.db").saves == REPLACED
    assert len(sat.events(Kind.SAVED)) == len(TEXTS)
    after = told(downloaded(nlp.student.learner))
    assert len(after["exams"]) == 1
    assert after | {"written_at": ""} == whole | {"written_at": ""}


@always_on_both
def test_a_person_is_deleted_after_it_as_before_and_the_archive_names_nobody(
    app: FastAPI, nlp: Lecture, tmp_path: Path
) -> None:
    (sat,) = sat_long_ago(app, nlp)
    archive(app, file := tmp_path / "a.db")
    number, name = sat.stored.id, nlp.student.email
    nlp.student.learner.send("/data/delete", {"password": PASSWORD, "typed": name})
    with sat.database.read() as connection:
        assert connection.execute(select(archived_saves.c.sitting_id)).scalars().all() == [number]
    assert name.encode() not in file.read_bytes()
    assert b"Ada" not in file.read_bytes()
    assert putting_back.put_back(sat.database, file, number) == REPLACED


# What is left


@on_both
@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"closes": ""}, Reason.GOES_ON),
        ({"solutions": "released"}, Reason.WITHHELD),
        ({"closes": course_exam.at(BEFORE + timedelta(days=1))}, Reason.LATER),
    ],
)
def test_exams_that_go_on_or_whose_results_are_not_open_are_left(
    app: FastAPI, nlp: Lecture, rules: dict[str, str], reason: Reason
) -> None:
    sat_long_ago(app, nlp, exam(app, nlp, **rules))
    assert left(app) == {reason: 1}


def test_an_exam_that_somebody_still_sits_is_left(app: FastAPI, nlp: Lecture) -> None:
    address = exam(app, nlp)
    sit(app, nlp, address)
    other = member(app, name="Ben")
    join(other, nlp.code)
    sit(app, nlp, address, other).hand_in()
    assert left(app) == {Reason.GOES_ON: 1}


def test_what_was_released_later_is_old_only_then(app: FastAPI, nlp: Lecture) -> None:
    address = exam(app, nlp, solutions="released")
    (sat,) = sat_long_ago(app, nlp, address)
    watched(app).on(minutes=60 * 24 * 3)
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert left(app) == {Reason.LATER: 1}
    with sat.database.read() as connection:
        later = watched(app).now + timedelta(days=1)
        assert old_sittings.find(connection, later).old == (sat.stored.id,)


@on_both
def test_a_sitting_under_appeal_is_left_until_it_is_answered(app: FastAPI, nlp: Lecture) -> None:
    (sat,) = sat_long_ago(app, nlp)
    report(sat)
    assert left(app) == {Reason.REPORTED: 1}
    nlp.instructor.learner.send(f"{nlp.address}/grading/reports/1", {"said": "It stays."})
    with sat.database.read() as connection:
        assert old_sittings.find(connection, BEFORE).old == (sat.stored.id,)


@on_both
def test_a_sitting_is_left_while_an_answer_waits_and_after_a_mark_was_changed(
    app: FastAPI, nlp: Lecture
) -> None:
    sat = sit(app, nlp, exam(app, nlp))
    sat.type(2, {"answer": ["It turns neurons off."]})
    sat.hand_in()
    sat.watch.on(minutes=60)
    assert left(app) == {Reason.UNMARKED: 1}
    sheet = f"{nlp.address}/sheets/{sat.attempts()[1].name}"
    nlp.instructor.learner.send(f"{sheet}/answer", {"points": "0.5", "why": "At random."})
    assert left(app) == {Reason.CHANGED: 1}


@on_both
def test_a_sitting_whose_log_tells_of_late_texts_stays_whole(app: FastAPI, nlp: Lecture) -> None:
    sat = sit(app, nlp, exam(app, nlp))
    sat.run_out()
    sat.save(sat.field(1, "dot.0", "too late", 9))
    sat.watch.on(minutes=60)
    assert left(app) == {Reason.DISPUTED: 1}
    assert [one.texts for one in reviewed(sat).late] == [("too late",)]


# What the database itself refuses


@always_on_both
def test_the_database_lets_no_save_go_of_which_no_archive_is_known_and_never_the_last_one(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    first, second = sat_long_ago(app, nlp, students=2)
    with store.write() as connection:
        new = {"name": "a", "file": "a.db", "begun_at": NOON}
        connection.execute(save_archives.insert().values(new))
        noted = {"sitting_id": first.stored.id, "archive_id": 1, "saves": 1, "at": NOON}
        connection.execute(archived_saves.insert().values(noted))
        replaced = {sat: old_saves.replaced(connection, sat.stored.id) for sat in (first, second)}
    last = {sat: sat.events(Kind.SAVED)[-1] for sat in (first, second)}

    def refused(*which: object) -> bool:
        try:
            with store.write() as connection:
                assert connection.execute(delete(trail).where(*which)).rowcount  # type: ignore[arg-type]
        except DatabaseError as error:
            assert "trail is a log" in str(error)
            return True
        return False

    def of(sat: Sat) -> object:
        return trail.c.sitting_id == sat.stored.id

    assert refused(trail.c.id == replaced[second][0]["id"])
    assert refused(of(first), trail.c.kind == Kind.SAVED, trail.c.text == last[first].text)
    assert refused(of(first), trail.c.kind == Kind.VISITED)
    assert refused(of(first), trail.c.kind == Kind.CLOSED)
    assert not refused(trail.c.id == replaced[first][0]["id"])


# Looking into it, and putting back


@always_on_both
def test_saves_that_are_put_back_make_the_log_what_it_was(app: FastAPI, nlp: Lecture, tmp_path: Path) -> None:
    sats = sat_long_ago(app, nlp, students=2)
    before, history = log_of(app.state.database, sats), sats[0].get("/history").text
    archive(app, tmp_path / "a.db")
    assert putting_back.put_back(app.state.database, tmp_path / "a.db", sats[0].stored.id) == REPLACED
    assert log_of(app.state.database, sats[:1]) == [
        one for one in before if one["sitting_id"] == sats[0].stored.id
    ]
    assert sats[0].get("/history").text == history
    with pytest.raises(putting_back.NotThere, match="are all in the database"):
        putting_back.put_back(app.state.database, tmp_path / "a.db", sats[0].stored.id)
    again = archive(app, tmp_path / "a.db")
    assert (again.saves, again.left) == (0, 1)
    assert archive(app, tmp_path / "b.db").saves == REPLACED
    with pytest.raises(putting_back.NotThere, match=r"lie in .*b\.db, not in .*a\.db"):
        putting_back.put_back(app.state.database, tmp_path / "a.db", sats[0].stored.id)


def test_an_archive_tells_what_it_holds_of_which_exam(app: FastAPI, nlp: Lecture, tmp_path: Path) -> None:
    sats = sat_long_ago(app, nlp, students=2)
    archive(app, file := tmp_path / "a.db")
    found = putting_back.contents(file)
    assert found.holding.before == BEFORE
    assert [(one.course, one.exam, one.sittings, one.saves) for one in found.totals] == [
        ("NLP in autumn", "Midterm", 2, 2 * REPLACED)
    ]
    with pytest.raises(putting_back.NotThere, match="holds nothing of sitting 99"):
        putting_back.saves(file, 99)
    texts = [one["text"] for one in putting_back.saves(file, sats[1].stored.id)]
    assert texts == [text for one in TEXTS[:-1] for text in (one, f"{one}1")]


def test_what_is_old_is_counted_and_nothing_changed(
    app: FastAPI, nlp: Lecture, count: Callable[[], dict[str, int]]
) -> None:
    sats = sat_long_ago(app, nlp, students=2)
    before = count()
    found, saves = archiving.old(app.state.database, BEFORE)
    assert (found.old, saves) == (tuple(sat.stored.id for sat in sats), 2 * REPLACED)
    assert count() == before
