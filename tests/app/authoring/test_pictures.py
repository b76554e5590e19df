"""A picture of an instructor's question: on the sheet, in the editor, on paper, and in words where there is no page."""

import re
from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.attachments.cleaning.image import MOST_BYTES, TOO_LARGE
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


PASTED = """
[pictures.cold]
kind = "figure"
title = "t"
about = "a"
figure = "{site}/figures/temperature?temperature=0.5"
"""


def test_the_address_of_a_figure_on_this_site_is_taken_and_one_of_another_told(
    pictured: Question, author: Member
) -> None:
    here, there = (TEXT + PASTED.format(site=site) for site in ("http://testserver", "https://other.example"))
    page = author.learner.send(f"/author/{NAME}/preview", {"text": here}, htmx=True)
    assert "address on" not in page.text
    page = author.learner.send(f"/author/{NAME}/preview", {"text": there}, htmx=True)
    assert "This is an address on other.example." in page.text


def test_the_form_takes_the_address_of_a_figure_on_this_site(pictured: Question, author: Member) -> None:
    text = TEXT + PASTED.format(site="")
    sent = {"text": text, "view": "form", "f.pictures.1.state": "http://testserver/figures/pass-at-k?c=3&k=4"}
    page = author.learner.send(f"/author/{NAME}/preview", sent)
    assert page.status == 200
    assert page.fields["f.pictures.1.state"].strip() == "c = 3\nk = 4"


def test_the_form_says_what_a_picture_needs_and_when_there_are_four(
    pictured: Question, author: Member
) -> None:
    pictures = "".join(PASTED.format(site="").replace(".cold]", f".cold{n}]") for n in range(3))
    shown = author.learner.send(f"/author/{NAME}/preview", {"text": TEXT, "turn": "form"})
    label = r'>Title</label> <span class="quiet">\(needed\)</span>'
    assert re.search(label, shown.html)
    assert re.search(r'id="f.pictures.0.about"[^>]*aria-required="true"', shown.html)
    assert not re.search(r'id="f.pictures.0.over"[^>]*aria-required', shown.html)
    assert "at most four pictures" not in shown.text
    full = author.learner.send(f"/author/{NAME}/preview", {"text": TEXT + pictures, "turn": "form"})
    assert "A question has at most four pictures. Remove one to add another." in full.text
    assert "Add an image" not in full.text


def test_the_browser_refuses_an_image_at_the_limit_of_the_server(pictured: Question, author: Member) -> None:
    text = TEXT + '\n[pictures.tree]\nkind = "image"\nfile = ""\ntext = "t"\n'
    page = author.learner.send(f"/author/{NAME}/preview", {"text": text, "turn": "form"})
    assert f'data-most="{MOST_BYTES}" data-large="{TOO_LARGE}"' in page.html


def test_a_table_of_many_columns_scrolls_inside_itself(pictured: Question, author: Member) -> None:
    columns = ", ".join(f'c{n} = "[1, 2]"' for n in range(7))
    table = f'\n[pictures.rows]\nkind = "table"\ntitle = "Rows"\nabout = "a"\ncolumns = {{ {columns} }}\n'
    text = (TEXT + table).replace("\n<loss>\n", "\n<loss>\n\n<rows>\n")
    page = author.learner.send(f"/author/{NAME}/preview", {"text": text}, htmx=True)
    assert re.search(r'<div class="wide" tabindex="0" role="group" aria-label="Rows">\s*<table', page.html)
