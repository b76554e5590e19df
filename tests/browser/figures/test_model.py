"""The whole model in a real browser: a token followed to its logits by clicks, a weight computed by hand, a head taken
out, letters written; in every look, and without scripts."""

import re
from collections.abc import Callable
from math import exp

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS, looks

WAY = (
    "embedding",
    "1-norm",
    "1-query",
    "1-score",
    "1-weight",
    "1-mix",
    "1-active",
    "2-after",
    "norm",
    "logit",
)
# each station, and the words of its line
LINES = (
    "Row of the letter", "Minus the mean", "Query of this token", "Query of this token times key",
    "Softmax over the scores", "Values of the tokens", "GELU", "The stream plus", "Minus the mean",
    "Logit of this letter",
)  # fmt: skip


def opens(page: Page, station: str, words: str) -> None:
    expect(page).to_have_url(re.compile(rf"cell={station}\."))
    expect(page.locator(".model-line")).to_contain_text(words)


def row(page: Page) -> list[float]:
    """The first row of the table of numbers."""
    texts = page.locator("#model-numbers tr").first.locator("td a").all_inner_texts()
    return [float(text.replace("−", "-")) for text in texts]


def weigh_by_hand(page: Page, site: str) -> None:
    """Reads the scores of head 1, computes the weight of the token before, and has it marked."""
    page.goto(f"{site}/model?text=mar&cell=1-score.3.2")
    powers = [exp(score) for score in row(page)]
    page.goto(f"{site}/model?text=mar&cell=1-weight.3.2")
    page.get_by_role("link", name="Hide it and ask me").click()
    expect(page.locator("#model-numbers td.here")).to_contain_text("?")
    page.get_by_label("What does it come to?").fill(f"{powers[2] / sum(powers):.2f}")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict[data-rule=right]")).to_contain_text("Right.")


def write_a_name(page: Page, site: str) -> None:
    """Writes five letters, each the likeliest."""
    page.goto(f"{site}/model?text=&k=1")
    text = page.get_by_label("Beginning of a name")
    for n in range(1, 6):
        page.get_by_role("link", name="Write the next letter").click()
        expect(text).to_have_value("alisa"[:n])
        expect(page.locator("#model-says")).to_contain_text(f"“{'alisa'[n - 1]}” was added: it had 1.00.")
        expect(page.get_by_text(f"The cache holds {512 * (n + 1):,} bytes.")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), looks(360, "dark"))
def test_a_token_is_followed_to_its_logits_weighed_and_written_on(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(f"{site}/model")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for station, words in zip(WAY, LINES, strict=True):
        page.locator(f"#way-{station} .bed").click()
        opens(page, station, words)
    page.get_by_role("link", name="probability of i").click()
    opens(page, "probability", "Softmax over 32 letters")
    assert axe_violations(page) == []
    weigh_by_hand(page, site)

    page.goto(f"{site}/model?text=mar")
    page.get_by_text("Switch something off").click()
    before = page.evaluate("scrollY")
    page.get_by_label("1.1", exact=True).check()
    expect(page.locator("#model-says")).to_contain_text("Head 1.1 is out: the probability of “i”")
    assert page.evaluate("scrollY") == before
    outlined = page.locator("#way-1-mix .changed")
    expect(outlined).to_have_count(1)
    assert outlined.evaluate("one => getComputedStyle(one).strokeDasharray") != "none"
    expect(page.locator(".next-bars .was")).to_have_count(8)
    assert axe_violations(page) == []
    page.get_by_label("1.1", exact=True).uncheck()
    expect(page.locator("#model-says")).to_contain_text("Head 1.1 is back")
    expect(page.get_by_label("1.1", exact=True)).to_be_visible()  # what was opened stays open

    page.get_by_label("Beginning of a name").fill("")
    page.get_by_role("button", name="Read").click()
    # The field asks as it is left, and the button once more: whichever is answered last.
    expect(page.locator("#model-says")).to_contain_text(
        re.compile("The model has read 1 token|After the beginning, ▸")
    )
    write_a_name(page, site)


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS[:2])
def test_the_very_cell_that_is_hit_opens_and_so_do_operands_of_other_tokens(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(f"{site}/model")
    bed = page.locator("#way-1-mix .bed").bounding_box()
    assert bed
    down = width == 360
    at = (
        {"x": bed["width"] * 12.5 / 32, "y": bed["height"] / 2}
        if down
        else {"x": 5, "y": bed["height"] * 12.5 / 32}
    )
    page.locator("#way-1-mix .bed").click(position=at)  # type: ignore[arg-type]
    expect(page).to_have_url(re.compile(r"cell=1-mix\.3\.12"))
    guests = page.locator("a.strip[data-at^='1-value.']:not([id])")
    expect(guests).to_have_count(3)
    guests.nth(1).click()
    expect(page).to_have_url(re.compile(r"cell=1-value\.1\.12"))
    expect(page.locator("#model-says")).to_contain_text("Block 1: values, head 2, entry 5")
    page.locator("#model-told .operands a").first.click()  # taken in, too
    expect(page).to_have_url(re.compile(r"cell=1-norm\.1\.0"))
    expect(page.locator("#way-1-norm .opened")).to_have_count(1)
    page.go_back()
    expect(page.locator("#way-1-value .opened")).to_have_count(1)
    page.locator("#model-numbers td a").nth(3).click()
    expect(page).to_have_url(re.compile(r"cell=1-value\.1\.3"))


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 800)])
def test_what_is_opened_or_asked_is_in_sight_at_once(
    width: int, height: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": height})
    page.goto(f"{site}/model")
    for station in ("1-score", "1-weight", "2-mix"):
        page.locator(f"#way-{station} .bed").click()
        opens(page, station, "")
        before = page.evaluate("scrollY")
        expect(page.locator(".formula:visible")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == before
        assert page.locator(".formula:visible").evaluate("one => one.scrollWidth <= one.clientWidth")
    page.get_by_role("link", name="Walk through it: ten questions").click()
    for _ in range(10):
        expect(page.get_by_label("What does it come to?")).to_be_in_viewport(ratio=1)
        page.get_by_label("What does it come to?").fill("99")
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_role("link", name="Ask me again")).to_be_visible()
        onward = page.get_by_role("link", name="Next station")
        if onward.count():
            onward.click()
            expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("link", name="Leave the walk").click()
    expect(page.get_by_text("Choose a strip, an arc or a bar")).to_be_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#model-stations summary")).to_be_in_viewport(ratio=1)
    page.locator("#model-stations summary").click()


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 800)])
def test_a_question_of_the_walk_begins_at_its_top_with_its_strip_above_it(
    width: int, height: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": height})
    page.goto(f"{site}/model")
    page.get_by_role("link", name="Walk through it: ten questions").click()
    panel, strip = page.locator("#model-told"), page.locator("#stage svg .opened").first
    for n in range(1, 11):
        expect(page.get_by_text(f"Question {n} of 10")).to_be_in_viewport(ratio=1)
        seen, told = strip.bounding_box(), panel.bounding_box()
        assert seen
        assert told
        assert seen["y"] >= 0
        assert seen["y"] < told["y"]
        page.get_by_label("What does it come to?").fill("99")
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".verdict")).to_be_visible()
        if n < 10:
            panel.evaluate("one => one.scrollTo(0, one.scrollHeight)")
            page.get_by_role("link", name="Next station").click()
    page.get_by_role("link", name="Leave the walk").click()
    page.locator("#way-1-score .bed").click()
    opens(page, "1-score", "")
    page.get_by_role("link", name="Close").click()
    expect(page.get_by_text("Choose a strip, an arc or a bar")).to_be_visible()


@pytest.mark.sweep
def test_an_arc_opens_its_weight(page: Page, site: str) -> None:
    page.goto(f"{site}/model")
    arc = page.locator("a:has(> .arc) .touch").first
    x, y = arc.evaluate(
        "one => { const at = one.getPointAtLength(one.getTotalLength() * 0.15).matrixTransform(one.getScreenCTM());"
        " return [at.x, at.y]; }"
    )
    page.mouse.click(x, y)
    opens(page, "1-weight", "Softmax over the scores of head")
    expect(page.locator(".arc.opened")).to_have_count(1)


@pytest.mark.sweep
def test_a_slider_answers_while_it_is_dragged(page: Page, site: str) -> None:
    page.goto(f"{site}/model")
    slider = page.locator("#model-temperature")
    box = slider.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for n in range(20):
        page.mouse.move(box["x"] + box["width"] * (0.5 - n / 40), box["y"] + box["height"] / 2)
    expect(page.locator("#model-says")).to_contain_text(
        "Temperature 0.1, top-k 32, top-p 1: “i” is drawn with"
    )
    page.mouse.up()
    expect(page).to_have_url(re.compile("temperature=0.1"))
    expect(slider).to_have_value("0.1")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#model-says")).to_contain_text("Temperature 0.2")
    page.go_back()  # no step of the drag is a page of its own
    expect(page).not_to_have_url(re.compile("temperature"))


@pytest.mark.sweep
def test_the_walk_is_read_and_an_exercise_leads_back(page: Page, site: str) -> None:
    page.goto(f"{site}/model")
    page.get_by_role("link", name="Walk through it: ten questions").click()
    expect(page.locator(".model-sees")).to_contain_text("The first strip is the stream at its beginning")
    page.goto(f"{site}/model?text=mar&cell=1-score.3.6")
    page.get_by_role("button", name="Make this an exercise").click()
    page.wait_for_url("**/attempts/*")
    page.get_by_role("link", name="Back to the model").click()
    opens(page, "1-score", "in head 2")


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
def test_it_works_without_javascript(width: int, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, java_script_enabled=False)
    page.goto(f"{site}/model")
    for station, words in zip(WAY, LINES, strict=True):
        page.locator(f"#way-{station} .bed").click()
        opens(page, station, words)
    weigh_by_hand(page, site)
    page.goto(f"{site}/model?text=mar")
    page.get_by_text("Switch something off").click()
    page.get_by_label("1.1", exact=True).check()
    page.locator("#model-switches button").click()
    expect(page.locator("#model-says")).to_contain_text("Head 1.1 is out")
    expect(page.locator("#way-1-mix .changed")).to_have_count(1)
    page.locator("#model-temperature").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("#model-decoding button").click()
    expect(page.locator("#model-says")).to_contain_text("Temperature 0.9")
    write_a_name(page, site)
