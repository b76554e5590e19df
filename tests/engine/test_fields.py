"""Parameters as texts in a form: what is written is read again, and what cannot be read says why."""

from typing import Any

import numpy as np
import pytest

from engine import catalogue, fields
from engine.bank import LEVELS
from engine.chain import Family
from engine.fields import Kind
from engine.reading import Unreadable
from tests.engine.solutions import drawn

FAMILIES = list(catalogue.families().values())


def field(family_id: str, name: str) -> fields.Field:
    return next(field for field in fields.fields(catalogue.find(family_id)) if field.name == name)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_what_is_written_for_parameters_is_read_as_the_same_parameters(family: Family, seeds: range) -> None:
    asked = fields.fields(family)
    for level in LEVELS:
        for seed in list(seeds)[:5]:
            parameters = drawn(family.id, level, seed).parameters
            texts = fields.texts(family, parameters)
            values = {one.name: fields.read(one, texts[one.name]) for one in asked if texts[one.name]}
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
        ("chinchilla_allocation", "compute", "5.88*10^21", 5.88e21), ("kv_cache", "layers", "2^5", 32),
    ],
)  # fmt: skip
def test_texts_are_read_as_people_type_them(family: str, name: str, text: str, value: Any) -> None:
    assert fields.read(field(family, name), text) == value


@pytest.mark.parametrize(
    ("family", "name", "text", "says"),
    [
        ("cosine_similarity", "u", "1, x", "x"), ("cosine_similarity", "u", "inf", "finite"),
        ("attention", "Q", "[1, 2", "close this bracket"), ("kv_cache", "layers", "2.5", "whole"),
        ("bpe_train", "corpus", "low", "after low"), ("bpe_train", "corpus", "low 5\nlow 6", "twice"),
        ("chinchilla_allocation", "compute", "__import__('os')", ""), ("attention", "Q", "1 " * 20_000, "longer"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(family: str, name: str, text: str, says: str) -> None:
    problem = fields.read(field(family, name), text)
    assert isinstance(problem, Unreadable)
    assert says in problem.message


def test_json_is_read_for_what_has_no_simpler_text() -> None:
    nested = fields.Field("layers", "L", "layers", Kind.JSON, {}, "", True)
    assert fields.read(nested, '[{"weights": [[1]]}]') == [{"weights": [[1]]}]
    assert isinstance(fields.read(nested, "[1"), Unreadable)
    assert isinstance(fields.read(nested, "[" * 19_000), Unreadable)


def test_a_default_stands_in_the_form() -> None:
    assert field("chinchilla_allocation", "tokens_per_parameter").default == "20"
    assert field("bpe_train", "end_of_word").default == "</w>"
    assert field("kv_concurrency", "unit").options == {"GiB": "GiB", "GB": "GB"}
    assert not field("count_transformer", "kv_heads").needed
