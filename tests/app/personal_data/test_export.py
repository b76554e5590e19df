"""A person's data as one archive: what is in it, and what never leaves."""

import csv
import io
from zipfile import ZipFile

from fastapi import FastAPI
from sqlalchemy import select

from app.database import schema
from app.database.connection import Database
from app.database.schema import people
from app.personal_data.file_format import PersonalFile
from tests.app.accounts.members import cookie, sign_up
from tests.app.api.api_client import token_of
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, assignment, begin, set_up
from tests.app.exams import course_exam
from tests.app.exams.course_exam import DEFINITION
from tests.app.exams.sitting import sit
from tests.app.learner import COSINE, PERPLEXITY, Learner
from tests.app.personal_data.test_deletion import reached_from_people
from tests.app.personal_data.worked import DATA, downloaded, told, work


def test_export_holds_what_a_guest_did_and_the_tables_say_the_same(app: FastAPI, learner: Learner) -> None:
    work(app, learner)
    archive = downloaded(learner)
    file = PersonalFile.model_validate_json(ZipFile(io.BytesIO(archive)).read("examformer.json"))
    assert len(file.exams) == 1
    assert len(file.predictions) == 1
    assert [report.sentence for report in file.reports] == ["The key is wrong."]
    with ZipFile(io.BytesIO(archive)) as opened:
        rows = {
            name: list(csv.reader(io.StringIO(opened.read(name).decode("utf-8-sig"))))
            for name in opened.namelist()
            if name.endswith(".csv")
        }
    assert len(rows["sheets.csv"]) - 1 == len(file.sheets) > 10
    assert len(rows["answers.csv"]) - 1 == sum(len(one.answers) for one in file.sheets) > 10
    assert (len(rows["exams.csv"]), len(rows["predictions.csv"]), len(rows["reports.csv"])) == (2, 2, 2)
    assert {row[-2] for row in rows["answers.csv"]} == {"way", "ordinary", "strict", "relaxed", "example"}
    assert [row[-1] != "" for row in rows["answers.csv"]].count(
        True
    ) == 2  # its head, and what was taken back
    assert {row[-1] for row in rows["sheets.csv"] if row[-2] == "example"} == {"1", "2", "3"}
    assert [row[0] for row in rows["goal.csv"]] == ["exam", "full"]
    page = learner.get(DATA).text
    assert f"Sheets {len(file.sheets)}" in page


def test_newcomer_downloads_an_empty_file(learner: Learner) -> None:
    assert "Nothing is stored about you yet." in learner.get(DATA).text
    file = told(downloaded(learner))
    assert file["sheets"] == file["exams"] == []


def test_a_typed_formula_reaches_no_spreadsheet(learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "=1+1"})
    with ZipFile(io.BytesIO(downloaded(learner))) as opened:
        assert "'=1+1" in opened.read("answers.csv").decode()


# What never leaves

TAKEN = {
    "attempts",
    "responses",
    "hints",
    "mark_changes",
    "sittings",
    "drawn",
    "entries",
    "trail",
    "predictions",
    "reports",
    "goals",
    "placements",
    "card_reviews",
}
LEFT_HERE = {
    "people": "name and e-mail alone",
    "sessions": "they open the account",
    "links": "they open the account",
    "api_tokens": "they open the account",
    "identities": "they open the account",
    "kept_answers": "what programs were answered, for a day",
    "members": "told as courses, to be read",
    "courses": "of whoever owns one, with all that is in it: the course's",
    "assignments": "the course's",
    "categories": "the course's",
    "set_marks": "marks that somebody gave to others; one's own are in the gradebook, with their reasons",
    "grade_scales": "the course's",
    "webhooks": "the course's: which system hears of its marks",
    "deliveries": "the course's: what was sent to that system",
    "announcements": "the course's",
    "mails": "of what waits to be sent or was sent lately: what it said is not stored",
    "mail_readers": "in which language and by which clock one reads mails of this installation",
    "mail_switches": "which mails of this installation one does not want",
    "mail_events": "the course's: of which dates and marks it was told",
    "set_grades": "grades that somebody gave to others; one's own is in the gradebook, with its reason",
    "assigned": "the course's",
    "exams": "the course's",
    "extensions": "the course's",
    "section_extensions": "the course's",
    "archived_saves": "of exams of courses alone, and holds no text",
    "supervision": "the course's",
    "presences": "the course's: from which room one sat an exam; its address is forgotten after 30 days",
    "roster_imports": "the course's: a list that somebody imported, until it can be undone no more",
    "lti_contexts": "the course's: where it is on a learning platform",
    "lti_members": "who one is on a platform; it opens the account",
    "lti_line_items": "the course's",
    "lti_scores": "follows from the marks, which are taken: what a platform has of them",
    "markings": "marks that somebody gave to others",
    "rubric_comments": "the course's",
    "job_files": "what one sent to be imported, and papers that were printed for a course, for six hours",
    "job_file_pieces": "the same",
    "comparisons": "the course's: which answers were compared with one another",
    "similar_pairs": "of two people at once; each finds their own answer in their file",
    "regrades": "marks that somebody gave to others",
    "questions": "an archive of their own, in the list of one's questions",
    "attachments": "with the questions that name them, in the archive of these",
    "versions": "an archive of their own, in the list of one's questions",
    "jobs": "what was waited for and is over",
    "points": "what was waited for and is over",
    "mark_events": "follows from the marks, which are taken",
    "learners": "follows from the marks, which are taken",
    "skill_states": "follows from the marks, which are taken",
    "practice_sets": "over after some hours; their sheets are taken",
    "forecasts": "made by an installation's own numbers, when an exam began",
    "mistakes_made": "follows from the marks, which are taken",
    "made_in_the_lab": "a way to a run of this installation",
    "removed_mistakes": "a list of this installation, made anew by what one does",
}  # fmt: skip


def test_every_table_that_leads_to_a_person_is_taken_or_left_for_a_reason() -> None:
    assert {table.name for table, _ in reached_from_people()} == TAKEN | LEFT_HERE.keys()


def test_questions_of_a_course_exam_leave_once_its_solutions_are_open(app: FastAPI, nlp: Lecture) -> None:
    ada, address = nlp.student, course_exam.exam(nlp)
    sat = course_exam.sit(app, ada, address)
    sat.type(1, {"dot": ["2.25"]})
    sat.hand_in()
    everything = text_in(downloaded(ada.learner))
    assert "2.25" not in everything
    assert COSINE not in everything
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    (course,) = told(downloaded(ada.learner))["courses"]
    typed = [answer["typed"] for sheet in course["sheets"] for answer in sheet["answers"]]
    assert ["2.25", *[""] * (len(typed[0]) - 1)] in typed
    assert told(downloaded(ada.learner))["sheets"] == []


def test_keys_leave_with_nothing(app: FastAPI, nlp: Lecture, learner: Learner) -> None:
    begin(nlp.student, assignment(nlp, COSINE), COSINE)
    file = told(downloaded(nlp.student.learner))
    assert set(file["courses"][0]["sheets"][0]) == {"title", "question", "points", "begun_at", "answers"}
    work(app, learner)
    for sheet in told(downloaded(learner))["sheets"]:
        assert {name for part in sheet["parts"] for name in part} == {"name", "points"}


def test_exercise_that_a_course_asks_now_is_left_out_and_comes_back(nlp: Lecture) -> None:
    ada = nlp.student.learner
    ada.press(ada.open(DEFINITION), "solution", typed={"answer": "Units are switched off."})
    address = assignment(nlp, DEFINITION, due=FUTURE)
    assert told(downloaded(ada))["sheets"] == []
    assert DEFINITION not in text_in(downloaded(ada))
    assert "One sheet is left out for now" in ada.get(DATA).text
    set_up(nlp.instructor, address, title="Week 1", opens="", due=PAST)
    assert len(told(downloaded(ada))["sheets"]) == 1


def test_nothing_that_opens_an_account_leaves(app: FastAPI, learner: Learner, store: Database) -> None:
    sign_up(learner)
    with store.read() as connection:
        person = connection.execute(select(people)).one()
        sessions = connection.execute(select(schema.sessions.c.token_hash)).scalars().all()
    token = token_of(app, person.id)
    everything = text_in(downloaded(learner))
    for secret in (person.password, token, cookie(learner), *sessions):
        assert secret not in everything
    assert person.email in everything


def test_a_running_exam_stays_here(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(PERPLEXITY), typed={"nats": "1"})
    sit(app, COSINE, learner=learner, aids=["notes"])
    file = told(downloaded(learner))
    assert (file["exams"], [sheet["question"] for sheet in file["sheets"]]) == ([], [PERPLEXITY])


def test_an_exam_that_forbids_aids_closes_the_page(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(PERPLEXITY), typed={"nats": "1"})
    sit(app, COSINE, learner=learner)
    assert "While you sit an exam, this page is closed." in learner.get(DATA).text
    assert learner.client.get(f"{DATA}/examformer.zip").status_code == 403
    assert learner.client.post(f"{DATA}/deletion", data={"said": "delete"}).status_code == 403


def text_in(archive: bytes) -> str:
    with ZipFile(io.BytesIO(archive)) as opened:
        return "\n".join(opened.read(name).decode("utf-8-sig") for name in opened.namelist())
