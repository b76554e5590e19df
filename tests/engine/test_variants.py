"""Drawing, fairness of what is drawn, and keeping it: marks rest on what was stored."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from engine import variants
from engine.catalogue import families
from engine.marking.marking import Rule
from engine.parameters import BadParameters
from engine.questions import LEVELS
from engine.variants import Stale, Undrawable, Variant
from tests.conftest import FIRST
from tests.engine.submissions import BANK, SWEEP, key, marked, question
from tests.every import one_in

DISTANCE = question("normalized_distance", "cosine", "distance")
WEIRD: list[Any] = [
    "big", "", -3, 0, 1, 0.5, 7, 1e29, 10**14, None, True, [], {}, [1], [0, 0], [[1]], [[1, 2], [3, 4]], [1, 2, 3],
    ["a"], {"a": 1}, {"a": [1, 2]}, [["a", "b"]], "</w>", [[[1]]], [None],
]  # fmt: skip


def drawn(seed: int = 1, **fixed: Any) -> Variant:
    return variants.draw(DISTANCE, seed, "exam", fixed)


def test_the_same_question_level_and_seed_give_the_same_variant() -> None:
    assert drawn().to_json() == drawn().to_json()
    assert drawn(1).to_json() != drawn(2).to_json()
    assert drawn(1).to_json() != variants.draw(DISTANCE, 1, "hard").to_json()


def test_levels_draw_larger_tasks() -> None:
    sizes = [len(variants.draw(DISTANCE, 1, level).parameters.to_json()["u"]) for level in LEVELS]
    assert sizes == [2, 3, 4]


def test_what_is_fixed_wins_over_the_draw() -> None:
    assert drawn(u=[3, 0, 4, 0]).parameters.to_json()["u"] == [3, 0, 4, 0]
    assert len(drawn(u=[3, 0, 4, 0]).parameters.to_json()["v"]) == 4


def test_spans_lists_cells_and_cases_are_drawn_within_their_limits() -> None:
    spans = question(
        "kv_cache", "total_bytes",
        ranges={"context": {"from": 1024, "to": 4096, "step": 1024}, "d_head": [64, 128]},
        fixed={"layers": 32, "bytes_per_value": 2, "batch": 2},
        cases=[{"name": "one", "kv_heads": 4}, {"name": "two", "kv_heads": 8}],
    )  # fmt: skip
    made = [variants.draw(spans, seed, "exam") for seed in range(40)]
    values = [variant.parameters.to_json() for variant in made]
    assert {value["context"] for value in values} == {1024, 2048, 3072, 4096}
    assert {value["d_head"] for value in values} == {64, 128}
    assert {(variant.case, value["kv_heads"]) for variant, value in zip(made, values, strict=True)} == {
        ("one", 4), ("two", 8),
    }  # fmt: skip
    grid = question(
        "attention", "raw_scores", ranges={"Q": {"length": 2, "rows": 3, "of": [1, 2, 5]}}, fixed={"causal": False}
    )  # fmt: skip
    for seed in range(10):
        Q = variants.draw(grid, seed, "exam").parameters.to_json()["Q"]
        assert (len(Q), {len(row) for row in Q}) == (3, {2})
        assert {cell for row in Q for cell in row} <= {1, 2, 5}


def test_numbers_that_are_fixed_are_called_by_the_name_of_their_case() -> None:
    named = question(
        "kv_cache", "total_bytes", ranges={"context": [1024, 2048]},
        fixed={"layers": 32, "bytes_per_value": 2, "batch": 2, "d_head": 64},
        cases=[{"name": "one", "kv_heads": 4}, {"name": "two", "kv_heads": 8}],
    )  # fmt: skip
    fixed = [variants.draw(named, seed, "exam", {"kv_heads": 8, "context": 5}) for seed in range(10)]
    assert {variant.case for variant in fixed} == {"two"}
    with pytest.raises(BadParameters, match=r"^kv_heads: is that of none of these: one, two$"):
        variants.draw(named, 1, "exam", {"kv_heads": 3})
    pairs = named.model_copy(
        update={"cases": [{**case, "batch": n + 1} for n, case in enumerate(named.cases)]}
    )
    with pytest.raises(BadParameters, match=r"^is that of none of these: one, two$"):
        variants.draw(pairs, 1, "exam", {"kv_heads": 8, "batch": 1})
    nameless = named.model_copy(update={"cases": [{"kv_heads": 4}, {"kv_heads": 8}]})
    assert variants.draw(nameless, 1, "exam", {"kv_heads": 3}).parameters.to_json()["kv_heads"] == 3


def test_decimals_of_a_span_have_no_float_noise() -> None:
    tenths = question(
        "chinchilla_allocation",
        "tokens",
        ranges={"tokens_per_parameter": {"from": 0.1, "to": 0.9, "step": 0.1}},
    )
    ratios = {
        variants.draw(tenths, seed, "exam").parameters.to_json()["tokens_per_parameter"] for seed in range(60)
    }
    assert ratios <= {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}


def test_a_stem_asks_all_its_steps_and_shares_the_points() -> None:
    merges = question(
        "bpe_train", parts=[{"ask": "merge", "points": 3}, {"ask": "vocabulary"}], fixed={"merges": 2}
    )
    variant = variants.draw(merges, 1, "exam")
    assert {asked.name: asked.points for asked in variant.asked} == {
        "merge_1": Fraction(3, 2), "merge_2": Fraction(3, 2), "vocabulary": 2,
    }  # fmt: skip
    assert variant.points == 5


def test_a_part_asked_in_more_places_is_marked_in_them() -> None:
    fine = question(
        "cosine_similarity", parts=[{"ask": "cosine", "places": 4}], fixed={"u": [1, 2, 2], "v": [2, 3, 6]}
    )
    variant = variants.draw(fine, 1, "exam")
    assert key(variant) == {"cosine": ["0.9524"]}
    assert marked(variant, {"cosine": ["0.95"]})["cosine"].rule is Rule.WRONG


def test_what_no_draw_can_make_fair_is_undrawable_and_says_why() -> None:
    wide = question("normalized_distance", "distance", fixed={"u": [9, 1], "v": [9, 2]})
    with pytest.raises(Undrawable, match="rounding on the way moves the answer too far"):
        variants.draw(wide, 1, "exam")
    small = question("cosine_similarity", "cosine", fixed={"u": [100, 1], "v": [0, 1]})
    with pytest.raises(Undrawable, match="does not fit its form"):
        variants.draw(small, 1, "exam")
    unknown = question("bpe_train", "merge_9", fixed={"merges": 2})
    with pytest.raises(Undrawable, match="merge_9 is no step"):
        variants.draw(unknown, 1, "exam")


def test_what_does_not_fit_names_the_parameter() -> None:
    for fixed, named in (
        ({"u": [0, 0]}, "u"),
        ({"w": 1}, "w"),
        ({"u": "big"}, "u"),
        ({"u": [1], "v": [1, 2]}, "u"),
    ):
        with pytest.raises(BadParameters) as refused:
            drawn(**fixed)
        assert named in str(refused.value)


@pytest.mark.parametrize("said", ["ranges", "fixed", "cases"])
def test_values_of_a_question_from_which_nothing_can_be_drawn_are_named(said: str) -> None:
    values = {"ranges": {"u": [1, 2]}, "fixed": {"u": 1}, "cases": [{"u": 1}]}[said]
    broken = DISTANCE.model_copy(update={said: values})
    with pytest.raises(BadParameters, match=r"^u: "):
        variants.draw(broken, 1, "exam")


def test_what_is_no_value_of_its_parameter_is_said_so_and_not_that_nothing_can_be_drawn() -> None:
    for said, value in (("ranges", {"u": [1, 2]}), ("cases", [{"u": 1}])):
        with pytest.raises(BadParameters, match=r"^u: must be a vector"):
            variants.draw(DISTANCE.model_copy(update={said: value}), 1, "exam")


@pytest.mark.parametrize(
    ("question_says", "handed_in"),
    [
        ({"fixed": {"k": 3, "samples": 1}}, {}),
        ({"fixed": {"samples": 1, "k": 3}}, {}),
        ({"ranges": {"k": [3, 4], "samples": [1]}}, {}),
        ({"cases": [{"name": "one", "k": 3, "samples": 1}]}, {}),
        ({"fixed": {"k": 3}}, {"samples": 1}),
    ],
)
def test_of_several_values_the_one_without_which_numbers_can_be_drawn_is_named(
    question_says: dict[str, Any], handed_in: dict[str, Any]
) -> None:
    """One sample alone cannot be right in part: no probability is left to draw."""
    tries = question("pass_at_k_independent", "pass_at_k", **question_says)
    with pytest.raises(BadParameters, match=r"^samples: leaves no numbers to draw with"):
        variants.draw(tries, 1, "exam", handed_in)


def test_a_case_of_another_shape_is_named_however_the_draw_fails() -> None:
    """The draw of the cross-entropy looks for a list and finds none."""
    entropy = question("cross_entropy", "loss", cases=[{"name": "one", "logits": "", "probabilities": 3}])
    with pytest.raises(BadParameters, match=r"^(logits|probabilities): must be a vector"):
        variants.draw(entropy, 1, "exam")


def test_values_that_leave_nothing_to_draw_only_together_are_all_named() -> None:
    """Two different words of context are drawn, and each of these values alone says that there is one."""
    words = next(q for q in BANK.questions.values() if q.family_id == "neural_ngram_forward")
    one = words.model_copy(update={"fixed": {"embeddings": [[1]], "words": ["a"]}, "ranges": {}, "cases": []})
    with pytest.raises(BadParameters, match=r"^these leave no numbers to draw with: embeddings, words"):
        variants.draw(one, 1, "exam")


@pytest.mark.parametrize("family", one_in(3, families()))
def test_nothing_that_is_set_breaks_a_draw(family: str) -> None:
    asked = next(q for q in BANK.questions.values() if q.family_id == family)
    for name in asked.family.parameters.model_fields:
        for value in WEIRD if SWEEP else WEIRD[FIRST // 1_000 % 12 :: 12]:  # a twelfth, another one every day
            try:
                variant = variants.draw(asked, 1, asked.levels[0], {name: value})
            except (BadParameters, Undrawable) as refused:
                assert str(refused)
            else:
                assert all(len(part.bands) for part in variant.asked), (name, value)


# Keeping


def test_a_variant_survives_storing() -> None:
    for family in ("normalized_distance", "attention", "bpe_train", "nearest_neighbour"):
        asked = next(q for q in BANK.questions.values() if q.family_id == family)
        variant = variants.draw(asked, 5, asked.levels[0])
        kept = json.loads(json.dumps(variant.to_json(), allow_nan=False))
        revived = variants.from_json(asked, kept)
        assert revived.to_json() == variant.to_json()
        np.testing.assert_equal([a.key for a in revived.asked], [a.key for a in variant.asked])
        assert [a.bands for a in revived.asked] == [a.bands for a in variant.asked]
        assert marked(revived, key(variant)) == marked(variant, key(variant))


def stored(**fixed: Any) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(json.dumps(drawn(u=[1, 2, 2], v=[2, 3, 6], **fixed).to_json()))
    return kept


def test_it_keeps_what_marking_rests_on() -> None:
    kept = stored()
    assert kept.keys() == {"question", "version", "level", "seed", "case", "parameters", "parts"}
    assert kept["parameters"] == {"u": [1, 2, 2], "v": [2, 3, 6]}
    assert kept["parts"][0]["key"] == [pytest.approx(20 / 21)]


def test_a_stored_key_stays_when_the_code_computes_another() -> None:
    kept = stored()
    kept["parts"][0]["key"], kept["parts"][0]["bands"] = [0.5], [[0.5, 0.495, 0.505]]
    revived = variants.from_json(DISTANCE, kept)
    assert marked(revived, {"cosine": ["0.50"]})["cosine"].rule is Rule.EXACT
    assert marked(revived, {"cosine": ["0.95"]})["cosine"].rule is Rule.WRONG


def test_a_stored_band_stays_when_the_code_computes_another() -> None:
    kept = stored()
    kept["parts"][1]["bands"] = [[kept["parts"][1]["key"][0], 0.30, 0.40]]
    assert marked(variants.from_json(DISTANCE, kept), {"distance": ["0.40"]})["distance"].rule is Rule.ROUNDED


def test_stored_points_stay_when_the_question_gives_others() -> None:
    kept = stored()
    kept["parts"][0]["points"] = "1/3"
    assert variants.from_json(DISTANCE, kept).asked[0].points == Fraction(1, 3)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda kept: kept["parameters"].update(u=[0, 0, 0]), "u"),
        (lambda kept: kept["parameters"].pop("v"), "v"),
        (lambda kept: kept["parameters"].update(w=1), "w"),
        (lambda kept: kept["parts"][0].update(name="sine"), "sine"),
        (lambda kept: kept["parts"][0].update(key=[0.5, 0.5]), "cosine"),
    ],
)
def test_a_stale_variant_names_what_no_longer_fits(change: Any, named: str) -> None:
    kept = stored()
    change(kept)
    with pytest.raises(Stale, match=named):
        variants.from_json(DISTANCE, kept)


def remarks(name: str, seed: int = 1, **numbers: Any) -> list[str]:
    drawn_now = variants.draw(BANK.questions[name], seed, "exam", numbers)
    return drawn_now.question.remarks_on(drawn_now.parameters.to_json())


def test_a_remark_stands_below_the_numbers_that_it_is_about_alone() -> None:
    asked = "a-hundred-samples-per-problem"
    assert [said for said in remarks(asked, n=100, c=20, k=10) if "computed exactly it is 0.9049" in said]
    assert remarks(asked, n=100, c=30, k=10) == []


def test_a_remark_on_no_numbers_stands_below_all() -> None:
    assert all(len(remarks("sixteen-bytes-either-way", seed)) == 1 for seed in range(5))
