"""Values, formulas and accepted answers on pages: the engine's LaTeX as MathML."""

import re
from collections.abc import Sequence
from itertools import repeat
from math import isfinite
from typing import Any

import numpy as np
from markupsafe import Markup

from app.web.languages.engine_sentences import in_language
from engine.answers import cells
from engine.answers.forms import Fixed, Form, Integer, Scientific, text_latex
from engine.chain import Run
from engine.marking import feedback
from engine.solutions import latex, wording, worked_solution
from engine.solutions.mathml import BadFormula, mathml
from engine.solutions.worked_solution import Line
from engine.variants import Asked

MOST_CELLS = 100
MOST_CLOSED = 9
LONG = 40  # signs of LaTeX that fit beside a figure
TYPED = re.compile(r"\$(?!\s)([^$]+)(?<!\s)\$(?!\d)")


def math(formula: str, display: bool = False) -> Markup:
    """LaTeX as MathML; the converter escapes texts in it. A formula that it cannot convert is shown as LaTeX: a page
    that cannot be opened would be worse."""
    try:
        return Markup(mathml(formula, display))
    except BadFormula:
        return Markup('<code lang="zxx">{}</code>').format(formula)


def with_formulas(text: str) -> Markup:
    """A text that somebody typed as HTML, everything in it escaped; of its signs only dollars around a formula mean
    something. Amounts such as $5 and $6 stay text."""
    parts = TYPED.split(text)
    shown = [math(part) if n % 2 else Markup.escape(part) for n, part in enumerate(parts)]
    return Markup("").join(shown)


def value(x: Any, form: Form, sign: str = "") -> Markup:
    """A number, vector or matrix in the form in which it is asked, as mathematics, with ``sign =`` before it."""
    before = f"{sign} = " if sign else ""
    if isinstance(x, np.ndarray):
        shown = [[form.latex(entry) for entry in row] for row in np.atleast_2d(x).tolist()]
        if x.ndim == 1:
            return math(before + latex.row(shown[0]))
        return math(before + _matrix(shown), True)
    if isinstance(x, list):
        return math(r",\quad ".join(form.latex(item) for item in x))
    return math(form.latex(x))


def full(x: Any) -> Markup:
    """Numbers with all digits that a calculation keeps."""
    return math(latex.value(x))


def outcome(line: Line) -> Markup:
    """The value of a line: with the digits that a calculation keeps, then as it is asked."""
    form = line.step.form
    with latex.decimals(line.kept):
        kept, whole = latex.value(line.value), line.number and latex.tells_all(float(line.value))
    closed = next((f"= {text} " for text in line.closed if text and text != line.numbers), "")
    if kept == line.numbers:
        return Markup("")
    sign = "=" if whole else r"\approx"
    shown = form.latex(line.value)
    asked = rf" \approx {shown}" if _equals(form, line.value) != "=" and shown != kept else ""
    return math(f"{closed}{sign} {kept}{asked}")


def in_one(line: Line) -> Markup:
    """A line on one line: what it is, its numbers, its value. A page may break it before the value and, where it is
    long, between the terms of a sum."""
    if line.note:
        return Markup.escape(line.note)
    sign = line.cell or line.step.sign
    if not line.numbers:
        return formula(line, True) + Markup(" ") + (outcome(line) if line.number else Markup(""))
    told = _breaking(f"{sign} = {line.numbers}" if sign else line.numbers)
    if line.cell:
        came = cell_outcome(line).strip()
        return told + Markup(" ") + math(came, True) if came else told
    return told + Markup(" ") + outcome(line)


def _breaking(text: str) -> Markup:
    """A calculation as mathematics that may be broken between the terms of its sum, if it is long."""
    if len(text) <= LONG:
        return math(text, True)
    terms, depth = [""], 0
    for sign in re.split(r"([{}()]| \+ )", text):
        if sign == " + " and not depth:
            terms.append("{} + ")
            continue
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(sign, 0)
        terms[-1] += sign
    return Markup(" ").join(math(term, True) for term in terms)


def cell_outcome(line: Line) -> str:
    """The value of the cell that is shown in full, as " = 1.48"; "" where its line ends with it."""
    at, form = line.at, line.step.form
    if at is None or not isinstance(form, Fixed | Scientific | Integer):
        return ""
    leaf = line.value[at if isinstance(line.value, np.ndarray) else at[0]]
    shown = form.latex(leaf)
    return f" {_equals(form, leaf)} {shown}" if shown != line.numbers else ""


def _equals(form: Form, x: Any) -> str:
    """The sign between a number and what is shown of it: equal, or rounded."""
    rounds = isinstance(form, Fixed | Scientific) and isfinite(x) and abs(form.rounded(x) - x) > 1e-9 * abs(x)
    return r"\approx" if rounds else "="


def exactly(line: Line) -> Markup:
    """The closed forms of a small vector or matrix, if each entry has one or is a whole number."""
    x = line.value
    sign = line.step.whole_sign
    if not (isinstance(x, np.ndarray) and any(line.closed) and x.size <= MOST_CLOSED and sign):
        return Markup("")
    texts = [text or _whole(entry) for text, entry in zip(line.closed, x.ravel().tolist(), strict=True)]
    if not all(texts):
        return Markup("")
    if x.ndim == 1:
        inside = r",\ ".join(texts)
        return math(rf"{sign} = \left({inside}\right)", True)
    rows = np.array(texts, dtype=object).reshape(np.atleast_2d(x).shape).tolist()
    return math(f"{sign} = {_matrix(rows)}", True)


def _whole(x: float) -> str:
    return str(int(x)) if float(x).is_integer() else ""


def in_words(formula: str) -> str:
    """The words of a formula that has nothing else; "" for any other."""
    words = re.fullmatch(r"\\text\{([^{}$]*)\}", formula)
    return words[1] if words else ""


def formula(line: Line, display: bool = False) -> Markup:
    """A step's formula with its symbol before it; a formula of words alone becomes text, which wraps."""
    if words := in_words(line.formula):
        return Markup.escape(words)
    named = line.step.sign and line.step.sign != line.formula
    return math(f"{line.step.sign} = {line.formula}" if named else line.formula, display)


def given(block: wording.Shown) -> Markup:
    """A given vector or matrix with its symbol, the numbers as they were typed."""
    return math(f"{block.symbol} = {latex.value(block.value)}")


def every_cell(line: Line, exact: Run) -> list[str]:
    """The arithmetic of each cell as LaTeX, in reading order;
    empty where a step shows none, or has too many cells to read."""
    if line.step.numbers is None or line.lone or len(cells.cells(line.value)) > MOST_CELLS:
        return []
    form = line.step.form
    return [
        rf"{worked_solution.cell_symbol(line.step, at)} = {worked_solution.cell_numbers(exact, line.step, at)}"
        rf"{f' = {closed}' if closed else ''} {_equals(form, leaf)} {form.latex(leaf)}"
        for at, leaf, closed in zip(
            cells.paths(line.value), cells.cells(line.value), line.closed or repeat(""), strict=False
        )
    ]


def accepted(asked: Asked, language: str = "en") -> str:
    """The accepted answers in the shape of the answer: a matrix as a matrix, else cell by cell;
    long numbers in groups."""
    limits = [
        in_language(language, limit) if band else limit
        for limit, band in zip(feedback.limits(asked), asked.bands, strict=True)
    ]
    if isinstance(asked.step.form, Integer):
        limits = [wording.grouped(int(limit)) for limit in limits]
    if isinstance(asked.key, np.ndarray) and asked.key.ndim > 1:
        shown = [text_latex(limit.replace("-", "−").replace("inf", "∞")) for limit in limits]
        columns = asked.key.shape[-1]
        return math(_matrix([shown[at : at + columns] for at in range(0, len(shown), columns)]))
    return "; ".join(limits)


def _matrix(rows: Sequence[Sequence[str]]) -> str:
    return r"\begin{pmatrix}" + r" \\ ".join(map(" & ".join, rows)) + r"\end{pmatrix}"
