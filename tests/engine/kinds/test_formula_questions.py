"""The formula questions of the bank: each agrees with the oracles of families with the same mathematics."""

import json
from collections import Counter

import pytest

from engine.answers import cells
from engine.chain import run
from engine.questions import Question
from engine.rounding.lines import roundable, roundings
from engine.validation import checks, examples
from engine.variants import Variant
from tests.engine.families.test_contract import agree
from tests.engine.submissions import (
    BANK,
    SWEEP,
    all_right,
    by_hand,
    can_be_typed,
    differs,
    key,
    marked,
    mistaken,
    of_the_bank,
    typed,
)
from tests.oracles.formula_questions import ORACLES, answers

CHECKED = 200 if SWEEP else 20  # variants of each
SHARES = 10  # seeds at least, where shares of them are looked at
QUESTIONS = [question for question in BANK.questions.values() if question.kind == "formula"]
EACH = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


@pytest.fixture(scope="module")
def seeds(seeds: range) -> range:
    return range(seeds.start, seeds.start + max(SHARES, len(seeds)))


def drawn(question: Question, seeds: range) -> list[Variant]:
    return [of_the_bank(question.id, question.default_level, seed) for seed in seeds]


def test_every_formula_question_has_an_oracle() -> None:
    assert ORACLES.keys() == {question.id for question in QUESTIONS}


@EACH
def test_every_asked_answer_agrees_with_the_oracle(
    question: Question, seeds: range, asked: Counter[str]
) -> None:
    for variant in drawn(question, seeds):
        given = variant.parameters.to_json()
        theirs = answers(question.id, given)
        for part in variant.asked:
            mine = cells.plain(part.key)
            assert agree(mine, cells.plain(theirs[part.name])), f"{part.name} of {given}: {mine}, {theirs}"
            assert agree(mine, cells.plain(variant.exact.reached[part.name]))
        asked[question.id] += 1


@EACH
def test_seeds_give_different_variants_and_each_seed_its_own_again(question: Question, seeds: range) -> None:
    variants = drawn(question, seeds)
    different = {json.dumps([one.case, one.parameters.to_json()]) for one in variants}
    many = len(question.cases) or (len(seeds) if question.varies else 1)
    assert len(different) > min(len(seeds) / 2, 30, many - 1)
    again = of_the_bank.__wrapped__(question.id, question.default_level, seeds[0])
    assert again.to_json() == variants[0].to_json()


@EACH
def test_the_key_and_what_people_reach_by_hand_are_right(question: Question, seeds: range) -> None:
    for variant in drawn(question, seeds):
        assert all_right(variant, key(variant)), variant.parameters
        for way in roundings(roundable(variant.exact)):
            assert all_right(variant, by_hand(variant, way)), (variant.parameters, sorted(way))


@EACH
def test_every_mistake_is_named_where_it_shows(question: Question, seeds: range) -> None:
    shown: Counter[str] = Counter()
    for variant in drawn(question, seeds):
        for mistake, wrong in mistaken(variant):
            sheet = can_be_typed(variant, wrong)
            if not any(differs(variant.exact.reached[name], wrong.reached[name]) for name in sheet):
                continue
            first = next((part for part in marked(variant, sheet).values() if not part.right), None)
            where = f"{mistake.name} with {variant.parameters}"
            assert first is not None, f"{where} is marked right"
            assert first.first_wrong
            assert mistake.of in variant.exact.leads_to(first.name), f"{where} is first wrong in {first.name}"
            assert mistake.name in first.explanation.mistakes, f"{where} is explained by {first.explanation}"
            shown[mistake.name] += 1
    enough = len(seeds) / (3 if SWEEP else 10)  # few draws tell less
    seldom = {name for name in question.family.mistakes if shown[name] < enough}
    assert not seldom, shown


@EACH
def test_an_answer_by_another_convention_is_told_so(question: Question, seeds: range) -> None:
    """Not always: where a mistake gives the same digits, it is named instead."""
    told: Counter[str] = Counter()
    for variant in drawn(question, seeds):
        for convention in question.family.conventions.values():
            parameters = convention.other(variant.parameters)
            assert parameters is not None
            other = run(question.family, parameters).reached
            part = next(part for part in variant.asked if differs(part.key, other[part.name]))
            mark = marked(variant, typed(variant, {part.name: other[part.name]}))[part.name]
            assert not mark.right, (convention.says, variant.parameters)
            assert mark.explanation.says, (convention.says, variant.parameters)
            told[convention.name] += mark.explanation.says == (convention.says,)
    assert all(told[name] > len(seeds) / 2 for name in question.family.conventions), told


@EACH
def test_its_mistakes_and_conventions_speak_in_sentences(question: Question) -> None:
    family = question.family
    said = [mistake.says for mistake in family.mistakes.values()]
    said += [convention.says for convention in family.conventions.values()]
    assert len(family.mistakes) >= 3
    assert all(text[0].isupper() and text.endswith(".") for text in said)
    assert all(convention.says.startswith("Right ") for convention in family.conventions.values())


@EACH
def test_checking_it_finds_nothing_to_mend(question: Question) -> None:
    checked = checks.check(question, CHECKED)
    assert [str(finding) for finding in checked.findings] == []
    assert checked.remarks == ()


@pytest.mark.parametrize(
    "question", [question for question in QUESTIONS if question.tests], ids=lambda question: question.id
)
def test_the_examples_that_its_author_keeps_come_out(question: Question) -> None:
    given = [(example.gives, examples.outcome(question, example)) for example in question.tests]
    assert all(wanted == found for wanted, found in given), given
    assert [*examples.broken(question)] == []
    assert "right" in {wanted for wanted, _ in given}


def test_a_question_all_of_whose_variables_have_values_does_not_vary() -> None:
    varying = {question.id for question in QUESTIONS if question.varies}
    assert {"a-car-and-an-automobile", "cats-on-warm-mats"}.isdisjoint(varying)
    assert {"one-push-for-a-pair", "how-many-copies-in-the-hall"} <= varying
