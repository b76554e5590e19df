"""Questions as Moodle and Anki read them."""

import io
import re
import sqlite3
import zipfile
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

from app.cli import main
from app.exchange.anki import apkg
from app.exchange.moodle import moodle_xml
from engine import cells, variants
from engine.questions import Question
from engine.variants import Variant
from tests.app.learner import Learner
from tests.engine.solutions import BANK

ONE_OF_EACH = {question.kind: question for question in reversed([*BANK.questions.values()])}
FIELD = re.compile(r"\{(\d+):(\w+):=((?:[^}\\]|\\.)*)\}")


def read(*drawn: Variant) -> list[xml.Element]:
    return [question for question in xml.fromstring(moodle_xml(drawn)) if question.get("type") != "category"]


def text(element: xml.Element, path: str) -> str:
    return element.findtext(f"{path}/text") or ""


def one(question: Question, seed: int = 1) -> tuple[Variant, xml.Element]:
    variant = variants.draw(question, seed, question.default_level)
    (element,) = read(variant)
    return variant, element


@pytest.mark.parametrize("question", BANK.questions.values(), ids=lambda question: question.id)
def test_every_question_goes_out_with_its_statement_and_a_type(question: Question) -> None:
    _, element = one(question)
    assert element.get("type") in {"multichoice", "matching", "numerical", "essay", "cloze"}
    assert question.title in text(element, "name")
    assert text(element, "questiontext").startswith("<p>")


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
    fields = FIELD.findall(text(element, "questiontext"))
    keys = [leaf for asked in variant.asked for leaf in cells.cells(asked.key)]
    assert len(fields) == len(keys)
    assert [int(weight) for weight, _, _ in fields] == [1, 2, 2]
    for (_, kind, answer), key in zip(fields, keys, strict=True):
        middle, width = map(float, answer.split(":"))
        assert kind == "NUMERICAL"
        assert middle - width <= key <= middle + width


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
    fields = FIELD.findall(text(element, "questiontext"))
    assert [answer.split("~")[0].replace("\\", "") for _, _, answer in fields] == variant.asked[0].key


def test_sections_are_categories_and_seeds_give_other_numbers() -> None:
    question = BANK.questions["cosine-of-two-vectors"]
    made = xml.fromstring(moodle_xml([variants.draw(question, seed, "exam") for seed in (1, 2)]))
    assert [element.get("type") for element in made].count("category") == 1
    assert text(made[0], "category") == "$course$/top/Examformer/Embeddings"
    assert text(made[1], "questiontext") != text(made[2], "questiontext")


def test_signs_that_mean_something_are_escaped() -> None:
    _, element = one(ONE_OF_EACH["text"])
    assert element.get("type") == "essay"
    assert "<pre>" in text(element, "graderinfo")
    question = BANK.questions["merges-of-a-small-corpus"]
    _, element = one(question)
    assert "&lt;/w&gt;" in text(element, "questiontext")


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
    with sqlite3.connect(database) as rows:
        return {
            guid: tuple(fields.split("\x1f")) for guid, fields in rows.execute("select guid, flds from notes")
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
