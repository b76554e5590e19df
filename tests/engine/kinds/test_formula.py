"""Questions of kind ``formula``: what their files say becomes a chain like any other."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import variants
from engine.bank import question_of
from engine.marking import feedback
from engine.parameters import BadParameters
from engine.questions import Question
from engine.solutions import worked_solution
from engine.validation import checks
from engine.validation.locations import Broken
from engine.variants import Undrawable, Variant
from tests.engine.submissions import marked

FILE = Path("mine/of-one-layer.toml")
HEAD = """title = "Numbers of one layer"
kind = "formula"
section = "c.2"
skill = "count"
points = 3
statement = '''
A layer takes <n> inputs and has <m> units. Its weights are kept in <bits> bits each.
'''
"""
VARIABLES = """
[variables.n]
symbol = "n"
meaning = "inputs"
from = 100
to = 900
step = 100

[variables.m]
symbol = "m"
meaning = "units"
of = [10, 20, 30]

[variables.bits]
value = 16
"""
STEPS = """
[[steps]]
name = "weights"
title = "Weights"
value = "n * m"
symbol = "W"
form = "integer"
ask = true
points = 1

[[steps]]
name = "size"
title = "Size in kB"
value = "(weights + m) * bits / 8 / 1000"
symbol = "S"
unit = "kB"
ask = true
text = "How large is the layer, biases included?"
"""
MISTAKES = """
[[mistakes]]
name = "biases_left_out"
of = "size"
value = "weights * bits / 8 / 1000"
says = "You left out the biases: every unit has one."

[[mistakes]]
of = "weights"
value = "n + m"
says = "You added; every unit has a weight for every input."

[[conventions]]
of = "size"
value = "(weights + m) * bits / 8 / 1024"
says = "Those are KiB; 1 kB is 1000 bytes."
"""


def made(text: str) -> Question:
    question = question_of(text, FILE)
    assert not isinstance(question, Broken), question
    return question


def drawn(text: str = HEAD + VARIABLES + STEPS + MISTAKES, seed: int = 1) -> Variant:
    return variants.draw(made(text), seed, "exam")


def said(variant: Variant, answers: dict[str, list[str]], part: str) -> str:
    asked = variant.part(part)
    assert asked
    return " ".join(feedback.sentences(variant, asked, marked(variant, answers)[part]))


def test_a_chain_of_formulas_is_drawn_marked_and_told() -> None:
    variant = drawn()
    n, m = variant.parameters.n, variant.parameters.m  # type: ignore[attr-defined]
    assert (variant.exact.values["weights"], variant.exact.values["size"]) == (n * m, (n * m + m) * 2 / 1000)
    assert [asked.points for asked in variant.asked] == [1, 2]
    assert variant.part("size").text == "How large is the layer, biases included?"  # type: ignore[union-attr]
    key = {"weights": [str(n * m)], "size": [f"{(n * m + m) / 500:.2f}"]}
    assert all(mark.right for mark in marked(variant, key).values())
    line = worked_solution.tell(variant.exact, ["size"])[-1]
    assert line.formula == r"\frac{\frac{\left(W + m\right) \cdot \text{bits}}{8}}{1000}"
    assert line.numbers.startswith(r"\frac{\frac{\left(" + str(n * m)[:1])


def test_a_name_without_a_symbol_is_written_in_words() -> None:
    text = (HEAD + VARIABLES + STEPS).replace("bits", "bits_each").replace('symbol = "W"\n', "")
    report = checks.check(made(text.replace("weights", "all_weights")), 3)
    assert not report.findings
    line = worked_solution.tell(drawn(text.replace("weights", "all_weights")).exact, ["size"])[-1]
    assert r"\text{all weights}" in line.formula
    assert r"\text{bits each}" in line.formula


def test_mistakes_conventions_and_ones_own_way_are_recognised() -> None:
    variant = drawn()
    n, m = variant.parameters.n, variant.parameters.m  # type: ignore[attr-defined]
    right = str(n * m)
    assert "left out the biases" in said(
        variant, {"weights": [right], "size": [f"{n * m / 500:.2f}"]}, "size"
    )
    assert "KiB" in said(variant, {"weights": [right], "size": [f"{(n * m + m) * 2 / 1024:.2f}"]}, "size")
    own = {"weights": [str(n + m)], "size": [f"{(n + 2 * m) / 500:.2f}"]}
    assert "You added" in said(variant, own, "weights")
    assert marked(variant, own)["size"].right, "carried on rightly from one's own number of weights"


def test_the_same_seed_gives_the_same_numbers_and_what_is_stored_comes_back() -> None:
    question = made(HEAD + VARIABLES + STEPS + MISTAKES)
    assert question.varies
    assert question.of_numbers
    kept = variants.draw(question, 5, "exam").to_json()
    assert kept == variants.draw(question, 5, "exam").to_json()
    assert kept["parameters"] != variants.draw(question, 6, "exam").to_json()["parameters"]
    again = variants.from_json(question, kept)
    assert [asked.key for asked in again.asked] == [part["key"][0] for part in kept["parts"]]


def test_its_check_finds_nothing_and_sees_both_mistakes() -> None:
    report = checks.check(made(HEAD + VARIABLES + STEPS + MISTAKES), 40)
    assert not report.findings
    assert report.different > 15
    assert all(share > 0.9 for share in report.speaks.values())


def test_a_collision_is_found() -> None:
    """A mistake that always gives the key is none."""
    same = MISTAKES.replace('value = "n + m"', 'value = "m * n"')
    report = checks.check(made(HEAD + VARIABLES + STEPS + same), 20)
    assert [finding.says for finding in report.findings] == [
        "the mistake weights_slip_b always gives the key"
    ]


def test_what_an_author_keeps_as_a_test_is_run() -> None:
    numbers = "numbers = { n = 100, m = 10, bits = 16 }"
    kept = "".join(
        f"\n[[tests]]\n{numbers}\ntyped = {{ {typed} }}\ngives = '{gives}'\n"
        for typed, gives in (
            ("weights = '1000'", "right"),
            ("weights = ['110']", "weights_slip_b"),
            ("weights = ['1'], size = ['2.02']", "wrong"),
            ("size = ['2.02']", "wrong"),
            ("sizes = ['2.02']", "right"),
        )
    )
    report = checks.check(made(HEAD + VARIABLES + STEPS + MISTAKES + kept), 5)
    assert [finding.says for finding in report.findings] == [
        "test 4 gives right, not wrong",
        "test 5 gives no mark for sizes, which is not asked, not right",
    ]


def test_a_check_tells_how_the_answers_spread_and_which_statements_are_longest() -> None:
    report = checks.check(made(HEAD + VARIABLES + STEPS), 30)
    assert {name: len(found) for name, found in report.answers.items()} == {"weights": 30, "size": 30}
    assert len(report.statements) == 5
    assert report.statements[0][0] == report.longest


def test_constraints_bind_what_is_drawn() -> None:
    bound = HEAD.replace("points", 'constraints = ["n > 30*m", "mod(n, 200) == 0"]\npoints')
    for seed in range(10):
        parameters: Any = drawn(bound + VARIABLES + STEPS, seed).parameters
        assert parameters.n > 30 * parameters.m
        assert parameters.n % 200 == 0
    of_steps = HEAD.replace("points", 'constraints = ["weights > 10_000", "size < 30"]\npoints')
    for seed in range(10):
        reached = drawn(of_steps + VARIABLES + STEPS, seed).exact.reached
        assert reached["weights"] > 10_000
        assert reached["size"] < 30
    never = HEAD.replace("points", 'constraints = ["n > 1000"]\npoints')
    with pytest.raises(Undrawable, match="n > 1000 is not met"):
        drawn(never + VARIABLES + STEPS)


COMPUTED = """
[variables.total]
meaning = "parameters"
computed = "n * m + m"
"""


def test_a_variable_may_be_computed_from_those_above_it_and_stands_in_the_statement() -> None:
    text = HEAD.replace("bits each.", "bits each, <total> in all.").replace(
        "points", 'constraints = ["total > 10_000"]\npoints'
    )
    for seed in range(10):
        variant = drawn(text + VARIABLES + COMPUTED + STEPS, seed)
        parameters: Any = variant.parameters
        assert parameters.total == parameters.n * parameters.m + parameters.m > 10_000
        (told,) = variant.statement
        assert f"{parameters.total:.0f} in all" in re.sub(r"\\u202f|\u202f", "", str(told))


def test_a_computed_value_is_written_as_decimals_and_not_as_float_noise() -> None:
    added = (
        VARIABLES
        + '[variables.more]\ncomputed = "n / 1000 + 0.2"\n\n[variables.row]\ncomputed = "[n, m / 10]"\n'
    )
    texts = {str(drawn(HEAD + added + STEPS, seed).parameters.to_json()["more"]) for seed in range(20)}
    assert all(len(text) <= 4 for text in texts), texts
    parameters: Any = drawn(HEAD + added + STEPS, 1).parameters
    assert list(parameters.row) == [parameters.n, parameters.m / 10]


def test_numbers_of_ones_own_must_agree_with_what_is_computed() -> None:
    question = question_of(HEAD + VARIABLES + COMPUTED + STEPS, FILE)
    assert isinstance(question, Question)
    own = {"n": 100, "m": 10}
    assert variants.draw(question, 0, "exam", own).parameters.to_json()["total"] == 1010
    assert variants.draw(question, 0, "exam", {**own, "total": 1010}).parameters.to_json()["total"] == 1010
    with pytest.raises(BadParameters, match=r"total: is n \* m \+ m, which is 1010 here"):
        variants.draw(question, 0, "exam", {**own, "total": 1000})


def test_a_question_whose_values_all_stand_fast_or_are_computed_does_not_vary() -> None:
    fixed = "[variables.n]\nvalue = 100\n[variables.m]\nvalue = 10\n[variables.bits]\nvalue = 16\n"
    question = question_of(HEAD + fixed + COMPUTED + STEPS, FILE)
    assert isinstance(question, Question)
    assert not question.varies
    assert question.fixed["total"] == 1010


def test_words_are_chosen_among_options_and_cases_name_real_things() -> None:
    text = HEAD.replace(
        "<n> inputs and has <m> units. Its weights are kept in <bits> bits each.", "<sizes>, <name>."
    )
    text += """
[variables.sizes]
meaning = "sizes"
length = 3
from = 1
to = 9

[variables.names]
value = ["small", "medium", "large"]

[variables.year]
meaning = "year"

[[steps]]
name = "largest"
title = "The largest"
value = "names[argmax(sizes)]"
form = "word"
options = "names"

[[cases]]
name = "GPT"
year = 2018

[[cases]]
name = "GPT-2"
year = 2019
"""
    variant = drawn(text)
    assert variant.case in ("GPT", "GPT-2")
    sizes = list(variant.parameters.sizes)  # type: ignore[attr-defined]
    assert variant.asked[0].key == ("small", "medium", "large")[sizes.index(max(sizes))]
    assert marked(variant, {"largest": [variant.asked[0].key]})["largest"].right


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ("n * m", "n * q", "steps.value", "There is no q here."),
        ("n * m", "n * size", "steps.value", "There is no size here."),
        ("n * m", "n * ", "steps.value", "ends too early"),
        ("n * m", "sum(n)", "steps.value", "a vector or a matrix, not a number"),
        ('name = "size"', 'name = "weights"', "steps.name", "it is one already"),
        ('form = "integer"', 'form = "integer"\nformula = "<n> <bits>"', "steps.formula", "<bits> stands in"),
        ('name = "size"', 'name = "sum"', "steps.name", "cannot be the name"),
        ('name = "size"', 'name = "size_1"', "steps.name", "cannot be the name"),
        ('form = "integer"', 'form = "word"', "steps.form", "a number; its form is word"),
        ("[variables.n]", "[variables.pi]", "variables.pi", "cannot be the name"),
        ("[variables.n]", "[variables.copy]", "variables.copy", "cannot be the name"),
        ('of = "size"', 'of = "sizes"', "mistakes.of", "There is no step sizes."),
        ('"n + m"', '"n + size"', "mistakes.value", "There is no size here."),
        ('"n + m"', '"n + weights"', "mistakes.value", "what the step rightly comes to is called right."),
        ('"n + m"', '"[n, m]"', "mistakes.value", "This is a vector; the step weights is a number."),
        ("of = [10, 20, 30]", 'of = [10, "x"]', "variables.m.of", "must be of one kind"),
        ("of = [10, 20, 30]", "from = 3", "variables.m", "go together"),
        ("of = [10, 20, 30]", "from = 3\nto = 1", "variables.m", "must not lie below"),
        ("of = [10, 20, 30]", 'length = "x"\nof = [1]', "variables.m", "no number that stands above"),
        ("value = 16", 'computed = "q + 1"', "variables.bits.computed", "There is no q here."),
        ("value = 16", 'computed = "weights + 1"', "variables.bits.computed", "There is no weights here."),
        ("value = 16", 'value = 16\ncomputed = "n"', "variables.bits", "give one of"),
        ("value = 16", 'length = 2\ncomputed = "n"', "variables.bits", "say what its entries are drawn from"),
        ("points = 3", 'points = 3\nconstraints = ["[n, m]"]', "constraints", "this is a vector"),
        ("points = 3", "points = 3\nfamily = 'perplexity'", "family", "no such key here"),
    ],
)
def test_what_does_not_fit_is_named_at_its_line(old: str, new: str, key: str, message: str) -> None:
    text = (HEAD + VARIABLES + STEPS + MISTAKES).replace(old, new, 1)
    problem = question_of(text, FILE)
    assert isinstance(problem, Broken)
    assert (problem.key, message in problem.message) == (key, True), problem
    line = text.splitlines()[problem.line - 1]
    if "There is no q" in message or "ends too early" in message:
        assert problem.column is not None
        assert line[problem.column :].startswith("q") or line[problem.column :] == '"'
    wanted = key.rpartition(".")[2]
    assert wanted in line or new.splitlines()[0] in line, (problem, line)


@pytest.mark.parametrize(
    ("value", "by_hand"),
    [
        ("-ln(sigmoid(x))", lambda x: -math.log(round(1 / (1 + math.exp(-x)), 2))),
        ("3 / (1 + exp(-x))", lambda x: 3 / (1 + round(math.exp(-x), 2))),
        ("10 * softmax([x, 0, -1])[2]", lambda x: 10 / (round(math.exp(x), 2) + 1 + 0.37)),
    ],
)
def test_who_writes_an_exponential_down_before_going_on_is_right(
    value: str, by_hand: Callable[[float], float]
) -> None:
    text = f"""{HEAD.replace("<n>", "<x>").replace("<m>", "1").replace("<bits>", "8")}
[variables.x]
from = 0.03
to = 1.8
step = 0.01

[[steps]]
name = "y"
title = "The value"
value = "{value}"
"""
    differ = 0
    for seed in range(60):
        variant = drawn(text, seed)
        x = variant.parameters.x  # type: ignore[attr-defined]
        typed, exact = f"{by_hand(x):.2f}", f"{variant.asked[0].key:.2f}"
        differ += typed != exact
        assert marked(variant, {"y": [typed]})["y"].right, (x, typed, exact)
    assert differ > 0


def test_a_fraction_is_no_whole_number() -> None:
    text = (HEAD + VARIABLES + STEPS).replace('value = "n * m"', 'value = "n * m / 13"')
    with pytest.raises(Undrawable, match="must be a whole number"):
        drawn(text)


def test_a_mistake_may_depend_on_the_numbers() -> None:
    text = (
        HEAD
        + VARIABLES
        + STEPS
        + MISTAKES.replace('says = "You added', 'when = "m == 10"\nsays = "You added')
    )
    report = checks.check(made(text), 60)
    assert not report.findings
    for seed in range(12):
        variant = drawn(text, seed)
        n, m = variant.parameters.n, variant.parameters.m  # type: ignore[attr-defined]
        assert ("You added" in said(variant, {"weights": [str(n + m)]}, "weights")) == (m == 10)


THREE_PLACES = """title = "Agreement"
kind = "formula"
section = "2.5"
points = 3
statement = "Of <n> reviews, two people agree on <same>, and would by chance on <chance>."

[variables.n]
value = 1000

[variables.same]
value = 551

[variables.chance]
value = 455

[[steps]]
name = "observed"
title = "Observed"
value = "same / n"
places = 3
points = 1

[[steps]]
name = "expected"
title = "Expected"
value = "chance / n"
places = 3
points = 1

[[steps]]
name = "kappa"
title = "Kappa"
value = "(observed - expected) / (1 - expected)"
places = 3
points = 1
"""


def test_nobody_has_cut_off_what_follows_from_their_own_lines_rounded_to_fewer_digits() -> None:
    """0.09/0.54 is 0.1667: 0.17 is that rounded, and the key 0.1761 cut off."""
    variant = drawn(THREE_PLACES)
    marks = marked(variant, {"observed": ["0.55"], "expected": ["0.46"], "kappa": ["0.17"]})
    said = " ".join(feedback.sentences(variant, variant.asked[2], marks["kappa"]))
    assert "rounded too early: 3 decimals are asked" in said
    assert "cut off" not in said
