"""A fresh sheet: the numbers of its seed, drawn once for its page and the first answer on it."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.practice import opening
from engine import variants
from engine.questions import Question
from engine.variants import Variant
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Learner, drawn
from tests.engine.submissions import BANK
from tests.every import one_in

DRAWN = [question.id for question in BANK.questions.values() if question.of_numbers]


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Any, ...]]]:
    """The variants that are drawn, with nothing kept from earlier tests."""
    made: list[tuple[Any, ...]] = []
    draw = variants.draw

    def counted(question: Question, seed: int, level: str) -> Variant:
        made.append((question.id, question.version, seed, level))
        return draw(question, seed, level)

    opening._once_drawn.cache_clear()
    monkeypatch.setattr(variants, "draw", counted)
    yield made
    opening._once_drawn.cache_clear()


def test_a_page_and_the_first_answer_on_it_draw_once(learner: Learner, draws: list[tuple[Any, ...]]) -> None:
    sheet = learner.open(seed=11)
    version = BANK.questions[PERPLEXITY].version
    assert draws == [(PERPLEXITY, version, 11, "warm-up")]
    learner.press(sheet, "check", {"nats": "0"})
    assert len(draws) == 1


@pytest.mark.parametrize("change", [{"seed": 12}, {"level": "hard"}])
def test_another_seed_and_another_level_are_drawn(
    change: dict[str, Any], draws: list[tuple[Any, ...]]
) -> None:
    asked: dict[str, Any] = {"question": BANK.questions[COSINE], "seed": 11, "level": "warm-up"}
    first, second = opening.fresh(**asked), opening.fresh(**{**asked, **change})
    assert len(draws) == 2
    assert first.variant.parameters.to_json() != second.variant.parameters.to_json()


def test_another_text_of_a_question_draws_its_own(draws: list[tuple[Any, ...]]) -> None:
    question = BANK.questions[COSINE]
    last = question.parts[-1].model_copy(update={"text": "The angle"})
    changed = question.model_copy(update={"version": "another", "parts": [*question.parts[:-1], last]})
    assert opening.fresh(question, 11, "exam").variant.asked[-1].text != "The angle"
    assert opening.fresh(changed, 11, "exam").variant.asked[-1].text == "The angle"


def test_a_question_that_was_read_anew_is_drawn_with_what_is_seen_of_its_files_now(
    draws: list[tuple[Any, ...]],
) -> None:
    question = BANK.questions[COSINE]
    read_anew = question.model_copy()
    for asked in (question, read_anew, question):
        assert opening.fresh(asked, 11, "exam").variant.question is asked
    assert len(draws) == 2


@pytest.mark.parametrize("name", one_in(12, DRAWN))
def test_what_is_kept_is_what_its_seed_draws(name: str) -> None:
    question = BANK.questions[name]
    for _ in "12":
        kept = opening.fresh(question, 5, question.default_level).variant
        assert kept.to_json() == variants.draw(question, 5, question.default_level).to_json()


def test_work_on_a_sheet_leaves_its_numbers_to_the_next_who_opens_it(learner: Learner) -> None:
    sheet = learner.open()
    sheet = learner.press(sheet, "check", RIGHT | {"bits": "9"})
    sheet = learner.press(sheet, "chain")
    learner.press(sheet, "solution")
    kept = opening.fresh(BANK.questions[PERPLEXITY], 7, "warm-up").variant
    assert kept.to_json() == drawn().to_json()
    assert {name: str(value) for name, value in kept.exact.values.items()} == {
        name: str(value) for name, value in drawn().exact.values.items()
    }
