"""Similar answers: which pairs share most, who sees whom, when a comparison is stale; nothing else comes of it."""

import re
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import delete, select

from app.courses.store import courses, staff
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.database.schema import attempts as attempts_table
from app.database.schema import jobs as jobs_table
from app.database.schema import mark_changes, similar_pairs
from app.grading.similarity import job
from app.jobs.heartbeat import Report
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.practice import code_grading
from app.practice.store import attempts
from app.questions.library import Library
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture, assignment, begin, join, lecture, withdraw
from tests.app.grading.test_queue import EXPLAIN, hand_in
from tests.app.learner import Page, on_both
from tests.engine.similarity.test_bank import SECOND, by_function, file
from tests.engine.submissions import BANK

BPE = by_function("train_bpe")
MINE: str = file(BPE)["solution"]
COPIED = MINE.replace("symbols", "parts").replace("counts", "how_often").replace("learned", "merged_so_far")
WORDS = (
    "Every head projects the tokens into a space of its own and so it can follow another relation than all of its "
    "neighbours do, such as agreement or coreference."
)


@pytest.fixture
def carry_out(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Carries out the waiting comparison, as a worker does; returns what it reported."""
    database: Database = app.state.database
    monkeypatch.setattr(job, "_here", lambda: (database, Library(BANK, database)))

    def carried_out() -> list[tuple[int, int]]:
        with database.write() as connection:
            claimed = jobs.claim(connection, "similarity", "a worker")
        assert claimed
        told: list[tuple[int, int]] = []
        result = job.carry_out(claimed.payload, lambda done, total: told.append((done, total)))
        with database.write() as connection:
            jobs.end(connection, claimed.name, "a worker", JobState.DONE, result)
        return told

    return carried_out


def students(app: FastAPI, nlp: Lecture, *names: str) -> list[Member]:
    """Ada, and more students of the course."""
    made = [nlp.student, *(member(app, name=name) for name in names)]
    with app.state.database.write() as connection:
        course = courses.named(connection, nlp.name)
        assert course
        for one in made[1:]:
            courses.enter(connection, course.id, one.id, CourseRole.STUDENT)
    return made


def program(app: FastAPI, one: Member, address: str, text: str) -> None:
    """Hands in a program that earns nothing, as one that cannot be run."""
    begin(one, address, BPE.id)
    with app.state.database.write() as connection:
        (attempt,) = [each for each in attempts.of_person(connection, one.id) if each.question == BPE.id]
        payload = {"attempt": attempt.name, "form_key": f"key-{len(attempt.responses)}", "program": text}
        result = {"broken": "There was no place to run it.", "line": None}
        code_grading.keep(connection, payload | {"points": "5", "handed_in": True, "final": True}, result)


def at(address: str, question: str) -> str:
    """The page of the comparison of this question."""
    return address.replace("/assignments/", "/similarity/") + f"/{question}"


def shares(page: Page) -> list[tuple[str, int, int]]:
    """The pairs of the page, with how many fingerprints each shares of how many."""
    found = re.findall(r'/pairs/\d+">([^<]*)</a> <span[^>]*>(\d+) of (\d+) fingerprints', page.html)
    return [(names, int(shared), int(of)) for names, shared, of in found]


def pair(page: Page, place: int = 0) -> str:
    links: list[str] = re.findall(r'href="([^"]*/pairs/\d+)"', page.html)
    return links[place]


@pytest.fixture
def compared(app: FastAPI, nlp: Lecture, carry_out: Any) -> str:
    """The address of a comparison of Ada's program with Bo's copy and Cy's own one."""
    address = assignment(nlp, BPE.id)
    ada, bo, cy = students(app, nlp, "Bo", "Cy")
    program(app, ada, address, MINE)
    program(app, bo, address, COPIED)
    program(app, cy, address, SECOND["train_bpe"])
    nlp.instructor.learner.send(at(address, BPE.id), {})
    assert carry_out() == [(0, 3), (1, 3), (2, 3), (3, 3)]
    return at(address, BPE.id)


@on_both
def test_a_copy_with_other_names_is_the_first_pair_and_is_shown_side_by_side(
    app: FastAPI, nlp: Lecture, compared: str
) -> None:
    lin = nlp.instructor.learner
    page = lin.get(compared)
    (first, *others) = shares(page)
    assert first[0] == "Ada and Bo"
    assert first[1] == first[2] > 20
    assert all(shared / of < 0.2 for _, shared, of in others)
    assert "Talk to people before you conclude anything." in page.text
    beside = lin.get(pair(page))
    assert beside.html.count('aria-label="Passage 1, to the other answer"') == 2
    assert 'id="first-1"' in beside.html
    assert 'href="#second-1"' in beside.html
    assert "how_often" in beside.text
    marked = re.findall(r"<mark.*?</mark>", beside.html, re.DOTALL)
    assert "import numpy" not in "".join(marked)  # the starter of the question has it
    overview = lin.get(f"{nlp.address}/similarity")
    assert BPE.title in overview.text
    assert "3 answers" in overview.text
    assert "compared" in overview.text


def test_nothing_of_it_changes_a_mark_or_is_seen_by_students(
    app: FastAPI, nlp: Lecture, compared: str
) -> None:
    for address in (f"{nlp.address}/similarity", compared, pair(nlp.instructor.learner.get(compared))):
        assert nlp.student.learner.get(address).status == 404
    assert nlp.student.learner.send(compared, {}).status == 404
    with app.state.database.read() as connection:
        assert connection.execute(select(mark_changes)).first() is None
    assert "imilar" not in nlp.student.learner.get(nlp.address).text


def test_answers_that_come_later_make_it_stale_until_it_is_made_anew(
    app: FastAPI, nlp: Lecture, compared: str, carry_out: Any
) -> None:
    lin = nlp.instructor.learner
    assert "Compare the" not in lin.get(compared).text
    (dee,) = students(app, nlp, "Dee")[1:]
    program(app, dee, compared.replace("/similarity/", "/assignments/").rpartition("/")[0], MINE)
    page = lin.get(compared)
    assert "Answers have come or changed since they were compared." in page.text
    assert len([one for one in shares(page) if "Dee" in one[0]]) == 0
    lin.send(compared, {})
    carry_out()
    assert {one[0] for one in shares(lin.get(compared))[:3]} == {"Ada and Bo", "Ada and Dee", "Bo and Dee"}
    assert "Answers have come" not in lin.get(compared).text


def test_the_newest_answer_of_each_student_is_compared(app: FastAPI, nlp: Lecture, carry_out: Any) -> None:
    address = assignment(nlp, BPE.id)
    ada, bo = students(app, nlp, "Bo")
    program(app, ada, address, MINE)
    program(app, bo, address, MINE)
    program(app, bo, address, SECOND["train_bpe"])
    program(app, bo, address, " \n")
    nlp.instructor.learner.send(at(address, BPE.id), {})
    carry_out()
    ((_, shared, of),) = shares(nlp.instructor.learner.get(at(address, BPE.id)))
    assert shared < 0.2 * of


def test_texts_are_compared_without_the_words_of_the_question_and_the_model_answer(
    app: FastAPI, nlp: Lecture, carry_out: Any
) -> None:
    address = assignment(nlp, EXPLAIN)
    ada, bo, cy, dee = students(app, nlp, "Bo", "Cy", "Dee")
    model = str(file(BANK.questions[EXPLAIN])["answer"])
    hand_in(ada, address, f"{WORDS} As far as I remember it.")
    hand_in(bo, address, f"I think: {WORDS.upper()}")
    hand_in(cy, address, f"{model} That is what the page says.")
    hand_in(dee, address, f"{model} And more I do not know about it.")
    nlp.instructor.learner.send(at(address, EXPLAIN), {})
    carry_out()
    page = nlp.instructor.learner.get(at(address, EXPLAIN))
    assert [names for names, _, _ in shares(page)] == ["Ada and Bo"]
    beside = nlp.instructor.learner.get(pair(page))
    assert "every head projects the tokens" in " ".join(beside.text.lower().split())
    assert "2 more were too short" in page.text


@pytest.mark.parametrize("hidden_by", ["the course", "an assistant without names"])
def test_who_sees_no_names_sees_numbers(app: FastAPI, nlp: Lecture, compared: str, hidden_by: str) -> None:
    reader = nlp.instructor.learner
    if hidden_by == "the course":
        reader.send(f"{nlp.address}/grading/names", {"hide": "true"})
    else:
        assistant = member(app, name="Tutor")
        with app.state.database.write() as connection:
            course = courses.named(connection, nlp.name)
            assert course
            staff.appoint(connection, course.id, assistant.id, CourseRole.ASSISTANT, False)
        reader = assistant.learner
    page = reader.get(compared)
    assert shares(page)[0][0] == "Answers 1 and 2"
    for seen in (page, reader.get(pair(page)), reader.get(f"{nlp.address}/similarity")):
        assert not re.search(r"\b(Ada|Bo|Cy)\b", seen.text)


def test_another_course_and_another_question_find_nothing(app: FastAPI, nlp: Lecture, compared: str) -> None:
    other, lin = lecture(app, "Another"), nlp.instructor.learner
    assert other.instructor.learner.get(compared).status == 404
    theirs = compared.replace(nlp.address, other.address)
    assert other.instructor.learner.get(theirs).status == 404
    no_such_work = compared.replace("/similarity/", "/similarity/x")
    for wrong in (f"{compared}0", compared.replace(BPE.id, "%00"), f"{compared}/pairs/999", no_such_work):
        assert lin.get(wrong).status == 404
    assert lin.send(f"{compared}0", {}).status == 404


def test_a_pair_goes_with_either_answer(app: FastAPI, nlp: Lecture, compared: str) -> None:
    bo = next(one for one in members(app, nlp) if one[1] == "Bo")
    with app.state.database.write() as connection:
        connection.execute(delete(attempts_table).where(attempts_table.c.person_id == bo[0]))
    page = nlp.instructor.learner.get(compared)
    assert all("Bo" not in names for names, _, _ in shares(page))
    assert "Answers have come or changed" in page.text
    with app.state.database.read() as connection:
        assert len(connection.execute(select(similar_pairs)).all()) <= 1


def members(app: FastAPI, nlp: Lecture) -> list[tuple[int, str]]:
    with app.state.database.read() as connection:
        course = courses.named(connection, nlp.name)
        assert course
        return [(one.id, one.name) for one in courses.members_of(connection, course.id)]


def test_a_student_who_left_is_still_in_the_pairs_and_no_more_in_a_new_comparison(
    app: FastAPI, nlp: Lecture, compared: str, carry_out: Any
) -> None:
    lin = nlp.instructor.learner
    withdraw(nlp, nlp.student)
    page = lin.get(compared)
    assert shares(page)[0][0] == "Ada and Bo"
    assert lin.get(pair(page)).status == 200
    lin.send(compared, {})
    carry_out()
    assert [names for names, _, _ in shares(lin.get(compared))] in ([], ["Bo and Cy"])


def test_while_it_runs_the_page_says_how_far_it_is_and_stops_it(app: FastAPI, nlp: Lecture) -> None:
    address, lin = assignment(nlp, BPE.id), nlp.instructor.learner
    for one in students(app, nlp, "Bo"):
        program(app, one, address, MINE)
    page = lin.send(at(address, BPE.id), {})
    assert "It waits for its turn." in page.text
    lin.send(at(address, BPE.id), {})
    with app.state.database.read() as connection:
        assert jobs.unfinished(connection, "similarity") == 1
    with app.state.database.write() as connection:
        claimed = jobs.claim(connection, "similarity", "a worker")
        assert claimed
        jobs.beat(connection, claimed.name, "a worker", 1, 2)
    fragment = lin.get(at(address, BPE.id), htmx=True)
    assert "1 of 2 answers" in fragment.text
    assert "<html" not in fragment.html
    lin.send(f"{at(address, BPE.id)}/cancel", {})
    with app.state.database.write() as connection:
        jobs.end(connection, claimed.name, "a worker", JobState.CANCELLED)
    page = lin.get(at(address, BPE.id))
    assert "It was cancelled." in page.text
    assert "Compare the 2 answers" in page.text


def test_too_many_comparisons_at_once_are_refused_in_words(app: FastAPI, nlp: Lecture) -> None:
    address, lin = assignment(nlp, BPE.id), nlp.instructor
    for one in students(app, nlp, "Bo"):
        program(app, one, address, MINE)
    with app.state.database.write() as connection:
        for n in range(4):
            jobs.add(connection, "similarity", {}, lin.id, f"comparison of another {n}")
    page = lin.learner.send(at(address, BPE.id), {})
    assert page.status == 409
    assert "Your last job is not finished yet." in page.text


def test_one_answer_has_nothing_to_be_compared_with(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, BPE.id)
    assert nlp.instructor.learner.get(at(address, BPE.id)).status == 404
    assert "Nobody has handed in" in nlp.instructor.learner.get(f"{nlp.address}/similarity").text
    program(app, nlp.student, address, MINE)
    assert "nothing to compare it with" in nlp.instructor.learner.get(at(address, BPE.id)).text


def test_a_comparison_that_is_gone_is_not_made(app: FastAPI, carry_out: Any) -> None:
    assert job.carry_out({"comparison": 77, "kind": "code"}, Report({})) == {}


@pytest.mark.parametrize(
    "text",
    ["def f(:\n  '", "\u0000 \ud7ff", "<script>alert(1)</script> " * 30, "(" * 5000],
    ids=["no Python", "no text", "markup", "brackets"],
)
def test_programs_that_are_none_are_compared_and_shown_as_they_are(
    app: FastAPI, nlp: Lecture, carry_out: Any, text: str
) -> None:
    address, lin = assignment(nlp, BPE.id), nlp.instructor.learner
    for one in students(app, nlp, "Bo"):
        program(app, one, address, MINE + text.replace("\0", ""))
    lin.send(at(address, BPE.id), {})
    carry_out()
    page = lin.get(at(address, BPE.id))
    ((_, shared, of),) = shares(page)
    assert shared == of
    beside = lin.get(pair(page))
    assert "<script>alert" not in beside.html


def test_students_are_told_before_they_join(app: FastAPI, nlp: Lecture) -> None:
    newcomer = member(app, name="Eve")
    page = newcomer.learner.get(f"/join/{nlp.code.replace(' ', '')}")
    assert "may be compared with those of others in the course" in page.text
    assert join(newcomer, nlp.code.replace(" ", "")).status == 200


def test_the_comparison_asks_for_no_names_in_its_job(app: FastAPI, nlp: Lecture, compared: str) -> None:
    with app.state.database.read() as connection:
        row = connection.execute(select(jobs_table).where(jobs_table.c.kind == "similarity")).one()
    assert set(row.payload) == {"comparison", "kind"}
    assert row.result == {"compared": 3}
