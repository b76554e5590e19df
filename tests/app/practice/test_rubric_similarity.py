"""The nearest sentence to each point: computed from any encoder, shown when the job is done, and never a mark."""

import numpy as np
import pytest

from app.database.connection import Database
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.practice.rubric_similarity import job as similarity_job
from tests.app.learner import Learner
from tests.app.practice.test_self_marking import WRITTEN

ANSWER = "Any two words are one step apart. The gradient vanishes! Good."


def counted(texts: object) -> np.ndarray:
    """An encoder that only counts letters."""
    return np.array([[text.count("a"), text.count("e"), text.count("z")] for text in texts], dtype=float)  # type: ignore[attr-defined]


def test_each_point_has_the_sentence_with_the_largest_cosine() -> None:
    found = similarity_job.nearest(counted, ["aaa b", "e e", "ae ae"], {"one": "a", "two": "ee", "none": "z"})
    assert found == {"one": ["aaa b", 1.0], "two": ["e e", 1.0], "none": ["aaa b", 0.0]}
    assert similarity_job.nearest(counted, [], {"one": "a"}) == {}


def test_an_answer_is_cut_at_its_full_stops() -> None:
    assert similarity_job.sentences_of(ANSWER) == [
        "Any two words are one step apart.",
        "The gradient vanishes!",
    ]


def test_without_the_encoder_nothing_is_asked_for(learner: Learner, store: Database) -> None:
    assert not similarity_job.installed()
    learner.press(learner.open(WRITTEN), "solution", {"answer": ANSWER})
    with store.read() as connection:
        assert jobs.waiting(connection, "nearness") == 0


def test_the_page_waits_for_it_and_shows_it_as_a_hint(
    learner: Learner, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_job, "installed", lambda: True)
    page = learner.press(learner.open(WRITTEN), "solution", {"answer": ANSWER})
    assert "Looking for your sentence" in page.text
    with store.write() as connection:
        job = jobs.claim(connection, "nearness", "a worker")
        assert job
        assert list(job.payload["points"]) == ["cause", "mechanism", "consequence"]
        result = {"cause": ["Any two words are <one> step apart.", 0.71]}
        jobs.end(connection, job.name, "a worker", JobState.DONE, result)
    fragment = learner.get(page.address, htmx=True)
    assert "likeness 0.71 of 1" in fragment.text
    assert "&lt;one&gt;" in fragment.html
    assert "<html" not in fragment.html
    assert learner.get(page.address).earned is None
