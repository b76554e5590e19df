"""A picture of an instructor's question: on the sheet, in the editor, on paper, and in words where there is no page."""

import re
from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.questions.library import drafted
from app.settings import HOME
from engine import variants
from engine.questions import Question
from engine.solutions.wording import Drawn
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import NAME, publish
from tests.app.learner import Learner, Page
from tests.app.paper.test_exam_paper import form, item, sheet_of

TEXT = (HOME / "app" / "authoring" / "examples" / "6-pictures.toml").read_text("utf-8")
STATEMENT_ONLY = 'id="loss-'


def drawn(page: Page) -> list[str]:
    """The pictures of the statement."""
    figures = re.findall(r'<figure class="picture">.*?</figure>', page.html, re.DOTALL)
    return [one for one in figures if STATEMENT_ONLY in one]


@pytest.fixture
def pictured(app: FastAPI, author: Member) -> Question:
    return publish(app, author.id, TEXT)


def test_it_stands_on_the_sheet_with_its_table_and_on_the_solution(
    pictured: Question, learner: Learner
) -> None:
    page = learner.get(f"/practice/{NAME}?seed=7&level=exam")
    (figure,) = drawn(page)
    assert "The loss over the weight" in figure
    assert "<svg" in figure
    assert "A parabola with its least value where the weight is m" in figure
    assert "&lt;loss&gt;" not in page.html
    variant = variants.draw(pictured, 7, "exam")
    (block,) = [one for one in variant.statement if isinstance(one, Drawn)]
    assert f'id="{block.id}-1-title"' in figure


def test_the_editor_shows_it_beside_the_text(pictured: Question, author: Member) -> None:
    page = author.learner.send(f"/author/{NAME}/preview", {"text": TEXT}, htmx=True)
    assert len(drawn(page)) == 1


def test_on_paper_it_is_drawn_without_its_table(pictured: Question) -> None:
    variant = variants.draw(pictured, 3, "exam")
    asked = replace(item("a-mail-that-cannot-wait"), variant=variant)
    html = sheet_of(replace(form("a-mail-that-cannot-wait"), questions=(asked,)))
    assert html.count(STATEMENT_ONLY) > 0
    assert ".picture .every { display: none; }" in html


def test_a_picture_that_shows_what_is_not_there_is_refused() -> None:
    found = drafted(NAME, TEXT.replace('a * (w - m)^2" }', 'first * w" }'))
    assert not isinstance(found, Question)
    assert "There is no first here." in found[0].message
