"""Sheets that ask for other lines than the parts of their question: worked examples, and the steps in between."""

import json
from fractions import Fraction

import pytest

from engine import asked_lines, variants
from engine.learning import fading
from engine.questions import Question
from engine.solutions import worked_solution
from engine.variants import Stale, Variant
from tests.conftest import FIRST
from tests.engine.submissions import BANK, NUMERIC, all_right, by_id, key, marked, of_the_bank
from tests.every import every

PERPLEXITY = BANK.questions[
    "four-tokens-three-measures"
]  # surprisals, then nats, bits, perplexity: a point each


def faded(stage: int, seed: int = 7) -> Variant:
    return asked_lines.example(variants.draw(PERPLEXITY, seed, "warm-up"), stage)


def names(variant: Variant) -> list[str]:
    return [asked.name for asked in variant.asked]


def test_the_first_stage_tells_all_lines_and_each_later_one_leaves_one_more_of_the_last() -> None:
    left = [names(faded(stage)) for stage in range(5)]
    chain = ["surprisals", "nats", "bits", "perplexity"]
    assert left == [[], chain[3:], chain[2:], chain[1:], chain]


def test_what_is_left_and_what_is_told_are_together_the_worked_solution_in_its_order() -> None:
    for stage in range(5):
        variant = faded(stage)
        told = [line.step.name for line in asked_lines.told(variant)]
        assert told + names(variant) == [line.step.name for line in asked_lines.solution(variant)]


def test_a_part_shares_its_points_among_its_lines_and_told_lines_earn_nothing() -> None:
    assert [faded(stage).points for stage in range(5)] == [0, 1, 2, Fraction(5, 2), 3]
    assert faded(4).part("surprisals").points == faded(4).part("nats").points == Fraction(1, 2)  # type: ignore[union-attr]


def test_hints_of_a_line_show_no_line_that_is_told() -> None:
    variant = faded(1)
    shown = [
        line.step.name for rung in worked_solution.ladder(variant, variant.asked[0]) for line in rung.lines
    ]
    assert set(shown) == {"perplexity"}


def test_an_example_offers_no_steps_in_between() -> None:
    assert asked_lines.hidden_steps(faded(1), {"perplexity"}) == []
    assert asked_lines.hidden_steps(variants.draw(PERPLEXITY, 7, "warm-up"), {"perplexity"}) != []


def test_a_line_that_was_not_a_part_is_marked_and_carries_on_to_those_after_it() -> None:
    variant = faded(4)
    typed = key(variant) | {"surprisals": ["0.69", "1.39", "2.08", "0.79"]}
    marks = marked(variant, typed)
    assert marks["surprisals"].credit == Fraction(3, 4)
    assert marks["nats"].right


def test_an_example_survives_storing() -> None:
    variant = faded(2)
    again = variants.from_json(PERPLEXITY, json.loads(json.dumps(variant.to_json())))
    assert (again.stage, names(again), again.told) == (2, names(variant), variant.told)
    assert again.points == 2


def test_an_ordinary_variant_stores_no_stage_and_tells_nothing() -> None:
    variant = variants.draw(PERPLEXITY, 7, "warm-up")
    assert "stage" not in variant.to_json()
    assert not variant.told


def test_an_example_gets_new_keys_for_the_lines_that_it_asked() -> None:
    kept = json.loads(json.dumps(faded(2).to_json()))
    kept["parts"][0]["key"] = [9.0]
    assert asked_lines.rekeyed(PERPLEXITY, kept).to_json() == faded(2).to_json()


def test_an_example_whose_lines_the_question_no_longer_has_is_stale() -> None:
    kept = faded(1).to_json() | {"parts": [{"name": "something_else"}]}
    with pytest.raises(Stale, match="other lines"):
        asked_lines.rekeyed(PERPLEXITY, kept)


def test_a_line_in_between_that_cannot_be_marked_fairly_is_not_left_to_anybody() -> None:
    variant = of_the_bank("two-tokens-without-norm", "exam", 1)
    in_between = {
        step.name for step in asked_lines.hidden_steps(variant, [asked.name for asked in variant.asked])
    }
    shares = asked_lines.lines(variant)
    assert in_between - shares.keys() == {"z"}  # it moves too far with rounding on the way
    assert sum(shares.values()) == variant.points


def test_every_question_of_numbers_fades_from_all_told_to_all_asked() -> None:
    def fades(question: Question) -> None:
        variant = of_the_bank(question.id, question.default_level, FIRST)
        shares = asked_lines.lines(variant)
        assert sum(shares.values()) == variant.points
        for stage in range(fading.stages(len(shares)) + 1):
            example = asked_lines.example(variant, stage)
            assert len(example.asked) == fading.lines_asked(stage, len(shares))
            assert not example.asked or all_right(example, key(example))

    every(NUMERIC, fades, by_id)
