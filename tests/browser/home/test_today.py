"""Home is today's work: the first task, the day of the exam, and a mistake that is found, tried again and removed."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from app.web.rendering import LANGUAGE
from tests.app.learner import PERPLEXITY, drawn, key
from tests.app.learning.test_fold import two_to_the_nats
from tests.browser.web.test_looks import faults

NEW = "When is your exam?"
MISTAKE = "You raised 2 to a cross-entropy in nats"


def hand_in(page: Page, site: str, seed: int) -> None:
    """Makes the classic mistake with these numbers, without a mouse."""
    page.goto(f"{site}/practice/{PERPLEXITY}?level=warm-up&seed={seed}")
    for part in ("nats", "bits", "perplexity"):
        page.locator(f"[name='cell.{part}.0']").focus()
        page.keyboard.type("".join(two_to_the_nats(seed)[part]))
    press(page, "button", "Check all")
    expect(page.locator("#margin-perplexity")).to_contain_text(MISTAKE)


def fill_in(page: Page) -> None:
    """Fills in the sheet that is open, all right."""
    question, _, query = page.url.partition("/practice/")[2].partition("?")
    asked = parse_qs(query)
    for part, texts in key(drawn(question, int(asked["seed"][0]), asked["level"][0])).items():
        for n, text in enumerate(texts):
            page.locator(f"[name='cell.{part}.{n}']").focus()
            page.keyboard.type(text)


def press(page: Page, role: str, name: str) -> None:
    """Presses Enter on what has this name."""
    page.get_by_role(role, name=name).first.focus()  # type: ignore[arg-type]
    page.keyboard.press("Enter")


def set_day(page: Page, days: int) -> None:
    day = (datetime.now(UTC) + timedelta(days=days)).date()
    page.locator("#exam_on").fill(day.isoformat())
    press(page, "button", "Save")


@pytest.mark.parametrize(
    ("width", "scheme"), [(1440, "light"), pytest.param(360, "dark", marks=pytest.mark.sweep)]
)
@pytest.mark.long("a whole story, and axe on seven states")
def test_a_newcomer_is_led_through_the_day_and_gets_rid_of_a_mistake(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(site)
    expect(page.get_by_role("region", name=NEW)).to_be_visible()
    expect(page.locator("#known")).to_have_count(0)
    assert faults(page) == []

    # The first task, by its button.
    skill = page.locator(".first-task h2").inner_text()
    expect(page.locator(".first-task .reason")).to_contain_text(re.compile("not tried (this|it) yet"))
    press(page, "link", f"Start: {skill}")
    expect(page).to_have_url(re.compile("/practice/"))

    # What a newcomer is asked, answered with one press; the day changed once, and taken back.
    page.goto(site)
    press(page, "button", "in a month")
    expect(page.locator(".margin .total").first).to_have_text("30 days to the exam")
    expect(page.get_by_role("region", name=NEW)).to_have_count(0)
    expect(page.get_by_label("Your exam")).to_be_hidden()
    page.get_by_text("Change the day").focus()
    page.keyboard.press("Enter")
    set_day(page, 1)
    expect(page.locator(".margin .total").first).to_have_text("1 day to the exam")

    # A placement, in which nothing was learned yet.
    press(page, "link", "Find out where you stand")
    press(page, "button", "Begin")
    expect(page.get_by_role("button", name="I have not learned this yet")).to_be_visible()
    assert faults(page) == []
    while (skip := page.get_by_role("button", name="I have not learned this yet")).count():
        place = page.locator(".first-task .place").inner_text()
        skip.focus()
        page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_contain_text(place)
    expect(page.get_by_role("heading", name="That is enough")).to_be_visible()
    press(page, "button", "See where you stand")
    expect(page.locator("main")).to_contain_text("Nearly all of it is new to you.")
    assert faults(page) == []

    # The same mistake twice; what is known, and the points that are expected.
    for seed in (7, 8):
        hand_in(page, site, seed)
    page.goto(site)
    expect(page.locator(".margin").first).to_contain_text("of 50 points expected today")
    evaluation = page.locator(".known-of li").filter(has_text="Evaluation")
    expect(evaluation.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"^0 known, 0 due, [1-9]\d* shaky, of")
    )
    assert faults(page) == []

    # Found under My mistakes, from progress, with the way back to it.
    press(page, "link", "Progress")
    expect(page.locator(".close")).to_contain_text("My mistakes 1 open")
    press(page, "link", "My mistakes")
    expect(page.get_by_role("heading", name="Perplexity of a text: Perplexity")).to_be_visible()
    expect(page.locator(".mistakes")).to_contain_text(MISTAKE)
    expect(page.locator(".mistakes")).to_contain_text("made 2 times")
    expect(page.locator(".own-line")).to_contain_text("".join(two_to_the_nats(8)["perplexity"]))
    assert faults(page) == []
    press(page, "link", "Where it happened")
    expect(page.locator("#margin-perplexity")).to_contain_text(MISTAKE)
    page.go_back()

    # Ten minutes on it: numbers in which it would show, and the way back from the sheet.
    press(page, "button", "Ten minutes on these")
    expect(page.get_by_role("heading", name="Ten minutes on your mistakes")).to_be_visible()
    assert faults(page) == []
    press(page, "link", "Do this exercise")
    expect(page.locator(".head .place")).to_contain_text("Ten minutes on your mistakes: 1 of")
    fill_in(page)
    assert faults(page) == []
    press(page, "button", "Check all")
    expect(page.locator(".verdict").first).to_be_visible()
    press(page, "link", "Next exercise")
    expect(page.locator(".set")).to_contain_text("Done: ")
    assert faults(page) == []
    press(page, "button", "See what comes next")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.goto(f"{site}/mistakes")
    expect(page.locator(".mistakes")).to_contain_text("1 of 3 times avoided since")

    # Removed.
    press(page, "button", "Take it off the list")
    expect(page.locator(".mistakes")).to_contain_text("No classic mistake of yours is open.")
    expect(page.get_by_role("link", name="Next exercise")).to_be_visible()
    assert faults(page) == []


def test_a_day_that_is_over_is_answered_in_words_and_the_day_before_stays(page: Page, site: str) -> None:
    page.goto(site)
    set_day(page, 3)
    expect(page.locator(".margin .total").first).to_have_text("3 days to the exam")
    page.get_by_text("Change the day").click()
    set_day(page, -1)
    expect(page.locator("#exam_on:invalid")).to_be_focused()  # the browser says why, beside the field
    expect(page.locator(".margin .total").first).to_have_text("3 days to the exam")
    page.locator("#exam_on").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label(NEW)).to_be_visible()


@pytest.mark.sweep  # in every run the story goes through them in English
@pytest.mark.parametrize("language", ["de", "bn"])
@pytest.mark.parametrize("width", [360, 1440])
def test_the_pages_that_guide_are_whole_in_other_languages(
    language: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800})
    for seed in (7, 8):
        hand_in(page, site, seed)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    page.goto(f"{site}/mistakes")
    assert faults(page) == []
    page.locator("form[action='/set/begin'] button").click()
    expect(page.locator(".set")).to_be_visible()
    assert faults(page) == []
    for address in ("/", "/progress", "/placement"):
        page.goto(site + address)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
