"""A lecturer's first question by the form alone: numbers that add up, a condition on them, and a classic mistake."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

STATEMENT = (
    "Two annotators label <n> reviews. Both call <a> of them positive and <d> negative; <b> are positive to the first "
    "alone and <c> to the second alone. How large is Cohen's kappa?"
)
CHANCE = "((a + b) * (a + c) + (c + d) * (b + d)) / n^2"
SAYS = "You took away the agreement by chance, and did not divide by what is left above it."


def card(page: Page, called: str) -> Locator:
    return page.get_by_role("group", name=called, exact=True)


def fill(row: Locator, **typed: str) -> None:
    """Types into the fields of a row; its name last, because the row is called by it."""
    for label, text in sorted(typed.items(), key=lambda one: one[0] == "Name"):
        row.get_by_label(label.replace("_", " "), exact=True).fill(text)


@pytest.mark.long("a question of twenty fields is written, checked and published")
def test_kappa_is_asked_with_a_computed_value_a_condition_and_a_mistake(form: Page) -> None:
    fill(
        form.locator(".fields > .entries"),
        Title="Agreement of two annotators",
        Question=STATEMENT,
        Points="3",
    )
    for n, (old, new) in enumerate((("requests", "a"), ("tokens", "b"), ("price", "c"))):
        fill(card(form, f"Variable {old}"), Name=new)
        high = "40" if n == 0 else "20"
        fill(
            card(form, f"Variable {new}"),
            Smallest="5",
            Largest=high,
            In_steps_of="1",
            Or_one_of_these="",
            Symbol=new,
        )
    form.get_by_role("button", name="Add a variable").click()
    fill(card(form, "Variable x"), Name="d", Smallest="10", Largest="40")
    form.get_by_role("button", name="Add a computed value").click()
    total = card(form, "Variable x")
    expect(total.get_by_label("Smallest")).to_have_count(0)
    fill(total, Name="n", Computed_as="a + b + c + d")
    form.get_by_role("button", name="Add a condition").click()
    fill(card(form, "Condition 1"), Condition="a + d > b + c")

    fill(card(form, "Step total"), Name="observed", Title="Observed agreement", Formula="(a + d) / n")
    card(form, "Step observed").get_by_label("Written as").select_option("decimals")
    fill(card(form, "Step cost"), Name="chance", Title="Agreement by chance", Formula=CHANCE)
    form.get_by_role("button", name="Add a step").click()
    fill(card(form, "Step step_a"), Name="kappa", Title="Cohen's kappa", Points="1")
    fill(card(form, "Step kappa"), Formula="(observed - chance) / (1 - chance)")
    mistake = card(form, "Mistake per_thousand")
    mistake.get_by_label("In which step").select_option(
        "Cohen's kappa"
    )  # called so before the form came anew
    fill(mistake, Name="not_divided", Formula_of_the_mistake="observed - chance", What_the_student_reads=SAYS)

    preview, report = form.locator("#preview"), form.locator("#report")
    slips = preview.locator(".slips")
    expect(slips).to_contain_text(SAYS)
    expect(preview).to_contain_text(re.compile(r"Two annotators label \d+ reviews"))
    given = slips.locator("li").first.text_content()
    assert given is not None
    (wrong,) = re.findall(r"Cohen's kappa (0\.\d\d)", given)
    preview.locator("[name='cell.kappa.0']").fill(wrong)
    preview.get_by_role("button", name="Test this answer").click()
    expect(preview.locator("#margin-kappa")).to_contain_text(SAYS)
    preview.get_by_role("button", name="New numbers").click()
    expect(preview.locator("[name='cell.kappa.0']")).to_have_value("")

    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Press “Publish” once more", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Version 1 is published")
