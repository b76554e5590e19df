"""The formula questions of the bank: each agrees with the oracles of families with the same mathematics."""

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, count
from typing import Any

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
from tests.oracles.alignment import dpo_loss
from tests.oracles.attention import attention
from tests.oracles.decoding import softmax_temperature
from tests.oracles.embeddings import cosine_similarity, nearest_neighbour
from tests.oracles.evaluation import pass_at_k, perplexity
from tests.oracles.scaling import chinchilla_allocation
from tests.oracles.systems import kv_cache, training_compute, training_memory, zero_memory
from tests.oracles.training import logistic_regression, sgd_step, softmax_gradient

Given = Mapping[str, Any]
CHECKED = 200 if SWEEP else 20  # variants of each
SHARES = 10  # seeds at least, where shares of them are looked at
QUESTIONS = [question for question in BANK.questions.values() if question.kind == "formula"]
EACH = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


def lullaby(given: Given) -> Given:
    return perplexity.answers({"probabilities": given["p"]})


def two_meanings(given: Given) -> Given:
    words = dict(zip(given["candidates"], given["W"], strict=True))
    found = nearest_neighbour.answers({"query": given["q"], "candidates": words})
    pairs = [cosine_similarity.answers({"u": row, "v": given["q"]}) for row in words.values()]
    return {
        "dots": [pair["dot"] for pair in pairs],
        "cosine": [found["cosine"][word] for word in words],
        "nearest_by_cosine": found["nearest_by_cosine"],
    }


def contest(given: Given) -> Given:
    n, c, k = (given[name] for name in "nck")
    choices = list(combinations([True] * c + [False] * (n - c), k))
    failing = sum(1 for choice in choices if not any(choice))
    return {
        "failing_draws": failing,
        "all_draws": len(choices),
        **pass_at_k.answers({"n": n, "c": c, "k": k}),
    }


def weather(given: Given) -> Given:
    words = given["tokens"]
    found = softmax_temperature.answers({"logits": given["z"], "temperature": given["temperature"]})
    by_word = dict(zip(words, found["probabilities"], strict=True))
    return {
        "exponentials": found["exponentials"],
        "probability": by_word[given["word"]],
        "greedy": max(words, key=lambda word: by_word[word]),
    }


def travellers(given: Given) -> Given:
    return kv_cache.answers({**given, "batch": given["conversations"]})


def nights(given: Given) -> Given:
    """The model that the budget buys is trained again: the cluster must be busy for just as many days."""
    budget = Fraction(given["rate"]) * given["gpus"] * given["days"] * 24 * 60 * 60
    found = chinchilla_allocation.answers({"compute": float(budget), "tokens_per_parameter": given["ratio"]})
    trained = training_compute.answers({**found, "flops_per_second": given["rate"], "gpus": given["gpus"]})
    assert math.isclose(trained["days"], given["days"], rel_tol=1e-9)
    return {**found, "flops": trained["flops"]}


def all_weights(given: Given) -> Given:
    """The fewest cards are found by handing the state out to one, two, three ... of them."""
    size = {"parameters": given["billions"] * 1e9}
    found = training_memory.answers(size)

    def on_each(cards: int) -> float:
        shared: float = zero_memory.answers({**size, "gpus": cards, "stage": 3})["per_gpu_gb"]
        return shared

    return {
        **found,
        "optimizer_gb": sum(found[name] for name in ("master_gb", "m_gb", "v_gb")),
        "cards": next(cards for cards in count(1) if on_each(cards) <= given["card"]),
    }


def tram(given: Given) -> Given:
    return attention.answers({**given, "causal": True})


def museum(given: Given) -> Given:
    return dpo_loss.answers(dict(given))


def mail(given: Given) -> Given:
    """As a softmax over two classes, the first with scores of zero; the bias weighs a feature that is always 1."""
    row, x = [*given["weights"], given["bias"]], [*given["x"], 1]
    classes = {"weights": [[0] * len(row), row], "x": x, "target": given["y"]}
    gradient = softmax_gradient.answers(classes)["gradient"][1]
    after = sgd_step.answers(
        {"parameters": row, "gradient": gradient, "learning_rate": given["learning_rate"]}
    )["parameters"]
    return {
        "probability": logistic_regression.answers(dict(given))["probability"],
        "gradient": gradient[:-1],
        "new_weights": after[:-1],
        "new_bias": after[-1],
    }


ORACLES: Mapping[str, Callable[[Given], Given]] = {
    "a-contest-with-few-submissions": contest,
    "a-mail-that-cannot-wait": mail,
    "a-museum-guide-learns-to-be-brief": museum,
    "all-weights-are-trained-again": all_weights,
    "an-old-tram-without-a-future": tram,
    "five-words-of-a-lullaby": lullaby,
    "nights-on-the-university-cluster": nights,
    "one-word-two-meanings": two_meanings,
    "the-weather-in-one-word": weather,
    "travellers-ask-at-the-same-time": travellers,
}


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
        theirs = ORACLES[question.id](given)
        for part in variant.asked:
            mine = cells.plain(part.key)
            assert agree(mine, cells.plain(theirs[part.name])), f"{part.name} of {given}: {mine}, {theirs}"
            assert agree(mine, cells.plain(variant.exact.reached[part.name]))
        asked[question.id] += 1


@EACH
def test_seeds_give_different_variants_and_each_seed_its_own_again(question: Question, seeds: range) -> None:
    variants = drawn(question, seeds)
    different = {json.dumps([one.case, one.parameters.to_json()]) for one in variants}
    assert len(different) > min(len(seeds) / 2, 30)
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
