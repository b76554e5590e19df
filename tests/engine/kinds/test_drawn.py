"""A choice among numbers: the key of a chain and three of its mistakes."""

import itertools
from collections import Counter

import pytest
from pydantic import ValidationError

from engine import variants
from engine.bank import read_question
from engine.catalogue import find
from engine.kinds import drawn
from engine.kinds.drawn import RIGHT, choosing
from engine.marking import feedback
from engine.marking.explanations import MOST_NAMED
from engine.questions import Question
from engine.rounding.bands import bands
from engine.solutions import worked_solution
from engine.validation.locations import Broken
from tests.engine.submissions import BANK, HOME, marked

QUESTIONS = [question for question in BANK.questions.values() if question.kind == "drawn"]
EACH = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


def number(option: str) -> float:
    return float(option.replace("\u202f", "").split(maxsplit=1)[0])


@EACH
def test_the_key_earns_the_point_and_every_other_option_names_all_mistakes_that_give_it(
    question: Question,
) -> None:
    for seed in range(12):
        variant = variants.draw(question, seed, question.default_level)
        (asked,) = variant.asked
        slips = dict(zip(variant.parameters.options, variant.parameters.slips, strict=True))  # type: ignore[attr-defined]
        assert slips[asked.key] == ""
        for option, slip in slips.items():
            mark = marked(variant, {"answer": [option]})["answer"]
            assert mark.right == (slip == "")
            if slip:
                assert mark.explanation.mistakes == tuple(slip.split()[:MOST_NAMED]), (option, slip)
                said = " ".join(feedback.sentences(variant, asked, mark))
                assert all(question.family.mistakes[name].says in said for name in mark.explanation.mistakes)


@EACH
def test_no_two_options_are_closer_than_the_band(question: Question) -> None:
    asks = question.family.steps["answer"].sources[0]
    for seed in range(40):
        variant = variants.draw(question, seed, question.default_level)
        (band,) = bands(variant.exact, [asks])[asks]
        numbers = sorted(map(number, variant.exact.values["options"]))
        assert len(numbers) == 4
        least = min(b - a for a, b in itertools.pairwise(numbers))
        assert band is None or least > (band.high - band.low) * 0.99


def test_the_right_number_stands_at_every_place_and_is_no_extreme_by_rule() -> None:
    places: Counter[int] = Counter()
    ranks: Counter[int] = Counter()
    for question in QUESTIONS:
        for seed in range(60):
            variant = variants.draw(question, seed, question.default_level)
            options = list(variant.exact.values["options"])
            places[options.index(variant.asked[0].key)] += 1
            ranks[sorted(map(number, options)).index(number(str(variant.asked[0].key)))] += 1
    drawn_in_all = 60 * len(QUESTIONS)
    assert all(0.2 < places[place] / drawn_in_all < 0.3 for place in range(4))
    assert all(0.05 < ranks[rank] / drawn_in_all < 0.6 for rank in range(4))


def test_the_solution_tells_the_chain_and_the_reason_of_each_option() -> None:
    variant = variants.draw(BANK.questions["which-cosine"], 3, "exam")
    lines = worked_solution.tell(variant.exact, ["answer"])
    assert [line.step.name for line in lines][-2:] == ["cosine", "answer"]
    reasons = lines[-1].step.reasons
    assert set(reasons) == set(variant.exact.values["options"])
    assert reasons[str(variant.asked[0].key)] == RIGHT
    again = variants.from_json(BANK.questions["which-cosine"], variant.to_json())
    assert again.exact.steps["answer"].reasons == reasons


def test_numbers_are_new_and_the_same_seed_gives_the_same() -> None:
    question = BANK.questions["which-perplexity"]
    assert question.varies
    one, same, other = (variants.draw(question, seed, "exam").to_json() for seed in (1, 1, 2))
    assert one == same
    assert one["parameters"] != other["parameters"]


def test_what_does_not_fit_says_why() -> None:
    with pytest.raises(ValueError, match="nothing is no step of perplexity"):
        choosing(find("perplexity"), "nothing")
    with pytest.raises(ValidationError, match="ask"):
        drawn.Item.model_validate(
            {"id": "x", "title": "x", "section": "2.1", "statement": "", "family": "perplexity"}
        )
    file = HOME / "question_bank" / "evaluation" / "which-perplexity.toml"
    assert not isinstance(read_question(file), Broken)
