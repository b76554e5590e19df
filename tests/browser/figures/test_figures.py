"""Figures by mouse, keyboard and touch, and the whole model to its fifth letter; with JavaScript and without."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.figures.catalogue import figures
from tests.browser.conftest import axe_violations
from tests.every import every

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
DARK = {"color_scheme": "dark"}
WINDOWS = pytest.mark.parametrize("window", [DESK | DARK, PHONE], ids=["desk", "phone"])
PLAIN = {"java_script_enabled": False}


def says(page: Page) -> Locator:
    return page.locator(".figure-says[role=status]")


@WINDOWS
def test_temperature_is_dragged_to_a_tenth(
    person: Callable[..., Page], site: str, window: dict[str, object]
) -> None:
    page = person(**window)
    page.goto(f"{site}/study/2.7")
    figure = page.locator("#figure-temperature")
    slider = figure.get_by_label("Temperature T")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.31, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, middle, steps=8)
    page.mouse.up()
    expect(slider).to_have_value("0.1")
    expect(figure.locator(".figure-says[role=status]")).to_contain_text("to 1.00")
    expect(page).to_have_url(f"{site}/study/2.7")
    assert axe_violations(page) == []


def test_rope_is_turned_by_keyboard(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/rope")
    slider = page.get_by_label("Position m")
    slider.focus()
    before = page.locator(".figure-pictures svg .arrow").last.get_attribute("x2")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(says(page)).to_contain_text("At position 4")
    expect(page).to_have_url(re.compile("position=4"))
    expect(slider).to_be_focused()
    assert page.locator(".figure-pictures svg .arrow").last.get_attribute("x2") != before
    page.reload()
    expect(page.get_by_label("Position m")).to_have_value("4")
    assert axe_violations(page) == []


def test_bpe_is_stepped_by_touch_and_the_scroll_stays(person: Callable[..., Page], site: str) -> None:
    page = person(**PHONE)
    page.goto(f"{site}/figures/bpe")
    for n in (2, 3, 4):
        button = page.get_by_role("link", name="Next")
        button.scroll_into_view_if_needed()
        place = page.evaluate("scrollY")
        button.tap()
        expect(says(page)).to_contain_text(f"Merge {n} joins")
        assert abs(page.evaluate("scrollY") - place) < 80
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_tip_of_an_arrow_is_dragged(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/angle-and-distance")
    box = page.locator(".grip").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 80, y - 30, steps=10)
    page.mouse.up()
    expect(says(page)).to_contain_text("The cosine")
    expect(page).to_have_url(re.compile(r"u\.x=(?!2&)"))


def test_an_amount_is_typed_or_dragged(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/kv-cache")
    typed = page.get_by_role("textbox", name="Tokens so far")
    dragged = page.get_by_role("slider", name="Tokens so far")
    typed.fill("77")
    expect(says(page)).to_contain_text("The cache falls from 1 GiB to 9.63 MiB")
    expect(page).to_have_url(re.compile("context=77&"))
    page.wait_for_timeout(1100)  # what comes within a second is one move, told from where it began
    dragged.focus()
    page.keyboard.press("ArrowRight")
    expect(typed).to_have_value("1024")
    expect(says(page)).to_contain_text("rises from 9.63 MiB to 128 MiB")
    page.wait_for_timeout(1100)
    page.keyboard.press("Home")
    expect(typed).to_have_value("1")
    expect(says(page)).to_contain_text("falls from 128 MiB to 128 KiB")
    assert axe_violations(page) == []


@WINDOWS
def test_constants_stand_folded_and_move_the_valley(
    person: Callable[..., Page], site: str, window: dict[str, object]
) -> None:
    page = person(**window)
    page.goto(f"{site}/figures/valley")
    slider = page.get_by_label("A: the weight of the size")
    expect(slider).to_be_hidden()
    page.get_by_text("Constants").click()
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(says(page)).to_contain_text("With a larger A the size counts more")
    expect(slider).to_be_focused()
    assert axe_violations(page) == []
    page.reload()
    expect(slider).to_have_value("456.4")
    expect(slider).to_be_visible()


def test_the_cache_is_stepped_with_and_without_it(person: Callable[..., Page], site: str) -> None:
    page = person(**PHONE)
    page.goto(f"{site}/figures/cache-by-token")
    page.get_by_role("link", name="Next").tap()
    expect(says(page)).to_contain_text("Only “Paris” is computed")
    page.get_by_label("computed again at each step").check()
    expect(says(page)).to_contain_text("That makes 15 so far, where a cache needs 5.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe_violations(page) == []


@WINDOWS
def test_a_weight_is_chosen_in_the_picture_and_moves_all_classes(
    person: Callable[..., Page], site: str, window: dict[str, object]
) -> None:
    page = person(**window)
    page.goto(f"{site}/figures/one-changed-weight")
    page.get_by_role("link", name="politics, bias 0.00, x2 = 1").click()
    expect(says(page)).to_contain_text("The score of “politics” changes by 1 × 1 = 1")
    page.get_by_label("Second feature of the text").focus()
    page.keyboard.press("Home")
    expect(says(page)).to_contain_text("No score moves: the feature is 0")
    assert axe_violations(page) == []


def test_a_gradient_is_dragged_into_the_circle(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/too-long-a-gradient")
    box, ring = page.locator(".grip").bounding_box(), page.locator(".ring").bounding_box()
    assert box
    assert ring
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(ring["x"] + ring["width"] * 0.6, ring["y"] + ring["height"] * 0.4, steps=10)
    page.mouse.up()
    expect(says(page)).to_contain_text("the gradient passes unchanged")


@WINDOWS
@pytest.mark.parametrize("figure", ["alibi", "sinusoids", "logistic-regression", "requests-that-fit"])
def test_slopes_waves_and_curves_are_accessible_and_fit_the_window(
    person: Callable[..., Page], site: str, window: dict[str, object], figure: str
) -> None:
    page = person(**window)
    page.goto(f"{site}/figures/{figure}")
    expect(page.locator(".figure-pictures svg")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(page) == []


def test_one_predicts_before_the_handle_moves(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/temperature")
    page.get_by_label("Predict first").check()
    page.get_by_label("Temperature T").focus()
    page.keyboard.press("ArrowRight")
    guess = page.get_by_label("Your prediction")
    guess.fill("0.53")
    guess.press("Enter")
    expect(page.locator(".figure-told .verdict")).to_contain_text("You said 0.53")


def test_a_figure_becomes_an_exercise(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/figures/temperature?temperature=0.5")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page).to_have_url(re.compile("/attempts/"))
    expect(page.get_by_role("heading", name="Careful or bold?")).to_be_visible()


def test_figures_and_the_model_work_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK, **PLAIN)
    page.goto(f"{site}/figures/bpe")
    page.get_by_role("link", name="Next").click()
    expect(says(page)).to_contain_text("Merge 2")
    page.get_by_label("Your words").fill("lolo lolo")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(says(page)).to_contain_text("lo")
    page.goto(f"{site}/model")
    page.locator(".token-way a.strip").first.click()
    expect(page.get_by_text("Row of the letter plus row of its position")).to_be_visible()
    page.get_by_role("link", name="Hide it and ask me").click()
    page.get_by_label("What does it come to?").fill("9")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_be_visible()
    page.get_by_role("link", name="Write the next letter").click()
    expect(page.locator(".token-way")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (360, "light"), (1440, "dark")])
def test_every_figure_is_sound_in_its_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)

    def check(figure: str) -> None:
        page.goto(f"{site}/figures/{figure}")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    every(figures(), check)
