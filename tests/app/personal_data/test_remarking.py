"""Every exercise goes through a file and comes back as it was: numbers, keys and bands, and full points for its key."""

import json
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from app.database.connection import Database
from app.personal_data import remarking
from app.personal_data.file_format import Answer, Part, Sheet
from app.practice import sandbox
from app.questions.library import Library
from engine import variants
from engine.variants import Variant
from tests.app.learner import key
from tests.engine.submissions import BANK
from tests.every import one_in

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
BY_PEOPLE = "text", "code"  # these wait for a mark: sentences for a person's, programs for the sandbox


def sheet_of(variant: Variant) -> Sheet:
    """The sheet with its key typed into it, as it is read from a file."""
    kept = variant.to_json()
    answers = [
        Answer(part=part, sent="one-form", typed=tuple(typed), rule="wrong", earned=None, at=NOW)
        for part, typed in key(variant).items()
    ]
    sheet = Sheet(
        name="one-sheet",
        question=variant.question.id,
        version=variant.question.version,
        section=variant.question.section,
        level=variant.question.default_level,
        seed=variant.seed,
        case=variant.case,
        parameters=json.loads(json.dumps(kept["parameters"])),
        parts=tuple(Part(name=part["name"], points=part["points"]) for part in kept["parts"]),
        worth=None,
        points=str(variant.points),
        begun_at=NOW,
        chain_opened_at=None,
        solution_seen_at=None,
        exam=None,
        place=None,
        answers=tuple(answers),
        hints=(),
        changes=(),
    )
    return Sheet.model_validate_json(sheet.model_dump_json())


@pytest.mark.parametrize("name", one_in(50, BANK.questions))
def test_an_exercise_comes_back_as_it_was(
    name: str, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "backend", lambda: None)
    question = BANK.questions[name]
    variant = variants.draw(question, 5, question.default_level)
    marked = remarking.mark(Library(BANK, store), sheet_of(variant))
    assert not marked.as_told
    assert json.loads(json.dumps(marked.variant)) == json.loads(json.dumps(variant.to_json()))
    earned = sum((answer.earned or Fraction(0) for answer in marked.answers), Fraction(0))
    assert earned == (0 if question.kind in BY_PEOPLE else variant.points)
