"""A data file of a question: uploaded in the editor, named, published, and opened beside a program."""

import pytest
from playwright.sync_api import Page, expect

from tests.app.attachments.corpora import CORPUS, FILE, TABLE, TEXT
from tests.browser.conftest import axe_violations

WITHOUT = TEXT.replace(f'[[files]]\nname = "corpus.txt"\nfile = "{FILE}"\n\n', "")


@pytest.mark.sweep
def test_a_file_is_uploaded_named_published_and_downloaded_from_the_sheet(author: Page) -> None:
    author.get_by_label("The question as TOML").fill(WITHOUT)
    author.get_by_role("button", name="Save", exact=True).click()
    author.get_by_role("button", name="Form", exact=True).click()
    author.get_by_role("button", name="Add a data file").press("Enter")
    card = author.locator("fieldset[id='f.files.0']")
    upload = card.get_by_label("File", exact=False).first
    expect(upload).to_be_focused()
    upload.set_input_files({"name": "corpus.exe", "mimeType": "text/plain", "buffer": CORPUS})
    expect(card).to_contain_text("Rename this file")
    upload.set_input_files({"name": "large.txt", "mimeType": "text/plain", "buffer": bytes(70_000)})
    expect(card).to_contain_text("larger than 64 kB")
    expect(upload).to_have_attribute("aria-invalid", "true")
    upload.set_input_files({"name": "corpus.txt", "mimeType": "text/plain", "buffer": CORPUS})
    expect(card.get_by_label("Name")).to_have_value("corpus.txt")
    expect(card.get_by_label("Name")).to_be_focused()
    author.get_by_role("button", name="Add a data file").click()
    second = author.locator("fieldset[id='f.files.1']")
    second.locator("input[type=file]").set_input_files(
        {"name": "counts.csv", "mimeType": "text/csv", "buffer": TABLE}
    )
    expect(second.get_by_label("Name")).to_have_value("counts.csv")
    preview = author.locator("#preview")
    expect(preview.get_by_role("link", name="corpus.txt")).to_be_visible()
    expect(preview).to_contain_text("The question does not name this file.")
    assert axe_violations(author) == []

    report = author.locator("#report")
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("The check found nothing to mend.", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Version 1 is published")
    report.get_by_role("link", name="open it").click()
    with author.expect_download() as downloaded:
        author.get_by_role("link", name="corpus.txt").click()
    assert downloaded.value.suggested_filename == "corpus.txt"
    assert downloaded.value.path().read_bytes() == CORPUS
    author.get_by_text("First 4 rows").press("Enter")
    rows = author.get_by_role("group", name="The first rows of counts.csv")
    expect(rows).to_contain_text("<script>alert(1)</script>")
    rows.focus()
    expect(rows).to_be_focused()
    for scheme in ("light", "dark"):
        author.emulate_media(color_scheme=scheme)
        for width in (360, 1440):
            author.set_viewport_size({"width": width, "height": 900})
            assert author.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(author) == []
