"""Questions as files: as Moodle and Anki read them, and as they come back to Examformer."""

import io
import re
import sqlite3
import zipfile
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from fastapi import FastAPI

from app.authoring import editor, exports, imports
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.moodle.writing import moodle_xml
from app.cli import main
from app.identity.store.people import Role
from app.questions.library import drafted
from app.study.anki import apkg, cards
from app.web.concurrency import PRINTING
from engine import variants
from engine.answers import cells
from engine.questions import Question
from engine.variants import Variant
from tests.app.accounts.members import Member, member
from tests.app.authoring.exchange.moodle_rules import fields_of
from tests.app.authoring.sample_question import ENDLESS, MENDED, NAME, TEXT, publish
from tests.app.contexts import context_of
from tests.app.learner import COSINE, Count, Learner, Page
from tests.app.learner import read as read_page
from tests.engine.submissions import BANK

ONE_OF_EACH = {question.kind: question for question in reversed([*BANK.questions.values()])}


def read(*drawn: Variant) -> list[xml.Element]:
    return [
        question
        for question in xml.fromstring(moodle_xml(map(exchanged, drawn)))
        if question.get("type") != "category"
    ]


def text(element: xml.Element, path: str) -> str:
    return element.findtext(f"{path}/text") or ""


def one(question: Question, seed: int = 1) -> tuple[Variant, xml.Element]:
    variant = variants.draw(question, seed, question.default_level)
    (element,) = read(variant)
    return variant, element


def test_every_question_goes_out_with_its_statement_and_a_type() -> None:
    for question in BANK.questions.values():
        _, element = one(question)
        kinds = {"multichoice", "matching", "numerical", "essay", "cloze"}
        assert element.get("type") in kinds, question.id
        assert question.title in text(element, "name")
        assert text(element, "questiontext").startswith("<p>"), question.id


def test_a_number_goes_out_with_its_whole_band() -> None:
    found = 0
    for question in BANK.questions.values():
        if question.kind == "family" and found < 40:
            variant, element = one(question)
            if element.get("type") != "numerical":
                continue
            found += 1
            middle, width = float(text(element, "answer")), float(element.findtext("answer/tolerance") or 0)
            (band,) = variant.asked[0].bands
            low, high = (band.low, band.high) if band else (variant.asked[0].key,) * 2
            assert (middle - width, middle + width) == pytest.approx((low, high), rel=1e-12)
    assert found > 10


def test_several_parts_are_a_cloze_whose_fields_hold_the_keys() -> None:
    variant, element = one(BANK.questions["kv-cache-of-a-chat-server"])
    assert element.get("type") == "cloze"
    fields = fields_of(text(element, "questiontext"))
    keys = [leaf for asked in variant.asked for leaf in cells.cells(asked.key)]
    assert [field.weight for field in fields] == [1, 2, 2]
    for field, key in zip(fields, keys, strict=True):
        assert field.kind == "NUMERICAL"
        assert field.numbers[0].holds(key)


def test_one_option_is_right_and_each_has_its_reason() -> None:
    for kind in ("choice", "drawn"):
        _, element = one(ONE_OF_EACH[kind])
        answers = element.findall("answer")
        assert [answer.get("fraction") for answer in answers].count("100") == 1
        assert len(answers) == 4
        assert all(text(answer, "feedback") for answer in answers)


def test_pairs_and_orders() -> None:
    variant, element = one(ONE_OF_EACH["match"])
    pairs = {text(pair, "."): text(pair, "answer") for pair in element.findall("subquestion")}
    assert {left: right for left, right in pairs.items() if left} == variant.asked[0].key
    variant, element = one(ONE_OF_EACH["order"])
    fields = fields_of(text(element, "questiontext"))
    assert [unescape(field.right) for field in fields] == variant.asked[0].key
    assert {tuple(answer.text for answer in field.answers) for field in fields} == {
        tuple(sorted(answer.text for answer in fields[0].answers))
    }


def test_sections_are_categories_and_seeds_give_other_numbers() -> None:
    question = BANK.questions["cosine-of-two-vectors"]
    made = xml.fromstring(moodle_xml(exchanged(variants.draw(question, seed, "exam")) for seed in (1, 2)))
    assert [element.get("type") for element in made].count("category") == 1
    assert text(made[0], "category") == "$course$/top/Examformer/Embeddings"
    assert text(made[1], "questiontext") != text(made[2], "questiontext")


def test_signs_that_mean_something_are_escaped() -> None:
    _, element = one(ONE_OF_EACH["text"])
    assert element.get("type") == "essay"
    assert "<pre>" in text(element, "graderinfo")
    question = BANK.questions["merges-of-a-small-corpus"]
    variant, element = one(question)
    fields = fields_of(text(element, "questiontext"))
    assert fields[0].right == " ".join(cells.cells(variant.asked[0].key)[0])


@pytest.mark.sweep  # in every run what it writes is read: tests/app/authoring/exchange
@pytest.mark.parametrize("to", ["qti-2.1", "qti-3.0", "cartridge"])
def test_the_command_line_writes_packages(to: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", to, "cosine-of-two-vectors", "why-attention-is-scaled", "--variants", "2"])
    assert ended.value.code == 0
    with zipfile.ZipFile(io.BytesIO(capfdbinary.readouterr().out)) as package:
        assert package.testzip() is None
        assert "imsmanifest.xml" in package.namelist()


@pytest.mark.sweep  # in every run what it writes is read, above
def test_the_command_line_writes_the_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", "moodle", "cosine-of-two-vectors", "why-attention-is-scaled", "--variants", "4"])
    assert ended.value.code == 0
    types = [element.get("type") for element in xml.fromstring(capfdbinary.readouterr().out)]
    assert types == [
        "category",
        "numerical" if "numerical" in types else "cloze",
        *types[2:5],
        "category",
        "multichoice",
    ]
    assert len(types) == 7


def notes(package: bytes, folder: Path) -> dict[str, tuple[str, str]]:
    """The cards of a package, by their lasting number: front and back."""
    with zipfile.ZipFile(io.BytesIO(package)) as file:
        database = Path(file.extract("collection.anki2", folder))
    with sqlite3.connect(database) as connection:
        return {
            guid: tuple(fields.split("\x1f"))
            for guid, fields in connection.execute("select guid, flds from notes")
        }


def test_a_deck_holds_every_term_prompt_and_choice_once(tmp_path: Path) -> None:
    made = notes(apkg(BANK), tmp_path)
    prompts = [prompt for section in BANK.study.sections.values() for prompt in section.prompts]
    choices = [question for question in BANK.questions.values() if question.kind == "choice"]
    assert len(made) == len(BANK.study.terms) + len(prompts) + len(choices)
    assert notes(apkg(BANK), tmp_path).keys() == made.keys(), "a newer deck updates the same cards"
    fronts = {front for front, _ in made.values()}
    assert {term.term for term in BANK.study.terms if not term.short} <= fronts
    right = [back.count("✓") for front, back in made.values() if "<ol type=A>" in front]
    assert right == [1] * len(choices)


def test_the_deck_is_taken_from_the_page_of_cards(learner: Learner, tmp_path: Path) -> None:
    assert "/cards/examformer.apkg" in learner.get("/cards?pack=terms&seed=1").links
    answer = learner.client.get("/cards/examformer.apkg")
    assert answer.headers["content-disposition"] == 'attachment; filename="examformer.apkg"'
    assert len(notes(answer.content, tmp_path)) > 500


# One's own questions


def upload(owner: Member, *files: tuple[str, bytes], replacing: bool = False) -> Page:
    data = {"replacing": "yes"} if replacing else {}
    parts = [("file", (name, content, "application/octet-stream")) for name, content in files]
    return read_page(owner.learner.client.post("/author/imports", data=data, files=parts))


def own(owner: Member) -> dict[str, str]:
    """The texts of somebody's questions, by name."""
    names = re.findall(r'<a href="/author/([^"/?]+)" lang="en">', owner.learner.get("/author").html)
    return {name: owner.learner.get(f"/author/{name}").fields["text"].removeprefix("\n") for name in names}


def test_a_question_is_one_file_with_what_it_was_at_its_head(owner: Member) -> None:
    answer = owner.learner.client.get(f"/author/{NAME}/question.toml")
    assert answer.headers["content-disposition"] == f'attachment; filename="{NAME}.toml"'
    assert answer.text == f"# Examformer: {NAME}, version 1\n{TEXT}"
    owner.learner.send(f"/author/{NAME}", {"text": MENDED})
    assert owner.learner.client.get(f"/author/{NAME}/question.toml").text == (
        f"# Examformer: {NAME}, version 1 and changes\n{MENDED}"
    )


def test_what_is_exported_comes_back_as_the_same_questions_with_another_owner(
    app: FastAPI, owner: Member
) -> None:
    for kind in ("choice", "code", "family"):
        original = next(one for one in app.state.bank.questions.values() if one.kind == kind)
        owner.learner.send("/author/copies", {"question": original.id})
    owner.learner.send(f"/author/{NAME}/tests", {"text": TEXT, "seed": "3", "cell.energy.0": "0.01"})
    owner.learner.send("/author/copies", {"question": COSINE})
    made = owner.learner.client.get("/author/questions.zip").content
    texts = own(owner)
    assert len(texts) == 5
    other = member(app, Role.INSTRUCTOR)
    page = upload(other, ("examformer-questions.zip", made))
    assert page.status == 200
    assert "New drafts 5" in page.text
    assert sorted(own(other).values()) == sorted(texts.values())
    for name, text in own(other).items():
        assert isinstance(drafted(name, text), Question)
    assert f"from {COSINE}" in other.learner.get("/author").text


def test_what_is_there_already_is_left_alone(owner: Member, count: Count) -> None:
    made = owner.learner.client.get("/author/questions.zip").content
    before, texts = count(), own(owner)
    for replacing in (False, True):
        page = upload(owner, ("examformer-questions (1).zip", made), replacing=replacing)
        assert "As they were 1" in page.text
    assert count() == before
    assert own(owner) == texts


def test_another_text_becomes_another_draft_once_or_takes_the_place(owner: Member) -> None:
    file = (f"{NAME}.toml", MENDED.encode())
    for _ in range(2):
        upload(owner, file)
        texts = own(owner)
        assert sorted(texts.values()) == sorted([TEXT, MENDED])
        assert texts[NAME] == TEXT
    assert "Drafts with a new text 1" in upload(owner, file, replacing=True).text
    assert own(owner)[NAME] == MENDED


def test_a_file_with_the_name_of_a_built_in_question_or_of_anothers_is_ones_own(
    app: FastAPI, owner: Member
) -> None:
    other = member(app, Role.INSTRUCTOR)
    upload(other, (f"{COSINE}.toml", TEXT.encode()), (f"{NAME}.toml", MENDED.encode()))
    texts = own(other)
    assert sorted(texts.values()) == sorted([TEXT, MENDED])
    assert not {COSINE, NAME} & texts.keys()
    assert own(owner) == {NAME: TEXT}


def test_a_page_says_what_was_taken_what_is_no_question_yet_and_what_was_refused(owner: Member) -> None:
    bad = TEXT.replace('value = "power * hours"', 'value = "power * minutes"')
    page = upload(
        owner,
        ("heater.toml", TEXT.replace("A lamp", "A heater").encode()),
        ("kiln.toml", f"# Examformer: kiln\n{bad}".encode()),
        ("<b>.toml", b"\xff"),
        ("notes.txt", b"hello"),
    )
    assert "New drafts 1 A heater in watts heater.toml" in page.text
    assert "no questions yet 1" in page.text
    assert "Line 25: steps.value:" in page.text
    assert "minutes" in page.text
    assert "Not taken 2" in page.text
    assert "It is not written in UTF-8." in page.text
    assert "&lt;b&gt;.toml" in page.html
    assert sorted(own(owner).values()) == sorted([TEXT, bad, TEXT.replace("A lamp", "A heater")])


def test_a_file_of_a_name_that_came_before_is_refused(owner: Member) -> None:
    page = upload(owner, ("heater.toml", TEXT.encode()), ("other/heater.toml", MENDED.encode()))
    assert sorted(own(owner).values()) == [TEXT, TEXT]
    assert "Another file of this import has this name, too." in page.text


def test_a_text_that_comes_twice_beside_another_of_its_name_is_taken_once(owner: Member) -> None:
    file = (f"{NAME}.toml", MENDED.encode())
    assert "Another file of this import" in upload(owner, file, (f"b/{NAME}.toml", MENDED.encode())).text
    assert sorted(own(owner).values()) == sorted([TEXT, MENDED])


def test_nothing_is_half_imported(owner: Member, count: Count, monkeypatch: pytest.MonkeyPatch) -> None:
    before = count()
    page = upload(owner, ("heater.toml", TEXT.encode()), ("all.zip", b"no archive"))
    assert page.status == 422
    assert "This is no ZIP archive, or it is not whole. Nothing was taken." in page.text
    monkeypatch.setattr(imports, "PATIENCE", -1)
    assert "takes too long" in upload(owner, ("heater.toml", TEXT.encode())).text
    monkeypatch.undo()
    monkeypatch.setattr(imports, "slug", lambda stem: 1 / 0 if stem == "kiln" else "heater")
    assert upload(owner, ("heater.toml", TEXT.encode()), ("kiln.toml", TEXT.encode())).status == 500
    assert count() == before


def test_without_a_file_or_with_too_many_a_sentence_says_so(owner: Member, count: Count) -> None:
    before = count()
    assert "Choose a file first." in upload(owner, ("", b"")).text
    assert owner.learner.send("/author/imports", {"file": "text"}).status == 422
    assert upload(owner, *((f"q{n}.toml", b"") for n in range(201))).status == 400
    assert upload(owner, ("all.zip", b"PK\x03\x04" + b"x" * 9_000_000)).status == 422
    assert upload(owner, ("all.zip", b"PK\x03\x04" + b"x" * 63_000_000)).status == 413
    answer = owner.learner.client.post(
        "/author/imports", content=b"x", headers={"content-type": "multipart/form-data"}
    )
    assert answer.status_code == 400
    assert count() == before


def test_an_archived_question_is_not_changed_by_a_file(owner: Member) -> None:
    owner.learner.send(f"/author/{NAME}/archive", {})
    page = upload(owner, (f"{NAME}.toml", MENDED.encode()), replacing=True)
    assert "You archived this question. Restore it first." in page.text
    owner.learner.send(f"/author/{NAME}/restore", {})
    assert own(owner) == {NAME: TEXT}


def test_the_archive_holds_what_the_list_shows(app: FastAPI, owner: Member) -> None:
    publish(app, owner.id, TEXT.replace("A lamp", "A heater"), "a-heater-1")
    owner.learner.send("/author", {})
    owner.learner.send(f"/author/{NAME}/archive", {})
    for asked, wanted in {
        "q=heater": ["a-heater-1.toml"],
        "state=archived": [f"{NAME}.toml"],
        "q=%00x": [],
    }.items():
        answer = owner.learner.client.get(f"/author/questions.zip?{asked}")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as opened:
            assert opened.namelist() == wanted, asked


# One's own for other systems


def test_an_own_question_goes_to_moodle_with_as_many_sets_of_numbers_as_asked(owner: Member) -> None:
    for asked, wanted in (("", 20), ("?variants=3", 3), ("?variants=100", 100)):
        answer = owner.learner.client.get(f"/author/{NAME}/moodle.xml{asked}")
        assert answer.headers["content-disposition"] == f'attachment; filename="{NAME}.xml"'
        drawn = [one for one in xml.fromstring(answer.content) if one.get("type") != "category"]
        assert len(drawn) == wanted
        assert {one.get("type") for one in drawn} == {"numerical"}
    for asked in ("0", "101", "x"):
        assert owner.learner.get(f"/author/{NAME}/moodle.xml?variants={asked}").status == 422


def test_an_own_question_goes_to_anki_with_its_answers_at_the_back(owner: Member, tmp_path: Path) -> None:
    made = notes(owner.learner.client.get(f"/author/{NAME}/cards.apkg?variants=4").content, tmp_path)
    assert len(made) == 4
    question = drafted(NAME, TEXT)
    assert isinstance(question, Question)
    backs = {back for _, back in made.values()}
    for seed in range(4):
        (asked,) = variants.draw(question, seed, question.default_level).asked
        assert f"<ol><li>{asked.step.form.show(asked.key)}</li></ol>" in backs
    assert all(front.startswith("<p>A lamp takes") for front, _ in made.values())


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_a_question_of_every_kind_becomes_a_card(kind: str, tmp_path: Path) -> None:
    variant = variants.draw(ONE_OF_EACH[kind], 1, ONE_OF_EACH[kind].default_level)
    ((front, back),) = notes(cards("One", [variant]), tmp_path).values()
    assert front.startswith("<p>") or kind == "choice"
    assert "<li>" in back


def test_a_card_of_options_without_reasons_says_which_are_right(tmp_path: Path) -> None:
    text = 'title = "T"\nkind = "choice"\nsection = "2.5"\nstatement = "Which?"\n'
    options = '[[options]]\ntext = "this"\nright = true\n[[options]]\ntext = "that"\nwhy = "No."\n'
    question = drafted(NAME, text + options)
    assert isinstance(question, Question)
    ((_, back),) = notes(cards("One", [variants.draw(question, 1, "exam")]), tmp_path).values()
    assert sorted(re.findall(r"<li>(.*?)</li>", back)) == ["✓ this", "✗ No."]


def test_what_is_no_question_yet_goes_nowhere_but_into_its_file(owner: Member) -> None:
    owner.learner.send(f"/author/{NAME}", {"text": "half = "})
    for file in ("moodle.xml", "cards.apkg"):
        page = owner.learner.get(f"/author/{NAME}/{file}")
        assert page.status == 409
        assert f"/author/{NAME}" in page.links
    assert owner.learner.get(f"/author/{NAME}/question.toml").html.endswith("\nhalf = ")
    owner.learner.send(f"/author/{NAME}", {"text": TEXT.replace("power * hours", "power * hours / 100000")})
    page = owner.learner.get(f"/author/{NAME}/moodle.xml")
    assert page.status == 503
    assert "No fair numbers were found" in page.text


def test_what_takes_too_long_to_draw_is_given_up(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "PATIENCE", -1)
    for file in ("moodle.xml", "cards.apkg"):
        page = owner.learner.get(f"/author/{NAME}/{file}")
        assert page.status == 503
        assert "Ask for fewer" in page.text


@pytest.mark.parametrize("file", ["moodle.xml", "cards.apkg"])
def test_a_question_that_finds_no_numbers_is_given_up_before_all_are_tried(
    app: FastAPI, owner: Member, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setattr(PRINTING, "budget", 0.1)
    editor.save(context_of(app, owner.id), NAME, ENDLESS, "")
    page = owner.learner.get(f"/author/{NAME}/{file}")
    assert (page.status, "This takes too long to work out." in page.text) == (422, True)


def test_nobody_takes_anothers_questions(app: FastAPI, owner: Member) -> None:
    other = member(app, Role.ADMINISTRATOR)
    for file in ("question.toml", "moodle.xml", "cards.apkg"):
        assert other.learner.get(f"/author/{NAME}/{file}").status == 404
    made = other.learner.client.get("/author/questions.zip").content
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert opened.namelist() == []


# Those of other systems

MOODLE = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/top/Examformer/Attention</text></category></question>
<question type="numerical"><name><text>A sum</text></name>
  <questiontext format="html"><text><![CDATA[<p>What is 1 + 1?</p>]]></text></questiontext>
  <answer fraction="100"><text>2</text><tolerance>0.1</tolerance></answer><hint><text>Count.</text></hint></question>
<question type="ddmarker"><name><text>Cities</text></name><questiontext><text>Where?</text></questiontext></question>
</quiz>"""


def test_questions_of_moodle_become_drafts_and_the_page_tells_what_was_changed(owner: Member) -> None:
    page = upload(owner, ("quiz.xml", MOODLE.encode()))
    assert page.status == 200
    assert "New drafts 1 A sum quiz.xml · question 1" in page.text
    assert "A hint was left out, for here hints are made of the solution: “Count.”." in page.text
    assert "Question 2, “Cities”:Markers on an image have no counterpart here." in page.text
    (text,) = set(own(owner).values()) - {TEXT}
    question = drafted("a-sum", text)
    assert isinstance(question, Question)
    assert question.section == "2.5"
    assert "As they were 1" in upload(owner, ("quiz.xml", MOODLE.encode())).text


def test_questions_that_name_no_section_get_the_one_that_was_chosen(owner: Member) -> None:
    content = MOODLE.replace("Attention", "Week 3").encode()
    files = [("file", ("quiz.xml", content, "text/xml"))]
    page = read_page(owner.learner.client.post("/author/imports", data={"section": "2.7"}, files=files))
    assert "Its section is still to be chosen" not in page.text
    (text,) = set(own(owner).values()) - {TEXT}
    assert 'section = "2.7"' in text
    known = [("file", ("quiz.xml", MOODLE.encode(), "text/xml"))]
    owner.learner.client.post("/author/imports", data={"section": "2.7"}, files=known)
    assert any('section = "2.5"' in one for one in own(owner).values())
    later = upload(owner, ("quiz.xml", content.replace(b"A sum", b"Two"))).text
    assert "Its section is still to be chosen" in later
    assert "section: it is still to be chosen: c.1 (Linear and softmax classifiers), c.2 (" in later


def test_a_drawing_beside_questions_is_an_image_and_no_foreign_file(owner: Member) -> None:
    drawing = b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    page = upload(owner, ("heater.toml", TEXT.replace("A lamp", "A heater").encode()), ("hill.svg", drawing))
    assert page.status == 200
    assert "New drafts 1" in page.text
