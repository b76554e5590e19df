"""A file imported: identical pages elsewhere, nothing twice, nothing believed, a clear word to whatever is no file."""

import json
import time
from datetime import UTC, datetime
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.authoring.exchange.archive import pack
from app.identity.store.people import Person
from app.jobs.store import jobs
from app.learning import upkeep
from app.personal_data import intake, remarking
from app.personal_data.file_format import Sheet
from app.personal_data.remarking import Marked
from app.practice import code_grading, sandbox
from app.questions.library import Library
from app.settings import Settings
from engine.kinds import code
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import NAME, TEXT
from tests.app.exams.sitting import of_kind
from tests.app.learner import (
    COSINE,
    PERPLEXITY,
    RIGHT,
    Count,
    Learner,
    Make,
    Page,
    drawn,
    key,
    new_learner,
    on_both,
    read,
)
from tests.app.personal_data.worked import (
    DATA,
    carry_out,
    downloaded,
    example,
    faded,
    look_at,
    packed,
    pages,
    set_goal,
    shown,
    take_back,
    take_in,
    tick,
    told,
    work,
    zipped,
)


def elsewhere(make: Make, tmp_path: Path, migrated_file: Path, settings: Settings) -> FastAPI:
    """An empty installation of its own."""
    (tmp_path / "other").mkdir()
    file = tmp_path / "other" / "examformer.db"
    file.write_bytes(migrated_file.read_bytes())
    return make(settings.model_copy(update={"database_url": f"sqlite:///{file}"}))


@pytest.mark.long("two installations, and all their pages twice")
def test_pages_on_an_empty_installation_are_those_of_the_first(
    app: FastAPI, learner: Learner, make: Make, tmp_path: Path, migrated_file: Path, settings: Settings
) -> None:
    work(app, learner)
    archive = downloaded(learner)
    file = told(archive)
    other_app = elsewhere(make, tmp_path, migrated_file, settings)
    other = new_learner(other_app)
    page = take_in(other_app, other, archive)
    assert f"Sheets {len(file['sheets'])}" in page.text
    assert "could not be marked again" not in page.text
    before = dict(pages(learner, file))
    assert len(before) > 40
    assert "40 days to the exam" in read_text(before["/"])
    assert "made 2 times" in read_text(before["/mistakes"])
    same(before, dict(pages(other, file)))
    again = told(downloaded(other))
    assert {**again, "written_at": ""} == {**file, "written_at": ""}
    for afresh in (upkeep.take_in_lately, upkeep.rebuild_all):
        for one in (app, other_app):
            afresh(one.state.database, one.state.library)
        now = dict(shown(learner))
        same({address: before[address] for address in now}, now)
        same(now, dict(shown(other)))


def same(before: dict[str, str], after: dict[str, str]) -> None:
    assert before.keys() == after.keys()
    for address, html in before.items():
        changed = list(unified_diff(html.splitlines(), after[address].splitlines(), n=0))
        assert changed == [], address


def read_text(html: str) -> str:
    return Page(200, html, {}, "").text


def test_page_renews_itself_in_every_state(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    file = {"file": ("examformer.zip", downloaded(learner))}
    address = learner.client.post(f"{DATA}/imports", files=file).url.path
    said = []
    for _ in range(2):
        said.append(learner.get(address, htmx=True).text)
        carry_out(app)
        said.append(learner.get(address, htmx=True).text)
        address = learner.send(address, {"do": "confirm"}).address
    expected = ("is being read", "The file of somebody", "The import begins.", "It is imported.")
    assert [one for one, text in zip(expected, said, strict=True) if one not in text] == []


def test_same_file_twice_changes_nothing(app: FastAPI, learner: Learner, count: Count) -> None:
    work(app, learner)
    upkeep.take_in_lately(app.state.database, app.state.library)
    archive, rows = downloaded(learner), count()
    page = take_in(app, learner, archive)
    assert "Sheets 0 Mock exams 0 Predictions in the lab 0" in page.text
    assert {**count(), "jobs": 0} == {**rows, "jobs": 0}


@pytest.mark.parametrize("told_to_be", [{"earned": "9"}, {"earned": "1", "rule": "right"}])
def test_nobody_imports_points(app: FastAPI, learner: Learner, told_to_be: dict[str, str]) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "999", "cosine": "7"})
    file = told(downloaded(learner))
    for answer in file["sheets"][0]["answers"]:
        answer.update(told_to_be)
    file["sheets"][0] |= {"points": "50", "name": "another-sheet"}
    file["sheets"][0]["parts"] = [{**part, "points": "9"} for part in file["sheets"][0]["parts"]]
    page = take_in(app, learner, packed(file))
    assert "Sheets 1" in page.text
    sheet = learner.get("/attempts/another-sheet")
    assert sheet.earned == 0
    assert "of 5 points" in sheet.text


def test_lines_ticked_in_a_file_are_counted_again(app: FastAPI, learner: Learner) -> None:
    paper = learner.press(learner.open(PERPLEXITY), "paper", typed={})
    tick(learner, paper.address, "bits")
    file = told(downloaded(learner))
    file["sheets"][0]["name"] = "another-sheet"
    for answer in file["sheets"][0]["answers"]:
        answer |= {"earned": "100", "ticked": ["bits", "bits", "nonsense"]}
    take_in(app, learner, packed(file))
    assert learner.get("/attempts/another-sheet").earned == 1


def test_an_exercise_that_is_gone_keeps_its_answers_and_points(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    file = told(downloaded(learner))
    sheet = file["sheets"][0]
    sheet |= {"name": "of-a-lost-family", "question": "a-family-that-is-no-more"}
    sheet["answers"][0] |= {"earned": "1", "rule": "right"}
    page = take_in(app, learner, packed(file))
    assert "The exercise of one sheet is not here" in page.text
    assert "a-family-that-is-no-more" in learner.get("/progress").text
    assert "is not in the question bank at present" in learner.get("/attempts/of-a-lost-family").text
    assert told(downloaded(learner))["sheets"][1]["answers"] == sheet["answers"]


def test_numbers_that_no_longer_fit_keep_their_answers(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    file = told(downloaded(learner))
    file["sheets"][0] |= {"name": "with-odd-numbers", "parameters": {"u": [1e308], "w": "?"}}
    assert "could not be marked again" in take_in(app, learner, packed(file)).text
    assert "drawn by an older version" in learner.get("/attempts/with-odd-numbers").text
    assert learner.get("/progress").status == 200


def test_file_of_somebody_else_says_whose_it_is_and_becomes_ones_own(app: FastAPI, count: Count) -> None:
    """Every name in the file is taken in the same installation; the file imported again still changes nothing."""
    ada, bob = member(app, name="Ada"), member(app, name="Bob")
    ada.learner.press(ada.learner.open(COSINE), typed={"dot": "1"})
    archive = downloaded(ada.learner)
    page = look_at(app, bob.learner, archive)
    assert "The file of Ada" in page.text
    assert "Sheets 1" in page.text
    assert count()["attempts"] == 1
    take_in(app, bob.learner, archive)
    assert count()["attempts"] == 2
    assert "One thing was here before" in take_in(app, bob.learner, archive).text
    assert count()["attempts"] == 2
    (own,) = told(downloaded(bob.learner))["sheets"]
    assert bob.learner.get(f"/attempts/{own['name']}").rule("dot") == ada.learner.get(
        f"/attempts/{told(archive)['sheets'][0]['name']}"
    ).rule("dot")


@pytest.mark.sweep  # the same file whole is above
def test_import_that_was_cut_off_is_completed_by_the_same_file(
    app: FastAPI, learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    work(app, learner)
    archive, other = downloaded(learner), new_learner(app)
    monkeypatch.setattr(intake, "TOGETHER", 2)
    stored, mark = count()["attempts"], remarking.mark
    marked = 0

    def breaks(library: Library, sheet: Sheet, owner: Person) -> Marked:
        nonlocal marked
        marked += 1
        if marked == 9:
            raise OSError("the disk is full")
        return mark(library, sheet, owner)

    monkeypatch.setattr(remarking, "mark", breaks)
    assert "OSError" in take_in(app, other, archive).text
    partly = count()["attempts"] - stored
    assert 0 < partly < stored
    take_in(app, other, archive)
    assert count()["attempts"] == 2 * stored
    assert count()["sittings"] == 2


def test_import_whose_worker_is_lost_after_its_last_row_is_done_by_another(
    app: FastAPI, learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    work(app, learner)
    archive, other = downloaded(learner), new_learner(app)
    page, stored = look_at(app, other, archive), count()["attempts"]
    begun = other.send(page.address, {"do": "confirm"})
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "end", lost)
        with pytest.raises(KeyboardInterrupt):
            carry_out(app)
    assert count()["attempts"] == 2 * stored
    with app.state.database.write() as connection:
        jobs.give_back(connection, begun.address.rpartition("/")[2], "here")
    carry_out(app)
    done = other.get(begun.address)
    assert "no longer here" not in done.text
    assert count()["attempts"] == 2 * stored
    assert "job_files" not in count()


def lost(*_: object) -> None:
    raise KeyboardInterrupt


def test_cancelled_import_stores_nothing(app: FastAPI, learner: Learner, count: Count) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    other = new_learner(app)
    page = look_at(app, other, downloaded(learner))
    assert other.send(page.address, {"do": "cancel"}).address == DATA
    assert other.send(page.address, {"do": "confirm"}).status == 404
    sent = other.client.post(f"{DATA}/imports", files={"file": ("examformer.zip", downloaded(learner))})
    assert "was cancelled" in other.send(sent.url.path, {"do": "cancel"}).text
    carry_out(app)
    assert count()["attempts"] == 1


def test_import_of_another_person_is_not_found(app: FastAPI, learner: Learner) -> None:
    page = look_at(app, learner, packed(told(downloaded(learner))))
    assert new_learner(app).get(page.address).status == 404
    assert new_learner(app).send(page.address, {"do": "confirm"}).status == 404


def test_private_question_of_a_course_is_not_opened_by_a_file(
    app: FastAPI, owner: Member, learner: Learner
) -> None:
    """Whoever knew the hash of its text could otherwise have its numbers told with the solution."""
    owner.learner.send(f"/author/{NAME}/audience/owner", {"text": TEXT})
    begun = owner.learner.press(owner.learner.open(NAME), typed={})
    assert begun.status == 200
    sheet = owner.learner.press(owner.learner.open(NAME), "solution", typed={})
    assert sheet.status == 200
    file = told(downloaded(owner.learner))
    assert file["sheets"]
    assert "could not be marked again" in take_in(app, learner, packed(file)).text
    (name,) = [one["name"] for one in told(downloaded(learner))["sheets"]]
    assert learner.get(f"/attempts/{name}").status in (404, 409)


# Ways of practising, and the goal


def examples_in(learner: Learner) -> list[dict[str, Any]]:
    return [one for one in told(downloaded(learner))["sheets"] if one["way"] == "example"]


def test_an_imported_example_stays_one_and_counts_in_no_sum(app: FastAPI, learner: Learner) -> None:
    learner.press(example(learner, 2), typed=key(faded(2)))
    archive, other = downloaded(learner), new_learner(app)
    take_in(app, other, archive)
    (mine,), (sheet,) = examples_in(learner), examples_in(other)
    assert (sheet["stage"], sheet["parts"], sheet["points"]) == (2, mine["parts"], mine["points"])
    assert sheet["answers"] == mine["answers"]
    assert "Nothing here yet" in other.get("/progress").text
    page = other.get(f"/attempts/{sheet['name']}")
    assert page.html.count('class="line told"') == 2
    assert "Next: the last 3 lines" in page.text


@pytest.mark.parametrize("parts", [slice(1), slice(0)], ids=["one line", "no line"])
def test_an_example_asks_all_lines_of_its_stage_whatever_a_file_says(
    app: FastAPI, learner: Learner, parts: slice
) -> None:
    learner.press(example(learner, 1), typed=key(faded(1)))
    file = told(downloaded(learner))
    sheet = file["sheets"][0]
    sheet |= {"name": "asks-too-little", "stage": 4, "parts": sheet["parts"][parts]}
    said = take_in(app, learner, packed(file)).text
    if not sheet["parts"]:
        assert "nothing is asked" in said
        return
    _, taken = examples_in(learner)
    assert [part["name"] for part in taken["parts"]] == ["surprisals", "nats", "bits", "perplexity"]
    page = learner.get("/attempts/asks-too-little")
    assert page.rule("perplexity") == "right"
    assert "Next: all lines" not in page.text


def test_a_question_without_examples_gets_none_from_a_file(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(PERPLEXITY), typed=RIGHT)
    file = told(downloaded(learner))
    file["sheets"][0] |= {"name": "no-such-example", "way": "example", "stage": 1}
    assert "could not be marked again" in take_in(app, learner, packed(file)).text
    (sheet,) = examples_in(learner)
    assert [answer["earned"] for answer in sheet["answers"]] == [None] * 3


def test_an_answer_that_was_taken_back_earns_nothing_and_stays_so(app: FastAPI, learner: Learner) -> None:
    mended = take_back(learner)
    file = told(downloaded(learner))
    (slip,) = [one for one in file["sheets"][0]["answers"] if one["withdrawn_at"]]
    assert (slip["typed"], slip["earned"]) == (["3.63"], None)
    slip |= {"earned": "1", "rule": "right"}
    other = new_learner(app)
    take_in(app, other, packed(file))
    (sheet,) = told(downloaded(other))["sheets"]
    assert sheet["way"] == "relaxed"
    assert [one["earned"] for one in sheet["answers"]] == ["1", None, "1"]
    page = other.get(f"/attempts/{sheet['name']}")
    assert page.earned == mended.earned == 2
    assert page.button("take-back") == ""


def test_a_sheet_taken_back_alone_is_open_again(app: FastAPI, learner: Learner) -> None:
    take_back(learner)
    file = told(downloaded(learner))
    file["sheets"][0]["answers"] = [one for one in file["sheets"][0]["answers"] if one["withdrawn_at"]]
    file["sheets"][0]["name"] = "taken-back"
    take_in(app, learner, packed(file))
    page = learner.get("/attempts/taken-back")
    assert page.earned is None
    assert "Taken back." in page.line("perplexity")


IN_NO_WAY: dict[str, dict[str, Any]] = {
    "an example without a stage": {"way": "example"},
    "a stage of no example": {"stage": 1},
    "a stage that there is not": {"way": "example", "stage": 6},
    "a way that there is not": {"way": "easier"},
    "an exam in another way": {"way": "strict", "exam": "exam-1", "place": 1},
}


@pytest.mark.parametrize("what", IN_NO_WAY)
def test_a_sheet_in_a_way_that_no_page_of_ours_has_is_refused(
    app: FastAPI, learner: Learner, count: Count, what: str
) -> None:
    learner.press(learner.open(PERPLEXITY), typed=RIGHT)
    file = told(downloaded(learner))
    file["sheets"][0] |= {"name": "another-sheet", **IN_NO_WAY[what]}
    assert "not as Examformer writes it" in look_at(app, learner, packed(file)).text
    assert count()["attempts"] == 1


@pytest.mark.parametrize("way", ["ordinary", "strict", "relaxed"])
def test_only_one_answer_of_a_relaxed_sheet_was_taken_back(app: FastAPI, learner: Learner, way: str) -> None:
    learner.press(learner.open(PERPLEXITY), typed=RIGHT)
    file = told(downloaded(learner))
    file["sheets"][0]["way"] = way
    for answer in file["sheets"][0]["answers"][: 2 if way == "relaxed" else 1]:
        answer["withdrawn_at"] = answer["at"]
    assert "not as Examformer writes it" in look_at(app, learner, packed(file)).text


def test_a_file_that_says_nothing_of_ways_and_goals_is_ordinary_practice(
    app: FastAPI, learner: Learner
) -> None:
    """Files were written so before there were other ways."""
    sheet = learner.press(learner.open(PERPLEXITY), typed=RIGHT)
    file, other = told(downloaded(learner)), new_learner(app)
    del file["goal"], file["sheets"][0]["way"], file["sheets"][0]["stage"]
    for answer in file["sheets"][0]["answers"]:
        del answer["withdrawn_at"]
    take_in(app, other, packed(file))
    (taken,) = told(downloaded(other))["sheets"]
    assert (taken["way"], taken["stage"]) == ("ordinary", None)
    assert other.get(f"/attempts/{taken['name']}").earned == sheet.earned


def test_points_that_a_file_tells_are_no_evidence_of_what_is_known(app: FastAPI, learner: Learner) -> None:
    learner.press(learner.open(PERPLEXITY), typed=RIGHT)
    file, other = told(downloaded(learner)), new_learner(app)
    file["sheets"][0]["parameters"] = {"probabilities": "?"}
    before = dict(shown(other, ["/topics?open=2.4", "/map"]))
    assert "could not be marked again" in take_in(app, other, packed(file)).text
    after = dict(shown(other, ["/topics?open=2.4", "/map"]))
    assert read_text(after["/map"]) == read_text(before["/map"])
    assert dict(shown(learner, ["/map"])) != {"/map": before["/map"]}


@on_both
def test_what_is_known_is_folded_in_the_order_of_time_after_an_import(app: FastAPI, learner: Learner) -> None:
    """The marks of a file lie before those that were taken in here."""
    other = new_learner(app)
    other.press(other.open(PERPLEXITY, seed=8), typed={"nats": "9"})
    archive = downloaded(other)
    learner.press(learner.open(PERPLEXITY, seed=7), typed=RIGHT)
    upkeep.take_in_lately(app.state.database, app.state.library)
    take_in(app, learner, archive)
    upkeep.take_in_lately(app.state.database, app.state.library)
    step_by_step = dict(shown(learner))
    upkeep.rebuild_all(app.state.database, app.state.library)
    same(step_by_step, dict(shown(learner)))


def test_the_exam_date_of_a_file_is_taken_over_where_none_is_set(app: FastAPI, learner: Learner) -> None:
    day = set_goal(learner, 30)
    assert f"Exam date {day}" in learner.get(DATA).text
    other = new_learner(app)
    assert f"Exam date {day}" in look_at(app, other, downloaded(learner)).text
    assert f"Exam date {day}" in take_in(app, other, downloaded(learner)).text
    assert "30 days to the exam" in other.get("/").text
    assert "One thing was here before" in take_in(app, other, downloaded(learner)).text


def test_the_exam_date_that_was_set_last_stays(app: FastAPI, learner: Learner) -> None:
    set_goal(learner, 30)
    earlier, other = downloaded(learner), new_learner(app)
    day = set_goal(other, 50)
    assert "Exam date" not in take_in(app, other, earlier).text
    assert told(downloaded(other))["goal"]["exam_on"] == day
    take_in(app, learner, downloaded(other))
    assert told(downloaded(learner))["goal"]["exam_on"] == day


def test_an_exam_date_that_nobody_can_set_is_not_taken_over(app: FastAPI, learner: Learner) -> None:
    goal = {"exam_on": "2150-01-01", "exam": "full", "set_at": "2026-11-26T12:00:00Z"}
    take_in(app, learner, packed(whole(goal=goal)))
    assert told(downloaded(learner))["goal"] is None
    take_in(app, learner, packed(whole(goal=goal | {"exam_on": "2026-11-30", "exam": "an-exam-no-more"})))
    assert told(downloaded(learner))["goal"]["exam"] == "full"


# Files that are none


def whole(**changed: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {name: [] for name in ("sheets", "exams", "predictions", "reports", "courses")}
    head = {"format": 1, "application": "Examformer", "written_at": "2026-11-27T12:00:00+00:00"}
    return {**head, "owner": {"name": "", "email": ""}, **empty, **changed}


def prediction(n: int = 0, **changed: Any) -> dict[str, Any]:
    made = {"name": f"prediction-{n}", "demo": "bpe", "state": "", "asked": "", "predicted": 1.0}
    return {**made, "outcome": 1.0, "within": 0.5, "sketch": [], "at": "2026-11-27T12:00:00Z", **changed}


def text_of(file: Any) -> bytes:
    return json.dumps(file).encode()


NONE_OF_OURS = {
    "nothing": (b"", "Choose a file first."),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(100), "This is no file of Examformer"),
    "half an archive": (packed(whole())[:100], "This is no file of Examformer"),
    "another archive": (pack([("notes.txt", "hello", datetime.now(UTC))]), "no examformer.json in this archive"),
    "a bomb": (zipped(b" " * 50_000_000), "more than 200 times as large"),
    "deep nesting": (b'{"format": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "This is no file of Examformer"),
    "deep parameters": (text_of(whole(owner={"name": {"a": {}}, "email": ""})), "not as Examformer writes it"),
    "a newer format": (text_of({"format": 99, "application": "Examformer 9", "more": 1}), "A newer Examformer wrote"),
    "format zero": (text_of(whole(format=0)), "not as Examformer writes it"),
    "NUL": (text_of(whole(owner={"name": "A\0da", "email": ""})), "a character NUL"),
    "an unknown field": (text_of(whole(grades=[5])), "not as Examformer writes it"),
    "no time of ours": (text_of(whole(predictions=[prediction(at="9999-01-01T00:00:00Z")])), "not as Examformer"),
    "infinity": (text_of(whole(predictions=[prediction(predicted=float("inf"))])), "not as Examformer writes it"),
    "half a letter": (rb'{"format": 1, "application": "\ud800"}', "This is no file of Examformer"),
    "a strange name": (text_of(whole(predictions=[prediction(name="../../etc")])), "not as Examformer writes it"),
}  # fmt: skip


@pytest.mark.parametrize("what", NONE_OF_OURS)
def test_what_is_no_file_of_ours_is_refused_in_a_sentence(
    app: FastAPI, learner: Learner, count: Count, what: str
) -> None:
    content, said = NONE_OF_OURS[what]
    sent = learner.client.post(f"{DATA}/imports", files={"file": ("examformer.zip", content)})
    carry_out(app)
    page = read(sent) if sent.status_code != 200 else learner.get(sent.url.path)
    assert said in page.text
    assert not count().keys() & {"attempts", "predictions", "sittings"}


@pytest.mark.sweep
def test_a_million_rows_are_refused_in_a_sentence(app: FastAPI, learner: Learner) -> None:
    page = look_at(app, learner, zipped(text_of(whole(predictions=[{"at": n} for n in range(10**6)]))))
    assert "more than one person can have done" in page.text


def test_a_hundred_megabytes_are_refused_before_they_are_read(learner: Learner, count: Count) -> None:
    sent = learner.client.post(f"{DATA}/imports", files={"file": ("examformer.zip", bytes(100 * 2**20))})
    assert sent.status_code == 413
    assert "That is more than 32768 KiB." in sent.text
    assert count() == {}


def test_names_and_texts_of_a_file_are_shown_as_text(app: FastAPI, learner: Learner) -> None:
    file = whole(owner={"name": "<script>alert(1)</script>", "email": ""})
    page = look_at(app, learner, packed(file))
    assert "The file of <script>alert(1)</script>" in page.text
    assert "<script>alert" not in page.html


@on_both
def test_worker_imports_it_in_a_process_of_its_own(
    app: FastAPI, learner: Learner, small_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXAMFORMER_QUESTION_BANK", str(small_bank))  # which the worker reads
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    archive, other = downloaded(learner), new_learner(app)
    app.state.runner.start()
    try:
        sent = other.client.post(f"{DATA}/imports", files={"file": ("examformer.zip", archive)})
        page = until_over(other, sent.url.path)
        page = until_over(other, other.send(page.address, {"do": "confirm"}).address)
    finally:
        app.state.runner.stop()
    assert "It is imported." in page.text
    assert [sheet["question"] for sheet in told(downloaded(other))["sheets"]] == [COSINE]


def until_over(learner: Learner, address: str) -> Page:
    deadline = time.monotonic() + 100
    while "progress max" in (page := learner.get(address)).html:
        assert time.monotonic() < deadline, page.text
        time.sleep(0.1)
    return page


def test_program_runs_again_where_it_can(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It earns what its tests give today, and waits for a mark where this server has no sandbox."""
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    file = told(downloaded(learner))
    variant = drawn(of_kind("code"))
    (part,) = variant.to_json()["parts"]
    answer = file["sheets"][0]["answers"][0] | {"part": "answer", "typed": ["def f(): ..."], "earned": "50"}
    file["sheets"][0] |= {
        "question": variant.question.id,
        "version": variant.question.version,
        "answers": [answer],
    }
    file["sheets"][0] |= {"parameters": variant.parameters.to_json(), "hints": [], "name": "one-program"}
    file["sheets"][0]["parts"] = [{"name": part["name"], "points": part["points"]}]
    monkeypatch.setattr(sandbox, "backend", lambda: None)
    take_in(app, learner, packed(file))
    assert told(downloaded(learner))["sheets"][1]["answers"][0]["earned"] is None
    tests = [{"passed": passed, "says": "", "hidden": True} for passed in (True, False)]
    monkeypatch.setattr(sandbox, "backend", object)
    monkeypatch.setattr(code_grading, "run_program", lambda payload, progress: {"tests": tests})
    monkeypatch.setattr(code, "sentences", lambda tests: ["One of two."])
    file["sheets"][0]["name"] = "same-program"
    take_in(app, learner, packed(file))
    earned = told(downloaded(learner))["sheets"][2]["answers"][0]["earned"]
    assert Fraction(earned) == variant.points / 2
