"""The coding questions of the bank: what each test expects is what a second road to it comes to."""

import importlib
import importlib.util
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from engine.answers.forms import Program
from engine.kinds.code import Test, same
from engine.questions import Question
from tests.engine.submissions import BANK, HOME, by_id
from tests.every import every
from tests.oracles.programs.of_families import ORACLES

TOLERANCE = 1e-9  # absolute or relative; the files have twelve digits
QUESTIONS = [question for question in BANK.questions.values() if question.kind == "code"]
MODULES = "tests.oracles.programs"


def topic(question: Question) -> str:
    return question.id.removeprefix("code-").replace("-", "_")


def oracle(question: Question) -> Callable[[dict[str, Any]], Any] | None:
    """The second road to what the question's program returns: a module of its own, or the oracle of a family."""
    name = topic(question)
    if importlib.util.find_spec(f"{MODULES}.{name}"):
        return importlib.import_module(f"{MODULES}.{name}").expected  # type: ignore[no-any-return]
    return ORACLES.get(name)


WITH_AN_ORACLE = [question for question in QUESTIONS if oracle(question)]
EACH = pytest.mark.parametrize("question", WITH_AN_ORACLE, ids=by_id)


def calls(question: Question) -> list[Test]:
    task = question.family.steps["answer"].form
    assert isinstance(task, Program)
    return list(task.tests)


@cache
def values(question_id: str) -> dict[str, Any]:
    """Returns what the oracle comes to in each test, by the test's name."""
    question = BANK.questions[question_id]
    compute = oracle(question)
    assert compute
    return {test.name: compute(test.arguments) for test in calls(question)}


def leaves(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value
    return [leaf for part in parts for leaf in leaves(part)] if isinstance(value, dict | list) else [value]


def agree(theirs: Any, expected: Any) -> bool:
    """As learners' values are compared, but closer; a road that comes to whole numbers alone must be met exactly."""
    whole = all(isinstance(leaf, int) for leaf in leaves(theirs))
    return same(theirs, expected, 0 if whole else TOLERANCE)


def changed(value: Any) -> Iterator[Any]:
    """The value with one of its leaves a little off, or with an entry missing: each such way once."""
    match value:
        case dict() | list():
            entries = value.items() if isinstance(value, dict) else enumerate(value)
            for place, entry in entries:
                for other in changed(entry):
                    copy: Any = value.copy()
                    copy[place] = other
                    yield copy
                shorter: Any = value.copy()
                del shorter[place]
                yield shorter
        case bool():
            yield not value
        case int():
            yield value + 1
        case float():
            yield value + 1e-8 * max(1, abs(value))
        case str():
            yield value + "s"


def test_every_coding_question_has_an_oracle() -> None:
    without = [question.id for question in QUESTIONS if question not in WITH_AN_ORACLE]
    assert not without, f"no second road to {', '.join(without)}"


def test_every_oracle_has_a_question_and_no_question_has_two() -> None:
    modules = {file.stem for file in (HOME / "tests/oracles/programs").glob("*.py")}
    own = modules - {"__init__", "of_families"}
    assert Counter([*own, *ORACLES]) - Counter(map(topic, QUESTIONS)) == Counter()


@EACH
def test_what_each_test_expects_agrees_with_the_oracle(question: Question, asked: Counter[str]) -> None:
    compared = []

    def agrees(test: Test) -> None:
        theirs = values(question.id)[test.name]
        assert agree(theirs, test.expected), f"{test.expected} is expected, the oracle comes to {theirs}"
        compared.append(test.name)
        asked[question.id] += 1

    every(calls(question), agrees, lambda test: test.name)
    file = HOME / "question_bank" / question.subject / f"{question.id}.toml"
    assert compared == [test["name"] for test in tomllib.loads(file.read_text("utf-8"))["tests"]]


@EACH
def test_a_wrong_value_is_found_wherever_it_stands(question: Question) -> None:
    def is_found(test: Test) -> None:
        theirs = values(question.id)[test.name]
        assert not [wrong for wrong in changed(test.expected) if agree(theirs, wrong)]

    every(calls(question), is_found, lambda test: test.name)
