"""Parameters as texts in a form: what is written is read again, and what cannot be read says why."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine import catalogue
from engine.answers.reading import Unreadable
from engine.chain import Family
from engine.fields import form
from engine.questions import LEVELS, Question
from tests.engine.submissions import SUBJECTS, by_id, drawn, of_subject, of_the_bank, share
from tests.every import every, for_each

FAMILIES = list(catalogue.families().values())


def field(family_id: str, name: str) -> form.Field:
    return next(field for field in form.fields(catalogue.find(family_id)) if field.name == name)


def read(family: Family, texts: Mapping[str, str]) -> dict[str, Any]:
    asked = form.fields(family)
    return {one.name: form.read(one, texts[one.name]) for one in asked if not one.left_out(texts[one.name])}


@for_each(FAMILIES, lambda family: family.id)
def test_what_is_written_for_parameters_is_read_as_the_same_parameters(family: Family, seeds: range) -> None:
    for level in LEVELS:
        for seed in share(seeds, level, LEVELS):
            parameters = drawn(family.id, level, seed).parameters
            texts = form.filled(family, parameters)
            values = read(family, texts)
            np.testing.assert_equal(vars(family.parameters.of(values)), vars(parameters))


@pytest.mark.parametrize(
    ("family", "name", "text", "value"),
    [
        ("cosine_similarity", "u", "1 2,5 -3", [1, 2.5, -3]), ("cosine_similarity", "u", "1, 2, 5", [1, 2, 5]),
        ("cosine_similarity", "u", "np.array([0.5, 1/4])", [0.5, 0.25]), ("cosine_similarity", "u", "7", [7]),
        ("attention", "Q", "1 2\n3 4", [[1, 2], [3, 4]]), ("attention", "Q", "[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ("attention", "Q", "1\t0,5\n2\t1", [[1, 0.5], [2, 1]]), ("attention", "causal", "yes", True),
        ("bpe_train", "corpus", "low: 5\nlower 2", {"low": 5, "lower": 2}),
        ("bpe_encode", "merges", "e s\nes t", [["e", "s"], ["es", "t"]]),
        ("bpe_encode", "words", "low newest", ["low", "newest"]),
        ("nearest_neighbour", "candidates", "cat: 1 2\ndog: 3, 4", {"cat": [1, 2], "dog": [3, 4]}),
        ("bpe_train", "corpus", "low=5, lower = 2,", {"low": 5, "lower": 2}),
        ("bpe_train", "corpus", "{'a:': 5}", {"a:": 5}),
        ("beam_search", "transitions", ": a 0.6, b 0,4\na b: c 1", {"": {"a": 0.6, "b": 0.4}, "a b": {"c": 1}}),
        ("l2_penalty", "weights", "1 2", [1, 2]), ("l2_penalty", "weights", "1 2\n3 4", [[1, 2], [3, 4]]),
        ("l2_penalty", "weights", "1 2\n3 4\n\n5 6", [[[1, 2], [3, 4]], [5, 6]]),
        ("mlp_forward", "layers", "ReLU\n1 2\n3 4\nbias: 1 1\n\nidentity\n1, 1",
         [{"activation": "relu", "weights": [[1, 2], [3, 4]], "bias": [1, 1]},
          {"activation": "identity", "weights": [[1, 1]]}]),
        ("chinchilla_allocation", "compute", "5.88*10^21", 5.88e21), ("kv_cache", "layers", "2^5", 32),
    ],
)  # fmt: skip
def test_texts_are_read_as_people_type_them(family: str, name: str, text: str, value: Any) -> None:
    assert form.read(field(family, name), text) == value


@pytest.mark.parametrize(
    ("family", "name", "text", "says"),
    [
        ("cosine_similarity", "u", "1, x", "Number 2: "), ("attention", "Q", "1 2\n3 y", "Row 2, number 2: "),
        ("attention", "Q", "1 2\n3", "row 1 has 2 numbers, row 2 has 1"),
        ("beam_search", "transitions", "a 0.5", "colon"),
        ("beam_search", "transitions", ": a 1\n: b 1", "The start stands here twice"),
        ("mlp_forward", "layers", "relu", "has weights"),
        ("cosine_similarity", "u", "inf", "finite"),
        ("attention", "Q", "[1, 2", "close this bracket"), ("kv_cache", "layers", "2.5", "whole"),
        ("bpe_train", "corpus", "low", "after low"), ("bpe_train", "corpus", "low 5\nlow 6", "twice"),
        ("chinchilla_allocation", "compute", "__import__('os')", ""), ("attention", "Q", "1 " * 20_000, "longer"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(family: str, name: str, text: str, says: str) -> None:
    problem = form.read(field(family, name), text)
    assert isinstance(problem, Unreadable)
    assert says in problem.message


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_numbers_of_a_sheet_can_be_changed_as_texts(subject: str) -> None:
    def can_be_changed(question: Question) -> None:
        variant = of_the_bank(question.id, question.default_level, 0)
        texts = form.filled(question.family, variant.parameters)
        values = read(question.family, texts)
        np.testing.assert_equal(vars(question.family.parameters.of(values)), vars(variant.parameters))

    every(of_subject(subject), can_be_changed, by_id)


def test_what_may_stay_empty_says_what_that_means() -> None:
    for family in FAMILIES:
        for one in form.fields(family):
            assert one.needed or one.default or one.empty or one.options, (family.id, one.name)


@pytest.mark.parametrize(
    "weights", [[1, 2], [[1, 2], [3, 4]], [[1, 2]], [[1, 2], [3]], [[[1, 2]], [3]], [[[1], [2]], [[3, 4]]]]
)
def test_vectors_and_matrices_of_layers_are_told_apart(weights: Any) -> None:
    layers = field("l2_penalty", "weights")
    assert form.read(layers, layers.write(weights)) == weights


def test_a_default_stands_in_the_form() -> None:
    assert field("chinchilla_allocation", "tokens_per_parameter").default == "20"
    assert field("bpe_train", "end_of_word").default == "</w>"
    assert field("kv_concurrency", "unit").options == {"GiB": "GiB", "GB": "GB"}
    assert not field("count_transformer", "kv_heads").needed
