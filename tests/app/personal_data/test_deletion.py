"""Everything of a person deleted: no row is left in any table but of what belongs to a course, without a name."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from sqlalchemy import Column, Table, delete, select
from sqlalchemy.exc import DatabaseError

from app.database.connection import Database
from app.database.schema import (
    attempts,
    goals,
    job_file_pieces,
    job_files,
    jobs,
    learners,
    mark_changes,
    mark_events,
    metadata,
    mistakes_made,
    people,
    sittings,
    skill_states,
    trail,
)
from app.identity.store.people import Role
from app.learning import upkeep
from app.practice.store import mark_log
from app.practice.store.mark_log import MarkSnapshot
from tests.app.accounts.members import (
    PASSWORD,
    Member,
    is_signed_in,
    link_to,
    member,
    sign_in,
    sign_up,
)
from tests.app.api.api_client import token_of
from tests.app.authoring.sample_question import NAME
from tests.app.courses.taught_course import Lecture, assignment, begin, join
from tests.app.exams import course_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, Count, Learner, Page, always_on_both, new_learner, on_both
from tests.app.learning.test_fold import two_to_the_nats
from tests.app.personal_data.worked import (
    DATA,
    downloaded,
    look_at,
    pages,
    set_goal,
    take_in,
    told,
    turn_cards,
    work,
)

LEARNED = (goals, learners, skill_states, mistakes_made, mark_events)
COUNTED_BY_KEY = {"rate_counts", "sign_in_turns"}  # they name nobody
OF_PLATFORMS = {"lti_platforms", "lti_keys"}  # nor do these
OF_SERVERS = {"serving_processes"}  # nor these
OF_ARCHIVES = {"save_archives"}  # files with saves of exams, by name
OVER_SOON = {"lti_launches"}  # within half an hour; tests/app/lti/test_privacy.py


def forget(learner: Learner, said: str = "delete") -> Page:
    return learner.send(f"{DATA}/deletion", {"said": said})


def reached_from_people() -> Iterator[tuple[Table, list[Column[int]]]]:
    """Every table, with its columns that lead to a person, at once or through other tables."""
    leads = {people}
    while True:
        more = {
            table
            for table in metadata.tables.values()
            for key in table.foreign_keys
            if key.column.table in leads
        }
        if more <= leads:
            break
        leads |= more
    for table in metadata.sorted_tables:
        if table in leads:
            yield table, [key.parent for key in table.foreign_keys if key.column.table in leads]


def test_every_table_but_counts_leads_to_a_person() -> None:
    """Else rows of a person could stay in a table that nothing looks at."""
    reached = {table.name for table, _ in reached_from_people()}
    without = (
        set(metadata.tables) - reached - COUNTED_BY_KEY - OF_PLATFORMS - OF_SERVERS - OF_ARCHIVES - OVER_SOON
    )
    assert without == set()


@on_both
def test_no_row_is_left_of_a_guest_who_did_everything(app: FastAPI, learner: Learner, count: Count) -> None:
    """The count looks at every table of the schema, so that a table that is added later is looked at, too."""
    work(app, learner)
    look_at(app, learner, downloaded(learner))
    upkeep.take_in_lately(app.state.database, app.state.library)
    learner.press(learner.open(COSINE, seed=12), typed={"dot": "1"})  # an event that waits
    rows = count()
    assert {"attempts", "responses", "hints", "reports", "sittings", "trail", "predictions", "jobs"} <= set(
        rows
    )
    assert all(learned(app.state.database))
    assert "Everything is deleted" in forget(learner).text
    assert count() == {}
    assert not any(learned(app.state.database))


def learned(store: Database) -> list[int]:
    """The number of rows in each table of what is known of people."""
    with store.read() as connection:
        return [len(connection.execute(select(table)).all()) for table in LEARNED]


@always_on_both
def test_whoever_set_a_goal_and_nothing_else_leaves_no_row(learner: Learner, count: Count) -> None:
    set_goal(learner, 9)
    assert count()["goals"] == 1
    forget(learner)
    assert count() == {}


def test_whoever_began_a_placement_and_a_set_leaves_no_row(learner: Learner, count: Count) -> None:
    learner.press(learner.open(seed=7), typed=two_to_the_nats(7))
    learner.send("/set/begin", {"kind": "mistakes"})
    learner.send("/placement/begin", {})
    turn_cards(learner, 3)
    assert {"placements", "practice_sets", "card_reviews"} <= set(count())
    forget(learner)
    assert count() == {}


@on_both
def test_no_row_is_left_of_an_account_and_its_sessions_end(
    app: FastAPI, learner: Learner, count: Count, store: Database
) -> None:
    work(app, learner)
    sign_up(learner)
    with store.read() as connection:
        person = connection.execute(select(people.c.id)).scalar_one()
    token_of(app, person)
    link_to(store, person)
    other = new_learner(app)
    sign_in(other)
    page = forget(learner, PASSWORD)
    assert page.address == f"{DATA}/deletion"
    assert count() == {}
    assert not is_signed_in(other)
    assert not is_signed_in(learner)
    assert "do not belong together" in sign_in(other).text


def test_browser_forgets_what_it_kept(learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    answer = learner.client.post(f"{DATA}/deletion", data={"said": "delete"}, follow_redirects=False)
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    assert 'examformer=""' in answer.headers["set-cookie"]


@pytest.mark.parametrize("said", ["", "yes", "delete"])
def test_an_account_is_deleted_with_its_password_alone(
    app: FastAPI, learner: Learner, count: Count, said: str
) -> None:
    sign_up(learner)
    assert "This is not your password." in forget(learner, said).text
    assert count()["people"] == 1


def test_wrong_passwords_are_counted_as_those_of_a_change(learner: Learner, count: Count) -> None:
    sign_up(learner)
    pages = [forget(learner, f"wrong {n}").status for n in range(30)]
    assert 429 in pages
    assert count()["people"] == 1


def test_a_guest_types_the_word(learner: Learner, count: Count) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    page = forget(learner, "nothing")
    assert page.status == 422
    assert "Type the word “delete”." in page.text
    assert count()["attempts"] == 1
    forget(learner, " Delete ")
    assert count() == {}


def test_a_newcomer_deletes_nothing(app: FastAPI, learner: Learner, count: Count) -> None:
    new_learner(app).press(new_learner(app).open(COSINE), typed={"dot": "1"})
    rows = count()
    assert forget(learner).status == 200
    assert count() == rows


@pytest.mark.sweep  # two people who did everything
def test_others_keep_everything(app: FastAPI, learner: Learner, count: Count) -> None:
    work(app, learner)
    rows, file = count(), told(downloaded(learner))
    before = dict(pages(learner, file))
    other = new_learner(app)
    work(app, other)
    forget(other)
    assert count() == rows
    assert dict(pages(learner, file)) == before


@pytest.mark.sweep  # tests/app/personal_data/test_imports.py compares the pages
def test_file_brings_back_what_was_deleted(app: FastAPI, learner: Learner) -> None:
    work(app, learner)
    archive = downloaded(learner)
    before = dict(pages(learner, told(archive)))
    forget(learner)
    take_in(app, learner, archive)
    assert dict(pages(learner, told(archive))) == before


# Courses


@on_both
def test_work_of_a_course_stays_without_a_name(app: FastAPI, nlp: Lecture, store: Database) -> None:
    address, exam = assignment(nlp, COSINE), course_exam.exam(nlp)
    ada = nlp.student
    sheet = ada.learner.press(begin(ada, address, COSINE), typed={"dot": "1"})
    sat = course_exam.sit(app, ada, exam)
    sat.type(1, {"dot": ["3"]})
    sat.hand_in()
    work(app, ada.learner)
    upkeep.take_in_lately(store, app.state.library)
    ada.learner.press(ada.learner.get(sheet.action), typed={"norm_u": "1"})  # an event that waits
    assert all(learned(store))
    assert forget(ada.learner).address == f"{DATA}/deletion"
    assert not any(learned(store))
    with store.read() as connection:
        left = connection.execute(select(people).where(people.c.id == ada.id)).one()
        names = list(
            connection.execute(select(attempts.c.name).where(attempts.c.person_id == ada.id)).scalars()
        )
        exams = list(
            connection.execute(select(sittings.c.name).where(sittings.c.person_id == ada.id)).scalars()
        )
    assert (left.email, left.password, left.name) == (None, None, f"Deleted account {ada.id}")
    assert sheet.attempt in names
    assert len(names) == 3
    assert exams == [sat.name]
    lin = nlp.instructor.learner
    for page in (nlp.address, f"{nlp.address}/gradebook", f"{nlp.address}/grading", f"{exam}/results"):
        shown = lin.get(page)
        assert shown.status == 200
        assert "Ada" not in shown.text
    for page in (f"{nlp.address}/gradebook", f"{nlp.address}/gradebook.csv", f"{exam}/results"):
        assert f"Deleted account {ada.id}" in lin.get(page).text


def test_a_student_who_did_nothing_leaves_no_row(app: FastAPI, nlp: Lecture, count: Count) -> None:
    course_exam.exam(nlp)
    rows, bob = count(), member(app, name="Bob")
    join(bob, nlp.code)
    forget(bob.learner)
    assert {**count(), "sessions": 0} == {**rows, "sessions": 0}


def test_nothing_is_deleted_while_a_course_exam_runs(app: FastAPI, nlp: Lecture, count: Count) -> None:
    exam = course_exam.exam(nlp, course_exam.SMALL.replace('["calculator"]', '["calculator", "notes"]'))
    sat = course_exam.sit(app, nlp.student, exam)
    rows = count()
    page = forget(nlp.student.learner)
    assert page.status == 409
    assert "Hand it in first" in page.text
    assert count() == rows
    sat.hand_in()
    assert forget(nlp.student.learner).address == f"{DATA}/deletion"


def test_last_instructor_and_last_administrator_stay(app: FastAPI, nlp: Lecture) -> None:
    page = forget(nlp.instructor.learner)
    assert page.status == 409
    assert "Add another one" in page.text
    admin = member(app, Role.ADMINISTRATOR)
    assert "This is the last administrator." in forget(admin.learner).text
    member(app, Role.ADMINISTRATOR)
    assert forget(admin.learner).address == f"{DATA}/deletion"


def test_archived_course_keeps_nobody(app: FastAPI, nlp: Lecture) -> None:
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    assert forget(nlp.instructor.learner).address == f"{DATA}/deletion"


def test_published_questions_stay_and_drafts_go(
    app: FastAPI, owner: Member, learner: Learner, count: Count
) -> None:
    owner.learner.send("/author", {"kind": "formula", "title": "A draft"})
    assert count()["questions"] >= 1
    forget(owner.learner)
    assert count()["questions"] == 1
    assert learner.open(NAME).status == 200


@always_on_both
def test_logs_of_a_course_cannot_be_deleted(app: FastAPI, nlp: Lecture, store: Database) -> None:
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    sat.type(1, {"dot": ["3"]})
    sat.hand_in()
    (sheet, *_) = sat.attempts()
    marked = MarkSnapshot("", None, None, sheet.responses[0].verdict)
    with store.write() as connection:
        by = nlp.instructor.id
        mark_log.change(connection, sheet.id, sheet.responses[0].id, marked, marked, by, "Looked at again")
    for log in (trail, mark_changes):
        with pytest.raises(DatabaseError, match="is a log"), store.write() as connection:
            connection.execute(delete(log))


def test_uploaded_file_goes_along(app: FastAPI, learner: Learner, store: Database) -> None:
    look_at(app, learner, downloaded(learner))
    with store.read() as connection:
        assert connection.execute(select(job_file_pieces)).first()
    forget(learner)
    with store.read() as connection:
        assert not connection.execute(select(job_files)).first()
        assert not connection.execute(select(job_file_pieces)).first()


def test_job_that_marks_a_program_of_a_course_goes_on_without_its_person(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    program = of_kind("code")
    sheet = begin(nlp.student, assignment(nlp, program), program)
    nlp.student.learner.press(sheet, "check", typed={"answer": "def f():\n    return 1\n"})
    forget(nlp.student.learner)
    with store.read() as connection:
        (job,) = connection.execute(select(jobs)).all()
    assert (job.person_id, job.about) == (None, sheet.attempt)
