"""An image of a question: uploaded in the editor, described, published, seen on the sheet and on paper."""

import pytest
from playwright.sync_api import Page, expect

from tests.app.attachments.drawings import SVG
from tests.app.authoring.sample_question import TEXT
from tests.browser.conftest import axe_violations

WORDS = "A line that goes up to the middle and down again"
IS_DRAWN = "async image => { await image.decode(); return image.naturalWidth > 0; }"


@pytest.mark.sweep
def test_an_image_is_uploaded_described_published_and_seen_on_the_sheet(author: Page) -> None:
    author.get_by_label("The question as TOML").fill(TEXT)
    author.get_by_role("button", name="Save", exact=True).click()
    author.get_by_role("button", name="Form", exact=True).click()
    author.get_by_role("button", name="Add an image").press("Enter")
    card = author.locator("fieldset[id='f.pictures.0']")
    expect(card.get_by_label("Name")).to_be_focused()
    statement = author.locator("[id='f.statement']")
    expect(statement).to_have_value("A lamp takes $<power>$ watts for $<hours>$ hours.\n\n<image>")

    upload = card.get_by_label("Image", exact=True)
    upload.set_input_files({"name": "tree.bmp", "mimeType": "image/bmp", "buffer": b"BM"})
    expect(card).to_contain_text("This is no PNG, SVG, JPEG or GIF.")
    expect(upload).to_be_focused()
    upload.set_input_files({"name": "large.png", "mimeType": "image/png", "buffer": bytes(4_000_000)})
    expect(card).to_contain_text("larger than 1 MB")
    expect(upload).to_have_attribute("aria-invalid", "true")
    expect(author.locator("#editing")).to_have_js_property("inert", False)
    upload.set_input_files({"name": "hill.svg", "mimeType": "image/svg+xml", "buffer": SVG})
    assert card.locator("img").evaluate(IS_DRAWN)
    words = card.get_by_label("What it shows")
    expect(words).to_be_focused()
    words.fill(WORDS)
    preview = author.locator("#preview")
    expect(preview.get_by_role("img", name=WORDS)).to_be_visible()
    assert axe_violations(author) == []

    report = author.locator("#report")
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("The check found nothing to mend.", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Version 1 is published")
    report.get_by_role("link", name="open it").click()
    shown = author.get_by_role("img", name=WORDS)
    expect(shown).to_be_visible()
    assert shown.evaluate(IS_DRAWN)
    for width in (360, 1440):
        author.set_viewport_size({"width": width, "height": 900})
        assert author.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(author) == []
    author.emulate_media(media="print")
    expect(shown).to_be_visible()
