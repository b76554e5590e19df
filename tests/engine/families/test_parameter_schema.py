"""The JSON Schema of every family's parameters: valid, with limits that the family keeps, and no limit left unsaid."""

import copy
import math
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from engine import catalogue
from engine.chain import Family
from engine.parameters import BadParameters
from engine.questions import LEVELS
from tests.engine.submissions import drawn
from tests.every import for_each, one_in

FAMILIES = list(catalogue.families().values())
SOME = pytest.mark.parametrize("family", one_in(6, FAMILIES, lambda family: family.id))
KEYWORDS = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"},
    "object": {"properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
}  # fmt: skip
OF_A_TYPE = set[str]().union(*KEYWORDS.values())
BEYOND = {"minimum": -1, "exclusiveMinimum": 0, "maximum": 1, "exclusiveMaximum": 0}
PROBES = (-(10**31), -1e-61, 1e-61, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2**53 + 1, 10**31)

# What a family refuses for a reason that a schema of numbers cannot tell.
OTHER_REASONS = re.compile(
    r"sum to 1|sum is 1|together|even|power of two|at least one 1|zero vector|not be zero|another|as many"
    r"|words of the|different numbers|one column for"
)


def schema_of(family: Family) -> dict[str, Any]:
    return family.parameters.model_json_schema()


def fits(family: Family, name: str, value: Any) -> bool:
    """True if a value fits the schema of this parameter."""
    whole = schema_of(family)
    own = {**whole["properties"][name], "$defs": whole.get("$defs", {})}
    return jsonschema_rs.Draft202012Validator(own).is_valid(value)


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in a schema."""
    yield path, schema
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], f"{path}/{key}")
    for key in ("anyOf", "prefixItems"):
        for place, part in enumerate(schema.get(key, ())):
            yield from parts(part, f"{path}/{key}/{place}")
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from parts(part, f"{path}/{name}")


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to the first number of each list, and to each number elsewhere."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from numbers(item, (*path, name))
    elif isinstance(value, list) and value:
        yield from numbers(value[0], (*path, 0))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def with_other(values: Any, path: tuple[Any, ...], other: Any) -> Any:
    changed = copy.deepcopy(values)
    holder = changed
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = other
    return changed


def at(schema: dict[str, Any], path: tuple[Any, ...], whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas that a value at this path may have."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    for one in schema.get("anyOf", ()):
        yield from at(one, path, whole)
    if not path:
        yield schema
    elif isinstance(path[0], int) and "items" in schema:
        yield from at(schema["items"], path[1:], whole)
    elif path[0] in schema.get("properties", ()):
        yield from at(schema["properties"][path[0]], path[1:], whole)
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from at(schema["additionalProperties"], path[1:], whole)


@for_each(FAMILIES, lambda family: family.id)
def test_the_schema_is_valid_and_each_keyword_belongs_to_its_type(family: Family) -> None:
    schema = schema_of(family)
    jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    for path, part in parts(schema):
        if not path.endswith("/propertyNames"):  # which are texts, said or not
            foreign = part.keys() & OF_A_TYPE - KEYWORDS.get(part.get("type", ""), set())
            assert not foreign, f"{path} of type {part.get('type')}: {foreign}"


@for_each(FAMILIES, lambda family: family.id)
def test_every_list_says_what_it_holds_and_how_much(family: Family) -> None:
    for path, part in parts(schema_of(family)):
        if part.get("type") == "array":
            assert part["items"] if "prefixItems" not in part else part["prefixItems"], path
            assert "maxItems" in part, path


@for_each(FAMILIES, lambda family: family.id)
def test_each_default_fits_its_own_schema(family: Family) -> None:
    for name, said in schema_of(family)["properties"].items():
        if "default" in said:
            assert fits(family, name, said["default"]), f"{name}: {said['default']}"


@SOME
def test_what_is_drawn_fits_the_schema(family: Family) -> None:
    check = jsonschema_rs.Draft202012Validator(schema_of(family))
    for level in LEVELS:
        for seed in range(4):
            values = drawn(family.id, level, seed).parameters.to_json()
            assert check.is_valid(values), [str(error) for error in check.iter_errors(values)]


@for_each(FAMILIES, lambda family: family.id)
def test_what_lies_just_outside_a_limit_is_refused(family: Family) -> None:
    whole = schema_of(family)
    for level in LEVELS:
        values = drawn(family.id, level, 1).parameters.to_json()
        for path in numbers(values):
            for one in at(whole, path, whole):
                for limit, step in BEYOND.items():
                    if limit in one:
                        beyond = one[limit] + math.copysign(max(abs(step), abs(one[limit]) / 8), step) * abs(
                            step
                        )
                        with pytest.raises(BadParameters):
                            family.parameters.of(with_other(values, path, beyond))


@SOME
def test_a_number_that_is_refused_for_its_size_is_outside_the_schema(family: Family) -> None:
    for level in LEVELS:
        values = drawn(family.id, level, 2).parameters.to_json()
        for path in numbers(values):
            name = path[0]
            for probe in PROBES:
                changed = with_other(values, path, probe)[name]
                try:
                    family.parameters.check({name: changed})
                except BadParameters as refused:
                    if not OTHER_REASONS.search(refused.message):
                        assert not fits(family, name, changed), f"{path} = {probe}: {refused}"


@for_each(FAMILIES, lambda family: family.id)
def test_a_list_of_the_wrong_length_is_refused(family: Family) -> None:
    """Empty where something must stand, or longer than the longest."""
    values = drawn(family.id, "exam", 3).parameters.to_json()
    for name, said in schema_of(family)["properties"].items():
        ways = [one for one in [said, *said.get("anyOf", ())] if one.get("type") == "array"]
        if ways and isinstance(values[name], list) and values[name]:
            if any(one.get("minItems") for one in ways):
                with pytest.raises(BadParameters):
                    family.parameters.of({**values, name: []})
            longest = max(one["maxItems"] for one in ways)
            with pytest.raises(BadParameters):
                family.parameters.of({**values, name: [values[name][0]] * (longest + 1)})


@for_each(FAMILIES, lambda family: family.id)
def test_a_default_that_is_null_may_be_given(family: Family) -> None:
    values = drawn(family.id, "exam", 1).parameters.to_json()
    for name, said in schema_of(family)["properties"].items():
        if said.get("default", 0) is None:
            try:
                family.parameters.check({name: None})
            except BadParameters as refused:
                assert refused.message.startswith(("is missing", "give exactly")), (name, values)


def test_masks_probabilities_and_rows_say_their_range() -> None:
    def items(id: str, name: str) -> Any:
        said = schema_of(catalogue.find(id))["properties"][name]
        return said["items"]

    mask = {"type": "integer", "minimum": 0, "maximum": 1}
    assert items("sft_loss", "mask") == items("dropout", "mask") == mask
    for id, name in (
        ("perplexity", "probabilities"),
        ("top_p", "probabilities"),
        ("kl_divergence", "q"),
        ("ngram_interpolation", "weights"),
    ):
        share = items(id, name)
        assert (share["type"], share["minimum"], share["maximum"]) == ("number", 0, 1)
    assert items("attention", "Q")["minItems"] == 1
    assert items("attention", "Q")["items"]["description"] == "0, or from 1e-60 to 1e30 in size"
    for id, name in (("top_k", "probabilities"), ("kl_divergence", "p"), ("cross_entropy", "probabilities")):
        assert "sum to 1" in schema_of(catalogue.find(id))["properties"][name]["description"]
