"""Parameters of an exercise: checked, frozen, as they were typed."""

import copy
import json
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from annotated_types import Ge, Gt, Le, Lt
from pydantic import model_validator

from engine import catalogue
from engine.chain import Family
from engine.parameters import BadParameters, Count, Frozen, Matrix, Positive, Real, Vector, exact, symbol
from tests.engine.submissions import drawn
from tests.every import for_each


class Given(Frozen):
    u: Vector = symbol(r"\mathbf{u}", "a vector")
    M: Matrix = symbol("M", "a matrix", default=[[1]], validate_default=True)
    n: Count = symbol("n", "a count", default=3)
    r: Positive = symbol("r", "a ratio", default=20.0)
    plain: Real = 0.0

    @model_validator(mode="after")
    def odd(self) -> "Given":
        if self.n % 2 == 0:
            raise ValueError("n must be odd")
        return self


def test_numbers_stay_as_they_were_typed() -> None:
    given = Given.of({"u": [1, 2.5, -0.0], "M": [[1, 0], [0.5, 1]], "r": 7})
    assert given.to_json() == {"u": [1, 2.5, 0], "M": [[1, 0], [0.5, 1]], "n": 3, "r": 7, "plain": 0}
    assert [type(x) for x in given.to_json()["u"]] == [int, float, int]


def test_nothing_can_be_changed() -> None:
    given = Given.of({"u": [1, 2]})
    with pytest.raises(ValueError, match="frozen"):
        given.n = 5  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        given.u[0] = 9


def test_another_value_makes_other_parameters() -> None:
    given = Given.of({"u": [1, 2]})
    assert (given.replace(n=5).n, given.n) == (5, 3)
    with pytest.raises(BadParameters, match="n: must be odd"):
        given.replace(n=4)


@pytest.mark.parametrize(
    ("values", "parameter", "message"),
    [
        ({}, "u", "is missing"),
        ({"u": [1], "x": 2}, "x", "is not a parameter here; allowed are u, M, n, r, plain"),
        ({"u": []}, "u", "of 1 to 4,096 numbers"),
        ({"u": [[1]]}, "u", "a vector (numbers in a row)"),
        ({"u": 3}, "u", "a vector (numbers in a row)"),
        ({"u": ["a"]}, "u", "a vector (numbers in a row)"),
        ({"u": [1, None]}, "u", "ordinary numbers"),
        ({"u": [float("nan")]}, "u", "ordinary numbers"),
        ({"u": [float("inf")]}, "u", "ordinary numbers"),
        ({"u": [1e31]}, "u", "ordinary numbers"),
        ({"u": [10**400]}, "u", "vector"),
        ({"u": [1], "M": [[1, 2], [3]]}, "M", "all rows equally long"),
        ({"u": [1], "M": [1]}, "M", "a matrix (rows of numbers)"),
        ({"u": [1] * 5000}, "u", "1 to 4,096"),
        ({"u": [1], "n": 0}, "n", "must be at least 1 (got 0)"),
        ({"u": [1], "n": 2.5}, "n", "must be a whole number"),
        ({"u": [1], "n": 4}, "n", "must be odd"),
        ({"u": [1], "r": 0}, "r", "greater than 0"),
        ({"u": [1], "r": float("inf")}, "r", "finite"),
        ({"u": [1], "r": 10**400}, "r", "number"),
        ({"u": [1], "plain": "big"}, "plain", "number"),
    ],
)
def test_what_does_not_fit_names_the_parameter_and_what_is_allowed(
    values: dict[str, Any], parameter: str, message: str
) -> None:
    with pytest.raises(BadParameters) as refused:
        Given.of(values)
    assert refused.value.parameter == parameter
    assert message in refused.value.message
    assert len(str(refused.value)) < 250
    assert "\n" not in str(refused.value)


def test_some_of_the_parameters_can_be_checked_before_the_others_are_known() -> None:
    Given.check({"n": 4})  # whether n must be odd is for all of them to say
    Given.check({})
    with pytest.raises(BadParameters, match=r"^n: "):
        Given.check({"n": "many"})
    with pytest.raises(BadParameters, match=r"^x: is not a parameter"):
        Given.check({"x": 1})


def test_symbols_are_declared_or_the_name_in_words() -> None:
    assert Given.symbol_of("u") == r"\mathbf{u}"
    assert Given.symbol_of("plain") == r"\text{plain}"


def test_the_schema_says_what_kind_each_parameter_is() -> None:
    schema = Given.model_json_schema()
    for number in (schema["properties"]["u"]["items"], schema["properties"]["M"]["items"]["items"]):
        assert (number["type"], number["minimum"], number["maximum"]) == ("number", -1e30, 1e30)
    assert schema["required"] == ["u"]
    assert schema["additionalProperties"] is False


def test_exact_gives_the_typed_decimal() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(0.5) + exact(0.2) + exact(0.1) == Fraction(8, 10)
    assert exact(-2) == -2


@for_each(catalogue.families().values(), lambda family: family.id)
def test_of_two_limits_the_narrower_holds(family: Family) -> None:
    """The limits are a type's own and a parameter's, whichever stands first."""
    said = family.parameters.model_json_schema()["properties"]
    for name, field in family.parameters.model_fields.items():
        ways = [said[name], *said[name].get("anyOf", [])]
        least = max(way.get(key, -math.inf) for way in ways for key in ("minimum", "exclusiveMinimum"))
        most = min(way.get(key, math.inf) for way in ways for key in ("maximum", "exclusiveMaximum"))
        for limit in field.metadata:
            match limit:
                case Ge(lowest) | Gt(lowest):
                    assert least >= lowest
                case Le(highest) | Lt(highest):
                    assert most <= highest


KL = {"reward": 1, "logp": -2, "logp_ref": -1, "beta": 0.1}
DPO = {"logp_w": -1, "logp_l": -1, "ref_w": -1, "ref_l": -1, "beta": 1}
SCALING = {"E": 1, "A": 1, "B": 1, "alpha": 1, "beta": 1, "parameters": 5, "tokens": 5}


@pytest.mark.parametrize(
    ("family", "values", "said"),
    [
        ("kl_penalized_reward", {**KL, "logp": 0.5}, "logp: must be at most 0 (got 0.5)"),
        ("kl_penalized_reward", {**KL, "beta": -0.1}, "beta: must be at least 0 (got -0.1)"),
        ("dpo_loss", {**DPO, "logp_w": 1}, "logp_w: must be at most 0 (got 1)"),
        ("scaling_loss", {**SCALING, "alpha": 2.5}, "alpha: must be at most 2 (got 2.5)"),
    ],
)
def test_what_lies_beyond_a_parameters_own_limit_is_refused(
    family: str, values: dict[str, float], said: str
) -> None:
    with pytest.raises(BadParameters) as refused:
        catalogue.find(family).parameters.of(values)
    assert str(refused.value) == said


@for_each(catalogue.families().values(), lambda family: family.id)
def test_no_truth_value_and_no_text_is_taken_for_a_number(family: Family) -> None:
    """However deep it stands: in a list, in a layer, in a table."""
    values = drawn(family.id, "exam", 1).parameters.to_json()
    for path in numbers(values):
        for odd in (True, "3"):
            if (family.id, path[0]) not in WORDS:
                with pytest.raises(BadParameters):
                    family.parameters.of(with_other(values, path, odd))


WORDS = {("skipgram_pairs", "center"), ("neural_ngram_forward", "context")}  # a place, or else a word


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(item, (*path, name))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def with_other(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    changed = copy.deepcopy(value)
    holder = changed
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = odd
    return changed


NARROW = {name: [[1]] for name in ("w_q", "w_k", "w_v", "w_o", "w_1", "w_2")}
BLOCK = {name: [[1, 0], [0, 1]] for name in ("w_q", "w_k", "w_v", "w_o", "w_1", "w_2")}


@pytest.mark.parametrize(
    ("family", "values", "named", "said"),
    [
        ("euclidean_distance", {"u": [1, 2], "v": [1]}, "v", "must have as many entries as u: 2, not 1"),
        ("cosine_similarity", {"u": [0, 0], "v": [1, 2]}, "u", "must not be zero"),
        ("cosine_similarity", {"u": [1e-200, 0], "v": [1, 2]}, "u", "from 1e-60"),
        ("normalized_distance", {"u": [1, 2], "v": [1e-200, 0]}, "v", "from 1e-60"),
        ("nearest_neighbour", {"query": [1, 2], "candidates": {"a": [0, 0], "b": [1, 1]}}, "candidates", "a must not"),
        ("nearest_neighbour", {"query": [0, 0], "candidates": {"a": [1, 0], "b": [1, 1]}}, "query", "must not be zero"),
        ("analogy", {"a": [1], "b": [2], "c": [1], "candidates": {"x": [1]}}, "a", "a - b + c must not be zero"),
        ("analogy", {"a": [1], "b": [2], "c": [1, 2], "candidates": {"x": [1]}}, "c", "must have as many entries as a"),
        (
            "seq2seq_attention", {"score": "additive", "query": [1], "states": [[1]]}, "w_1",
            "is missing: the additive score needs",
        ),
        ("encoder_block", {**BLOCK, "X": [[1, 1], [1, 2]], "norm": "pre"}, "X", "different numbers in each row"),
        ("encoder_block", {**NARROW, "X": [[1], [2]]}, "norm", "must be none where X has one column"),
        ("kl_divergence", {"p": [1.01, 0], "q": [0.5, 0.5]}, "p", "each probability must be from 0 to 1"),
        ("ngram_counts", {"corpus": ["a b"], "n": 2, "start": "<s>", "end": "<s>"}, "end", "must be another symbol"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_of_the_parameter_that_does_not(
    family: str, values: dict[str, Any], named: str, said: str
) -> None:
    with pytest.raises(BadParameters) as refused:
        catalogue.find(family).parameters.of(values)
    assert refused.value.parameter == named
    assert said in refused.value.message


def test_a_norm_that_these_numbers_have_no_answer_for_is_no_other_convention() -> None:
    given = catalogue.find("encoder_block").parameters.of({**BLOCK, "X": [[1, 1], [1, 2]], "norm": "none"})
    others = {name: one.other(given) for name, one in catalogue.find("encoder_block").conventions.items()}
    assert {name for name, other in others.items() if other is None} == {"norm_none", "norm_pre"}
    assert "norm_post" in others


@pytest.mark.parametrize("hashed", [2**53, 2**53 + 1, 9007199254740993.0, 1e20])
def test_whole_numbers_that_a_float_cannot_tell_apart_are_refused(hashed: float) -> None:
    """JSON's 9007199254740993.0 has become 2^53 before anybody sees it."""
    signature = catalogue.find("minhash_estimate").parameters
    with pytest.raises(BadParameters, match=r"^signature_a: must hold whole numbers from 0 to 2\^53 - 1"):
        signature.of({"signature_a": [hashed], "signature_b": [2**53 - 1]})


def test_the_largest_whole_number_of_a_signature_survives_storing() -> None:
    given = catalogue.find("minhash_estimate").parameters.of(
        {"signature_a": [2**53 - 1], "signature_b": [2**53 - 2]}
    )
    stored = json.loads(json.dumps(given.to_json()))
    assert type(given).of(stored).to_json() == given.to_json()
    assert [int(one) for name in stored for one in stored[name]] == [2**53 - 1, 2**53 - 2]
