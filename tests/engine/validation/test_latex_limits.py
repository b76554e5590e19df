"""Formulas that would take the converter for ever, or its process with them, are refused before it sees them."""

from itertools import pairwise

import pytest

from engine.solutions import mathml as module
from engine.solutions.mathml import BadFormula, mathml
from engine.validation.latex_limits import DEFINING, beyond
from engine.validation.typesetting import faults


@pytest.mark.parametrize("command", sorted(DEFINING))
def test_no_formula_defines_a_command(command: str) -> None:
    with pytest.raises(BadFormula, match="would define a command, which is not possible here"):
        mathml(rf"x + {command}\a{{xx}}\a")


def test_names_that_only_begin_like_a_definition_and_new_lines_before_one_are_none() -> None:
    assert mathml(r"\begin{aligned}a \\ let \\def\end{aligned} \leq x")
    assert beyond(r"a \\def") == ""


def test_macros_that_double_each_other_make_no_megabytes() -> None:
    names = [chr(ord("a") + at) for at in range(12)]
    doubling = "".join(rf"\def\q{one}{{\q{before}\q{before}}}" for before, one in pairwise(names))
    with pytest.raises(BadFormula):
        mathml(rf"\def\qa{{x}}{doubling}\ql")


@pytest.mark.parametrize(
    "piece",
    ["(", "[", r"\{", r"\bigl(", r"\Biggl|", r"\lVert ", r"\langle ", r"\mathopen(", r"\alpha(", "{(}", r"(\big)",
     r"(\hat)", r"(\frac1)", r"(\frac{1})", r"(\sqrt[3])", "(x^)", r"(\operatorname*)", "(%)\n", r"\left.(\right."],
)  # fmt: skip
def test_brackets_that_nothing_closes_are_counted_not_tried(piece: str) -> None:
    """Each doubles the converter's time; what a command takes for itself closes nothing."""
    with pytest.raises(BadFormula, match="brackets in it are not closed"):
        mathml(piece * 40 + "x")


@pytest.mark.parametrize(
    "piece",
    [r"(\alpha)", "(x^2)", "(x_{t})", r"(\frac{a}{b})", r"(\frac12)", r"(\hat x)", r"(\sqrt[3]{x})", r"\big(x\big)",
     r"\bigl(\alpha\bigr)", "[0, 1)", "]0, 1[", r"\{a\}", r"(\mathbf{W}x)", r"(\mathrm{d}x)", r"\lfloor x \rfloor",
     r"(\operatorname{softmax}(x))", r"\left(\frac{a}{b}\right)", r"(\sum\limits_{i})", r"(x_t^\top)", r"(\mathbf x)",
     r"\text{(} ", r"\left[0, 1\right)"],
)  # fmt: skip
def test_brackets_that_are_closed_may_be_many(piece: str) -> None:
    assert mathml(f"{piece} + " * 20 + "x").startswith("<math")


@pytest.mark.parametrize(
    "formula",
    ["{" * 6000, r"\sqrt" * 4000 + " x", r"\frac1" * 4000 + "x", "x^{" * 3000 + "x" + "}" * 3000,
     r"\left(" * 6000, r"\begin{matrix}" * 6000, r"\displaystyle " * 6000, r"\sum_" * 7000 + "x",
     "(" * 9000 + ")" * 9000, r"\frac{1}{" * 150 + "x" + "}" * 150],
)  # fmt: skip
def test_what_lies_deeper_than_the_stack_is_refused(formula: str) -> None:
    with pytest.raises(BadFormula, match="too deep"):
        mathml(formula)


def test_what_makes_more_than_a_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFormula, match=r"longer than 100,000 characters"):
        mathml("x" * 100_001)
    monkeypatch.setattr(module, "MOST_MADE", 1000)
    with pytest.raises(BadFormula, match="too long"):
        mathml("x" + "'" * 600)


def test_an_author_is_told_of_each_at_its_place() -> None:
    values = {
        "statement": rf"Here is ${'x' * 2001}$ and $\newcommand{{\a}}{{x}}$ and ${'(' * 30}$.",
        "steps": [{"formula": r"\def\a{x}\a"}],
    }
    told = [(way, said.rpartition(": ")[2]) for way, said, _ in faults(values)]
    assert told == [
        (("statement",), "it is longer than 2,000 characters; write it as several formulas"),
        (
            ("statement",),
            r"\newcommand would define a command, which is not possible here; write out what it stands for",
        ),
        (("statement",), "more than 6 brackets in it are not closed"),
        (
            ("steps", 0, "formula"),
            r"\def would define a command, which is not possible here; write out what it stands for",
        ),
    ]


def test_formulas_that_are_too_many_for_one_page_are_told_together() -> None:
    ((way, said, _),) = faults({"statement": f"${'x' + chr(39) * 1900}$ " * 4})
    assert (way, said) == (("statement",), "the formulas of this text are too many for one page")
