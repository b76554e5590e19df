"""Formulas proposed for wrong answers that nothing explains: each planted wrong turn is found, and none takes long."""

import time
import tomllib
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from app.settings import HOME
from engine.answers.forms import Choice, Fixed, Form, Integer, Scientific
from engine.answers.refusal import Refusal, Refused
from engine.formula import guessing
from engine.formula.edits import edits
from engine.formula.evaluation import kind, value
from engine.formula.grammar import parse
from engine.formula.guessing import Guess, Unexplained, guesses, inlined
from engine.formula.spelling import spelled
from engine.formula.tree import Tree
from engine.formula.values import Kind, kind_of
from tests.engine.submissions import SWEEP
from tests.every import one_in


def read(text: str) -> Tree:
    tree = parse(text)
    assert not isinstance(tree, Refused), (text, tree)
    return tree


def numbers(rng: Random) -> dict[str, Any]:
    """Numbers, vectors and matrices as a question could draw them."""
    cells = [[float(rng.randint(1, 9)) for _ in range(3)] for _ in range(8)]
    return {
        "a": float(rng.randint(2, 60)),
        "b": float(rng.randint(2, 60)) / 4,
        "n": float(rng.randint(3, 12)),
        "u": np.array(cells[0]),
        "v": np.array(cells[1]),
        "A": np.array(cells[2:5]),
        "B": np.array(cells[5:8]),
    }


def typed(form: Form, found: Any) -> list[float]:
    """The numbers that somebody writes down who gets this."""
    leaves = np.ravel(found).tolist()
    return [float(f"{form.rounded(x):.10g}") for x in leaves]


def answers(right: str, wrong: str, form: Form, variants: int = 12) -> list[Unexplained]:
    made = []
    for seed in range(variants):
        world = numbers(Random(seed))
        world["right"] = value(read(right), world)
        made.append(Unexplained((world,), typed(form, value(read(wrong), world)), str(seed)))
    return made


def found(right: str, wrong: str, form: Form | None = None, others: int = 0) -> list[Guess]:
    """The formulas proposed for people who compute ``wrong``, among ``others`` who compute nothing in particular."""
    form = form or Fixed()
    given, rng = answers(right, wrong, form), Random(99)
    for n in range(others):
        world = given[n % len(given)].worlds[0]
        leaves = [float(rng.randint(1000, 9999)) for _ in given[0].leaves]
        given.append(Unexplained((world,), leaves, given[n % len(given)].variant))
    return guesses([read(right)], form, given)


PLANTED = [
    ("a * b / n", "a / b / n"),  # another sign
    ("a + b", "a - b"),
    ("a * b / n", "a * b * n"),
    ("a * b / n", "a * b"),  # something left out
    ("a + b + n", "a + b"),
    ("1 - b / a", "b / a"),
    ("a / b", "b / a"),  # exchanged
    ("a - b", "b - a"),
    ("matmul(A, B)", "matmul(B, A)"),
    ("matmul(A, u)", "matmul(transpose(A), u)"),
    ("sqrt(a + b)", "a + b"),  # roots and powers
    ("a / sqrt(n)", "a / n"),
    ("a / n", "a / sqrt(n)"),
    ("a ^ 2 + b", "a + b"),
    ("a ^ 2 + b", "a * 2 + b"),
    ("norm(u)", "sum(u * u)"),
    ("ln(a) + b", "log2(a) + b"),  # bases
    ("log2(a / b)", "log10(a / b)"),
    ("exp(b / n)", "2 ^ (b / n)"),
    ("a * b", "a * n"),  # another variable
    ("dot(u, v)", "dot(u, u)"),
    ("sum(u) / a", "mean(u) / a"),  # sums and means
    ("mean(u)", "sum(u)"),
    ("max(u) + b", "min(u) + b"),
    ("a * b", "a * b * 1000"),  # powers of ten
    ("a / 1024", "a / 1000"),
    ("a / b", "a / b * 100"),
    ("a / b", "a / b / 10"),
    ("a * (n - 1)", "a * n"),  # one off
    ("a / n", "a / (n + 1)"),
    ("a / length(u)", "a / (length(u) - 1)"),
    ("b - a", "a - b"),  # signs
    ("exp(-b / n)", "exp(b / n)"),
    ("floor(a / b)", "ceil(a / b)"),
    ("softmax(u)", "u"),
    ("if(a > b, a, b)", "b"),
    ("A[1, 2] + b", "A[2, 1] + b"),
]


@pytest.mark.parametrize(("right", "wrong"), PLANTED)
def test_a_planted_wrong_turn_comes_first(right: str, wrong: str) -> None:
    first = found(right, wrong)[0]
    there = answers(right, wrong, Fixed())
    assert first.variants == len(there)
    for answer in there:
        again = value(read(first.formula), answer.worlds[0])
        assert typed(Fixed(), again) == answer.leaves, first.formula


def test_few_among_many_are_found_too() -> None:
    assert found("a * b / n", "a / b / n", others=60)[0] == Guess("a / b / n", 12, 12)


def test_one_wrong_turn_does_not_hide_another_where_not_all_can_be_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guessing, "MOST_WORK", 200_000)
    right = "a * b / n + ln(a)"
    given = [
        *answers(right, f"({right}) * 1000", Fixed(), 40),
        *answers(right, "a / b / n + ln(a)", Fixed(), 40),
    ]
    proposed = {guess.formula for guess in guesses([read(right)], Fixed(), given)}
    assert {"right * 1000", "a / b / n + ln(a)"} <= proposed


def test_a_whole_number_is_met_exactly_or_not_at_all() -> None:
    assert found("round(a * n)", "round(a / n)", Integer())[0].formula == "round(a / n)"
    off = [
        Unexplained(one.worlds, [one.leaves[0] + 7], one.variant) for one in answers("a * n", "a", Integer())
    ]
    assert guesses([read("a * n")], Integer(), off) == []


def test_a_scientific_answer_is_met_by_its_own_last_place() -> None:
    assert found("a * b * 1e9", "a / b * 1e9", Scientific())[0].formula.startswith("a / b")


def test_one_variant_is_enough_only_where_there_is_no_other() -> None:
    alone = answers("a * b", "a + b", Fixed(), 1)
    assert "a + b" in {guess.formula for guess in guesses([read("a * b")], Fixed(), alone)}
    elsewhere = answers("a * b", "a * b + 123.45", Fixed())[1]
    assert guesses([read("a * b")], Fixed(), [*alone, elsewhere]) == []


def test_the_persons_own_earlier_values_are_tried_too() -> None:
    given = []
    for answer in answers("a * b", "a + b", Fixed()):
        own = {**answer.worlds[0], "a": 77.0}
        given.append(Unexplained((answer.worlds[0], own), [77 + own["b"]], answer.variant))
    assert guesses([read("a * b")], Fixed(), given)[0].formula == "a + b"


def test_a_wrong_turn_in_an_earlier_line_is_found_in_the_formula_written_out() -> None:
    step = read("a / total")
    whole = inlined(step, {"total": read("b * n")})
    assert spelled(whole) == "a / (b * n)"
    given = []
    for answer in answers("a / (b * n)", "a / (b + n)", Fixed()):
        world = {**answer.worlds[0], "total": answer.worlds[0]["b"] * answer.worlds[0]["n"]}
        given.append(Unexplained((world,), answer.leaves, answer.variant))
    assert guesses([step, whole], Fixed(), given)[0].formula == "a / (b + n)"


def test_words_and_no_answers_have_no_guess() -> None:
    assert guesses([read("a * b")], Choice("options"), answers("a * b", "a", Fixed())) == []
    assert guesses([read("a * b")], Fixed(), []) == []


# How it is spelled


def every_formula() -> list[str]:
    files = (HOME / "question_bank").glob("*/*.toml")
    texts = [tomllib.loads(file.read_text("utf-8")) for file in files]
    return [
        entry["value"]
        for question in texts
        if question.get("kind") == "formula"
        for entry in [*question["steps"], *question.get("mistakes", [])]
    ]


@pytest.mark.parametrize("text", ["-a ^ 2", "(-a) ^ 2", "a - (b - n)", "a / (b * n)", "(a ^ 2) ^ n", "-(-a)", "2 ^ -a",
    "not (a > b) or a == b and n < 3", "(u + v)[2]", "A[1, 2]", "[[1, 2], [a, -b]]", 'position(w, "dog")', "1e6 * 0.5",
    "a - b + n", "a * b / n * 2", "if(a >= b, 1, 0)", "(a + b) ^ (a - b)"])  # fmt: skip
def test_a_formula_is_spelled_as_it_is_read(text: str) -> None:
    assert read(spelled(read(text))) == read(text)
    assert spelled(read(spelled(read(text)))) == spelled(read(text))


def test_every_formula_of_the_bank_is_spelled_as_it_is_read() -> None:
    assert len(every_formula()) > 20
    assert [text for text in every_formula() if read(spelled(read(text))) != read(text)] == []


def test_every_edit_that_has_a_kind_can_be_typed() -> None:
    world = numbers(Random(1))
    known = {name: kind_of(one) for name, one in world.items()} | {"right": Kind.NUMBER}
    count = 0
    for right, _ in PLANTED:
        for edit in edits(read(right), known):
            try:
                kind(edit, known)
            except Refusal:
                continue
            count += 1
            assert read(spelled(edit)) == edit, spelled(edit)
    assert count > 1000


# How long it may take

HOSTILE = [
    " + ".join(["a"] * 60),
    "*".join(["(a + b)"] * 30),
    "(" * 20 + "a" + " ^ 2)" * 20,
    "sum(outer(range(60), range(60)))",
    "sum(matmul(outer(range(60), range(60)), outer(range(60), range(60))))",
    "factorial(40) + choose(1000, 500)",
    "a / (a - a)",
    "if(a > b, " * 15 + "a" + ", b)" * 15,
]


@pytest.mark.parametrize("text", one_in(4, HOSTILE[::-1]))
def test_no_formula_makes_it_slow(text: str) -> None:
    worlds: list[Mapping[str, Any]] = [
        {**numbers(Random(seed)), "right": 1.0} for seed in range(300 if SWEEP else 50)
    ]
    more = {f"x_{chr(97 + n)}": float(n) for n in range(20)}
    given = [Unexplained(({**one, **more},), [123456.78], str(n)) for n, one in enumerate(worlds)]
    start = time.thread_time()
    assert guesses([read(text)], Fixed(), given) == []
    assert time.thread_time() - start < 10  # about one, where nothing else runs


def test_what_is_left_of_the_work_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_WORK", 0)
    assert found("a * b", "a + b") == []
