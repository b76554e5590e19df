"""Curriculum, "two decimals": which typed answers are right, by which rule, and what they earn."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine import catalogue, variants
from engine.answers.forms import Fixed, Integer, Scientific, Tokens, TokenSet
from engine.answers.reading import Number, read_number
from engine.answers.responses import NotRead
from engine.marking.marking import PartMark, Rule, mark, rule_for
from engine.rounding.bands import exact_band
from engine.variants import Variant
from tests.engine.submissions import drawn, key, marked, question, whole

CIRCLE = {"u": [1, 2, 2], "v": [2, 3, 6]}
ONE_CHIP = {"layers": 32, "kv_heads": 1, "d_head": 128, "bytes_per_value": 2, "context": 8192}
LOW = {"corpus": {"low": 5, "lower": 2, "newest": 6, "widest": 3}, "merges": 5}
EYE = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}


def part(variant: Variant, name: str, /, *texts: str, **earlier: str) -> PartMark:
    """One part's mark, after earlier parts of one cell each."""
    return marked(variant, {**{step: [text] for step, text in earlier.items()}, name: [*texts]})[name]


def rule(family: str, given: Mapping[str, Any], name: str, text: str, /, *asks: str, **earlier: str) -> Rule:
    return part(whole(family, given, *(asks or (name,))), name, text, **earlier).rule


def read(text: str) -> Number:
    number = read_number(text)
    assert isinstance(number, Number), number
    return number


# Rule 1: form. Rule 2: the exact rule


@pytest.mark.parametrize("text", ["0.12", "0.13", "0.125", ".125", "0,125", "1/8", "1.25e-1"])
def test_an_eighth_may_be_rounded_either_way(text: str) -> None:
    assert rule("kv_cache", ONE_CHIP, "total_gib", text) is Rule.EXACT


@pytest.mark.parametrize("text", ["0.11", "0.14", "0.119", "0.1301", "0.1", "1/9", "-0.125", "125"])
def test_half_a_last_place_is_where_right_ends(text: str) -> None:
    assert rule("kv_cache", ONE_CHIP, "total_gib", text) is Rule.WRONG


@pytest.mark.parametrize("text", ["0.95", "0.952", "0.9524", "20/21", "95.24 %", "0.95238095238", "0.957"])
def test_more_decimals_are_right_too(text: str) -> None:
    assert rule("cosine_similarity", CIRCLE, "cosine", text) is Rule.EXACT


@pytest.mark.parametrize(
    ("form", "typed", "key", "right"),
    [
        (Fixed(2), "0.125", 0.125, True),
        (Fixed(2), "0.13", 0.125, True),
        (Fixed(2), "0.12", 0.125, True),
        (Fixed(2), "2.675", 2.68, True),  # half a last place below, though no float is
        (Fixed(2), "1.004", 1.01, False),
        (Fixed(2), "0.30", 0.1 + 0.2, True),
        (Fixed(4), "0.1250", 0.125, True),
        (Fixed(4), "0.13", 0.125, False),
        (Scientific(2), "5.88e21", 5.88e21, True),
        (Scientific(2), "5.885e21", 5.88e21, True),
        (Scientific(2), "5.89e21", 5.88e21, False),
        (Scientific(2), "5.88e20", 5.88e21, False),
        (Integer(), "168", 168, True),
        (Integer(), "168.0", 168, True),
        (Integer(), "167", 168, False),
    ],
)
def test_right_is_half_a_last_place_from_the_key_both_ends_included(
    form: Any, typed: str, key: float, right: bool
) -> None:
    band = None if isinstance(form, Integer) else exact_band(form, key)
    assert (rule_for(form, read(typed), key, band) is Rule.EXACT) is right


@pytest.mark.parametrize("text", ["2.89e9", "2.887e9", "2.88675e9", "2,89e9", "2.89 x 10^9", "2890000000"])
def test_a_scientific_answer_may_be_written_in_many_ways(text: str) -> None:
    assert rule("chinchilla_allocation", {"compute": 1e21}, "parameters", text) is Rule.EXACT


@pytest.mark.parametrize("text", ["9.52e-1", "0.952e0"])
def test_a_scientific_answer_to_a_fixed_question_needs_three_digits(text: str) -> None:
    assert rule("cosine_similarity", CIRCLE, "cosine", text) is Rule.EXACT
    big = {"probabilities": [0.003]}
    assert rule("perplexity", big, "perplexity", "3.33e2") is Rule.EXACT  # 333.33
    assert rule("perplexity", big, "perplexity", "3.3e2") is Rule.WRONG
    assert rule("perplexity", big, "perplexity", "3.35e2") is Rule.WRONG
    assert rule("perplexity", big, "perplexity", "333") is Rule.WRONG


def test_a_fixed_answer_to_a_scientific_question_uses_the_coarser_place() -> None:
    assert rule("chinchilla_allocation", {"compute": 1e21}, "tokens", "57740000000") is Rule.EXACT
    assert rule("chinchilla_allocation", {"compute": 1e21}, "tokens", "5774e7") is Rule.EXACT
    assert rule("chinchilla_allocation", {"compute": 1e21}, "tokens", "57000000000") is Rule.WRONG


@pytest.mark.parametrize("text", ["0", "0.00", "-0.00", "-0.01", "-0.1"])
def test_a_key_that_is_not_zero_never_accepts_zero_or_the_other_sign(text: str) -> None:
    near = {"u": [100, 1], "v": [0, 1]}  # cosine 0.01
    assert rule("cosine_similarity", near, "cosine", "0.01") is Rule.EXACT
    assert rule("cosine_similarity", near, "cosine", text) is Rule.WRONG


def test_zero_is_right_where_the_key_is_zero() -> None:
    right_angle = {"u": [1, 0], "v": [0, 2]}
    for text in ("0", "0.00", "-0", "0.004"):
        assert rule("cosine_similarity", right_angle, "cosine", text) is Rule.EXACT


def test_a_cell_of_a_distribution_may_round_to_zero() -> None:
    far = {"Q": [[4, 0]], "K": [[2, 0], [0, 0]], "V": [[1, 0], [0, 1]]}
    variant = whole("attention", far, "weights")
    assert 0 < variant.asked[0].key[0, 1] < 0.005
    assert part(variant, "weights", "1.00", "0.00").rule is Rule.EXACT


def test_integers_are_exact_to_the_last_digit() -> None:
    toy = {"vocabulary_size": 10, "d_model": 4, "d_ff": 8, "layers": 1, "heads": 1}
    assert rule("count_transformer", toy, "total", "168") is Rule.EXACT
    for text in ("167", "169", "1.68e3"):
        assert rule("count_transformer", toy, "total", text) is Rule.WRONG
    gpt = {"vocabulary_size": 50257, "d_model": 768, "d_ff": 3072, "layers": 12, "heads": 12}
    total = str(whole("count_transformer", gpt, "total").asked[0].key)
    assert rule("count_transformer", gpt, "total", total) is Rule.EXACT
    assert rule("count_transformer", gpt, "total", total[:-1] + str((int(total[-1]) + 1) % 10)) is Rule.WRONG
    assert rule("count_transformer", gpt, "total", f"{float(total):.2e}") is Rule.WRONG


def test_infinite_scores_are_typed_as_minus_infinity() -> None:
    variant = whole("attention", EYE, "masked_scores")
    for infinity in ("-inf", "-∞", "−∞", "-Infinity"):
        assert part(variant, "masked_scores", "0.71", infinity, "0", "0.71").rule is Rule.EXACT
    assert part(variant, "masked_scores", "0.71", "inf", "0", "0.71").credit == Fraction(3, 4)
    assert part(variant, "masked_scores", "0.71", "-1000", "0", "0.71").credit == Fraction(3, 4)


# Rule 3: rounded on the way


@pytest.mark.parametrize("text", ["3.97", "3.98"])
def test_nats_rounded_before_the_exponential_are_right(text: str) -> None:
    assert rule("perplexity", {"probabilities": [0.2513]}, "perplexity", text, nats="1.38") is not Rule.WRONG
    assert rule("perplexity", {"probabilities": [0.2513]}, "perplexity", "3.97") is Rule.ROUNDED
    assert rule("perplexity", {"probabilities": [0.2513]}, "perplexity", "3.95") is Rule.WRONG
    assert rule("perplexity", {"probabilities": [0.2513]}, "perplexity", "4.00") is Rule.WRONG


@pytest.mark.parametrize("text", ["57.80e9", "5.78e10", "57.74e9", "5.77e10", "57800000000"])
def test_tokens_from_rounded_parameters_are_right(text: str) -> None:
    budget, asks = {"compute": 1e21}, ("parameters", "tokens")
    mark = rule("chinchilla_allocation", budget, "tokens", text, *asks, parameters="2.89e9")
    assert mark is (Rule.ROUNDED if text in ("57.80e9", "5.78e10", "57800000000") else Rule.EXACT)


def test_a_distance_from_a_rounded_cosine_is_right() -> None:
    asks = ("cosine", "distance")
    assert rule("normalized_distance", CIRCLE, "distance", "0.32", *asks, cosine="0.95") is Rule.ROUNDED
    assert rule("normalized_distance", CIRCLE, "distance", "0.31", *asks, cosine="0.95") is Rule.EXACT
    assert rule("normalized_distance", CIRCLE, "distance", "0.32") is Rule.ROUNDED
    assert rule("normalized_distance", CIRCLE, "distance", "0.33", *asks, cosine="0.95") is Rule.WRONG


# Rule 5: follow-through


def test_what_follows_from_an_earlier_error_earns_its_points() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]})
    marks = marked(
        variant,
        {
            "surprisals": ["0.69", "1.39", "2.08", "0.69"],
            "nats": ["1.00"],
            "bits": ["1.44"],
            "perplexity": ["2.72"],
        },
    )
    assert [part.rule for part in marks.values()] == [Rule.EXACT, Rule.WRONG, Rule.FOLLOWS, Rule.FOLLOWS]
    assert [part.credit for part in marks.values()] == [1, 0, 1, 1]
    assert [part.first_wrong for part in marks.values()] == [False, True, False, False]


def test_a_longer_value_in_the_calculator_may_go_on_behind_a_wrong_one() -> None:
    """The sum instead of the average is 4.8520; e to that is 128.00, e to the typed 4.85 is 127.74."""
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "nats", "perplexity")
    for text in ("128.00", "127.74"):
        assert part(variant, "perplexity", text, nats="4.85").rule is Rule.FOLLOWS
    for text in ("131.00", "125.00", "12.80"):
        assert part(variant, "perplexity", text, nats="4.85").rule is Rule.WRONG


def test_a_second_error_is_wrong_but_only_the_first_is_told_as_the_first() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "nats", "bits", "perplexity")
    marks = marked(variant, {"nats": ["1.00"], "bits": ["9.99"], "perplexity": ["2.72"]})
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.WRONG, Rule.FOLLOWS]
    assert [part.first_wrong for part in marks.values()] == [True, False, False]


def test_the_key_is_right_even_after_an_earlier_error() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "nats", "perplexity")
    assert part(variant, "perplexity", "3.36", nats="9").rule is Rule.EXACT


def test_where_one_cannot_go_on_the_key_alone_counts() -> None:
    """No cosine is 3: the root of 2 - 6 does not exist."""
    asks = ("cosine", "distance")
    assert rule("normalized_distance", CIRCLE, "distance", "0.31", *asks, cosine="3") is Rule.EXACT
    assert rule("normalized_distance", CIRCLE, "distance", "2.00", *asks, cosine="3") is Rule.WRONG
    lengths = ("norm_u", "cosine")
    assert rule("cosine_similarity", CIRCLE, "cosine", "0.95", *lengths, norm_u="0") is Rule.EXACT
    assert rule("cosine_similarity", CIRCLE, "cosine", "7.00", *lengths, norm_u="0") is Rule.WRONG


def test_follow_through_stays_within_reach() -> None:
    """From a tiny own cosine distance nothing wide is accepted: two last places or 2 %."""
    asks = ("cosine", "distance")
    assert rule("normalized_distance", CIRCLE, "distance", "0.14", *asks, cosine="0.99") is Rule.FOLLOWS
    assert rule("normalized_distance", CIRCLE, "distance", "0.18", *asks, cosine="0.99") is Rule.WRONG


def test_an_own_merge_is_followed_through_the_rounds() -> None:
    variant = whole("bpe_train", LOW, "merge_1", "count_1", "merge_2", "count_2")
    marks = marked(
        variant, {"merge_1": ["l o"], "count_1": ["7"], "merge_2": ["e s"], "count_2": ["9"]}
    )  # then (e, s) is the most frequent
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.FOLLOWS, Rule.FOLLOWS, Rule.EXACT]


# Blank and unreadable


def test_a_blank_part_waits() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "nats", "perplexity")
    assert mark(variant, {}) == {}
    assert list(mark(variant, {"nats": ["  "], "perplexity": ["2.83"]})) == ["perplexity"]


def test_a_blank_cell_leaves_its_part_unmarked() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "surprisals", "nats")
    marks = mark(variant, {"surprisals": ["0.69", ""], "nats": ["1.04"]})
    waiting = marks["surprisals"]
    assert isinstance(waiting, NotRead)
    assert list(waiting.problems) == [1]
    assert "empty" in waiting.problems[1].message


def test_an_unreadable_answer_is_not_wrong_and_points_at_the_spot() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "nats", "perplexity")
    unread = mark(variant, {"nats": ["1.0?4"], "perplexity": ["2.83"]})["nats"]
    assert isinstance(unread, NotRead)
    assert unread.problems[0].column == 3


def test_after_an_unreadable_part_the_exact_values_go_on() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "nats", "perplexity")
    for text in ("one", "1,234"):
        marks = mark(variant, {"nats": [text], "perplexity": ["2.83"]})
        assert isinstance(marks["perplexity"], PartMark)
        assert marks["perplexity"].rule is Rule.EXACT


def test_a_wrong_number_of_cells_is_not_marked() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "surprisals")
    marks = mark(variant, {"surprisals": ["0.69"]})
    assert isinstance(marks["surprisals"], NotRead)
    assert "2 values" in marks["surprisals"].problems[0].message


def test_only_the_wanted_part_is_marked_from_all_that_stands_there() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25]}, "nats", "perplexity")
    marks = mark(variant, {"nats": ["1.00"], "perplexity": ["2.72"]}, only=["perplexity"])
    assert list(marks) == ["perplexity"]
    assert isinstance(marks["perplexity"], PartMark)
    assert marks["perplexity"].rule is Rule.FOLLOWS


# Credit


def test_a_vector_earns_right_cells_over_cells() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125]}, "surprisals")
    mark = part(variant, "surprisals", "0.69", "1.39", "3")
    assert mark.credit == Fraction(2, 3)
    assert [cell.rule for cell in mark.cells] == [Rule.EXACT, Rule.EXACT, Rule.WRONG]
    assert mark.rule is Rule.WRONG
    assert not mark.right


def test_points_per_step_stand_in_the_question_and_are_equal_by_default() -> None:
    equal = variants.draw(question("cosine_similarity", "dot", "norm_u", "cosine"), 1, "exam")
    assert [asked.points for asked in equal.asked] == [Fraction(5, 3)] * 3
    said = question("cosine_similarity", "dot", parts=[{"ask": "cosine", "points": "1/3"}], points=2)
    assert [a.points for a in variants.draw(said, 1, "exam").asked] == [Fraction(5, 3), Fraction(1, 3)]


# Reading


@pytest.mark.parametrize(
    "text",
    ["0.95", "0,95", ".95", "20/21", "95 %", "০.৯৫", "9.5*10^-1 + 0.002", "sqrt(0.907)", "+0.95", "= 0.95"],
)
def test_many_ways_of_writing_a_number_are_read_and_shown(text: str) -> None:
    mark = part(whole("cosine_similarity", CIRCLE, "cosine"), "cosine", text)
    assert mark.right
    assert mark.cells[0].read_as


def test_what_was_read_is_shown() -> None:
    assert part(whole("cosine_similarity", CIRCLE, "cosine"), "cosine", "0,95").cells[0].read_as == "0.95"
    assert part(whole("cosine_similarity", CIRCLE, "cosine"), "cosine", "95 %").cells[0].read_as == "0.95"


def test_tokens_are_the_same_in_order_and_sets_in_any_order() -> None:
    assert rule_for(Tokens(), ("e", "s"), ("e", "s"), None) is Rule.EXACT
    assert rule_for(Tokens(), ("s", "e"), ("e", "s"), None) is Rule.WRONG
    assert rule_for(TokenSet(), frozenset("es"), ("s", "e"), None) is Rule.EXACT
    assert rule_for(TokenSet(), frozenset("e"), ("s", "e"), None) is Rule.WRONG
    variant = whole("bpe_train", LOW, "merge_1", "vocabulary")
    right = key(variant)
    assert part(variant, "vocabulary", " ".join(reversed(right["vocabulary"][0].split()))).right
    assert not part(variant, "merge_1", "s e").right
    assert part(variant, "merge_1", '["e", "s"]').right


def test_a_choice_is_one_of_the_names() -> None:
    near = {"query": [1, 2], "candidates": {"cat": [2, 3], "Dog": [3, -1]}}
    variant = whole("nearest_neighbour", near, "nearest_by_cosine")
    assert part(variant, "nearest_by_cosine", "Cat").right
    assert not part(variant, "nearest_by_cosine", "dog").right
    assert isinstance(mark(variant, {"nearest_by_cosine": ["bird"]})["nearest_by_cosine"], NotRead)


def test_whoever_takes_the_power_of_their_own_bits_is_right() -> None:
    """Everything with two decimals: 1.62 nats, ln 2 as 0.69, so 2.35 bits, and two to that power."""
    variant = whole(
        "perplexity", {"probabilities": [0.05, 0.2, 0.6, 0.25, 0.2]}, "nats", "bits", "perplexity"
    )
    marks = marked(variant, {"nats": ["1.62"], "bits": ["2.35"], "perplexity": ["5.10"]})
    assert [mark.credit for mark in marks.values()] == [1, 1, 1]


def test_two_to_the_power_of_wrong_bits_follows_from_them() -> None:
    variant = whole(
        "perplexity", {"probabilities": [0.05, 0.2, 0.6, 0.25, 0.2]}, "nats", "bits", "perplexity"
    )
    marks = marked(variant, {"nats": ["1.62"], "bits": ["3"], "perplexity": ["8"]})
    assert [mark.credit for mark in marks.values()] == [1, 0, 1]
    assert marks["perplexity"].rule is Rule.FOLLOWS
    marks = marked(variant, {"nats": ["1.62"], "bits": ["3"], "perplexity": ["9"]})
    assert marks["perplexity"].rule is Rule.WRONG


def test_every_detour_leads_to_the_key(seeds: range) -> None:
    detours = 0
    for family in catalogue.families().values():
        exact = drawn(family.id, "exam", seeds[0]).exact
        for name, step in exact.steps.items():
            for compute, sources in step.detours:
                reached = [exact.reached[source] for source in sources]
                assert compute(*reached) == pytest.approx(exact.reached[name], rel=1e-9)
                detours += 1
    assert detours
