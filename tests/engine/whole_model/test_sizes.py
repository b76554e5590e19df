"""The models that are drawn to scale: their sizes by formulas of the papers and by the totals that are published."""

from decimal import Decimal

import pytest

from engine.reference.public_models import public_models
from engine.whole_model import sizes
from engine.whole_model.sizes import Size

NAMES = ("The name GPT", "GPT-2 small", "Llama 3 8B", "GPT-3")


def gpt(
    vocabulary: int, positions: int, width: int, layers: int, *, tied: bool, biases: bool
) -> dict[str, int]:
    """The parameters of a GPT with four times its width in the MLP, layer norms and a last one."""
    return {
        "embeddings": (vocabulary * (1 if tied else 2) + positions) * width,
        "attention": layers * (4 * width**2 + 4 * width * biases),
        "MLP": layers * (8 * width**2 + 5 * width * biases),
        "norms": (2 * layers + 1) * 2 * width,
    }


def llama() -> dict[str, int]:
    """Llama 3 8B: 32 layers, width 4,096, 8 of 32 heads have keys and values, three matrices of 14,336."""
    return {
        "embeddings": 2 * 128_256 * 4096,
        "attention": 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024),
        "MLP": 32 * 3 * 4096 * 14_336,
        "norms": (2 * 32 + 1) * 4096,
    }


EXPECTED = (
    gpt(32, 12, 32, 2, tied=False, biases=False),
    gpt(50_257, 1024, 768, 12, tied=True, biases=True),
    llama(),
    gpt(50_257, 2048, 12_288, 96, tied=True, biases=True),
)
TOTALS = (27_328, 124_439_808, 8_030_261_248, 174_604_259_328)


@pytest.mark.parametrize("n", range(4))
def test_a_model_has_the_parts_and_the_total_of_its_shape(n: int) -> None:
    size = sizes.sizes()[n]
    assert (size.name, dict(size.parts), size.total) == (NAMES[n], EXPECTED[n], TOTALS[n])
    assert sum(size.parts.values()) == size.total


def test_the_totals_are_those_that_are_published() -> None:
    published = [public_models()[name].parameters for name in sizes.PUBLISHED.values()]
    assert [size.total for size in sizes.sizes()[1:]] == published
    assert all(size.source for size in sizes.sizes()[1:])


@pytest.mark.parametrize("n", range(4))
def test_the_sides_of_two_squares_are_to_each_other_as_the_roots_of_their_sizes(n: int) -> None:
    assert float(Decimal(TOTALS[n]).sqrt()) == pytest.approx(sizes.sizes()[n].side, rel=1e-12)


@pytest.mark.parametrize(
    ("n", "typed", "right"),
    [
        (0, "60", True), (0, "60%", True), (0, "0.6", True), (0, "57", True), (0, "63", False), (0, "66.7", False),
        (0, "30", False), (1, "45.5", True), (1, "46", True), (1, "60", False), (2, "70", True), (2, "2/3", False),
        (3, "66", True), (3, "2/3", True), (3, "-66", False), (3, "0", False),
    ],
)  # fmt: skip
def test_a_guess_within_three_percentage_points_is_right(n: int, typed: str, right: bool) -> None:
    verdict = sizes.mark(sizes.sizes()[n], typed)
    assert verdict.read
    assert verdict.right == right


def test_a_known_mistake_is_named() -> None:
    small: Size = sizes.sizes()[0]
    assert sizes.mark(small, "30").said == "This is the share of attention."
    assert sizes.mark(small, "9").said == "This is the share of the embeddings."
    assert "embeddings count, too" in sizes.mark(small, "66.7").said
    assert sizes.mark(small, "80").said == ""


def test_a_guess_that_is_no_number_is_unreadable_and_not_wrong() -> None:
    verdict = sizes.mark(sizes.sizes()[0], "most")
    assert not verdict.read
    assert verdict.said
