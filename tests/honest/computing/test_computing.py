"""The results of a person who writes down each operation, held against numbers worked out by hand."""

import ast
import math
from functools import partial
from random import Random
from types import FunctionType
from typing import Any, cast

import numpy as np
import pytest

from engine.chain import run
from engine.families.attention import attention
from engine.families.evaluation import bleu
from engine.mathematics import softmax
from engine.mathematics.activations import EACH_UNIT
from engine.mathematics.logarithms import softplus
from engine.variants import Variant
from tests.engine.submissions import BANK, of_the_bank, whole
from tests.every import every
from tests.honest.__main__ import numeric
from tests.honest.computing import source
from tests.honest.computing.operations import HAND
from tests.honest.computing.pens import Pen, Precision
from tests.honest.mistakes.mutants import mutants
from tests.honest.mistakes.wrong import listed
from tests.honest.needs import agree, needs
from tests.honest.people import STYLES, shown
from tests.honest.sheets import sheet
from tests.honest.ways import Way

TWO, THREE = Precision(2), Precision(3)


def pen(precision: Precision | None = TWO, ties: bool = False, seed: int = 0) -> Pen:
    return Pen(lambda rng: precision, Random(seed), ties)


def made(text: str) -> FunctionType:
    """A function that the hand takes for a step."""
    written = cast(ast.Lambda, ast.parse(text, mode="eval").body)
    function = cast(
        FunctionType, eval(compile(ast.Expression(written), "<test>", "eval"), {"np": np, "math": math})
    )
    source.give(function, written)
    return function


def by_hand(function: Any, *values: Any, with_: Pen | None = None) -> Any:
    """The result of somebody who writes two decimals and decides as these exact numbers do."""
    exact, tape = HAND.exactly(function, values)
    found = HAND.by_hand(function, values, with_ or pen(), tape)
    assert agree(exact, HAND.by_hand(function, values, pen(None), tape))
    return found


def test_softmax_writes_the_exponentials_down_first() -> None:
    """2.72 and 7.39, in all 10.11; 2.72 / 10.11 = 0.269."""
    assert by_hand(softmax, np.array([1.0, 2.0])).tolist() == [0.27, 0.73]


def test_softmax_of_unwieldy_scores_is_taken_of_the_distances_from_the_largest() -> None:
    """e^0 and e^-1 = 0.37, in all 1.37."""
    assert by_hand(softmax, np.array([-20.0, -21.0])).tolist() == [0.73, 0.27]


def test_masked_scores_stay_without_weight() -> None:
    """e^0.5 = 1.65, in all 2.65."""
    found = by_hand(softmax, np.array([[0.5, -np.inf], [0.0, 0.5]]))
    assert found.tolist() == [[1.0, 0.0], [0.38, 0.62]]


def test_roots_of_plain_numbers_are_written_down() -> None:
    """2 / 1.41 = 1.418, not 1.414."""
    assert by_hand(attention.scaled_scores, np.array([[2.0]]), np.ones((1, 2)), True).tolist() == [[1.42]]


def test_products_are_rounded_before_their_sum_and_partial_sums_are_not() -> None:
    """0.33 * 0.7 = 0.23 and 0.61 * 0.3 = 0.18, in all 0.41; exactly it is 0.414."""
    dot = made("lambda u, v: u @ v")
    assert by_hand(dot, np.array([0.33, 0.61]), np.array([0.7, 0.3])) == 0.41
    assert by_hand(made("lambda a, b, c: a + b - c"), 0.004, 0.004, 0.001) == 0.007


def test_a_matrix_product_is_done_cell_by_cell() -> None:
    """Row 2: 0.15 * 0.5 = 0.075, two digits of it; 0.25 * 0.33 = 0.0825 -> 0.083; then 0.158 -> 0.16, and 1 more."""
    affine = made("lambda w, x, b: w @ x + b")
    weights, x = np.array([[1.0, 0.0], [0.15, 0.25]]), np.array([0.5, 0.33])
    assert by_hand(affine, weights, x, np.array([0.0, 1.0])).tolist() == [0.5, 1.16]


@pytest.mark.parametrize(
    ("number", "kept"), [(0.0034, 0.0034), (0.00346, 0.0035), (0.034, 0.034), (0.1234, 0.12), (-1.2345, -1.23)]
)  # fmt: skip
def test_two_digits_of_a_small_number_are_kept(number: float, kept: float) -> None:
    assert pen().write(number) == kept
    assert pen().write(np.array([number])).tolist() == [kept]


def test_significant_digits_are_kept_of_large_numbers_and_whole_ones_in_full() -> None:
    three = pen(Precision(digits=3))
    assert [three.write(x) for x in (123.456, 0.0012345, 7.0e9 * 1.2345)] == [123.0, 0.00123, 8.64e9]
    assert three.write(np.array([12345.6, 12345.0])).tolist() == [12300.0, 12345.0]


def test_what_is_asked_is_kept_at_least() -> None:
    careful = pen(Precision(digits=3))
    careful.least = [Precision(2)]
    assert careful.write(123.456) == 123.46
    careful.least = [Precision(digits=5), Precision(1)]
    assert careful.write(np.array([123.456, 12345.6])).tolist() == [123.46, 12345.6]


def test_a_half_goes_either_way_by_chance() -> None:
    assert {pen(ties=True, seed=seed).write(0.125) for seed in range(20)} == {0.12, 0.13}
    assert {pen(seed=seed).write(0.125) for seed in range(20)} == {0.13}


def test_a_number_that_is_taken_over_is_not_rounded_again() -> None:
    """A person copies the 0.125 that the exercise gives; times 0.9 it is 0.11."""
    mixed = made("lambda share, x: share * x + 0.0")
    assert by_hand(mixed, 1.0, 0.125) == 0.125
    assert by_hand(mixed, np.array([1.0, 0.0, 0.9]), np.full(3, 0.125)).tolist() == [0.125, 0.0, 0.11]


def test_a_sigmoid_is_a_quotient() -> None:
    """e^-1 = 0.37; 1 / 1.37 = 0.73. Swish of 2: e^-2 = 0.14; 1 / 1.14 = 0.88, times 2."""
    assert by_hand(EACH_UNIT["sigmoid"].of, np.array([1.0])).tolist() == [0.73]
    assert by_hand(EACH_UNIT["swish"].of, np.array([2.0])).tolist() == [1.76]


def test_a_loss_is_written_in_two_ways() -> None:
    """ln 1.14 = 0.13, or 1 / 1.14 = 0.88 and -ln 0.88 = 0.13; of 1.2: ln 4.32 = 1.46, or -ln 0.23 = 1.47."""
    assert {by_hand(softplus, 1.2, with_=pen(seed=seed)) for seed in range(9)} == {1.46, 1.47}


def test_means_and_deviations_write_their_lines() -> None:
    """Mean 3.67 / 3 = 1.22; distances -1.12, -0.55, 1.68; squares 1.25, 0.30, 2.82; 4.37 / 3 = 1.46; root 1.21."""
    x = np.array([0.1, 0.67, 2.9])
    assert by_hand(made("lambda x: x.mean()"), x) == 1.22
    assert by_hand(made("lambda x: np.sqrt(x.var())"), x) == 1.21
    assert by_hand(made("lambda x: np.linalg.norm(x)"), np.array([1.1, 2.2])) == 2.46  # 1.21 + 4.84 = 6.05


def test_running_products_are_written_and_the_exponent_of_a_root_is_not() -> None:
    """0.67 * 0.5 = 0.34 (0.335), * 0.33 = 0.11; the cube root of 0.11 is 0.48. 1000^0.33 would be 9.77."""
    p = np.array([0.67, 0.5, 0.33])
    assert by_hand(made("lambda p: p.prod()"), p) == 0.11
    assert by_hand(made("lambda p: p.prod() ** (1 / len(p))"), p) == 0.48
    assert by_hand(made("lambda n: 1000.0 ** (1 / n)"), 3) == 10.0


def test_quotients_inside_an_exponential_are_written() -> None:
    """A brevity penalty: 14 / 9 = 1.56, e^-0.56 = 0.57; exactly it is 0.574."""
    chain = run(
        BANK.questions["up-to-four-words-in-a-row"].family,
        of_the_bank("up-to-four-words-in-a-row", "exam", 0).parameters,
    )
    penalty = chain.steps["brevity_penalty"].compute
    assert penalty.__module__ == bleu.__name__
    assert by_hand(penalty, 14, 9) == 0.57
    assert by_hand(penalty, 9, 14) == 1.0


def test_decisions_are_those_of_the_exact_numbers() -> None:
    """Rounded, 0.334 and 0.331 are the same, and 0.3349 is no more than a third."""
    larger = made("lambda a, b: 'first' if a * 1.1 > b * 1.1 else 'second'")
    _, tape = HAND.exactly(larger, (0.334, 0.331))
    assert HAND.by_hand(larger, (0.33, 0.33), pen(), tape) == "first"
    nearest = made("lambda x: (int(x.argmax()), max(x.tolist()), sorted(x.tolist(), reverse=True), max(*x))")
    _, tape = HAND.exactly(nearest, (np.array([0.331, 0.334]),))
    assert HAND.by_hand(nearest, (np.array([0.33, 0.32]),), pen(), tape) == (1, 0.32, [0.32, 0.33], 0.32)


def test_whether_a_line_is_still_exact_is_decided_on_ones_own_numbers() -> None:
    still = made("lambda p, x: 1.0 if p == math.exp(-x) else -math.log(p)")
    _, tape = HAND.exactly(still, (math.exp(-2.0), 2.0))
    assert HAND.by_hand(still, (0.14, 2.0), pen(), tape) == 1.97


def test_closures_partials_and_functions_of_functions_are_followed() -> None:
    inner = made("lambda a, b: a * b")
    assert by_hand(partial(inner, 0.33), 0.33) == 0.11
    outer = made("lambda f, x: [f(x, one) for one in (0.33, 0.5)]")
    assert by_hand(outer, inner, 0.67) == [0.22, 0.34]


def test_a_rounded_zero_ends_the_way() -> None:
    """0.996 is 1.00, and nothing is left of 1 - 1.00."""
    with pytest.raises(ZeroDivisionError):
        by_hand(made("lambda p: 1 / (1 - p * 1.0001)"), 0.9961)


def test_a_typed_number_has_the_form_that_is_asked() -> None:
    form = whole("perplexity", {"probabilities": [0.5, 0.25]}, "nats").asked[0].step.form
    assert [shown(form, x, pen()) for x in (0.0034, 0.00496, 1.005, -0.001)] == [
        "0.00",
        "0.00",
        "1.01",
        "0.00",
    ]
    assert {shown(form, 1.005, pen(ties=True, seed=seed)) for seed in range(20)} == {"1.00", "1.01"}


def test_a_whole_sheet_with_two_decimals() -> None:
    """-ln 0.3 = 1.20 and -ln 0.9 = 0.11; 1.31 / 2 = 0.66 (0.655); 0.66 / 0.69 = 0.96; e^0.66 = 1.93."""
    variant = whole("perplexity", {"probabilities": [0.3, 0.9]})
    style = STYLES["2 decimals"]
    found = [sheet(variant, Way(variant.exact), style, Random(seed)) for seed in range(12)]
    up = {"surprisals": ["1.20", "0.11"], "nats": ["0.66"], "bits": ["0.96"], "perplexity": ["1.93"]}
    down = up | {"nats": ["0.65"], "bits": ["0.94"], "perplexity": ["1.92"]}
    assert up in found
    assert down in found


def test_hidden_lines_keep_what_the_asked_ones_need() -> None:
    """Adam's moments in four decimals: nobody carries two of them who is asked for four of the change."""
    variant = of_the_bank("the-slope-turns-around", "exam", 0)
    asked = frozenset(part.name for part in variant.asked)
    assert asked == {"new_parameters"}
    assert needs(variant.exact, asked)["new_velocity"] == {Precision(4)}


def test_wrong_turns_are_made_in_the_source() -> None:
    says = {turn.says for turn in mutants(attention.scaled_scores.__code__)}
    assert "raw_scores / np.sqrt(Q.shape[1]) -> raw_scores * np.sqrt(Q.shape[1])" in says
    assert "np.sqrt(Q.shape[1]) -> Q.shape[1]" in says
    assert "Q.shape[1] -> Q.shape[0]" in says
    masked = {turn.kind for turn in mutants(attention.masked_scores.__code__)}
    assert "masked with 0" in masked


def test_a_listed_mistake_is_made_by_hand() -> None:
    """Scores over d_k = 2, then as everybody: e^1 = 2.72 of 5.44 = 2.72 + 2.72."""
    variant = whole("attention", {"Q": [[1, 1]], "K": [[1, 1], [2, 0]], "V": [[1], [2]]})
    mistake = variant.question.family.mistakes["divided_by_d_k"]
    wrong = run(variant.question.family, variant.parameters, instead={mistake.of: mistake})
    typed = sheet(variant, Way(wrong, {mistake.of: mistake}), STYLES["2 decimals"], Random(0))
    assert typed["scaled_scores"] == ["1.00", "1.00"]
    assert typed["weights"] == ["0.50", "0.50"]
    assert typed["output"] == ["1.50"]


def test_every_step_of_the_bank_is_interpreted_and_comes_to_what_the_engine_says(seeds: range) -> None:
    every(numeric(), partial(is_interpreted, seeds[0]))


def is_interpreted(seed: int, question_id: str) -> None:
    levels = BANK.questions[question_id].levels
    variant: Variant = of_the_bank(question_id, levels[seed % len(levels)], seed)
    way = Way(variant.exact)
    assert way.native() == {}
    typed = sheet(variant, way, STYLES["full"], Random(0))
    assert typed.keys() == {part.name for part in variant.asked}


def test_every_listed_mistake_is_interpreted(seeds: range) -> None:
    every(numeric(), partial(mistakes_are_interpreted, seeds[0]))


def mistakes_are_interpreted(seed: int, question_id: str) -> None:
    levels = BANK.questions[question_id].levels
    variant = of_the_bank(question_id, levels[seed % len(levels)], seed)
    for made_wrongly in listed(variant):
        assert made_wrongly.way().native() == {}, made_wrongly.name
