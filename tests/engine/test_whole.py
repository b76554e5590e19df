"""Whole numbers that are asked for without being called so: what stands beneath the field is what fits."""

import math
from collections import Counter

import pytest

from engine.answers import cells
from engine.answers.forms import Fixed
from engine.marking import feedback
from engine.questions import Question
from engine.variants import Variant
from engine.whole import Whole
from tests.engine.submissions import NUMERIC, SWEEP, by_id, drawn, of_the_bank, whole
from tests.every import every

DIVIDE = {  # lines that come to whole numbers by luck of the draw: they divide or take a power, or those before them do
    "attention": {"output"},  # halves, where two scores are equal
    "cosine_similarity": {"norm_u", "norm_v"},  # the roots of squares
    "decoder_block": {
        "self_attention",
        "sum_1",
        "cross_raw_scores",
        "sum_2",
        "sum_3",
    },  # a softmax of one score
    "dropout": {"factor", "output"},  # one over a half
    "encoder_block": {"self_weights", "sum_1"},
    "layer_norm": {"output"},
    "ngram_sentence": {"p_2"},
    "scaling_growth": {"parameter_factor", "token_factor"},
    "training_memory": {"weights_gb", "gradients_gb", "master_gb", "m_gb", "v_gb", "total_gb"},
    "weight_memory": {"bytes_per_weight", "gb"},
    "zero_memory": {"kept_gb", "share_gb", "per_gpu_gb"},
}
CIRCLE = {"u": [1, 2, 2], "v": [2, 3, 6]}


def beneath(variant: Variant, name: str) -> str:
    asked = variant.part(name)
    assert asked
    return feedback.written_how(variant, asked)


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("cosine_similarity", CIRCLE, "dot"), ("euclidean_distance", CIRCLE, "squared_distance"),
        ("attention", {"Q": [[1, 0]], "K": [[1, 0], [2, 1]], "V": [[1, 0], [0, 1]]}, "raw_scores"),
    ],
)  # fmt: skip
def test_sums_and_products_of_whole_numbers_ask_for_a_whole_number(
    family: str, given: dict[str, object], name: str
) -> None:
    assert beneath(whole(family, given), name) == "a whole number"


def test_a_decimal_among_the_given_numbers_leaves_two_decimals() -> None:
    assert beneath(whole("cosine_similarity", {"u": [1, 2.5], "v": [2, 4]}), "dot") == "two decimals"


def test_a_quotient_or_root_that_happens_to_be_whole_is_not_told() -> None:
    assert beneath(whole("cosine_similarity", CIRCLE), "norm_u") == "two decimals"
    assert beneath(whole("clip_gradient", {"gradient": [3, 4], "threshold": 9}), "clipped") == "two decimals"


def test_a_comparison_makes_a_number_none_that_is_whole_by_itself() -> None:
    for unsure in (
        lambda: Whole(1) == Whole(1),
        lambda: bool(Whole(1)),
        lambda: Whole(2) ** -1,
        lambda: Whole(1) * 0.5,
    ):
        with pytest.raises(TypeError):
            unsure()
    assert (3 - Whole(1) * 2 + 1).value == 2


def test_what_stands_beneath_a_field_fits_its_answer_in_every_question() -> None:
    every(NUMERIC if SWEEP else NUMERIC[::6], fits, by_id)


def fits(question: Question) -> None:
    """A whole number is asked where the key is one, and where it is one in all of many variants, unless its line
    divides or goes on from one that does."""
    for level in question.levels:
        asked_with_decimals: Counter[str] = Counter()
        whole_all_the_same: Counter[str] = Counter()
        for seed in range(10):
            variant = of_the_bank(question.id, level, seed)
            for asked in variant.asked:
                words = feedback.written_how(variant, asked)
                is_whole = all(math.isinf(leaf) or float(leaf).is_integer() for leaf in numbers(asked.key))
                if words == "a whole number":
                    assert is_whole, asked.name
                elif isinstance(asked.step.form, Fixed):
                    assert "decimals" in words, asked.name
                    asked_with_decimals[asked.name] += 1
                    whole_all_the_same[asked.name] += is_whole
        told = {name for name, n in asked_with_decimals.items() if n > 5 and whole_all_the_same[name] == n}
        assert not told - DIVIDE.get(question.family_id, set()), (level, told)


def numbers(key: object) -> list[float]:
    return [leaf for leaf in cells.cells(key) if isinstance(leaf, int | float)]


def test_every_line_that_may_divide_is_one_of_its_family() -> None:
    for family, lines in DIVIDE.items():
        steps = {name for seed in range(3) for name in drawn(family, "warm-up", seed).exact.steps}
        assert lines <= steps, family


def test_a_product_with_the_identity_asks_for_whole_numbers() -> None:
    eye, other = [[1, 0], [0, 1]], [[1, 2], [0, 1]]
    given = {"X": [[1, 2], [3, -1]], "w_q": eye, "w_k": other, "w_v": eye, "heads": 1}
    variant = whole("multi_head_attention", given)
    assert {beneath(variant, name) for name in ("Q", "K", "V", "head_raw_scores_1")} == {"a whole number"}


def test_what_relu_leaves_of_whole_numbers_is_asked_as_a_whole_number() -> None:
    given = {"x": [1, 2], "w_1": [[1, -2], [2, 1]], "b_1": [0, 1], "w_2": [[1, 3]], "b_2": [1]}
    variant = whole("feed_forward", {**given, "activation": "relu"})
    assert {beneath(variant, name) for name in ("hidden", "output")} == {"a whole number"}
    assert beneath(whole("feed_forward", {**given, "activation": "tanh"}), "hidden") == "two decimals"


def test_a_dot_product_of_whole_vectors_is_never_asked_with_decimals() -> None:
    for seed in range(5):
        assert beneath(of_the_bank("cosine-of-two-vectors", "exam", seed), "dot") == "a whole number"
