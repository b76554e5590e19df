"""A Common Cartridge holds a quiz of QTI 1.2 that is read here by the rules of Canvas' import."""

import io
import zipfile
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from lxml import etree

from app.authoring.exchange import cartridge
from app.authoring.exchange.exchanged import (
    WRONG,
    Choice,
    Essay,
    Exchanged,
    Match,
    Numeric,
    Option,
    Order,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.from_variant import exchanged
from engine import variants
from engine.answers import cells
from engine.answers.forms import Integer
from tests.engine.submissions import BANK

QTI = {"q": cartridge.QTI}
HALF = Fraction(1, 2)


def opened(*questions: Exchanged) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(cartridge.pack(questions, "A quiz", "nothing"))) as file:
        return {name: file.read(name) for name in file.namelist()}


def items(*questions: Exchanged) -> list[Any]:
    return list(etree.fromstring(opened(*questions)[cartridge.QUIZ]).iter(f"{{{cartridge.QTI}}}item"))


def fields(item: Any) -> Mapping[str, str]:
    found = item.iterfind("q:itemmetadata/q:qtimetadata/q:qtimetadatafield", QTI)
    return {one.findtext("q:fieldlabel", "", QTI): one.findtext("q:fieldentry", "", QTI) for one in found}


def question(asks: Any, points: Fraction = Fraction(1), **more: Any) -> Exchanged:
    return Exchanged(name="q", title="Q", statement="<p>What?</p>", asks=asks, points=points, **more)


def right(item: Any) -> Any:
    """The condition of full marks."""
    (found,) = (
        one
        for one in item.iter(f"{{{cartridge.QTI}}}respcondition")
        if one.findtext("q:setvar", "", QTI) == "100"
    )
    return found.find("q:conditionvar", QTI)


def test_the_manifest_names_every_file() -> None:
    image = question(Essay(), files={"a.png": b"PNG"})
    files = opened(image)
    root = etree.fromstring(files["imsmanifest.xml"])
    space = f"{{{cartridge.CARTRIDGE}}}"
    assert root.findtext(f"{space}metadata/{space}schemaversion") == "1.3.0"
    named = {file.get("href") for file in root.iter(f"{space}file")}
    assert named == files.keys() - {"imsmanifest.xml", "README.txt"}
    (item,) = [one for one in root.iter(f"{space}item") if one.get("identifierref")]
    assert item.get("identifierref") == "quiz"


def test_a_choice_has_one_right_option_and_the_feedback_of_each() -> None:
    asks = Choice((Option("a", WRONG, "No."), Option("b", Fraction(1), "Yes.")))
    (item,) = items(question(asks, Fraction(5, 2)))
    assert fields(item)["question_type"] == "multiple_choice_question"
    assert fields(item)["points_possible"] == "2.5"
    assert [one.text for one in right(item)] == ["1002"]
    told = {one.get("ident"): "".join(one.itertext()) for one in item.iterfind("q:itemfeedback", QTI)}
    assert told == {"1001_fb": "No.", "1002_fb": "Yes."}


def test_several_right_options_all_count_and_no_other() -> None:
    asks = Choice((Option("a", HALF), Option("b", -HALF), Option("c", HALF)), several=True)
    (item,) = items(question(asks))
    (both,) = right(item)
    assert [(etree.QName(one).localname, "".join(one.itertext())) for one in both] == [
        ("varequal", "1001"),
        ("not", "1002"),
        ("varequal", "1003"),
    ]


def test_a_word_has_its_accepted_wordings() -> None:
    (item,) = items(question(Short((Wording("a"), Wording("b", WRONG), Wording("c", HALF)))))
    assert [one.text for one in right(item)] == ["a", "c"]
    (item,) = items(question(Short((Wording(r"a \* *"),))))
    assert [one.text for one in right(item)] == ["a *"]


@pytest.mark.parametrize(
    ("asks", "texts"),
    [(Match((("one", "1"), ("two", "2")), ("3",)), ["1", "2"]), (Order(("b", "a")), ["b", "a"])],
)
def test_pairs_and_orders_are_menus_each_with_its_share(asks: Match | Order, texts: list[str]) -> None:
    (item,) = items(question(asks))
    chosen = []
    responses = item.iterfind("q:presentation/q:response_lid", QTI)
    conditions = item.iterfind("q:resprocessing/q:respcondition", QTI)
    for response, condition in zip(responses, conditions, strict=True):
        label = condition.find("q:conditionvar/q:varequal", QTI)
        assert label.get("respident") == response.get("ident")
        assert condition.findtext("q:setvar", "", QTI) == "50.00"
        (one,) = [
            one
            for one in response.iter(f"{{{cartridge.QTI}}}response_label")
            if one.get("ident") == label.text
        ]
        chosen.append("".join(one.itertext()))
    assert chosen == texts


def test_an_essay_shows_its_model_answer_as_the_solution() -> None:
    (item,) = items(question(Essay("<p>Because.</p>")))
    assert fields(item)["cc_profile"] == "cc.essay.v0p1"
    assert item.find("q:itemfeedback/q:solution/q:solutionmaterial", QTI) is not None


def test_wrong_numbers_do_not_stand_in_the_key() -> None:
    right_and_wrong = (
        around(Decimal(2), Decimal("0.5")),
        around(Decimal(4), share=WRONG, feedback="You doubled."),
    )
    (item,) = items(question(Numeric(right_and_wrong)))
    assert [one.text for one in right(item)] == ["1.5", "2.5"]


@pytest.mark.parametrize("seed", range(2))
def test_every_field_of_a_question_goes_out_with_its_band_and_its_points(seed: int) -> None:
    seen = 0
    for one in list(BANK.questions.values())[seed::23]:
        variant = variants.draw(one, seed, one.default_level)
        made = items(exchanged(variant))
        assert sum(Fraction(fields(item)["points_possible"]) for item in made) == pytest.approx(
            float(variant.points)
        )
        leaves = [
            (leaf, band, part)
            for part in variant.asked
            for leaf, band in zip(cells.cells(part.key), part.bands, strict=True)
        ]
        if len(leaves) != len(made) or not one.of_numbers:
            continue
        for (leaf, band, part), item in zip(leaves, made, strict=True):
            if band or isinstance(part.step.form, Integer):
                if abs(leaf) == float("inf"):
                    continue
                low, high = (float(end.text) for end in right(item))
                ends = (band.low, band.high) if band else (leaf, leaf)
                assert (low, high) == pytest.approx(ends, rel=1e-14)
                seen += 1
    assert seen > 10


def test_an_image_is_named_as_the_cartridge_names_files() -> None:
    shown = Exchanged(
        name="q",
        title="Q",
        statement='<p><img src="a.png" alt="A"></p>',
        asks=Essay(),
        files={"a.png": b"P"},
    )
    files = opened(shown)
    assert b'src="$IMS-CC-FILEBASE$/a.png"' in files[cartridge.QUIZ].replace(b"&quot;", b'"')
    assert files["web_resources/a.png"] == b"P"
