"""An instructor chooses questions and a format, is told what does not travel, and takes the file."""

import io
import zipfile
from xml.etree import ElementTree as xml

import pytest
from fastapi import FastAPI

from app.authoring import taking_along
from app.authoring.exchange.exchanged import Exchanged, Order
from app.authoring.exchange.formats import ABOUT, Format
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.losses import (
    ESSAY,
    FOLLOWS,
    GAPS,
    MISTAKES,
    MORE_POINTS,
    NUMBERS,
    ORDER_BY_PLACE,
    ORDER_WHOLE,
    losses,
)
from app.identity.store.people import Role
from engine import variants
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.engine.submissions import BANK

FILE = "/author/exports/file"


def said(name: str, to: Format) -> dict[str, str]:
    question = BANK.questions[name]
    variant = variants.draw(question, 1, question.default_level)
    return {one.says: one.what for one in losses(variant, exchanged(variant), to)}


def test_what_does_not_travel_depends_on_the_format() -> None:
    cosine = "cosine-of-two-vectors"
    assert said(cosine, Format.QTI_21).keys() == {NUMBERS, FOLLOWS}
    assert said(cosine, Format.CARTRIDGE)[GAPS] == "4"
    assert MISTAKES in said(cosine, Format.CARTRIDGE)
    assert said("a-nudge-in-training", Format.MOODLE)[MORE_POINTS] == "8"
    assert said("why-attention-is-scaled", Format.QTI_30) == {}
    essay = next(one.id for one in BANK.questions.values() if one.kind == "text")
    assert ESSAY in said(essay, Format.MOODLE)
    order = next(one.id for one in BANK.questions.values() if one.kind == "order")
    assert ORDER_BY_PLACE in said(order, Format.CARTRIDGE)
    assert ORDER_WHOLE in said(order, Format.QTI_30)


@pytest.mark.parametrize("to", Format)
def test_one_chooses_is_told_and_takes_the_file(owner: Member, to: Format) -> None:
    page = owner.learner.get("/author/exports")
    assert f'name="question" value="{NAME}"' in page.html
    told = owner.learner.get(f"/author/exports?question={NAME}&section=c.2&to={to}&variants=2")
    assert "What does not travel" in told.text
    assert f"questions go as {ABOUT[to].title}" in told.text
    answer = owner.learner.client.get(f"{FILE}?question={NAME}&section=c.2&to={to}&variants=2")
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="examformer-questions.{ABOUT[to].ending}"'
    )
    of_it = [one for one in BANK.questions.values() if one.section == "c.2"]
    many = 2 + sum(2 if one.varies else 1 for one in of_it)
    if to is Format.MOODLE:
        assert len([one for one in xml.fromstring(answer.content) if one.get("type") != "category"]) == many
        return
    with zipfile.ZipFile(io.BytesIO(answer.content)) as opened:
        assert "A lamp in watts" in opened.read("README.txt").decode()
        items = [name for name in opened.namelist() if name.endswith(".xml")]
        assert len(items) == (2 if to is Format.CARTRIDGE else many + 1)


def test_a_draft_that_is_no_question_stays_and_is_told(owner: Member) -> None:
    owner.learner.send(f"/author/{NAME}", {"text": "half = "})
    page = owner.learner.get(f"/author/exports?question={NAME}&to=qti-2.1")
    assert "It is no question yet" in page.text
    assert "Download" not in page.text


def test_a_draft_without_fair_numbers_stays_and_is_told(owner: Member) -> None:
    owner.learner.send(f"/author/{NAME}", {"text": TEXT.replace("power * hours", "power * hours / 100000")})
    assert "No numbers can be drawn for it" in owner.learner.get(f"/author/exports?question={NAME}").text


def test_what_is_not_there_or_anothers_is_not_found(app: FastAPI, owner: Member) -> None:
    other = member(app, Role.INSTRUCTOR)
    for query in (f"question={NAME}", "question=nothing", "section=9.9"):
        for address in ("/author/exports", FILE):
            assert other.learner.get(f"{address}?{query}&to=moodle").status == 404
    for query in ("to=pdf", "to=moodle&variants=0", "to=moodle&variants=21", "to=moodle&section=123456789"):
        assert owner.learner.get(f"{FILE}?{query}").status == 422


def test_drawing_for_too_long_is_given_up(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking_along, "PATIENCE", -1)
    for address in ("/author/exports", FILE):
        page = owner.learner.get(f"{address}?question={NAME}&to=moodle")
        assert page.status == 503
        assert "Ask for fewer" in page.text


def test_many_questions_are_chosen_at_once(app: FastAPI, owner: Member) -> None:
    publish(app, owner.id, TEXT.replace("A lamp", "A heater"), "a-heater-1")
    answer = owner.learner.client.get(f"{FILE}?question={NAME}&question=a-heater-1&to=qti-3.0&variants=1")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as opened:
        assert {"a-heater-1-0.xml", f"{NAME}-0.xml"} <= set(opened.namelist())


def test_an_order_is_told_in_a_question_that_came_from_elsewhere() -> None:
    question = BANK.questions["why-attention-is-scaled"]
    variant = variants.draw(question, 1, "exam")
    sent = Exchanged(name="q", title="Q", statement="", asks=Order(("a", "b")))
    assert ORDER_WHOLE in {one.says for one in losses(variant, sent, Format.QTI_21)}
