"""The coding questions of the bank: solutions that were edited share much, solutions by different people little."""

import inspect
import tomllib
from functools import cache
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np
import pytest

from engine.kinds.code import Test, same
from engine.questions import Question
from engine.similarity.comparison import Compared, compare
from engine.similarity.readings import READINGS, given
from tests.engine.similarity import second_solutions
from tests.engine.submissions import BANK, HOME

CODE = READINGS["code"]
QUESTIONS = [one for one in BANK.questions.values() if one.kind == "code"]
SECOND = {
    name: inspect.getsource(function)
    for name, function in inspect.getmembers(second_solutions, inspect.isfunction)
    if function.__module__ == second_solutions.__name__
}


FILES = {path.stem: path for path in (HOME / "question_bank").rglob("*.toml")}


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(FILES[name].read_text())


def file(question: Question) -> dict[str, Any]:
    return _read(question.id)


def share(first: str, second: str, question: Question) -> float:
    """The share of the smaller one's fingerprints; 0 where one is too short to be compared."""
    found = compared(first, second, question)
    return max((pair.shared / pair.of for pair in found.pairs), default=0.0)


def compared(first: str, second: str, question: Question) -> Compared:
    return compare({1: CODE.plain(first), 2: CODE.plain(second)}, given(question), CODE.size)


def by_function(name: str) -> Question:
    return next(one for one in QUESTIONS if file(one)["function"] == name)


@pytest.mark.parametrize("name", SECOND)
def test_each_second_solution_is_right(name: str) -> None:
    question = by_function(name)
    arrays = file(question).get("arrays", ())
    for test in map(Test.model_validate, file(question)["tests"]):
        arguments = {
            key: np.array(value) if key in arrays else value for key, value in test.arguments.items()
        }
        got = getattr(second_solutions, name)(**arguments)
        assert same(_plain(got), test.expected, 1e-6), (test.name, got)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def test_edited_solutions_share_much_and_solutions_by_different_people_little() -> None:
    edited = [
        share(file(one)["solution"], wrong["code"], one) for one in QUESTIONS for wrong in file(one)["wrong"]
    ]
    different = {
        name: share(file(by_function(name))["solution"], text, by_function(name))
        for name, text in SECOND.items()
    }
    assert median(edited) > 0.75
    dictated = different.pop("learning_rate")  # one line of its statement is most of the program
    assert 0.5 < dictated < 0.7
    assert max(different.values()) < 0.15
    assert len(different) == 9


def test_a_solution_with_other_names_and_comments_is_at_the_top_of_a_class() -> None:
    question = by_function("train_bpe")
    solution = file(question)["solution"]
    copied = solution.replace("merged", "out").replace("symbols", "parts").replace("learned", "steps")
    copied = copied.replace("  # the first of equal counts", "").replace("for _ in", "# repeat\n    for _ in")
    answers = [solution, SECOND["train_bpe"], copied, file(question)["wrong"][0]["code"]]
    found = compare(dict(enumerate(map(CODE.plain, answers))), given(question), CODE.size)
    assert {found.pairs[0].first, found.pairs[0].second} == {0, 2}
    assert found.pairs[0].shared == found.pairs[0].of


def test_model_answers_of_different_texts_share_next_to_nothing() -> None:
    reading = READINGS["text"]
    answers = {
        n: reading.plain(str(file(one)["answer"]))
        for n, one in enumerate(BANK.questions.values())
        if one.kind == "text"
    }
    found = compare(answers, (), reading.size)
    assert found.compared > 100
    assert found.high == 0
    assert found.pairs[0].shared / found.pairs[0].of < 0.6


def test_a_text_that_quotes_its_question_shares_nothing_by_it() -> None:
    reading = READINGS["text"]
    question = max(
        (one for one in BANK.questions.values() if one.kind == "text"), key=lambda one: len(one.statement)
    )
    mine = [
        question.statement + f" {word} ".join("abcdefghijklmnopqrstuvwxyz") for word in ("first", "second")
    ]
    found = compare(dict(enumerate(map(reading.plain, mine))), given(question), reading.size)
    assert found.compared == 2
    assert found.pairs == ()


def test_every_two_solutions_of_different_questions_seldom_share_half() -> None:
    answers = {n: CODE.plain(file(one)["solution"]) for n, one in enumerate(QUESTIONS)}
    found = compare(answers, (), CODE.size)
    pairs = len(list(combinations(range(found.compared), 2)))
    assert sum(pair.shared / pair.of > 0.5 for pair in found.pairs) < pairs / 100
