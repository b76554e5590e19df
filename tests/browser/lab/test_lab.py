"""The lab in a real browser: predict, run, compare, change, make this an exercise; and how it looks."""

import re
from collections.abc import Callable, Iterable, Sequence

import pytest
from playwright.sync_api import Page, expect

from app.jobs.heartbeat import AWAY
from app.lab.demos import DEMOS
from app.lab.demos.decoding.demo import Decoding
from app.lab.demos.decoding.state import State
from tests.browser.conftest import axe_violations, held_back
from tests.browser.web.test_looks import LOOKS, looks_of

JO = State(begin="jo")


@pytest.mark.long("a whole story")
def test_a_letter_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Decoding lab").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_be_visible()  # a run is there already
    page.locator("#begin").fill(JO.begin)
    page.keyboard.press("Tab")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile("begin=jo"))
    page.get_by_role("button", name="Run").click()  # nothing was said yet: the browser asks for it
    expect(page.locator("#run")).to_have_count(0)
    outcome = f"{Decoding(JO).asked.outcome:.2f}"
    page.locator("#predicted").fill(outcome)
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text(f"You said {outcome}; it came to {outcome}.")
    expect(page.locator("#run svg")).not_to_have_count(0)

    page.wait_for_load_state()  # the address names a place: Chromium goes there last, and drops the focus
    page.locator("#temperature").fill("2")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("temperature=2"))
    expect(page.locator("#predict .verdict")).to_have_count(0)
    expect(page.locator("#run")).to_be_visible()
    expect(page.locator("#k")).to_be_focused()
    page.get_by_role("link", name="width 1").click()
    expect(page.locator("#search")).to_contain_text("Beam of width 1")
    expect(page.locator("#search")).to_be_in_viewport()

    page.get_by_role("button", name="Make this an exercise").click()
    expect(page).to_have_url(re.compile("/attempts/"))
    expect(page.locator("main")).to_contain_text("the temperature to")
    page.goto(f"{site}/progress")
    expect(page.locator("#lab")).to_contain_text("Predictions: 1 of 1 right")


@pytest.mark.sweep
def test_a_slider_sets_its_number_and_follows_it(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/decoding")
    slider, number = page.locator("[data-of=temperature]"), page.locator("#temperature")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    least, most = State.limits("temperature")
    middle = float(number.input_value())
    assert abs(middle - (least + most) / 2) < (most - least) / 10
    expect(page).to_have_url(re.compile(f"temperature={middle:g}"))
    number.fill("0.5")
    assert slider.input_value() == "0.5"


@pytest.mark.sweep
def test_a_setting_that_was_not_set_yet_is_asked_about_before_anything_runs(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/decoding?{JO.address}")
    page.locator("#predicted").fill("0.5")
    page.locator("#begin").fill("lu")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#asked-anew")).to_contain_text("Does your number still stand?")
    expect(page).to_have_url(re.compile("begin=lu"))
    page.wait_for_timeout(1_000)  # a change asks for the page as well
    expect(page.locator("#asked-anew")).to_contain_text("Does your number still stand?")
    expect(page.locator("#predicted")).to_have_value("0.5")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.50; it came to")
    expect(page).to_have_url(re.compile("begin=lu"))


@pytest.mark.sweep  # with scripts it is above
def test_it_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/lab/decoding?{JO.address}")
    page.locator("#temperature").fill("0.5")
    page.get_by_role("button", name="Set").click()
    page.locator("#predicted").fill("0.9")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.90; it came to")


FIRST = {demo.name: f"/lab/{demo.name}" for demo in DEMOS}  # what is there at once
ASKED = {demo.name: f"/lab/{demo.name}?{demo.state_type().address}" for demo in DEMOS}  # before a prediction


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", FIRST)
def test_what_came_stands_above_the_settings_and_a_window_shows_it(
    name: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}{FIRST[name]}")
    picture = page.locator(".stage .work :is(svg, table, .tiles)").first.bounding_box()
    settings = page.locator(".stage .margin .cell").first.bounding_box()
    assert picture is not None
    assert settings is not None
    assert picture["y"] < (720 if width == 360 else 620)
    if width == 360:
        assert picture["y"] + picture["height"] < settings["y"]
    else:
        assert picture["x"] + picture["width"] < settings["x"]
        assert settings["y"] < 620


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme", "addresses"), looks_of(["/lab", *FIRST.values()], 360, "dark"))
@pytest.mark.long("axe on several pages")
def test_the_lab_is_sound_in_every_look(
    width: int, scheme: str, addresses: Sequence[str], person: Callable[..., Page], site: str
) -> None:
    sound(person(viewport={"width": width, "height": 900}, color_scheme=scheme), site, addresses)


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_what_is_asked_before_a_prediction_is_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    sound(person(viewport={"width": width, "height": 900}, color_scheme=scheme), site, ASKED.values())


def sound(page: Page, site: str, addresses: Iterable[str]) -> None:
    for address in addresses:
        page.goto(f"{site}{address}")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.sweep  # in every run a letter is predicted, above
def test_a_merge_is_counted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/bpe")
    expect(page.locator("#run")).to_contain_text("Merged: e and s, 9 times.")
    page.locator("#text").fill("anna anna ananas")
    page.keyboard.press("Tab")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 5; it came to 4.")
    page.locator("#word").fill("banana")
    page.keyboard.press("Tab")
    expect(page.locator("#encode")).to_contain_text("Not in the vocabulary of this text: b.")
    page.get_by_role("link", name="Next merge").click()
    expect(page.locator("#predict h2").first).to_have_text("Merge 2")
    page.locator("#predicted").fill("2")
    page.keyboard.press("Enter")
    page.locator("#cut").fill("ananas")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("cut=ananas"))
    expect(page.locator("#real")).to_contain_text("o200k_base")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("Train a tokenizer on a handful of words")


def test_what_was_set_before_the_scripts_came_is_shown(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900}, service_workers="block")
    let_go = held_back(page)
    page.goto(f"{site}/lab/bpe", wait_until="commit")
    page.locator("#word").fill("banana")
    page.keyboard.press("Tab")
    let_go()
    expect(page.locator("#encode")).to_contain_text("Not in the vocabulary of this text: b, a.")


@pytest.mark.sweep  # 400 steps; in every run a GPT is trained in tests/app/lab/test_training.py
def test_a_gpt_is_trained_before_ones_eyes_paused_steered_and_compared(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/learning")
    expect(page.locator("#recorded svg")).to_be_visible()
    page.locator("#steps").fill("400")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("steps=400"))
    sketched(page, [(60, 20), (120, 90), (414, 140)])
    end = page.locator("#predicted").input_value()
    assert 2.2 < float(end) < 2.6
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#live canvas")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Pause").click()
    standing = page.locator("#standing")
    expect(standing).to_contain_text("Paused at step")
    page.wait_for_timeout(1_000)  # until the last points before the pause are there
    at = int(re.findall(r"\d+", standing.inner_text())[0])
    page.get_by_role("button", name="One step").click()
    expect(standing).to_contain_text(f"Paused at step {at + 1}")
    expect(page.locator("#writing")).to_contain_text(f"After step {at + 1} it writes:")
    told, button = page.locator("#knobs-said"), page.locator("#knobs").get_by_role("button", name="Set")
    button.click()
    expect(told).to_have_text("Change a number first.")
    page.locator("#new-dropout").fill("0.7")
    button.click()
    expect(told).to_have_text("The dropout lies between 0 and 0.5.")
    for knob, number in (("rate", "0.001"), ("dropout", "0,2"), ("batch", "16")):
        page.locator(f"#new-{knob}").fill(number)
    button.click()
    expect(told).to_have_text("From the next step on.")
    page.locator("#live").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#live .u-legend .u-value").first).to_have_text(str(at))
    assert axe_violations(page) == []
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#predict")).to_contain_text("You have changed a setting", timeout=60_000)
    expect(page.locator("#predict")).to_contain_text(f"You said {end}.")
    expect(page.locator("#run svg")).to_be_visible()
    expect(page.locator("#run")).to_contain_text("your sketch")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The GPT of the lab")


def sketched(page: Page, places: list[tuple[int, int]]) -> None:
    """Draws with the mouse; places as the picture counts them."""
    pad = page.locator("#sketch svg")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box
    unit = box["width"] / 440
    for n, (x, y) in enumerate(places):
        page.mouse.move(box["x"] + x * unit, box["y"] + y * unit, steps=5)
        if n == 0:
            page.mouse.down()
    page.mouse.up()


@pytest.mark.sweep  # waits until somebody is taken to be gone
def test_who_loads_the_page_anew_sees_the_run_go_on_and_who_leaves_stops_it(page: Page, site: str) -> None:
    page.goto(
        f"{site}/lab/learning?steps=2000&layers=2&width=64&heads=4"
    )  # goes on for longer than anybody is away
    page.locator("#predicted").fill("2.2")
    page.keyboard.press("Enter")
    expect(page.locator("#live canvas")).to_be_visible(timeout=60_000)
    page.reload()
    expect(page.locator("#live canvas")).to_be_visible(timeout=15_000)
    run = page.url
    page.goto(f"{site}/lab")
    page.wait_for_timeout(1_000 * (AWAY + 2))
    page.goto(run)
    expect(page.locator("#run")).to_contain_text("It was stopped.", timeout=15_000)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "address", ["/lab/ladder", "/lab/ladder?model=add_alpha", "/lab/depth?asks=time", "/lab/learning"]
)
def test_a_page_with_sliders_asks_for_nothing_by_itself(page: Page, site: str, address: str) -> None:
    """A slider has other digits than its number, which is no change: what comes of one would undo the next click."""
    asked: list[str] = []
    page.on(
        "request",
        lambda sent: asked.append(sent.url) if "/lab/" in sent.url and "/static/" not in sent.url else None,
    )
    page.goto(f"{site}{address}")
    page.wait_for_timeout(1_000)
    assert len(asked) == 1


@pytest.mark.sweep
def test_a_slider_runs_along_powers_of_ten_or_has_notches(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/ladder?model=add_alpha")
    slider, number = page.locator("[data-of=alpha]"), page.locator("#alpha")
    assert float(slider.input_value()) == 0  # 10 to this is 1
    number.fill("0.1")
    assert float(slider.input_value()) == pytest.approx(-1)
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("alpha=0.1&"))
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    alpha = float(number.input_value())
    assert 5 < alpha < 20  # 10 to the power of about 1
    assert alpha == float(f"{alpha:.2g}")
    expect(page).to_have_url(re.compile(f"alpha={alpha:g}"))

    page.goto(f"{site}/lab/depth")
    box = page.locator("[data-of=layers]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    expect(page.locator("#layers")).to_have_value("32")
    expect(page).to_have_url(re.compile("layers=32"))
    expect(page.locator("#unit")).to_contain_text("A model of 32 layers")
    page.locator("#layers").select_option("8")
    assert page.locator("[data-of=layers]").input_value() == "2"
