"""Instructors have questions of their own: new ones, and copies of built-in ones; nobody sees another's."""

import re

import pytest
from fastapi import FastAPI

from app.authoring.question_list import ON_A_PAGE
from app.authoring.starters import KINDS, text_of
from app.identity.store.people import Role
from app.questions.library import drafted
from app.questions.store import drafts
from app.settings import HOME
from engine.questions import Question
from engine.validation import checks
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, publish
from tests.app.courses.taught_course import assignment, begin, lecture
from tests.app.learner import COSINE, Count, Learner, Page, on_both
from tests.engine.submissions import SWEEP


def listed(page: Page) -> list[str]:
    return re.findall(r'<a href="/author/[^"]+" lang="en">([^<]+)</a>', page.html)


@pytest.mark.parametrize("kind", KINDS)
def test_every_beginning_is_a_question_without_a_finding(kind: str) -> None:
    question = drafted("new", text_of(kind))
    assert isinstance(question, Question), question
    assert question.kind == kind
    checked = checks.check(question, 200 if SWEEP else 50)
    assert checked.findings == ()
    assert min(checked.speaks.values(), default=1) > 0.3


def test_a_new_question_asks_first_which_kind(author: Member) -> None:
    page = author.learner.get("/author")
    assert set(KINDS) <= set(page.buttons)
    for kind, one in KINDS.items():
        assert one.about in page.text
        made = author.learner.send("/author", {"kind": kind})
        assert made.fields["text"].strip() == text_of(kind).strip()
        assert "This is no question yet" not in made.text
    assert author.learner.send("/author", {"kind": "../settings"}).status == 400


@on_both
def test_a_new_question_stands_in_its_owners_list_alone(app: FastAPI, author: Member) -> None:
    assert "You have not written a question yet." in author.learner.get("/author").text
    page = author.learner.send("/author", {})
    assert page.fields["text"].strip() == text_of("formula").strip()
    assert "Tokens a day" in page.text
    assert listed(author.learner.get("/author")) == ["Tokens and their price"]
    other = member(app, Role.ADMINISTRATOR).learner
    assert listed(other.get("/author")) == []
    assert other.get(page.address).status == 404
    assert other.send(page.address, {"text": "mine now"}).status == 404
    assert "belong to somebody else" in other.get(page.address).text


def test_a_long_list_is_read_page_by_page(app: FastAPI, author: Member) -> None:
    with app.state.database.write() as connection:
        for n in range(ON_A_PAGE + 3):
            drafts.add(connection, author.id, f"one-{n}", f'kind = "choice"\ntitle = "Number {n}"', "")
    page = author.learner.get("/author")
    assert listed(page) == [f"Number {n}" for n in range(ON_A_PAGE + 2, 2, -1)]
    (further,) = (link for link in page.links if "after=" in link)
    rest = author.learner.get(further)
    assert listed(rest) == ["Number 2", "Number 1", "Number 0"]
    assert "Those changed before these" not in rest.text


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


# Kinds, states, and what is archived


def test_the_list_is_searched_by_kind_and_by_state(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    publish(app, author.id, TEXT.replace("A lamp in watts", "A heater"), "a-heater-1")
    author.learner.send("/author/a-heater-1", {"text": TEXT.replace("A lamp in watts", "Another heater")})
    author.learner.send("/author/copies", {"question": "why-attention-is-scaled"})
    choice = app.state.bank.questions["why-attention-is-scaled"].title
    lamp, heater = "A lamp in watts", "Another heater"
    for asked, wanted in {
        "": [choice, heater, lamp],
        "kind=formula": [heater, lamp],
        "kind=choice": [choice],
        "state=draft": [choice],
        "state=published": [lamp],
        "state=changed": [heater],
        "state=archived": [],
        "state=changed&kind=choice": [],
        "kind=formula&q=heater": [heater],
    }.items():
        assert sorted(listed(author.learner.get(f"/author?{asked}"))) == sorted(wanted), asked
    page = author.learner.get("/author?kind=formula&q=a")
    assert "/author?q=a&kind=formula&state=draft" in page.links
    assert page.fields["kind"] == "formula"
    assert author.learner.get("/author?state=nothing").status == 422


@on_both
def test_an_archived_question_is_asked_nowhere_anew_and_can_be_restored(app: FastAPI) -> None:
    nlp = lecture(app)
    lin, ada = nlp.instructor, nlp.student.learner
    publish(app, lin.id)
    begun = ada.press(ada.open(NAME, level="exam"), typed={"energy": "1"})
    page = lin.learner.send(f"/author/{NAME}/archive", {})
    assert (page.address, listed(page)) == ("/author", [])
    assert "A lamp in watts is archived" in page.text
    assert f"/author/{NAME}/restore" in page.html
    another = member(app, Role.INSTRUCTOR).learner.get(f"/author?gone={NAME}")
    assert (another.status, "is archived" in another.text) == (200, False)
    assert ada.get(f"/practice/{NAME}").status == 404
    assert ada.get(begun.action).status == 200
    assert lin.learner.get(f"/author/{NAME}").status == 404
    assert lin.learner.send(f"/author/{NAME}", {"text": MENDED}).status == 404
    address = assignment(nlp)
    assert NAME not in lin.learner.send(f"{address}/questions", {"question": NAME}).html
    assert "A lamp in watts" not in lin.learner.get(f"{address}?q=lamp").text
    page = lin.learner.get("/author?state=archived")
    assert f"/author/{NAME}/restore" in page.html
    page = lin.learner.send(f"/author/{NAME}/restore", {})
    assert listed(page) == ["A lamp in watts"]
    assert ada.get(f"/practice/{NAME}").status == 200


def test_an_assignment_goes_on_asking_a_question_that_is_archived(app: FastAPI) -> None:
    nlp = lecture(app)
    publish(app, nlp.instructor.id)
    address = assignment(nlp, NAME)
    nlp.instructor.learner.send(f"/author/{NAME}/archive", {})
    sheet = begin(nlp.student, address, NAME)
    assert (sheet.status, sheet.address.startswith("/attempts/")) == (200, True)
    assert "not in the question bank" not in nlp.student.learner.get(address).text
    assert "points,,2.00,2.00" in nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html


def test_nobody_archives_or_restores_anothers_question(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    other = member(app, Role.INSTRUCTOR).learner
    for name in (NAME, "nothing", "%00"):
        for what in ("archive", "restore"):
            assert other.send(f"/author/{name}/{what}", {}).status == 404
    assert listed(author.learner.get("/author")) == ["A lamp in watts"]
