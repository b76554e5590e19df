"""Questions come from Moodle and go to another system, by keyboard, and each page says what is changed or lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.app.authoring.test_exports import MOODLE
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run the pages are read without a browser: tests/app/authoring
def test_an_instructor_takes_a_file_of_moodle_and_gives_a_package_of_qti(form: Page, site: str) -> None:
    form.goto(f"{site}/author/imports")
    form.get_by_label("Files", exact=True).set_input_files(
        {"name": "quiz.xml", "mimeType": "text/xml", "buffer": MOODLE.encode()}
    )
    form.get_by_role("button", name="Import").press("Enter")
    expect(form.get_by_text("A hint was left out")).to_be_visible()
    expect(form.get_by_text("Markers on an image have no counterpart here.")).to_be_visible()
    assert axe_violations(form) == []

    form.get_by_role("link", name="For Moodle, Canvas and other systems").press("Enter")
    form.get_by_label("QTI 2.1").check()
    form.get_by_label("A sum").check()
    form.get_by_role("button", name="See what travels").press("Enter")
    expect(form.get_by_role("status")).to_contain_text("One question goes as QTI 2.1.")
    assert axe_violations(form) == []
    for width in (360, 1440):
        form.set_viewport_size({"width": width, "height": 900})
        assert form.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with form.expect_download() as taken:
        form.get_by_role("button", name="Download").press("Enter")
    assert taken.value.suggested_filename.endswith(".zip")
