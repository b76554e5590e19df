"""The language of closed forms: text -> tree -> text."""

from decimal import Decimal

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary, nodes, show
from engine.answers.grammar import parse
from engine.answers.refusal import Refused
from engine.limits import DEEPEST, LONGEST, MOST_NODES
from tests.engine.answers.random_expressions import longest, small, trees, two_places
from tests.engine.submissions import SWEEP

one, two, three = Num(Decimal(1)), Num(Decimal(2)), Num(Decimal(3))
e = Name("e")


@settings(max_examples=400 if SWEEP else 80, deadline=None)
@given(trees(two_places | small | longest, "+-*/^", most_leaves=8))
def test_a_tree_that_is_shown_and_parsed_is_the_same_tree(tree: Tree) -> None:
    text = show(tree)
    assume(len(text) <= LONGEST)
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1+2*3", Binary("+", one, Binary("*", two, three))),
        ("1-2-3", Binary("-", Binary("-", one, two), three)),
        ("1/2/3", Binary("/", Binary("/", one, two), three)),
        ("1^2^3", Binary("^", one, Binary("^", two, three))),
        ("-1^2", Unary("-", Binary("^", one, two))),
        ("1^-2^3", Binary("^", one, Unary("-", Binary("^", two, three)))),
        ("1--2", Binary("-", one, Unary("-", two))),
        ("1/-2", Binary("/", one, Unary("-", two))),
        ("2e", Binary("*", two, e)),
        ("2e^3", Binary("*", two, Binary("^", e, three))),
        ("2e/3", Binary("/", Binary("*", two, e), three)),
        ("(1+e)(1-e)", Binary("*", Binary("+", one, e), Binary("-", one, e))),
        ("2(3)e", Binary("*", Binary("*", two, three), e)),
        ("2sqrt(3)", Binary("*", two, Call("sqrt", three))),
        ("2√3", Binary("*", two, Call("sqrt", three))),
        ("√3/2", Binary("/", Call("sqrt", three), two)),
        ("√√3", Call("sqrt", Call("sqrt", three))),
        ("e²", Binary("^", e, two)),
        ("e⁻²", Binary("^", e, Unary("-", two))),
        ("e**2", Binary("^", e, two)),
        ("2e+1", Binary("+", Binary("*", two, e), one)),
        ("2E+1", Num(Decimal(20))),
        ("2e1", Num(Decimal(20))),
        ("2.5E-1", Num(Decimal("0.25"))),
        ("1_000", Num(Decimal(1000))),
        ("2exp(1)", Binary("*", two, Call("exp", one))),
        ("π", Name("pi")),
        ("Ln (2)", Call("ln", two)),
        ("log_2(3)", Call("log2", three)),
    ],
)
def test_signs_bind_as_on_paper(text: str, tree: Tree) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize("text", ["1/2e", "1/2(3)", "1/2 sqrt(3)", "e^2e", "e^2(3)", "√2e", "2 3", "e²e"])
def test_a_product_that_could_be_read_in_two_ways_needs_its_sign(text: str) -> None:
    refused = parse(text)
    assert isinstance(refused, Refused)
    assert refused.message == "Please type the sign that is missing here, such as *, or brackets."


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 0, "number is missing at the end"),
        ("1+", 2, "number is missing at the end"),
        ("1**", 3, "number is missing at the end"),
        ("(1", 2, "a ) is missing at the end"),
        ("exp(2*(1)", 9, "a ) is missing at the end"),
        ("1)", 1, "closes none"),
        ("()", 1, "number that is missing here"),
        ("*2", 0, "number that is missing here"),
        ("2+/3", 2, "number that is missing here"),
        ("2²^3", 2, "brackets around what is raised"),
        ("abc", 0, 'without "abc"'),
        ("2+nats", 2, 'without "nats"'),
        ("4 GiB (about', ", 2, 'without "GiB"'),
        ("টোকেন", 0, 'without "টোকেন"'),
        ("3!", 1, 'without "!"'),
        ("2\0", 1, "without this character"),
        ("tan(1)", 0, 'without "tan"'),
        ("__import__('os')", 0, 'without "__import__"'),
        ("<script>", 0, 'without "<"'),
        ("e.__class__", 1, 'without "."'),
        ("log(2)", 0, "ln, log2 or log10"),
        ("2Log(2)", 1, "ln, log2 or log10"),
        ("ln 2", 0, "brackets after ln"),
        ("sqrt18", 0, "brackets after sqrt"),
        ("e(2)", 0, "* or ^"),
        ("E", 0, "small e"),
        ("[1+2]*3", 0, "round brackets"),
        ("1=1", 1, "one side"),
        ("24:25", 2, "/ for a division"),
        ("1e61", 0, "power of ten"),
        ("1 + 1E-61", 4, "power of ten"),
        ("1+" + "1" * 41, 2, "more than 40 digits"),
        ("e" + "²" * 41, 1, "more than 40 digits"),
        ("1" * (LONGEST + 1), LONGEST, "longer than 100"),
        ("(" * (DEEPEST + 1), DEEPEST, "more than 20 brackets"),
        ("1" + "+1" * (MOST_NODES // 2), 0, "more than 60 numbers"),
    ],
)
def test_what_cannot_be_parsed_is_refused_at_its_spot_with_what_to_do(
    text: str, column: int, said: str
) -> None:
    refused = parse(text)
    assert isinstance(refused, Refused)
    assert refused.column == column
    assert said in refused.message


def test_a_node_knows_the_column_of_its_sign_or_word() -> None:
    tree = parse("2 * sqrt(18) / e²")
    assert isinstance(tree, Binary)
    assert [(type(node).__name__, node.at) for node in nodes(tree)] == [
        ("Binary", 13),
        ("Binary", 16),
        ("Num", 16),
        ("Name", 15),
        ("Binary", 2),
        ("Call", 4),
        ("Num", 9),
        ("Num", 0),
    ]


def test_as_many_nodes_and_brackets_as_allowed_are_parsed() -> None:
    assert isinstance(parse("1" + "+1" * (MOST_NODES // 2 - 1)), Binary)
    assert parse("(" * DEEPEST + "1" + ")" * DEEPEST) == one


def test_shown_trees_have_no_bracket_too_many() -> None:
    for text in [
        "2*e/(2*e + 1)",
        "-2^2",
        "(-2)^2",
        "2^3^2",
        "(2^3)^2",
        "1 - (2 - 3)",
        "-(2 + 3)",
        "1/(2*3)",
        "3E-7",
    ]:
        tree = parse(text)
        assert not isinstance(tree, Refused)
        assert show(tree) == text


@settings(max_examples=400 if SWEEP else 80, deadline=None)
@given(st.text(alphabet="0123456789.eE+-*/^()√²⁻ _πxsqrtln,'=\n", max_size=40))
@example("1e" + "9" * 90)
def test_any_text_is_parsed_or_refused_at_one_of_its_columns(text: str) -> None:
    result = parse(text)
    if isinstance(result, Refused):
        assert result.column is not None
        assert 0 <= result.column <= len(text)
        assert result.message.endswith(".")
    else:
        assert parse(show(result)) == result or len(show(result)) > LONGEST
