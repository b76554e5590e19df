"""Each answer of each family has a shape, a unit and a sentence, and keeps the shape that it says."""

import re
from typing import Any

import numpy as np
import pytest

from engine import catalogue
from engine.answers import cells
from engine.chain import Family, Run
from engine.questions import LEVELS
from tests.engine.submissions import SWEEP, drawn
from tests.every import for_each, one_in

FAMILIES = list(catalogue.families().values())
UNITS = {"", "nats", "bits", "radians", "FLOPs", "FLOP/s", "s", "days", "GPU-days", "bytes", "GB", "GiB", "tokens",
         "sequences", "times"}  # fmt: skip


def first_given(*arrays: Any) -> Any:
    return next((array for array in arrays if array is not None), None)


def size(text: str, given: dict[str, Any]) -> float:
    """One side of a shape: a number, a parameter, the length of one, or a product of such."""
    words = {
        "len": len,
        "rows": lambda *arrays: 0 if first_given(*arrays) is None else len(first_given(*arrays)),
        "columns": lambda *arrays: np.shape(first_given(*arrays))[1],
        "units": lambda layers: len(layers[-1].weights),
    }
    return float(eval(text, {"__builtins__": {}}, {**given, **words}))


def keeps(value: Any, shape: str, given: dict[str, Any]) -> bool:
    if shape.startswith("list of "):
        return isinstance(value, list) and all(keeps(item, shape[8:], given) for item in value)
    if shape.startswith("{"):
        named, _, rest = shape[1:].partition("}: ")
        names = set(given[named]) if named in given else set(re.split(", ", named))
        right = named == "text" or (isinstance(value, dict) and set(value) == names)
        return right and isinstance(value, dict) and all(keeps(item, rest, given) for item in value.values())
    if shape.startswith("as "):
        return bool(np.shape(value) == np.shape(given[shape[3:]]))
    if " or " in shape:
        return any(keeps(value, one, given) for one in shape.split(" or "))
    if shape == "text":
        return isinstance(value, str)
    if shape == "whole number":
        return isinstance(value, int) and not isinstance(value, bool)
    if shape == "number":
        return isinstance(value, int | float) or value in ("inf", "-inf")
    sides = [size(side, given) for side in shape.split(" × ")]
    return list(np.shape(value)) == sides or (0 in sides and value == [])


def given_to(exact: Run) -> dict[str, Any]:
    return dict(vars(exact.parameters))


@for_each(FAMILIES, lambda family: family.id)
def test_every_answer_is_described_and_nothing_else(family: Family) -> None:
    names = [step.answer for step in family.steps.values() if step.answer] or list(family.gathered)
    assert list(family.answers) == names


@for_each(FAMILIES, lambda family: family.id)
def test_every_answer_has_a_shape_a_sentence_and_a_unit_of_the_field(family: Family) -> None:
    for name, answer in family.answers.items():
        assert answer.shape
        assert answer.about.endswith("."), name
        assert len(answer.about) <= 110, name
        assert family.unit_of(name) in UNITS, name


@pytest.mark.parametrize("family", one_in(3, FAMILIES, lambda family: family.id))
def test_every_answer_keeps_its_shape_and_the_unit_of_its_step(family: Family) -> None:
    met = set[str]()
    for seed in range(60):
        if seed >= 12 and met == family.answers.keys() and not SWEEP:
            break
        exact = drawn(family.id, LEVELS[seed % 3], seed).exact
        units = {step.answer: step.unit for step in exact.steps.values() if step.unit}
        for name, value in exact.answers().items():
            met.add(name)
            shape = family.answers[name].shape
            assert keeps(cells.plain(value), shape, given_to(exact)), f"{name} is no {shape}: {value}"
            assert units.get(name, family.unit_of(name)) == family.unit_of(name), name
    assert met == family.answers.keys()


@for_each(FAMILIES, lambda family: family.id)
def test_every_note_is_whole_sentences(family: Family) -> None:
    for note in family.notes:
        assert (
            note[0].isupper() or note[:1].isdigit() or note.split()[0] in {*family.parameters.model_fields}
        ), note
        assert note.endswith("."), note
