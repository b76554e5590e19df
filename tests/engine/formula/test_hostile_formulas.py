"""Formulas and question files from people who mean harm: each ends in a named error, or is harmless, in time and space.

Each may take 3 s of a quiet machine's processor, and 256 MB beyond the most that this process ever had.
"""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import variants
from engine.answers.refusal import Refusal, Refused
from engine.bank import question_of
from engine.formula.evaluation import kind, value
from engine.formula.functions import CALLED
from engine.formula.grammar import parse
from engine.formula.values import kind_of
from engine.formula.writing import numbers, symbols
from engine.marking.marking import mark
from engine.parameters import BadParameters
from engine.solutions import worked_solution
from engine.validation.findings import found_in
from engine.validation.locations import Broken
from engine.variants import Undrawable
from tests.engine.formula.test_language import HERE, KINDS
from tests.engine.submissions import SWEEP
from tests.pace import slowness

SECONDS, MEGABYTES = 3.0, 256  # what harms takes minutes
FILE = Path("mine/hostile.toml")
ALLOWED = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@contextmanager
def contained(seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    yield
    taken = time.process_time() - began
    assert taken < seconds or taken < seconds * slowness()  # the pace is only measured where it matters
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < megabytes * 1024


def tried(text: str) -> str:
    """Reads, computes and writes a formula; what comes of it in a word."""
    tree = parse(text)
    if isinstance(tree, Refused):
        return "refused"
    try:
        kind(tree, KINDS)
        result = value(tree, HERE)
    except Refusal:
        return "refused"
    at = (0,) * kind_of(result) if kind_of(result) <= 2 else ()
    assert symbols(tree)
    try:
        numbers(tree, HERE, at)
    except Refusal:
        return "computed, not written"
    return "computed"


def used(text: str) -> str:
    """Reads a question file, draws it, tells it, checks it, answers it; what comes of it in a word."""
    question = question_of(text, FILE)
    if isinstance(question, Broken):
        assert question.message
        return "refused"
    try:
        variant = variants.draw(question, 1, question.default_level)
    except (Undrawable, BadParameters):
        return "never drawn"
    worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
    list(found_in(variant))
    mark(variant, {asked.name: ["1e9"] * len(asked.bands) for asked in variant.asked})
    return "drawn"


# Formulas

WORDS = st.sampled_from(
    [*sorted(CALLED), *HERE, "e", "pi", "x", "import", "eval", "__class__", "None", "self"]
)
SIGNS = st.sampled_from(
    [
        *"+-*/^<>=!()[],.;:'\"\\{}$%&|@#~`?",
        "**",
        "<=",
        "==",
        " and ",
        " or ",
        " not ",
        "\n",
        "\0",
        "\u202e",
        "∞",
        "é",
    ]
)
DIGITS = st.sampled_from(["0", "1", "2", "9" * 39, "1e60", "1e-60", "0.5", "1_0", ".", "1e", "0x1"])
SOUP = st.lists(WORDS | SIGNS | DIGITS, max_size=40).map("".join)
LEAF = st.sampled_from(["0", "1", "0.5", "1e30", "3", "pi", *HERE])
GROWN = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "^", "<", "==", "and", "or"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(st.sampled_from(sorted(CALLED)), st.lists(inner, min_size=1, max_size=3)).map(
            lambda t: f"{t[0]}({', '.join(t[1])})"
        ),
        st.lists(inner, min_size=1, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(inner, inner).map(lambda t: f"{t[0]}[{t[1]}]"),
        inner.map(lambda text: f"-{text}"),
    ),
    max_leaves=30,
)


@given(SOUP | GROWN | st.text(max_size=60))
@settings(ALLOWED, max_examples=4000 if SWEEP else 600)
def test_no_formula_does_harm(text: str) -> None:
    with contained():
        tried(text)


WRITTEN = [
    "(" * 24 + "1" + ")" * 24,
    "-" * 590 + "1",
    "not " * 140 + "1",
    "1^" * 59 + "1",
    "2^" * 10 + "2",
    "factorial(40)^9",
    "exp(exp(exp(9)))",
    "outer(range(64), range(64))" + " + outer(range(64), range(64))" * 9,
    "matmul(outer(range(64), range(64)), outer(range(64), range(64)))",
    "outer(range(4096), range(4096))",
    "cumsum(range(4096))" + " * range(4096)" * 20,
    "choose(1000, 500)",
    "0/0",
    "0^0",
    "0^-1",
    "10^-60/10^60",
    "sum(range(4096)^20)",
    "softmax(range(4096)*10^50)",
    "causal(outer(range(64), range(64))) - causal(outer(range(64), range(64)))",
    "softmax(causal(A) * 0)",
    "A[-1]",
    "u[10^50]",
    "round(1, 10^50)",
    "round(10^50, 12)",
    "x.__class__.__mro__",
    "__builtins__",
    "().__class__",
    "e.__init__",
    'open("/etc/passwd")',
    'exec("1")',
    "[" * 24 + "1" + "]" * 24,
    '"' + "a" * 500 + '"',
    "if(1, 2, 1/0)",
    "if(0, 1/0, 2)",
    "if(u, 1, 2)",
    "mod(1, 0)",
    "mod(10^60, 10^-60)",
    "floor(10^60)",
    "sin(10^60)",
    "tanh(10^60)",
    "words[0]",
    'position(words, "")',
]


@pytest.mark.parametrize("text", WRITTEN)
def test_no_written_formula_does_harm(text: str) -> None:
    with contained():
        assert tried(text) in ("refused", "computed", "computed, not written")


# Files

HEAD = "title = 'x'\nsection = '2.1'\nstatement = '''\n<x>\n'''\nkind = 'formula'\n"
VAR = HEAD + "[variables.x]\n"
ONE = VAR + "of = [1, 2, 3]\n"


def steps(*formulas: str, ask: str = "ask = true\n") -> str:
    return "".join(
        f"[[steps]]\nname = 's{chr(97 + n)}'\ntitle = 't'\nvalue = '{text}'\n{ask}"
        for n, text in enumerate(formulas)
    )


X = "[variables.x]\nof = [1]\n" + steps("x")
FILES = {
    "lists in lists": "a = " + "[" * 5000,
    "tables in tables": "a = " + "{a=" * 3000,
    "dots": ".".join("a" * 9000) + " = 1",
    "digits": "a = " + "9" * 9000,
    "zeros": "a = 0." + "0" * 9000,
    "points": HEAD.replace("kind", "points = '1e999999999'\nkind") + steps("1"),
    "over nothing": HEAD.replace("kind", "points = '1/0'\nkind") + steps("1"),
    "long": HEAD + "#" * 100_000,
    "nothing": "",
    "not text": "\0\ufffe",
    "no kind": HEAD.replace("formula", "../../etc/passwd") + steps("1"),
    "a kind of Python": HEAD.replace("formula", "__init__"),
    "latex": HEAD.replace("<x>", "$" + r"\frac{" * 900 + "1" + "}{2}" * 900 + "$") + X,
    "macros": HEAD.replace("<x>", r"$\def\a{\a\a}\a$") + X,
    "link": HEAD.replace("<x>", r"$\href{javascript:alert(1)}{x}$") + X,
    "matrices": VAR
    + "rows = 64\ncolumns = 64\nof = [1, 2]\n"
    + steps("matmul(x, x)/64", *[f"softmax(matmul(s{chr(97 + n)}, x))" for n in range(19)], ask=""),
    "sums": VAR + "length = 64\nof = [1.5, 2.5]\n" + steps(*["+".join(["sum(x*x)"] * 18)] * 12),
    "never": ONE.replace("kind", "constraints = ['x > 5']\nkind") + steps("x"),
    "cycle": ONE + steps("sa"),
    "later": ONE + steps("sb", "x"),
    "itself": ONE + steps("x").replace("'sa'", "'x'"),
    "unfair": ONE
    + steps("x/3", *[f"s{chr(97 + n)}*1.01/1.013" for n in range(20)], ask="")
    + "[[steps]]\nname = 'end'\ntitle = 't'\nvalue = 'exp(su)*1e6'\nask = true\n",
    "mistakes": ONE
    + steps("x/3", *[f"s{chr(97 + n)}*1.01/1.013" for n in range(20)], ask="")
    + "".join(f"[[mistakes]]\nof = 'sa'\nvalue = 'x/3 + 0.00001*{n + 1}'\nsays = 'x'\n" for n in range(20)),
    "a size of a size": HEAD
    + "[variables.n]\nof = [1e9]\n[variables.x]\nlength = 'n'\nof = [1]\n"
    + steps("sum(x)"),
    "huge": VAR + "of = [1e308, -1e308]\n" + steps("x*10"),
    "names": HEAD + "[variables.replace]\nof = [1]\n" + steps("1"),
    "dunder": HEAD + "[variables.__class__]\nof = [1]\n" + steps("1"),
    "copy": HEAD + "[variables.copy]\nof = [1]\n" + steps("copy"),
    "range": VAR + "from = 0\nto = 1e30\nstep = 1e-9\n" + steps("x"),
    "not a number": VAR + "of = [nan, inf]\n" + steps("x"),
    "mixed": VAR + "of = [1, 'a', [1]]\n" + steps("x"),
    "too many steps": ONE + steps(*["x"] * 60),
    "bidirectional": HEAD.replace("<x>", "\u202e <x> \u2066") + X,
    "script": HEAD.replace("<x>", "<script>alert(1)</script>") + steps("1"),
    "words": VAR + "of = ['a', 'b']\n" + steps("x"),
    "options": VAR + "of = ['a', 'b']\n" + steps("x").replace("ask", "form = 'word'\noptions = 'x'\nask"),
    "an odd case": VAR + "meaning = 'x'\n" + steps("x") + "[[cases]]\nx = 1\n[[cases]]\nx = 'a'\n",
    "no case": VAR + "meaning = 'x'\n" + steps("x"),
    "a year": VAR + "of = [1979-05-27]\n" + steps("x"),
    "truth": VAR + "of = [true]\n" + steps("x"),
    "empty": VAR + "value = []\n" + steps("x"),
}


@pytest.mark.parametrize("name", FILES)
def test_no_written_file_does_harm(name: str) -> None:
    with contained():
        assert used(FILES[name]) in ("refused", "never drawn", "drawn")


def _file(parts: tuple[Any, ...]) -> str:
    variable, wrong, extra = (str(parts[n]) for n in (0, 2, 3))
    mistakes = f"[[mistakes]]\nof = 'sa'\nvalue = '{wrong}'\nsays = 'x'\n"
    return HEAD + extra + f"[variables.x]\n{variable}\n" + steps(*parts[1]) + mistakes


VARIABLE = st.sampled_from(
    [
        "of = [1, 2, 3.5]",
        "from = -5\nto = 5\nstep = 0.25",
        "length = 5\nof = [0.1, 0.2]",
        "rows = 3\ncolumns = 3\nof = [-1, 0, 2]",
        "of = ['a', 'b']",
        "value = 2",
        "length = 64\nfrom = 1\nto = 9",
    ]
)
INNER = st.recursive(
    st.sampled_from(["x", "sa", "sb", "2", "0.5", "e"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "^", "<="]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(
            st.sampled_from(
                ["sum", "mean", "exp", "ln", "softmax", "sqrt", "norm", "max", "transpose", "floor", "cumsum"]
            ),
            inner,
        ).map(lambda t: f"{t[0]}({t[1]})"),
    ),
    max_leaves=6,
)
EXTRA = st.sampled_from(
    [
        "",
        "constraints = ['sum(x) > 0']\n",
        "constraints = ['x > 1']\n",
        "points = 2\n",
        "cases = [{x = 1}, {x = 2}]\n",
        "nonsense = 1\n",
    ]
)
TEMPLATES = st.tuples(VARIABLE, st.lists(INNER, min_size=1, max_size=5), INNER, EXTRA).map(_file)


@given(TEMPLATES)
@settings(ALLOWED, max_examples=960 if SWEEP else 150)
def test_no_file_does_harm(text: str) -> None:
    with contained():
        used(text)


@pytest.mark.sweep
def test_harm_would_be_seen() -> None:
    """The measure itself: what takes too long, or more than this process ever had, fails."""

    def slow() -> None:
        began = time.process_time()
        while time.process_time() - began < 2.0:
            pass

    def large() -> None:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        bytearray(b"x" * (most * 1024 // 2))  # twice, for a moment

    for harm, seconds, megabytes in ((slow, 0.1, MEGABYTES), (large, 60.0, 1)):
        with pytest.raises(AssertionError), contained(seconds, megabytes):
            harm()
