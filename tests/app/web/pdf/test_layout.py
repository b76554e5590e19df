"""Printing ends where it takes too long: at the next formula, or the next page, and the next paper is printed."""

from typing import Any

import pytest
from fastapi import FastAPI

from app.paper import printed
from app.paper.printed import What
from app.study import study
from app.web.concurrency import PRINTING
from app.web.pdf import layout, printing
from engine import deadline
from engine.deadline import TakesTooLong, within
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import exam
from tests.app.learner import Learner
from tests.app.paper.paper_marking import the_form

THREE_PAGES = "<p>one</p>" + '<p style="break-before: page">another</p>' * 2
SPENT = -1.0  # seconds


def source(text: str = THREE_PAGES) -> Any:
    return layout.loaded().HTML(string=text, url_fetcher=printing._fetcher())


def test_a_paper_ends_at_the_next_page_that_is_laid_out_or_written() -> None:
    made = layout.laid_out(source())
    assert len(made.pages) == 3
    for work in (lambda: layout.laid_out(source()), made.write_pdf, lambda: made.pages[2].paint(None)):
        with within(SPENT), pytest.raises(TakesTooLong):
            work()
    assert made.write_pdf().startswith(b"%PDF")


def test_every_page_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    monkeypatch.setattr(deadline, "check", lambda: asked.append(1))
    made = layout.laid_out(source())
    laid_out = len(asked)
    made.write_pdf()
    assert laid_out >= 3
    assert len(asked) - laid_out >= 3


def test_a_paper_ends_at_the_next_formula_that_is_drawn() -> None:
    printing._vector.cache_clear()
    with within(SPENT), pytest.raises(TakesTooLong):
        printing.vectors("<p><math><mi>x</mi></math></p>", 9.0)
    assert "<img" in printing.vectors("<p><math><mi>x</mi></math></p>", 9.0)


def test_a_sheet_that_takes_too_long_says_so_and_the_next_one_is_printed(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "_printed", {})
    with monkeypatch.context() as hurry:
        hurry.setattr(PRINTING, "budget", 0.001)
        page = learner.get("/study/2.5/sheet.pdf")
    assert (page.status, "This takes too long to work out." in page.text) == (422, True)
    assert learner.client.get("/study/2.5/sheet.pdf").content.startswith(b"%PDF")


@pytest.mark.sweep
def test_an_exam_on_paper_ends_once_all_of_it_is_drawn(app: FastAPI, nlp: Lecture) -> None:
    form, _ = the_form(app, nlp, exam(nlp))
    drawn = printed.printable(app.state.database, app.state.library, form.id, "NLP", False)
    for what in What:
        with within(SPENT), pytest.raises(TakesTooLong):
            printed.pdf(drawn, app.state.library, what)
        assert printed.pdf(drawn, app.state.library, what).startswith(b"%PDF")
