"""Where whole numbers are asked without being said so: what stands beneath the field is what fits."""

import pytest

from engine import cells, feedback
from engine.forms import Fixed
from engine.questions import Question
from engine.variants import Variant
from engine.whole import Whole
from tests.engine.solutions import NUMERIC, by_id, of_the_bank, whole
from tests.every import every

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
    every(NUMERIC, fits, by_id)


def fits(question: Question) -> None:
    variant = of_the_bank(question.id, question.default_level, 1)
    for asked in variant.asked:
        words = feedback.written_how(variant, asked)
        leaves = cells.cells(asked.key)
        if words == "a whole number":
            assert all(float(leaf).is_integer() for leaf in leaves), asked.name
        elif isinstance(asked.step.form, Fixed):
            assert "decimals" in words, asked.name


def test_a_dot_product_of_whole_vectors_is_never_asked_with_decimals() -> None:
    for seed in range(5):
        assert beneath(of_the_bank("cosine-of-two-vectors", "exam", seed), "dot") == "a whole number"
