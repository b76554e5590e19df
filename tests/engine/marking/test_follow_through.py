"""Another choice leads to other cells, and they are marked as what follows from it."""

from fractions import Fraction

from engine.chain import run
from engine.marking.follow_through import decided_by, here, names
from engine.marking.marking import Rule, mark
from engine.variants import Variant
from tests.engine.submissions import key, of_the_bank, written

MERGES = "merge-by-merge"
BEAM = "two-hypotheses-in-the-beam"


def mistaken(variant: Variant, step: str, name: str) -> dict[str, list[str]]:
    """All that somebody hands in who makes this mistake in this step and goes on."""
    family = variant.question.family
    wrong = run(family, variant.parameters, instead={step: family.mistakes[name]})
    assert wrong.reached[step] != variant.exact.reached[step]
    return written(wrong, [asked.name for asked in variant.asked])


def test_only_what_an_earlier_choice_names_is_decided_by_it() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    waiting = {asked.name: decided_by(variant, asked) for asked in variant.asked}
    assert waiting == {
        "candidates_1": [], "kept_1": [], "candidates_2": ["kept_1"], "kept_2": ["kept_1"],
        "candidates_3": ["kept_1", "kept_2"], "kept_3": ["kept_1", "kept_2"], "best": [], "score": [],
    }  # fmt: skip
    assert not any(decided_by(of_the_bank("nearest-word", "exam", 3), asked) for asked in variant.asked)


def test_after_another_merge_other_pairs_are_counted_and_keep_their_points() -> None:
    variant = of_the_bank(MERGES, "exam", 1)
    sheet = mistaken(variant, "merge_1", "last_of_equals")
    marks = mark(variant, sheet)
    assert marks["merge_1"].rule is Rule.WRONG  # type: ignore[union-attr]
    for name in ("words_1", "pairs_2", "merge_2", "words_2"):
        assert marks[name].rule is Rule.FOLLOWS, name  # type: ignore[union-attr]
        assert marks[name].credit == 1  # type: ignore[union-attr]


def test_a_beam_goes_on_with_the_texts_that_one_kept() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    sheet = mistaken(variant, "kept_1", "greedy")
    candidates = variant.part("candidates_2")
    assert candidates
    form = variant.exact.steps["kept_1"].form
    now = here(variant, candidates, {"kept_1": form.read(sheet["kept_1"][0])})
    assert set(names(now)) < set(names(candidates))
    assert len(now.bands) == len(sheet["candidates_2"])
    marks = mark(variant, sheet)
    assert [marks[name].credit for name in sheet if name != "kept_1"] == [Fraction(1)] * (len(sheet) - 1)  # type: ignore[union-attr]


def test_a_table_of_another_length_is_blank_until_it_is_filled_in_anew() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    sheet = mistaken(variant, "kept_1", "greedy")
    assert "candidates_2" not in mark(variant, {**sheet, "kept_1": key(variant)["kept_1"]})


def test_where_nobody_can_go_on_the_names_of_the_key_stay() -> None:
    variant = of_the_bank(BEAM, "exam", 3)
    candidates = variant.part("candidates_2")
    assert candidates
    assert here(variant, candidates, {"kept_1": ()}) is candidates
    assert here(variant, candidates, {}) is candidates
