"""Instructors have questions of their own: new ones, and copies of built-in ones; nobody sees another's."""

import re

import pytest
from fastapi import FastAPI

from app.actions.author import NEW
from app.library import drafted
from app.settings import HOME
from app.store.people import Role
from engine import checks
from engine.questions import Question
from tests.app.entrance import Member, member
from tests.app.learner import COSINE, Count, Learner, Page, on_both
from tests.app.written import MENDED, NAME, TEXT, publish


@pytest.fixture
def author(app: FastAPI) -> Member:
    return member(app, Role.INSTRUCTOR)


def listed(page: Page) -> list[str]:
    return re.findall(r'<a href="/author/[^"]+" lang="en">([^<]+)</a>', page.html)


def test_the_first_text_is_a_question_without_a_finding() -> None:
    question = drafted("new", NEW)
    assert isinstance(question, Question)
    checked = checks.check(question, 200)
    assert checked.findings == ()
    assert min(checked.speaks.values()) == 1


@on_both
def test_a_new_question_stands_in_its_owners_list_alone(app: FastAPI, author: Member) -> None:
    assert "You have not written a question yet." in author.learner.get("/author").text
    page = author.learner.send("/author", {})
    assert page.fields["text"].strip() == NEW.strip()
    assert "Tokens a day" in page.text
    assert listed(author.learner.get("/author")) == ["Tokens and their price"]
    other = member(app, Role.ADMINISTRATOR).learner
    assert listed(other.get("/author")) == []
    assert other.get(page.address).status == 404
    assert other.send(page.address, {"text": "mine now"}).status == 404
    assert "belong to somebody else" in other.get(page.address).text


@on_both
def test_a_built_in_question_is_made_ones_own_with_its_text_and_origin(app: FastAPI, author: Member) -> None:
    sheet = author.learner.open(COSINE)
    assert "Make it mine" in sheet.text
    page = author.learner.send("/author/copies", {"question": COSINE})
    file = HOME / "question_bank" / app.state.bank.questions[COSINE].subject / f"{COSINE}.toml"
    assert page.fields["text"].strip() == file.read_text("utf-8").strip()
    assert f"/practice/{COSINE}" in page.links
    assert f"from {COSINE}" in author.learner.get("/author").text


@pytest.mark.parametrize("kind", ["choice", "order", "match", "text", "code", "family", "formula"])
def test_a_question_of_any_kind_can_be_copied_and_is_shown(app: FastAPI, author: Member, kind: str) -> None:
    original = next(one for one in app.state.bank.questions.values() if one.kind == kind)
    page = author.learner.send("/author/copies", {"question": original.id})
    assert page.status == 200
    assert "Worked solution" in page.text
    assert "This is no question yet" not in page.text


def test_what_is_not_built_in_cannot_be_copied(app: FastAPI, author: Member, count: Count) -> None:
    publish(app, author.id)
    before = count()
    for name in (NAME, "nothing", "../settings"):
        assert author.learner.send("/author/copies", {"question": name}).status == 404
    assert count() == before


def test_learners_are_not_offered_a_copy(learner: Learner) -> None:
    assert "Make it mine" not in learner.open(COSINE).text


def test_the_list_says_what_is_published_and_what_was_changed_since(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    page = author.learner.get("/author")
    assert "version 1 is published" in page.text
    assert "changed since" not in page.text
    author.learner.send(f"/author/{NAME}", {"text": MENDED})
    assert "changed since" in author.learner.get("/author").text
    author.learner.send(f"/author/{NAME}", {"text": 'title = "Half a question"\n???'})
    page = author.learner.get("/author")
    assert listed(page) == ["Half a question"]
    assert "cannot be read yet" in page.text


def test_questions_are_found_by_words_of_their_text(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    publish(app, author.id, TEXT.replace("A lamp in watts", "A heater"), "a-heater-1")
    for words, wanted in {
        "heater": ["A heater"],
        "LAMP": ["A heater", "A lamp in watts"],
        "100%": [],
    }.items():
        assert sorted(listed(author.learner.get(f"/author?q={words}", htmx=True))) == wanted, words


def test_a_title_is_text_wherever_it_stands(app: FastAPI, author: Member, learner: Learner) -> None:
    bad = "<script>alert(1)</script>"
    text = TEXT.replace("A lamp in watts", bad).replace("Multiply by them.", bad)
    publish(app, author.id, text)
    for page in (
        author.learner.get("/author"),
        author.learner.get(f"/author/{NAME}"),
        learner.open(NAME, level="exam"),
        author.learner.send(f"/author/{NAME}/preview", {"text": text}, htmx=True),
    ):
        assert page.status == 200
        assert "<script>alert" not in page.html


def test_each_level_of_a_copy_can_be_looked_at(author: Member) -> None:
    page = author.learner.send("/author/copies", {"question": COSINE})
    for level in ("warm-up", "exam", "hard"):
        shown = author.learner.send(
            f"{page.address}/preview", dict(page.fields) | {"level": level}, htmx=True
        )
        assert f'<option value="{level}" selected>' in shown.html
