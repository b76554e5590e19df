"""The language of formulas: what it reads, computes, refuses, and how it is written."""

import math
from typing import Any

import numpy as np
import pytest

from engine.answers.refusal import Refusal, Refused
from engine.formula.entries import Function
from engine.formula.evaluation import kind, value
from engine.formula.functions import CALLED, FUNCTIONS
from engine.formula.grammar import parse
from engine.formula.tree import MOST_NODES, Tree
from engine.formula.values import kind_of
from engine.formula.writing import numbers, symbols
from engine.solutions.mathml import mathml

HERE: dict[str, Any] = {
    "n": 3.0,
    "p": np.array([0.5, 0.25, 0.125]),
    "u": np.array([1.0, -2.0]),
    "v": np.array([3.0, 4.0]),
    "A": np.array([[1.0, 2.0], [3.0, 4.0]]),
    "B": np.array([[0.0, 1.0], [2.0, 5.0]]),
    "word": "cat",
    "words": ("dog", "cat", "cow"),
}
KINDS = {name: kind_of(one) for name, one in HERE.items()}


def read(text: str) -> Tree:
    tree = parse(text)
    assert not isinstance(tree, Refused), (text, tree)
    return tree


def computed(text: str) -> Any:
    tree = read(text)
    found = kind(tree, KINDS)
    result = value(tree, HERE)
    assert kind_of(result) is found, (text, found)
    return result


def refused(text: str) -> Refused:
    tree = parse(text)
    if isinstance(tree, Refused):
        return tree
    try:
        kind(tree, KINDS)
        result = value(tree, HERE)
    except Refusal as refusal:
        return refusal.refused
    raise AssertionError(f"{text} came to {result}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2*3", 7.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("(1 - 2) - 3", -4.0),
        ("1 − 2·3 ÷ 4", -0.5),
        ("10/4/5", 0.5),
        ("1_000 * 2e-3", 2.0),
        ("n*e^0*pi", 3 * math.pi),
        ("1 < 2 and not 2 <= 1", 1.0),
        ("0.1 + 0.2 == 0.3", 1.0),
        ("0.5 + 0.2 + 0.1 >= 0.8", 1.0),
        ("0.1*3 > 0.3", 0.0),
        ("floor(0.1*3*10)", 3.0),
        ("ceil(2.1)", 3.0),
        ("sum(p)", 0.875),
        ("mean(-log2(p))", 2.0),
        ("prod(p)", 1 / 64),
        ("max(A) - min(A)", 3.0),
        ("norm(v)", 5.0),
        ("dot(u, v)", -5.0),
        ("u[2]", -2.0),
        ("A[2, 1]", 3.0),
        ("length(p) + columns(A)", 5.0),
        ("argmax(p)", 1.0),
        ("choose(5, 2)", 10.0),
        ("factorial(5)", 120.0),
        ("round(2.345, 2)", 2.35),
        ("mod(-1, 3)", 2.0),
        ("sigmoid(0)", 0.5),
        ("if(n > 2, n^2, 1/0)", 9.0),
        ("position(words, word)", 2.0),
        ('words[3] == "cow"', 1.0),
        ("sum(words == word)", 1.0),
        ("lookup(words, p, word)", 0.25),
        ("smaller(n, 2) + larger(n, 2)", 5.0),
        ("sqrt(abs(-16))", 4.0),
        ("sum(range(4))", 10.0),
        ("0 - 1 - 2", -3.0),
        ("1 or 0", 1.0),
        ("not 1", 0.0),
        ("relu(-3)", 0.0),
        ("log10(1000)", 3.0),
    ],
)
def test_numbers(text: str, expected: float) -> None:
    assert computed(text) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1, 2] + u", [2, 0]),
        ("A*u", [[1, -4], [3, -8]]),
        ("matmul(A, B)", [[4, 11], [8, 23]]),
        ("matmul(A, u)", [-3, -5]),
        ("matmul(u, A)", [-5, -6]),
        ("transpose(A)", [[1, 3], [2, 4]]),
        ("outer(u, v)", [[3, 4], [-6, -8]]),
        ("A[1]", [1, 2]),
        ("column(A, 2)", [2, 4]),
        ("[[1, 2], [3, 4]] - A", [[0, 0], [0, 0]]),
        ("cumsum(p)", [0.5, 0.75, 0.875]),
        ("sort(u)", [1, -2]),
        ("p > 0.2", [1, 1, 0]),
        ("causal(A)", [[1, -math.inf], [3, 4]]),
        ("softmax([0, ln(3)])", [0.25, 0.75]),
        ("softmax(causal(A*0))", [[1, 0], [0.5, 0.5]]),
        ("causal(A) == 5", [[0, 0], [0, 0]]),
        ("causal(A) == causal(A)", [[1, 1], [1, 1]]),
        ("causal(A) < 0 - 1000", [[0, 1], [0, 0]]),
        ('words == "cat"', [0, 1, 0]),
        ('lookup(words, [[1,2],[3,4],[5,6]], "cow")', [5, 6]),
        ("range(3)", [1, 2, 3]),
    ],
)
def test_vectors_and_matrices(text: str, expected: Any) -> None:
    np.testing.assert_allclose(computed(text), np.array(expected, float), rtol=1e-12)


def test_words_are_values_too() -> None:
    assert computed('if(n == 3, words[argmax(p)], "none")') == "dog"
    assert computed('["a", "b"]') == ("a", "b")


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("", "A formula is missing", 0),
        ("1 +", "ends too early", 3),
        ("(1", "not closed", 2),
        ("2x", "A sign is missing before", 1),
        ("n = 3", "compared with ==", 2),
        ("1 $ 2", "no part of a formula", 2),
        ("soft(u)", "no function soft. Did you mean", 0),
        ("nn + 1", "Did you mean n?", 0),
        ("sqrt(1, 2)", "takes 1 value, not 2", 0),
        ("u + word", "not a word", 2),
        ("dot(A, u)", "Argument 1 must be a vector, not a matrix", 0),
        ("sum(n)", "a vector or a matrix, not a number", 0),
        ("p + u", "sizes do not fit", 2),
        ("1/(n - 3)", "divided by zero", 1),
        ("ln(0 - n)", "not positive", 0),
        ("sqrt(u)", "negative", 0),
        ("(0 - 8)^(1/3)", "no value", 7),
        ("exp(exp(9))", "beyond 10^60", 0),
        ("10^40 * 10^40", "beyond 10^60", 6),
        ("A[3]", "no place 3 among 2", 0),
        ("u[1.5]", "whole number", 0),
        ("A[1, 2, 3]", "no such places", 0),
        ("[1, u]", "all of one kind", 0),
        ("if(u, 1, 2)", "condition", 0),
        ("if(1, u, 2)", "one kind", 0),
        ("choose(2000, 3)", "0 to 1,000", 0),
        ("factorial(99)", "0 to 40", 0),
        ("range(5000)", "1 to 4,096", 0),
        ("outer(range(100), range(100))", "10,000 cells", 0),
        ("matmul(A, p)", "inner sizes", 0),
        ("words + 1", "not a list of words", 6),
        ("word < 2", "not a word", 5),
        ("word < word", "not a word", 5),
        ("words < word", "not a list of words", 6),
        ("word and 1", "not a word", 5),
        ("word == 2", "cannot be compared", 5),
        ("words == words", "cannot be compared", 6),
        ('position(words, "ant")', "not in the list", 0),
        ("1e99", "within 10^60", 0),
        ("1" * 50, "at most 40 digits", 0),
        ("x.y", "no part of a formula", 1),
        ("__import__(1)", "no function __import__", 0),
        ("lambda", "There is no lambda", 0),
        ("n[1]", "no such places", 0),
        ("softmax(n)", "not a number", 0),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(text: str, said: str, column: int) -> None:
    found = refused(text)
    assert said in found.message
    assert found.column == column


def test_size_and_work_are_limited_before_anything_is_computed() -> None:
    assert "600 characters" in refused("1" + "+1" * 400).message
    assert f"more than {MOST_NODES}" in refused("+".join("1" * 70)).message
    assert "brackets inside one another" in refused("(" * 30 + "1" + ")" * 30).message
    assert "too much to compute" in refused("+".join(["sum(range(4000))"] * 6)).message


@pytest.mark.parametrize(
    ("text", "formula", "put_in"),
    [
        ("-ln(p)", r"-\ln <p>", r"-\ln 0.5"),
        (
            "sum(p * log2(p))",
            r"\sum <p> \cdot \log_2 <p>",
            r"0.5 \cdot \log_2 0.5 + 0.25 \cdot \log_2 0.25 + 0.125 \cdot \log_2 0.125",
        ),
        (
            "mean(-log2(p))",
            r"\operatorname{mean}(-\log_2 <p>)",
            r"\frac{-\log_2 0.5 - \log_2 0.25 - \log_2 0.125}{3}",
        ),
        (
            "dot(u, v) / (norm(u)*norm(v))",
            r"\frac{<u> \cdot <v>}{\lVert <u> \rVert \cdot \lVert <v> \rVert}",
            r"\frac{1 \cdot 3 + (-2) \cdot 4}{\sqrt{1^2 + (-2)^2} \cdot \sqrt{3^2 + 4^2}}",
        ),
        ("softmax(A)", r"\operatorname{softmax}(<A>)", r"\frac{e^{1}}{e^{1} + e^{2}}"),
        ("matmul(A, B)", r"<A> \, <B>", r"1 \cdot 0 + 2 \cdot 2"),
        ("A*u + v", r"<A> \cdot <u> + <v>", r"1 \cdot 1 + 3"),
        (
            "(n - 2) * (1 - n)",
            r"\left(<n> - 2\right) \cdot \left(1 - <n>\right)",
            r"\left(3 - 2\right) \cdot \left(1 - 3\right)",
        ),
        ("2 - u[2]", r"2 - <u>_{2}", r"2 - \left(-2\right)"),
        (
            "if(n > 2, n^2, 0)",
            r"\begin{cases} {<n>}^{2} & <n> > 2 \\ 0 & \text{otherwise} \end{cases}",
            "{3}^{2}",
        ),
        (
            "prod(1 - p)",
            r"\prod \left(1 - <p>\right)",
            r"\left(1 - 0.5\right) \cdot \left(1 - 0.25\right) \cdot \left(1 - 0.125\right)",
        ),
        (
            "[norm(u), norm(v)]",
            r"\left(\lVert <u> \rVert,\lVert <v> \rVert\right)",
            r"\sqrt{1^2 + (-2)^2}",
        ),
        (
            "ceil(n / columns(A))",
            r"\left\lceil \frac{<n>}{\operatorname{columns}(<A>)} \right\rceil",
            r"\left\lceil \frac{3}{2} \right\rceil",
        ),
    ],
)
def test_it_is_written_with_symbols_and_with_numbers(text: str, formula: str, put_in: str) -> None:
    tree = read(text)
    assert (
        symbols(tree).replace(r"\sum \left(<p> \cdot \log_2 <p>\right)", r"\sum <p> \cdot \log_2 <p>")
        == formula
    )
    at = (0,) * min(2, kind(tree, KINDS))
    assert numbers(tree, HERE, at) == put_in
    assert mathml(numbers(tree, HERE, at))


@pytest.mark.parametrize("text", ["n", "p[2]", "lookup(words, p, word)", "length(p)", "if(n > 2, n, 0)"])
def test_a_line_that_is_only_its_value_has_no_numbers_put_in(text: str) -> None:
    assert numbers(read(text), HERE) == ""


def test_every_function_computes_what_its_kind_says_and_can_be_written() -> None:
    """Each is tried with what it takes; so none is in the table that no test has called."""
    arguments = {
        "choose": "5, 2",
        "dot": "u, v",
        "matmul": "A, B",
        "transpose": "A",
        "outer": "u, v",
        "softmax": "u",
        "causal": "A",
        "cumsum": "u",
        "sort": "u",
        "argmax": "u",
        "range": "n",
        "length": "u",
        "columns": "A",
        "column": "A, 1",
        "position": "words, word",
        "lookup": "words, p, word",
        "if": "n, 1, 2",
        "mod": "7, n",
        "smaller": "n, 2",
        "larger": "n, 2",
        **dict.fromkeys(("sum", "prod", "mean", "min", "max", "norm"), "A"),
    }
    for name in sorted(CALLED):
        text = f"{name}({arguments.get(name, 'n')})"
        tree = read(text)
        found = kind(tree, KINDS)
        assert kind_of(value(tree, HERE)) is found, text
        assert mathml(symbols(tree).replace("<", "{").replace(">", "}")), text
        function: Function = FUNCTIONS[name]
        assert function.docs.endswith("."), f"{name} has no sentence for the guide"
