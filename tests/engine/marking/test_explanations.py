"""Causes that wrong numbers betray: a classic mistake, another convention, a slip of writing; or nothing is guessed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.answers.forms import Fixed, Scientific
from engine.bank import question_of
from engine.chain import run
from engine.marking import feedback, precision
from engine.marking.explanations import Explanation
from engine.questions import Question
from engine.variants import draw
from tests.engine.submissions import BANK, key, marked, whole, written

FOUR = {"probabilities": [0.5, 0.25, 0.125, 0.5]}
GPT2 = {
    "architecture": "decoder", "vocabulary_size": 50257, "d_model": 768, "d_ff": 3072, "layers": 12, "heads": 12,
    "positions": 1024, "attention_bias": True, "ffn_bias": True, "norm": "layernorm", "final_norm": True,
}  # fmt: skip


def explained(family: str, given: Mapping[str, Any], /, **typed: str) -> Explanation:
    """The explanation of the last of the typed parts; they are asked alone."""
    variant = whole(family, given, *typed)
    return marked(variant, {name: [text] for name, text in typed.items()})[[*typed][-1]].explanation


def said(family: str, given: Mapping[str, Any], /, **typed: str) -> str:
    variant = whole(family, given, *typed)
    marks = marked(variant, {name: [text] for name, text in typed.items()})
    asked = variant.part([*typed][-1])
    assert asked is not None
    return " ".join(feedback.sentences(variant, asked, marks[asked.name]))


def test_a_classic_mistake_is_named() -> None:
    assert explained("perplexity", FOUR, perplexity="2.32").mistakes == ("two_to_the_nats",)
    assert "nats go with e" in said("perplexity", FOUR, perplexity="2.32").lower()


def test_a_mistake_is_found_behind_rounded_lines() -> None:
    """2^1.21 from rounded nats is 2.31."""
    assert explained("perplexity", FOUR, perplexity="2.31").mistakes == ("two_to_the_nats",)


def test_a_mistake_in_a_line_that_is_not_asked_is_named_where_it_shows() -> None:
    assert "sum_for_average" in explained("perplexity", FOUR, perplexity="128").mistakes


def test_a_mistake_is_not_looked_for_in_a_line_that_was_handed_in() -> None:
    given = {"layers": 4, "kv_heads": 2, "d_head": 64, "bytes_per_value": 2, "context": 1024, "batch": 2}
    handed_in = explained(
        "kv_cache", given, bytes_per_token_per_layer="512", bytes_per_token="2048", total_bytes="2097152"
    )
    assert handed_in.mistakes == ("one_sequence",)
    alone = explained("kv_cache", given, total_bytes="2097152")
    assert alone.mistakes == ("keys_only", "numbers_for_bytes", "one_head")


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_number_that_is_one_off_behind_right_lines_accuses_none_of_them(seed: int) -> None:
    question = BANK.questions["words-never-seen"]
    variant = draw(question, seed, question.default_level)
    sheet = key(variant)
    sheet["token_count"] = [str(int(sheet["token_count"][0]) + 1)]
    assert not marked(variant, sheet)["token_count"].explanation.mistakes


def test_a_mistake_is_found_from_ones_own_earlier_values() -> None:
    """From an own cross-entropy of 2 nats, 2 to the 2 is 4."""
    assert explained("perplexity", FOUR, nats="2.00", perplexity="4.00").mistakes == ("two_to_the_nats",)


def test_two_mistakes_that_give_the_same_number_are_named_together() -> None:
    square = {"u": [1, 2, 2], "v": [2, 1, 2]}  # both lengths are 3: without one root it is 8/27
    both = explained("cosine_similarity", square, cosine="0.30")
    assert both.mistakes == ("root_forgotten_u", "root_forgotten_v")
    assert said("cosine_similarity", square, cosine="0.30") == (
        f"Either of two slips gives this answer. {both.says[0]} Or: {both.says[1]}"
    )


def test_three_mistakes_that_give_the_same_number_are_counted_so() -> None:
    halves = {"layers": 4, "kv_heads": 2, "d_head": 64, "bytes_per_value": 2, "context": 1024}
    three = explained("kv_cache", halves, bytes_per_token_per_layer="256")
    assert three.mistakes == ("keys_only", "numbers_for_bytes", "one_head")
    assert said("kv_cache", halves, bytes_per_token_per_layer="256").startswith(
        "Any of three slips gives this answer."
    )


@pytest.mark.parametrize(
    ("family", "given", "typed", "convention"),
    [
        ("chinchilla_allocation", {"compute": 6e21, "tokens_per_parameter": 40}, {"parameters": "7.07e9"},
         "twenty_tokens"),
        ("count_transformer", GPT2, {"attention_per_layer": "2359296"}, "without_biases"),
        ("count_linear", {"features": 3072, "classes": 10}, {"total": "30720"}, "without_biases"),
        ("count_linear", {"features": 3072, "classes": 10, "bias": False}, {"total": "30730"}, "with_biases"),
        ("bpe_encode", {"merges": [["a", "b"]], "words": ["ab", "abc"]}, {"token_count": "3"}, "no_marker"),
    ],
)  # fmt: skip
def test_another_convention_is_recognised(
    family: str, given: Mapping[str, Any], typed: dict[str, str], convention: str
) -> None:
    explanation = explained(family, given, **typed)
    assert explanation.convention == convention, explanation
    assert said(family, given, **typed).count("Right ") == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("-3.36", "sign"),
        ("336.36", "100 times too large"),
        ("0.0336", "100 times too small"),
        ("33.64", "10 times too large"),
        ("3.4", "rounded too early"),
        ("6.73", "twice"),
        ("1.68", "half"),
        ("3363.5", "1,000 times too large"),
    ],
)
def test_a_slip_of_writing_is_told(typed: str, words: str) -> None:
    assert words in explained("perplexity", FOUR, perplexity=typed).slip


def test_a_power_of_1024_is_told() -> None:
    given = {"layers": 32, "kv_heads": 32, "d_head": 128, "bytes_per_value": 2, "context": 12_000}  # 5.86 GiB
    assert "1,024 times too small" in explained("kv_cache", given, total_gib="0.00572").slip
    assert explained("kv_cache", given, total_gib="6.29").mistakes == ("decimal_gigabytes",)


def test_a_number_that_fits_nothing_is_not_guessed_at() -> None:
    assert explained("perplexity", FOUR, perplexity="5.55") == Explanation()
    assert "first hint" in said("perplexity", FOUR, perplexity="5.55")


def test_a_wrong_answer_never_tells_the_key() -> None:
    for typed in ("5.55", "2.32", "-3.36", "33.64", "3.4"):
        assert "3.36" not in said("perplexity", FOUR, perplexity=typed)


def test_an_answer_from_rounded_steps_is_told_with_its_band() -> None:
    unit = {"u": [1, 2, 2], "v": [2, 3, 6]}
    sentence = said("normalized_distance", unit, distance="0.32")
    assert sentence == (
        "Right, from rounded steps. With more digits it is 0.3086; we accept 0.30 to 0.32, as far to either side of "
        "the exact number as rounding on the way can move it."
    )


def test_a_matrix_says_how_many_cells_are_right() -> None:
    variant = whole(
        "attention", {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]]}, "raw_scores"
    )
    asked = variant.part("raw_scores")
    assert asked is not None
    mark = marked(variant, {"raw_scores": ["1", "1", "0", "9"]})["raw_scores"]
    assert "3 of 4 cells are right." in feedback.sentences(variant, asked, mark)


def test_a_transposed_matrix_is_named() -> None:
    given = {"Q": [[1, 2], [0, 1]], "K": [[1, 0], [3, 1]], "V": [[1, 2], [3, 4]]}
    variant = whole("attention", given, "raw_scores")
    transposed = [f"{x:g}" for x in variant.asked[0].key.T.ravel()]
    assert marked(variant, {"raw_scores": transposed})["raw_scores"].explanation.mistakes == (
        "transposed_scores",
    )


def test_a_forgotten_mask_is_named_in_the_masked_scores() -> None:
    given = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}
    variant = whole("attention", given, "masked_scores")
    mark = marked(variant, {"masked_scores": ["0.71", "0.71", "0", "0.71"]})["masked_scores"]
    assert mark.explanation.mistakes == ("not_masked",)


CAUSAL = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}


@pytest.mark.parametrize(
    ("asked", "typed", "mistake"),
    [
        ("masked_scores", ["0.71", "0", "0", "0.71"], "masked_with_zero"),
        ("weights", ["0.67", "0.33", "0.33", "0.67"], "masked_with_zero"),
        ("raw_scores", ["1", "0", "1", "1"], "keys_not_transposed"),
        ("weights", ["0.67", "0", "0.33", "1"], "softmax_of_columns"),
        ("weights", ["2.03", "0", "1", "2.03"], "exponentials_left"),
    ],
)
def test_a_mistake_in_attention_is_named(asked: str, typed: list[str], mistake: str) -> None:
    mark = marked(whole("attention", CAUSAL, asked), {asked: typed})[asked]
    assert mistake in mark.explanation.mistakes, mark.explanation


def mistaken_in_all_places(family: str, given: Mapping[str, Any], asked: str, says: str) -> Explanation:
    """The explanation of the last line of someone who makes one slip wherever it can be made."""
    variant = whole(family, given, asked)
    exact = variant.exact
    slip = {made.of: made for made in exact.family.mistakes.values() if made.says.startswith(says)}
    assert len(slip) > 1
    wrong = written(run(exact.family, exact.parameters, instead=slip), [asked])
    return marked(variant, wrong)[asked].explanation


ADAM = {
    "parameters": [0.5, -0.3], "gradient": [0.4, -1.2], "m": [0.1, -0.2], "v": [0.002, 0.001], "step": 3,
    "learning_rate": 0.1,
}  # fmt: skip
LSTM = {
    "w_x": [[1], [-1], [2], [0.5]], "w_h": [[0.5], [1], [-1], [1]], "bias": [0.5, 1, -1, 0.5], "x": [0.5],
    "h": [0.4], "c": [1.2],
}  # fmt: skip
GRU = {"w_x": [[1], [-1], [2]], "w_h": [[0.5], [1], [-1]], "x": [0.5], "h": [0.4]}


@pytest.mark.parametrize(
    ("family", "given", "asked", "says"),
    [
        ("adam_step", ADAM, "new_parameters", "You took one beta for the other."),
        ("adam_step", ADAM, "new_parameters", "You took the power t - 1."),
        ("adam_step", ADAM, "new_parameters", "You left out the power."),
        ("lstm_step", LSTM, "new_h", "You took the rows of g for those of o, or the reverse."),
        ("gru_step", GRU, "new_h", "You took the rows of one gate for those of the other."),
    ],
)
def test_one_slip_in_several_lines_is_named_where_only_the_last_is_asked(
    family: str, given: Mapping[str, Any], asked: str, says: str
) -> None:
    explanation = mistaken_in_all_places(family, given, asked, says)
    assert any(one.startswith(says) for one in explanation.says), explanation


def test_the_first_wrong_part_is_told_as_the_first() -> None:
    variant = whole("perplexity", FOUR, "nats", "perplexity")
    marks = marked(variant, {"nats": ["7"], "perplexity": ["9"]})
    first, later = (feedback.sentences(variant, asked, marks[asked.name]) for asked in variant.asked)
    assert "This is the first step that differs." in first
    assert "This is the first step that differs." not in later


def test_following_from_an_own_answer_is_said() -> None:
    assert "from your earlier answer" in said("perplexity", FOUR, nats="2.00", perplexity="7.39")


def test_a_mistake_that_does_not_show_in_its_own_line_is_named_where_it_shows() -> None:
    """The lines handed in are right, yet the last one is e to the sum."""
    variant = whole("perplexity", FOUR)
    marks = marked(
        variant,
        {
            "surprisals": ["0.69", "1.39", "2.08", "0.69"],
            "nats": ["1.21"],
            "bits": ["1.75"],
            "perplexity": ["128"],
        },
    )
    assert marks["perplexity"].explanation.mistakes == ("sum_for_average",)


EQUALS = {"corpus": {"ab": 2, "cd": 2, "ef": 2}, "merges": 1, "end_of_word": ""}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("c d", "“c d” has 2, and so has another one"), ("e f", "you took a later one"),
        ("a c", "“a c” is not among those to choose from"),
    ],
)  # fmt: skip
def test_a_choice_among_equals_is_told_from_one_that_is_not_there(typed: str, words: str) -> None:
    assert words in said("bpe_train", EQUALS, pairs_1="", merge_1=typed)


def test_a_choice_is_compared_with_ones_own_table() -> None:
    variant = whole(
        "bpe_train", {"corpus": {"ab": 3, "cd": 2}, "merges": 1, "end_of_word": ""}, "pairs_1", "merge_1"
    )
    marks = marked(variant, {"pairs_1": ["3", "5"], "merge_1": ["a b"]})
    assert marks["merge_1"].credit == 1
    wrong = marked(variant, {"pairs_1": ["3", "2"], "merge_1": ["c d"]})
    assert wrong["merge_1"].explanation.slip == "“c d” has 2, and another one has more."


KEPT = {"probabilities": [0.4, 0.3, 0.2, 0.1], "tokens": ["a", "b", "c", "d"], "p": 0.85}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("a d", "1 ticked rightly, 1 ticked that does not belong, 2 missing."),
        ("c d", "1 ticked rightly, 1 ticked that does not belong, 2 missing."),
    ],
)
def test_wrong_ticks_are_counted(typed: str, words: str) -> None:
    assert words in said("top_p", KEPT, kept=typed)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("ab d c", "another order"), ("a bc d", "cut into symbols in other places"), ("ab c", "something is missing"),
        ("ab c d d", "goes on too long"), ("ab c e", "the first 2 symbols are right, the next one is not."),
    ],
)  # fmt: skip
def test_of_a_sequence_it_is_told_how_far_it_is_right(typed: str, words: str) -> None:
    assert words in said("bpe_train", {**EQUALS, "corpus": {"abcd": 1}}, segmentations=typed)


def test_of_a_table_the_first_row_that_differs_is_named() -> None:
    variant = whole("bpe_train", {**EQUALS, "corpus": {"abc": 2, "abd": 1}}, "segmentations")
    mark = marked(variant, {"segmentations": ["ab c", "ab d d"]})["segmentations"]
    assert mark.explanation.slip == "“abd”: right as far as it goes, but it goes on too long."


@pytest.mark.parametrize(
    ("key", "example"), [(1 / 12, "1.23e-45"), (0.0, "1.23e-45"), (2.4e20, "1.23e45"), (None, "1.23e45")]
)
def test_how_many_digits_a_power_of_ten_has_is_told_with_an_example_that_fits(
    key: float | None, example: str
) -> None:
    words = f"scientific, 3 significant digits, written like {example}"
    assert feedback.form_in_words(Scientific(2), key) == words
    assert feedback.form_in_words(Scientific(0)).startswith(
        "scientific, 1 significant digit, written like 1e"
    )


# Too few digits

GOPHER = {"compute": 5.76e23}  # N = 6.928e10, D = 1.386e12
ROUNDED_WHOLE = "This looks rounded: every digit is asked here."
CUT_WHOLE = "This looks cut off: every digit is asked here."
ROUNDED, CUT = "This looks rounded too early: ", "This looks cut off, not rounded: "


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("6.9e10", f"{ROUNDED}3 significant digits are asked."), ("69 billion", f"{ROUNDED}3 significant digits"),
        ("7e10", ROUNDED), ("6.92e10", f"{CUT}3 significant digits are asked"), ("69200000000", CUT),
        ("6.8e10", ""), ("6e10", ""), ("6.90e9", ""),
    ],
)  # fmt: skip
def test_a_power_of_ten_with_too_few_digits_is_told_so(typed: str, words: str) -> None:
    slip = explained("chinchilla_allocation", GOPHER, parameters=typed).slip
    assert slip.startswith(words) if words else not slip.startswith((ROUNDED, CUT))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0.9", CUT), ("1.0", ROUNDED), ("0.94", ""), ("-0.9", ""),
    ],
)  # fmt: skip
def test_decimals_that_are_missing_are_told(typed: str, words: str) -> None:
    near = {"u": [1, 2, 2], "v": [2, 3, 6]}  # 0.952
    slip = explained("cosine_similarity", near, cosine=typed).slip
    assert slip.startswith(words) if words else not slip.startswith((ROUNDED, CUT))


def test_a_number_cut_off_below_zero_is_told() -> None:
    assert precision.shortened(Fixed(2), [-0.44], [-0.4454], rounded=False) == (
        "This looks cut off, not rounded: two decimals are asked, and the last digit goes up from a half on."
    )
    assert not any(precision.shortened(Fixed(2), [-0.45], [-0.4454], one) for one in (True, False))


@pytest.mark.parametrize(
    ("typed", "words"),
    [("2360000", ROUNDED_WHOLE), ("2350000", CUT_WHOLE), ("2.36M", ROUNDED_WHOLE), ("2", "")],
)
def test_a_whole_number_that_was_rounded_is_told_that_every_digit_is_asked(typed: str, words: str) -> None:
    slip = explained(
        "count_transformer", GPT2 | {"attention_bias": False}, attention_per_layer=typed
    ).slip  # 2359296
    assert slip == words or (not words and "looks" not in slip)


def test_every_wrong_cell_must_have_too_few_digits() -> None:
    assert precision.shortened(Fixed(2), [0.4, 0.7], [0.4454, 0.7134], rounded=True).startswith(ROUNDED)
    assert precision.shortened(Fixed(2), [0.44, 0.71], [0.4454, 0.7194], rounded=False).startswith(CUT)
    assert not any(precision.shortened(Fixed(2), [0.4, 0.8], [0.4454, 0.7134], one) for one in (True, False))
    assert not any(precision.shortened(Fixed(2), [0.0], [0.004], one) for one in (True, False))


def test_a_number_with_too_few_digits_of_what_follows_from_earlier_ones_is_told() -> None:
    variant = whole("perplexity", FOUR, "nats", "bits")
    marks = marked(variant, {"nats": ["1.00"], "bits": ["1.4"]})  # 1 nat is 1.443 bits
    assert marks["bits"].explanation.slip.startswith(ROUNDED)


TENTHS = """
title = "Six times"
kind = "formula"
section = "c.2"
skill = "count"
statement = "Take <a>."
[variables.a]
value = 0.56
[[steps]]
name = "product"
title = "Product"
value = "6 * a"
[[mistakes]]
of = "product"
value = "6 * a + 0.04"
says = "You added a little."
"""


def test_a_mistake_that_gives_the_same_number_as_too_few_digits_is_named_with_them() -> None:
    question = question_of(TENTHS, Path("mine/six-times.toml"))
    assert isinstance(question, Question), question
    variant = draw(question, 1, "exam")
    mark = marked(variant, {"product": ["3.4"]})["product"]  # the key is 3.36
    assert len(mark.explanation.mistakes) == 1
    assert mark.explanation.slip.startswith(ROUNDED)
    sentences = " ".join(feedback.sentences(variant, variant.asked[0], mark))
    assert (
        sentences == f"Either of two slips gives this answer. You added a little. Or: {mark.explanation.slip}"
    )
