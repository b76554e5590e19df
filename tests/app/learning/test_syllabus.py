"""The syllabus of the bank: worked out, and from what an earlier start kept of it."""

import pytest

from app.learning import syllabus as working
from app.learning.syllabus import syllabus
from engine.bank import Bank
from engine.cache import bank as kept
from engine.cache.disk import DiskCache
from tests.engine.submissions import BANK, HOME

EXAMS = ["full", "sprint", "an exam that is gone"]


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Bank:
    """The bank at a later start: its syllabus was kept at the first."""
    cache = DiskCache(tmp_path_factory.mktemp("kept") / "cache")
    first = kept.read_bank(HOME / "question_bank", cache)
    for exam in EXAMS:
        syllabus(first, exam)
    return kept.read_bank(HOME / "question_bank", cache)


@pytest.mark.parametrize("exam", EXAMS)
def test_a_kept_syllabus_is_the_one_that_was_worked_out(
    again: Bank, exam: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = syllabus(BANK, exam)
    monkeypatch.delattr(working, "_worked_out")
    found = syllabus(again, exam)
    assert list(found.topics) == list(expected.topics)
    assert found.names == expected.names
    assert list(found.names) == list(expected.names)
    assert found.topic == expected.topic
    assert found.skills == expected.skills
    assert found.asked == expected.asked
    assert list(found.asked) == list(expected.asked)
    assert found.exam == expected.exam
    assert [one.id for one in found.questions("perplexity")] == found.names["perplexity"]
