"""The band that honest people reach: curriculum, "two decimals", rule 3."""

import math
from collections.abc import Mapping

import pytest

from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import CannotGoOn, run
from engine.fairness import unfair
from engine.rounding.bands import Band, bands, exact_band, reach
from engine.rounding.lines import roundable, roundings
from tests.engine.submissions import whole

UNIT = {"u": [1, 2, 2], "v": [2, 3, 6]}


def band(family: str, parameters: Mapping[str, object], name: str) -> Band:
    found = whole(family, parameters, name).asked[0].bands[0]
    assert found is not None
    return found


def test_without_rounding_the_band_is_half_a_last_place_on_both_sides() -> None:
    found = band("cosine_similarity", UNIT, "norm_u")
    assert (found.low, found.high) == pytest.approx((2.995, 3.005))


def test_a_band_reaches_as_far_on_one_side_as_rounding_moves_the_number_to_the_other() -> None:
    """A cosine of 0.9524 written as 0.95 gives 0.3162 for 0.3086; nobody comes to less than 0.3086."""
    found = band("normalized_distance", UNIT, "distance")
    assert found.exact == pytest.approx(math.sqrt(2 / 21))
    assert found.high >= math.sqrt(2 - 1.9)
    assert found.exact - found.low == pytest.approx(found.high - found.exact)
    assert found.holds(0.31)
    assert not found.holds(0.33)


def test_scientific_lines_are_rounded_in_their_own_form() -> None:
    found = band("chinchilla_allocation", {"compute": 1e21}, "tokens")
    assert found.exact == pytest.approx(57.735e9, rel=1e-4)
    assert found.holds(57.80e9)  # twenty times 2.89e9
    assert not found.holds(58.0e9)


def test_exponentials_that_are_written_down_first_are_lines_too() -> None:
    """Scores 0.71 and -0.71: 2.03 / (2.03 + 0.49) is 0.8056, exactly 0.8044."""
    rows = {"Q": [[1, 0], [-1, 1]], "K": [[1, 2], [-1, 2]], "V": [[1, 0], [0, 1]], "causal": False}
    weights = whole("attention", rows, "weights")
    assert [round(score, 2) for score in weights.exact.reached["scaled_scores"][0]] == [0.71, -0.71]
    found = weights.asked[0].bands[0]
    assert found is not None
    assert found.holds(2.03 / (2.03 + 0.49))
    assert found.holds(0.81)
    assert not found.holds(0.82)


def test_the_root_of_a_variance_is_a_line() -> None:
    """A distance of -3.5 over the root of 14.25: -3.5 / 3.77 is -0.9284, exactly -0.9272."""
    found = band("layer_norm", {"x": [0, 5, 0, 9], "gamma": 1, "beta": 0}, "normalized")
    assert found.holds(-3.5 / 3.77)


@pytest.mark.parametrize(
    ("family", "parameters", "name", "typed"),
    [
        ("attention", {"Q": [[1, 1]], "K": [[3, 2]], "V": [[1, 1]], "causal": False}, "scaled_scores", 3.55),
        ("dpo_loss", {"logp_w": -8, "ref_w": -9, "logp_l": -9, "ref_l": -8.5, "beta": 0.5}, "loss", 0.39),
        ("perplexity", {"probabilities": [0.5, 0.3, 0.2]}, "bits", 1.7),
    ],
)
def test_constants_are_written_down_too(
    family: str, parameters: Mapping[str, object], name: str, typed: float
) -> None:
    """The root of 2 as 1.41; e to the -0.75 as 0.47; ln 2 as 0.69."""
    assert band(family, parameters, name).holds(typed)


def test_both_ends_of_a_band_belong_to_it() -> None:
    assert exact_band(Fixed(2), 0.125).holds(0.12)
    assert exact_band(Fixed(2), 0.125).holds(0.13)
    assert exact_band(Fixed(2), 0.145).holds(0.15)
    assert not exact_band(Fixed(2), 0.125).holds(0.1199)
    assert exact_band(Scientific(2), 5.88e21).holds(5.885e21)


def test_an_integer_has_no_band() -> None:
    assert whole("count_linear", {"features": 3, "classes": 2}, "total").asked[0].bands == [None]
    assert reach(Integer(), 168) == 0


def test_an_infinite_cell_has_only_itself() -> None:
    infinite = exact_band(Fixed(2), -math.inf)
    assert infinite.holds(-math.inf)
    assert not infinite.holds(-1e9)


def test_a_band_may_reach_two_last_places_or_a_twentieth() -> None:
    assert reach(Fixed(2), 0.3) == pytest.approx(0.02)
    assert reach(Fixed(2), 50) == pytest.approx(2.5)
    assert reach(Scientific(2), 5e9) == pytest.approx(2.5e8)
    assert reach(Fixed(4), 0.001) == pytest.approx(0.0002)


def test_a_band_that_reaches_too_far_is_not_fair() -> None:
    """Nearly the same direction: the distance, 0.11, hangs on the last places of the cosine, 0.994."""
    near = whole("normalized_distance", {"u": [9, 1], "v": [9, 2]}, "distance")
    assert unfair(near.exact, {"distance": near.asked[0].bands}) == (
        "distance: rounding on the way moves the answer too far"
    )


def test_only_lines_that_rounding_moves_are_rounded() -> None:
    exact = whole("cosine_similarity", UNIT).exact
    assert roundable(exact) == ["cosine"]  # 20, 3 and 7 stay what they are
    assert roundable(whole("count_linear", {"features": 3, "classes": 2}).exact) == []


def test_a_whole_line_behind_a_rounded_one_may_move_too() -> None:
    """2.887e9 is rounded, so tokens behind it move."""
    exact = whole("chinchilla_allocation", {"compute": 1e21}).exact
    assert roundable(exact) == ["squared", "parameters", "tokens"]


def test_people_round_all_each_alone_the_first_or_the_last_lines() -> None:
    ways = list(roundings(["a", "b", "c", "d"]))
    assert len(ways) == len(set(ways))
    assert set(ways) == {
        frozenset(way) for way in ("abcd", "a", "b", "c", "d", "ab", "abc", "cd", "bcd")
    }  # fmt: skip
    assert list(roundings([])) == []
    assert list(roundings(["a"])) == [frozenset("a")]


def test_given_values_are_not_rounded_again() -> None:
    family = whole("normalized_distance", UNIT).question.family
    parameters = whole("normalized_distance", UNIT).parameters
    given = {"cosine": 0.9549}
    mine = run(family, parameters, given=given)
    found = bands(mine, ["distance"], given=given)["distance"][0]
    assert found is not None
    assert found.exact == pytest.approx(math.sqrt(2 - 2 * 0.9549))
    assert found.holds(round(found.exact, 2))
    assert not found.holds(found.exact + 0.02)


def test_a_rounding_that_breaks_the_chain_is_left_out_or_told() -> None:
    """A cosine of 0.997 rounds to 1.00, of 1.004 it cannot be: but a dot product over a length of 0.00 breaks."""
    tiny = {"u": [0.003, 0.001], "v": [1, 2]}
    with pytest.raises(CannotGoOn):
        whole("cosine_similarity", tiny, "cosine")
    exact = run(whole("cosine_similarity", UNIT).question.family, type(PARAMETERS).of(tiny))
    assert bands(exact, ["cosine"])["cosine"][0] is not None


PARAMETERS = whole("cosine_similarity", UNIT).parameters


def test_every_cell_has_its_own_band() -> None:
    surprisals = whole("perplexity", {"probabilities": [0.5, 0.25, 1]}, "surprisals").asked[0].bands
    assert [round(b.exact, 2) for b in surprisals if b] == [0.69, 1.39, 0]
