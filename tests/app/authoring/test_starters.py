"""Statements in the questions that new ones begin as are true: they are computed on another road."""

import math
import tomllib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from app.authoring.drafting.layouts import LAYOUTS
from app.authoring.starters import FOLDER, KINDS, text_of
from app.questions.library import drafted
from engine import variants
from engine.questions import Question
from tests.oracles.embeddings import cosine_similarity


def values(kind: str) -> dict[str, Any]:
    return tomllib.loads(text_of(kind))


def drawn(kind: str, seed: int) -> variants.Variant:
    question = drafted("new", text_of(kind))
    assert isinstance(question, Question)
    return variants.draw(question, seed, "exam")


def test_every_kind_that_is_offered_has_a_beginning_and_a_form() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(KINDS)
    assert set(KINDS) <= set(LAYOUTS)


@pytest.mark.parametrize("seed", range(20))
def test_the_price_of_tokens_is_computed_from_the_price_of_a_million(seed: int) -> None:
    variant = drawn("formula", seed)
    numbers = variant.parameters.to_json()
    given = {name: Fraction(str(numbers[name])) for name in ("requests", "tokens", "price")}
    tokens = given["requests"] * given["tokens"]
    assert variant.exact.reached["total"] == tokens
    assert variant.exact.reached["cost"] == pytest.approx(float(tokens * given["price"] / 10**6))


@pytest.mark.parametrize("seed", range(20))
def test_the_similarity_of_words_is_that_of_the_oracle(seed: int) -> None:
    variant = drawn("family", seed)
    wanted = cosine_similarity.answers(variant.parameters.to_json())
    for name in ("dot", "cosine"):
        assert variant.exact.reached[name] == pytest.approx(wanted[name])


def test_softmax_does_not_see_what_is_added_to_all_logits() -> None:
    def softmax(z: list[float]) -> list[float]:
        return [math.exp(one) / sum(map(math.exp, z)) for one in z]

    z = [2.0, 0.5, -1.0]
    changes = {
        "To each logit the same number is added.": [x + 3 for x in z],
        "Each logit is multiplied by two.": [2 * x for x in z],
        "From the largest logit, 1 is taken.": [1.0, 0.5, -1.0],
        "Each logit changes its sign.": [-x for x in z],
    }
    options = {option["text"]: option.get("right", False) for option in values("choice")["options"]}
    before = softmax(z)
    after = {text: softmax(change) for text, change in changes.items()}
    assert {text: one == pytest.approx(before) for text, one in after.items()} == options
    assert after["Each logit is multiplied by two."][0] > before[0]
    fewer = after["From the largest logit, 1 is taken."]
    assert [one > other for one, other in zip(fewer, before, strict=True)] == [False, True, True]
    turned = after["Each logit changes its sign."]
    assert turned.index(min(turned)) == before.index(max(before))


def test_activation_functions_give_the_values_that_are_said() -> None:
    x = np.linspace(-30, 30, 601)
    found = {"sigmoid": 1 / (1 + np.exp(-x)), "tanh": np.tanh(x), "ReLU": np.maximum(x, 0)}
    ends = {name: (round(float(y.min()), 6), round(float(y.max()), 6)) for name, y in found.items()}
    assert ends == {"sigmoid": (0, 1), "tanh": (-1, 1), "ReLU": (0, 30)}
    assert np.allclose(np.tanh(x), 2 / (1 + np.exp(-2 * x)) - 1)
    said = {pair["left"]: pair["right"] for pair in values("match")["pairs"]}
    assert said == {
        "sigmoid": "between 0 and 1",
        "tanh": "between -1 and 1",
        "ReLU": "0 and all positive numbers",
    }


def test_perplexity_is_the_number_of_equally_likely_tokens() -> None:
    for tokens in (2, 7, 50):
        cross_entropy = -sum(math.log(1 / tokens) for _ in range(10)) / 10
        assert math.exp(cross_entropy) == pytest.approx(tokens)


def test_the_program_passes_its_tests_and_the_wrong_one_does_not() -> None:
    item = values("code")

    def outcome(code: str) -> list[bool]:
        room: dict[str, Any] = {}
        exec(code, room)
        with np.errstate(all="ignore"):
            got = [room["softmax"](np.array(test["arguments"]["z"])) for test in item["tests"]]
        return [
            np.allclose(one, test["expected"], atol=1e-9)
            for one, test in zip(got, item["tests"], strict=True)
        ]

    assert outcome(item["solution"]) == [True, True, True]
    assert [outcome(wrong["code"]) for wrong in item["wrong"]] == [[True, True, False]]
    for test in item["tests"]:
        z = test["arguments"]["z"]
        expected = [1 / sum(math.exp(other - one) for other in z) for one in z]
        assert test["expected"] == pytest.approx(expected, abs=1e-11)
