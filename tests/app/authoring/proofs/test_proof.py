"""A question is published once 200 variants of exactly its text were drawn and nothing is to be mended."""

import json
import time

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.authoring.proofs import job as proof_job
from app.database.schema import versions
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.web.drawing import histograms
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import COLLIDING, MENDED, NAME, TEXT
from tests.app.learner import Learner, Page

AGAIN = TEXT + "# again\n"  # what the draft holds now; TEXT is published


def send(owner: Member, what: str, text: str = AGAIN) -> Page:
    return owner.learner.send(f"/author/{NAME}/{what}", {"text": text})


def checked(app: FastAPI, owner: Member, text: str, by: str = "check") -> Page:
    """The page after the check of this text, which is carried out here, without a worker."""
    assert send(owner, by, text).status == 200
    with app.state.database.write() as connection:
        job = jobs.claim(connection, "proof", "me")
        assert job is not None
        result = proof_job.prove(job.payload, lambda done, total: None)
        jobs.end(connection, job.name, "me", JobState.DONE, json.loads(json.dumps(result)))
    return owner.learner.get(f"/author/{NAME}")


def published(app: FastAPI) -> list[tuple[int, str]]:
    with app.state.database.read() as connection:
        asked = select(versions.c.number, versions.c.text).order_by(versions.c.number)
        return [(row.number, row.text) for row in connection.execute(asked)][1:]


def test_a_worker_checks_the_text_and_says_how_far_it_is(app: FastAPI, owner: Member, running: None) -> None:
    page = send(owner, "check")
    assert "<progress" in page.html
    deadline = time.monotonic() + 90
    while "<progress" in page.html:
        assert time.monotonic() < deadline
        time.sleep(0.2)
        page = owner.learner.get(f"/author/{NAME}", htmx=True)
        assert page.html.lstrip().startswith('<div id="report"')
    assert "The check found nothing to mend." in page.text
    assert send(owner, "publish").status == 200
    assert published(app) == [(2, AGAIN)]


def test_the_report_shows_what_was_drawn(app: FastAPI, owner: Member) -> None:
    page = checked(app, owner, AGAIN)
    for said in ("Variants drawn200", "divided100 %", "Answers of energy"):
        assert said in page.text, said
    assert page.text.count("characters") == 5


def test_what_is_published_is_what_learners_get(app: FastAPI, owner: Member, learner: Learner) -> None:
    checked(app, owner, MENDED)
    page = send(owner, "publish", MENDED)
    assert "Version 2 is published" in page.text
    assert "A lamp in joules" in learner.open(NAME, level="exam").text


def test_a_mistake_that_gives_the_key_keeps_a_question_from_being_published(
    app: FastAPI, owner: Member
) -> None:
    page = checked(app, owner, COLLIDING)
    assert "the mistake divided always gives the key" in page.text
    refused = send(owner, "publish", COLLIDING)
    assert refused.status == 409
    assert "The check found something to mend" in refused.text
    assert "the mistake divided always gives the key" in refused.text
    assert published(app) == []
    checked(app, owner, AGAIN)
    assert send(owner, "publish", AGAIN).status == 200
    assert published(app) == [(2, AGAIN)]


@pytest.mark.parametrize("text", [AGAIN + "\n", MENDED, AGAIN.replace("from = 11", "from = 12")])
def test_only_the_very_text_that_was_checked_is_published(app: FastAPI, owner: Member, text: str) -> None:
    checked(app, owner, AGAIN)
    page = send(owner, "publish", text)
    assert "<progress" in page.html  # it is checked instead
    assert published(app) == []
    assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{text}"


def test_without_a_check_or_while_it_runs_or_after_it_was_stopped_it_is_checked_first(
    app: FastAPI, owner: Member
) -> None:
    for what in ("publish", "publish", "cancel", "publish"):
        page = send(owner, what)
        assert page.status == 200
        assert ("<progress" in page.html) == (what == "publish")
        assert ("It was cancelled." in page.text) == (what == "cancel")
    assert published(app) == []


def test_what_was_sent_to_be_published_is_published_once_its_check_is_over(
    app: FastAPI, owner: Member
) -> None:
    checked(app, owner, AGAIN, by="publish")
    assert published(app) == []
    assert send(owner, "publish").status == 200
    assert published(app) == [(2, AGAIN)]


def test_a_second_check_waits_for_the_first(owner: Member) -> None:
    send(owner, "check")
    page = send(owner, "check", MENDED)
    assert page.status == 409
    assert "not finished yet" in page.text
    assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{MENDED}"


def test_what_is_no_question_is_saved_and_neither_checked_nor_published(app: FastAPI, owner: Member) -> None:
    for what in ("check", "publish"):
        page = send(owner, what, f"{what} =")
        assert page.status == 409
        assert "This is no question yet" in page.text
        assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{what} ="


def test_the_same_text_is_not_published_twice(app: FastAPI, owner: Member) -> None:
    checked(app, owner, AGAIN)
    assert send(owner, "publish").status == 200
    assert "published already" in send(owner, "publish").text
    assert published(app) == [(2, AGAIN)]


def test_a_test_that_fails_keeps_a_question_from_being_published(app: FastAPI, owner: Member) -> None:
    text = (
        AGAIN
        + '\n[[tests]]\nnumbers = { power = 20, hours = 4 }\ntyped = { energy = "81" }\ngives = "right"\n'
    )
    assert "test 1 gives wrong, not right" in checked(app, owner, text).text
    assert send(owner, "publish", text).status == 409


@pytest.mark.parametrize(
    "numbers", [[3.0], [0.0, 0.0], [-5, 5, 1, 1], [1e-9, 2e-9, 1.5e-9], [1, 1e9], [7, 7.0000001, 7.0000002]]
)
def test_a_histogram_counts_every_number_once(numbers: list[float]) -> None:
    drawn = histograms.histogram(numbers)
    assert sum(count for _, _, count in drawn.rows) == len(numbers)
    assert len(drawn.bars) == len(drawn.rows) <= histograms.MOST_BARS + 2
    assert all(width > 0 and height >= 0 for _, _, width, height in drawn.bars)
