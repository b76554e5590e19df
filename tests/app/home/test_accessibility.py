"""The accessibility report: whole, true to its tests, the same on its page and in the documents."""

import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from pydantic import ValidationError

from app.home.accessibility.criterion import Support
from app.home.accessibility.report import EVERY, as_table, report
from app.settings import HOME, Settings
from tests.app.learner import Learner, new_learner

# https://www.w3.org/TR/WCAG22/: those of level A, and those of level AA
A = (
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4"
    " 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2"
)
AA = (
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2"
    " 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
)


def test_every_criterion_stands_in_it_once_at_its_level() -> None:
    wanted = dict.fromkeys(A.split(), "A") | dict.fromkeys(AA.split(), "AA")
    assert len(wanted) == len(EVERY) == 55
    assert {one.number: one.level for one in EVERY} == wanted


def test_whatever_holds_says_how_that_is_known_and_names_tests_that_exist() -> None:
    unfounded = [
        one.number
        for one in EVERY
        if one.support is not Support.NOT_APPLICABLE and not (one.tests or one.by_hand)
    ]
    assert unfounded == []
    missing = {test for one in EVERY for test in one.tests if not (HOME / test).is_file()}
    assert missing == set()


def test_the_documents_have_the_same_table() -> None:
    text = (HOME / "docs" / "accessibility.md").read_text("utf-8")
    assert text.endswith(f"\n\n{as_table()}\n"), "python -m app.home.accessibility prints it anew"


def test_the_page_shows_every_row_and_first_of_all_what_does_not_hold(learner: Learner) -> None:
    page = learner.get("/accessibility")
    assert page.status == 200
    for one in EVERY:
        assert f"{one.number} {one.name}" in page.text
        assert " ".join(one.remark.split()) in page.text
    lacking = page.html.partition('id="open"')[2].partition("</section>")[0]
    assert re.findall(r'href="#c-([\d.]+)"', lacking) == [one.number for one in report().open]
    assert sum(report().counts.values()) == 55


def test_the_foot_of_every_page_leads_there(learner: Learner) -> None:
    for address in ("/", "/topics", "/account", "/accessibility", "/nowhere"):
        assert "/accessibility" in learner.get(address).links


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("help@school.example", "mailto:help@school.example"),
        ("https://help.example/form", "https://help.example/form"),
    ],
)
def test_the_page_says_whom_to_write_to(
    contact: str, link: str, settings: Settings, make: Callable[[Settings], FastAPI]
) -> None:
    page = new_learner(make(settings.model_copy(update={"contact": contact}))).get("/accessibility")
    assert link in page.links


def test_without_a_contact_it_sends_one_to_the_instructor(learner: Learner) -> None:
    assert "Please tell your instructor" in learner.get("/accessibility").text


@pytest.mark.parametrize("contact", ["javascript:alert(1)", "help", "http://far.example", "a@b"])
def test_a_contact_that_cannot_be_written_to_is_refused(contact: str) -> None:
    with pytest.raises(ValidationError):
        Settings(contact=contact)
