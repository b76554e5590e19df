"""Whole chains as input: tables, merges, a tree, ticks. The first wrong step is named, what follows keeps its marks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import variants
from engine.answers import cells
from engine.answers.forms import Choice
from engine.chain import Run, run
from engine.variants import Asked, Variant
from tests.browser.practice.test_seven_kinds import fill, margin, press, typed
from tests.engine.submissions import BANK


def opened(page: Page, site: str, question: str, seed: int = 3) -> Variant:
    page.goto(f"{site}/practice/{question}?seed={seed}&level=exam")
    return variants.draw(BANK.questions[question], seed, "exam")


def hand_in(page: Page, asked: Asked, value: object) -> None:
    """Types, chooses or ticks a value; ticks from before go."""
    line, form = page.locator(f"#line-{asked.name}"), asked.step.form
    if not isinstance(form, Choice):
        fill(page, asked.name, typed(asked, value))
        return
    ticked = line.locator("input[type=checkbox]:checked")
    while ticked.count():
        ticked.first.uncheck()
    for name in form.show(value).split("\n"):
        line.get_by_label(name, exact=True).check()


def hand_in_all(page: Page, variant: Variant, own: Run) -> None:
    for asked in variant.asked:
        hand_in(page, asked, own.reached[asked.name])


def test_one_wrong_scaled_score_is_named_and_the_rest_of_the_trace_follows(
    person: Callable[..., Page], site: str
) -> None:
    page = person()
    variant = opened(page, site, "every-table-of-attention")
    scaled = variant.exact.reached["scaled_scores"].copy()
    scaled[1, 0] += 1.0
    own = run(variant.question.family, variant.parameters, given={"scaled_scores": scaled})
    hand_in_all(page, variant, own)
    fill(page, "scaled_scores", [f"{x:.2f}" for x in scaled.ravel()])
    press(page, "Check all")
    assert "3 of 4 cells are right." in margin(page, "scaled_scores")
    assert "This is the first step that differs." in margin(page, "scaled_scores")
    assert "Right." in margin(page, "raw_scores")
    for part in ("masked_scores", "weights", "output"):
        assert "from your earlier answer" in margin(page, part)
        assert "1 of 1 point" in margin(page, part)


@pytest.mark.sweep
def test_a_wrong_tie_break_in_the_merges_is_named(person: Callable[..., Page], site: str) -> None:
    page = person()
    variant = opened(page, site, "merge-by-merge", seed=1)
    mistake = variant.question.family.mistakes["last_of_equals"]
    wrong = run(variant.question.family, variant.parameters, instead={"merge_1": mistake})
    assert wrong.reached["merge_1"] != variant.exact.reached["merge_1"]
    for name in ("pairs_1", "merge_1", "words_1"):
        asked = variant.part(name)
        assert asked
        hand_in(page, asked, wrong.reached[name])
    press(page, "Check all")
    assert "Right." in margin(page, "pairs_1")
    assert mistake.says in margin(page, "merge_1")
    assert "from your earlier answer" in margin(page, "words_1")
    expect(page.locator("#line-pairs_2")).to_contain_text("follow from your own answers")
    for pair in wrong.reached["pairs_2"]:
        expect(page.locator("#line-pairs_2 tbody").get_by_text(pair, exact=True)).to_be_visible()
    for name in ("pairs_2", "merge_2", "words_2"):
        form = wrong.steps[name].form
        fill(page, name, [form.show(leaf) for leaf in cells.cells(wrong.reached[name])])
    press(page, "Check all")
    for name in ("pairs_2", "merge_2", "words_2"):
        assert "from your earlier answer" in margin(page, name)
    expect(page.locator(".total")).to_contain_text("4 / 5")


@pytest.mark.sweep
def test_a_beam_tree_is_filled_in_branch_by_branch(person: Callable[..., Page], site: str) -> None:
    page = person()
    variant = opened(page, site, "two-hypotheses-in-the-beam")
    family, exact = variant.question.family, variant.exact
    greedy = run(family, variant.parameters, instead={"kept_1": family.mistakes["greedy"]})
    expect(page.locator("#line-candidates_1 .parent")).to_have_text("start")
    expect(page.locator("#line-candidates_2 .waits")).to_contain_text("Opens when")
    branches = page.locator("#line-candidates_2 .branching")
    for made, count in ((greedy, 1), (exact, 2)):  # one for each text in the beam, one's own or the right one
        for name in ("candidates_1", "kept_1"):
            asked = variant.part(name)
            assert asked
            hand_in(page, asked, made.reached[name])
        press(page, "Check all")
        assert ("that is greedy search" in margin(page, "kept_1")) is (made is greedy)
        assert "Right." in margin(page, "candidates_1")
        expect(branches).to_have_count(count)
    for name in ("candidates_2", "kept_2"):
        asked = variant.part(name)
        assert asked
        hand_in(page, asked, asked.key)
    press(page, "Check all")
    hand_in_all(page, variant, exact)
    press(page, "Check all")
    expect(page.locator("[role=status].status")).to_contain_text("All of it is right.")


@pytest.mark.parametrize(
    "javascript", [True, pytest.param(False, marks=pytest.mark.sweep)], ids=["htmx", "plain"]
)
def test_top_p_is_ticked_and_its_renormalised_mass_typed(
    javascript: bool, person: Callable[..., Page], site: str
) -> None:
    page = person(java_script_enabled=javascript)
    variant = opened(page, site, "until-the-mass-is-reached")
    family = variant.question.family
    dropped = run(family, variant.parameters, instead={"kept": family.mistakes["crossing_token_dropped"]})
    hand_in_all(page, variant, dropped)
    press(page, "Check all")
    says = family.mistakes["crossing_token_dropped"].says.partition(".")[0]
    assert says in margin(page, "kept")
    assert "from your earlier answer" in margin(page, "mass")
    assert "from your earlier answer" in margin(page, "renormalized")
    boxes = page.locator("#line-kept input[type=checkbox]")
    assert boxes.count() == len(variant.exact.values["probabilities"]) + 1
    hand_in_all(page, variant, variant.exact)
    press(page, "Check all")
    expect(page.locator("[role=status].status")).to_contain_text("All of it is right.")
