"""Home says what to do next: a first exercise, one not tried yet, or the one that went worst; and what was lost."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.settings import Settings
from engine.answers import responses
from engine.marking import marking
from engine.variants import Variant
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import exam
from tests.app.exams.course_exam import sit as sit_exam
from tests.app.exams.sitting import of_kind, sit
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Learner, Make, drawn, key, new_learner, on_both
from tests.engine.submissions import BANK


def small_bank(folder: Path, settings: Settings, *names: str) -> Settings:
    """The settings with a bank of only these exercises."""
    (folder / "small" / "all").mkdir(parents=True)
    for name in names:
        (file,) = settings.question_bank.glob(f"*/{name}.toml")
        shutil.copy(file, folder / "small" / "all")
    return settings.model_copy(update={"question_bank": folder / "small"})


def next_exercise(learner: Learner) -> str:
    links = learner.get("/").links
    return (
        next(link for link in links if link.startswith("/practice/"))
        .removeprefix("/practice/")
        .partition("?")[0]
    )


def test_a_new_learner_is_led_to_what_builds_on_nothing_and_told_how_it_works(learner: Learner) -> None:
    page = learner.get("/")
    first = BANK.questions[next_exercise(learner)]
    assert first.kind != "family" or not first.family.builds_on
    assert "How it works" in page.text
    assert "/topics" in page.links
    assert learner.get(f"/practice/{next_exercise(learner)}").status == 200


def test_a_newcomer_sees_a_marked_line_that_names_a_mistake(learner: Learner) -> None:
    page = learner.get("/")
    assert page.rules == ["wrong"]
    assert "2 of 4 cells are right" in page.text
    assert "Divide by its square root" in page.text
    learner.press(learner.open(), typed=RIGHT)
    assert learner.get("/").rules == []


def test_the_marked_line_is_marked_once_for_all_newcomers(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[Variant] = []
    mark = marking.mark

    def counted(variant: Variant, typed: responses.Responses) -> Mapping[str, Any]:
        marked.append(variant)
        return mark(variant, typed)

    monkeypatch.setattr(marking, "mark", counted)
    for _ in range(3):
        assert new_learner(app).get("/").rules == ["wrong"]
    assert len(marked) == 1


def test_what_was_not_tried_comes_next_and_then_what_went_worst(
    settings: Settings, make: Make, tmp_path: Path
) -> None:
    learner = new_learner(make(small_bank(tmp_path, settings, COSINE, PERPLEXITY)))
    assert next_exercise(learner) == PERPLEXITY
    learner.press(learner.open(), typed={**RIGHT, "nats": "9"})
    assert next_exercise(learner) == COSINE
    for seed in (7, 8, 9):
        learner.press(learner.open(COSINE, seed, "exam"), typed=key(drawn(COSINE, seed, "exam")))
    page = learner.get("/")
    assert next_exercise(learner) == PERPLEXITY
    assert re.search(r"You do about \d\d % of its lines right", page.text)


def test_an_unfinished_sheet_can_be_gone_on_with(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": RIGHT["nats"]})
    assert sheet.action in learner.get("/").links
    learner.press(sheet, typed=RIGHT)
    assert sheet.action not in learner.get("/").links


def test_what_was_lost_lately_can_be_looked_at_and_tried_with_new_numbers(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={**RIGHT, "nats": "9"})
    page = learner.get("/")
    assert "1 point lost" in page.text
    assert sheet.action in page.links
    assert f"/practice/{PERPLEXITY}?level=warm-up" in page.links


def test_an_exercise_stands_once_among_the_lost(learner: Learner) -> None:
    for seed in (1, 2):
        typed = dict.fromkeys(RIGHT, "999")
        sheet = learner.press(learner.open(seed=seed), typed=typed)
    links = learner.get("/").links
    assert links.count(f"/practice/{PERPLEXITY}?level=warm-up") == 1
    assert sheet.action in links


@on_both
def test_sentences_of_an_exam_wait_for_ones_own_mark_here_and_in_the_progress(app: FastAPI) -> None:
    sat = sit(app, of_kind("text"))
    sat.type(1, {"answer": ["Some sentences of mine."]})
    sat.hand_in()
    (attempt,) = sat.attempts()
    title = BANK.questions[attempt.question].title
    page = sat.learner.get("/")
    assert f"“{title}” waits for your mark" in page.text
    assert f"/attempts/{attempt.name}/solution" in page.links
    assert "Go on with" not in page.text
    record = sat.learner.get("/progress")
    assert "waits for your mark" in record.text
    assert "unfinished" not in record.text


def test_sentences_of_a_courses_exam_wait_for_its_instructor(nlp: Lecture, app: FastAPI) -> None:
    address = exam(nlp, scores="at once", answers="at once", solutions="at once")
    sat = sit_exam(app, nlp.student, address)
    sat.type(2, {"answer": ["Some sentences of mine."]})
    sat.hand_in()
    assert "waits for your instructor" in sat.learner.get("/progress").text
    assert sat.attempts()[1].name not in sat.learner.get("/").html


def test_what_waits_for_somebody_else_is_nothing_to_go_on_with(app: FastAPI) -> None:
    sat = sit(app, of_kind("code"))
    sat.type(1, {"answer": ["def f():\n    pass\n"]})
    sat.hand_in()
    assert sat.attempts()[0].name not in sat.learner.get("/").html
    assert "waits for a mark" in sat.learner.get("/progress").text


def test_a_sheet_with_all_points_is_not_among_the_lost(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT)
    page = learner.get("/")
    assert "lost" not in page.text.lower()
    assert "1 sheet today" in page.text


def test_an_empty_bank_is_said_and_no_error(settings: Settings, make: Make, tmp_path: Path) -> None:
    learner = new_learner(make(small_bank(tmp_path, settings)))
    for address in ("/", "/topics", "/progress"):
        assert learner.get(address).status == 200
    assert "The question bank is empty" in learner.get("/").text
    assert learner.get("/practice/anything").status == 404


def test_a_broken_file_is_logged_and_does_not_keep_the_others_from_serving(
    settings: Settings, make: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = small_bank(tmp_path, settings, COSINE, PERPLEXITY)
    (chosen.question_bank / "all" / f"{COSINE}.toml").write_text("title = ")
    learner = new_learner(make(chosen))
    (logged,) = [record for record in caplog.records if record.name == "examformer"]
    assert logged.levelname == "ERROR"
    assert f"{COSINE}.toml:1: " in logged.getMessage()
    assert learner.get(f"/practice/{COSINE}").status == 404
    assert learner.press(learner.open(), typed=RIGHT).earned == 3


# The language, chosen at the foot of a page


@pytest.mark.parametrize(
    ("at", "to"),
    [
        ("/study?x=1", "/study?x=1"),
        ("/author/a-lamp/preview", "/author/a-lamp"),
        ("/author/a-lamp/tests?x=1", "/author/a-lamp"),
        ("/account/tokens", "/account"),
        ("/account/sign-in", "/account"),
        ("/join/abcd-1234/sign-in", "/join/abcd-1234"),
        ("/courses/c/staff", "/courses/c"),
        ("/courses/c/assignments/a/extensions", "/courses/c/assignments/a"),
        ("/people/3/link", "/people"),
        ("/attempts/abc", "/attempts/abc"),
        ("/nothing/of/this", "/"),
        ("", "/"),
    ],
)
@pytest.mark.parametrize("named_by", ["the browser", "the form"])
def test_a_page_that_answered_a_form_is_left_to_one_that_can_be_read(
    learner: Learner, at: str, to: str, named_by: str
) -> None:
    sent = {"referer": f"http://testserver{at}"} if named_by == "the browser" else {}
    form = {"language": "de", "back": at if named_by == "the form" else "/topics"}
    answer = learner.client.post("/language", data=form, headers=sent, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, to)
