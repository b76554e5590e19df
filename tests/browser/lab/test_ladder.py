"""The ladder in a real browser: a count and a network are predicted, run, compared, and become exercises."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.ladder.demo import Ladder
from app.lab.demos.ladder.state import State
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run other demos are predicted, and its page is looked at in test_lab.py
def test_a_perplexity_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="One data set, seven language models").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_contain_text("This model has perplexity 9.71")
    page.locator("#ratio").fill("3")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("ratio=3"))
    expect(page.locator("#run")).to_have_count(0)
    came = f"{Ladder(State(ratio=3.0)).perplexity:.2f}"
    page.locator("#predicted").fill("12")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text(f"You said 12.00; it came to {came}.")
    expect(page.locator("#run svg")).to_contain_text("you said")
    page.get_by_role("link", name="heinrich").click()
    expect(page.locator("#letters")).to_be_in_viewport()
    expect(page.locator("#letters")).to_contain_text("Surprisal of heinrich")
    page.get_by_role("link", name="2 e").click()
    expect(page.locator("#arithmetic h2")).to_have_text("The probability of e, worked out")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The next letter of a name")


@pytest.mark.sweep  # in every run a GPT is trained in tests/app/lab/test_training.py
def test_a_network_is_trained_before_ones_eyes_and_stands_on_the_ladder(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/ladder")
    page.locator("#model").select_option("rnn")
    expect(page.locator("#steps")).to_be_visible()
    expect(page.locator("#order[type=number]")).to_have_count(0)
    page.locator("#steps").fill("40")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("steps=40"))
    page.locator("#predicted").fill("11")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 11.00; it came to", timeout=60_000)
    expect(page.locator("#run")).to_contain_text("you said")
    expect(page.locator("#letters")).to_contain_text("this model")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The recurrent network of the lab")


@pytest.mark.sweep
def test_ones_own_rung_is_dragged_into_the_ladder_or_follows_the_typed_number(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/ladder?{State().address}")
    ladder, field, said = Ladder(State()).known_rungs, page.locator("#predicted"), page.locator("#rung-said")
    expect(page.locator("#rungs .own text")).to_have_text("yours")

    def pulled(y: float) -> None:
        grip, picture = (page.locator(f"#rungs {one}").bounding_box() for one in (".grip", "svg"))
        assert grip is not None
        assert picture is not None
        page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
        page.mouse.down()
        page.mouse.move(picture["x"] + 40, picture["y"] + y * picture["width"] / 340, steps=4)
        page.mouse.up()

    gpt, lstm = (next(one for one in ladder.rungs if one.name == name) for name in ("GPT", "LSTM"))
    pulled((gpt.y + lstm.y) / 2)
    number = float(field.input_value())
    assert abs(number - (gpt.perplexity + lstm.perplexity) / 2) < 0.05
    expect(page.locator("#rungs .own text")).to_have_text(f"{number:.2f}")
    expect(said).to_have_text(
        f"Your rung lies between GPT ({gpt.perplexity:.2f}) and LSTM ({lstm.perplexity:.2f})."
    )
    field.fill("11")
    expect(said).to_contain_text("between 2-gram + α (11.28) and 3-gram + α (9.65)")
    moved = page.locator("#rungs .own").get_attribute("transform") or ""
    assert abs(float(moved.split()[1].strip(")")) - ladder.height(11)) < 0.01
    field.fill("a lot")
    expect(page.locator("#rungs .own text")).to_have_text("yours")
    field.fill("2")
    expect(said).to_have_text("Your rung lies below all that are known.")
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 2.00;")


@pytest.mark.sweep
def test_on_a_ladder_and_on_a_pad_one_says_the_same(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/ladder?{State(model='rnn').address}")
    pad, field = page.locator("#sketch svg").bounding_box(), page.locator("#predicted")
    assert pad is not None
    page.locator("#sketch svg").scroll_into_view_if_needed()
    pad = page.locator("#sketch svg").bounding_box()
    assert pad is not None
    page.mouse.move(pad["x"] + pad["width"] * 0.2, pad["y"] + 40)
    page.mouse.down()
    page.mouse.move(pad["x"] + pad["width"] - 4, pad["y"] + pad["height"] * 0.6, steps=12)
    page.mouse.up()
    number = field.input_value()
    expect(page.locator("#rungs .own text")).to_have_text(number)
    assert page.locator("#sketch polyline").get_attribute("points")
    page.locator("#rungs .rail").first.scroll_into_view_if_needed()
    grip = page.locator("#rungs .grip").bounding_box()
    assert grip is not None
    page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, grip["y"] - 60, steps=4)
    page.mouse.up()
    assert field.input_value() != number
    assert not page.locator("#sketch polyline").get_attribute("points")  # it ended elsewhere
