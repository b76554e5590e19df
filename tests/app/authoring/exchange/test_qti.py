"""QTI 2.1 and 3.0 go out and come in: the points, keys, bands and feedback, read by a player of its own."""

import io
import re
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree as xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from app.authoring.exchange import foreign
from app.authoring.exchange.archive import BOMB, MOST_FILES, TOO_MANY, CannotUnpack, Unpacked
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    GAP,
    WRONG,
    Choice,
    Cloze,
    Essay,
    Exchanged,
    Gap,
    Match,
    Numeric,
    Option,
    Order,
    Short,
    Wording,
)
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.markup.xml_reading import read as read_xml
from app.authoring.exchange.markup.xml_writing import written
from app.authoring.exchange.not_read import NO_ANSWER
from app.authoring.exchange.qti import declarations, package, patterns, reading, typed, writing
from app.authoring.exchange.qti.names import V21, V30, Version
from app.authoring.exchange.told import WORTH
from app.questions.library import drafted
from engine import variants
from engine.answers import cells
from engine.answers.wordings import is_met, shown
from engine.questions import Question
from engine.rounding.bands import Band
from tests.app.authoring.exchange.qti_rules import Response, score
from tests.app.authoring.exchange.test_moodle_reading import ASKS, HTML, PLAIN, _same
from tests.engine.submissions import BANK

VERSIONS = pytest.mark.parametrize("version", [V21, V30], ids=["2.1", "3.0"])


def item(question: Exchanged, version: Version = V21) -> bytes:
    return written(writing.item(question, version))


def back(content: bytes) -> Arrived:
    return reading.read(read_xml(content), 1, {})


def asked(content: str) -> Arrived:
    """An item with this between its tags."""
    return back(f"<assessmentItem identifier='i' title='An item'>{content}</assessmentItem>".encode())


def taken(content: bytes) -> Unpacked:
    found = foreign.read("package.zip", content)
    assert found is not None
    return found


def answered(question: Exchanged) -> Iterator[tuple[dict[str, Response], Fraction]]:
    """Responses to a question with the points that they are worth: all right, and one mistake of each field."""
    asks = question.asks
    gaps = asks.gaps if isinstance(asks, Cloze) else ()
    right: dict[str, Response] = {}
    for n, gap in enumerate(gaps, 1):
        right[f"RESPONSE{n}"] = _typed(gap.asks, n)
    if isinstance(asks, Cloze):
        yield right, question.points
        for n, gap in enumerate(gaps, 1):
            if isinstance(gap.asks, Numeric):
                key = gap.asks.ranges[0]
                for edge in (key.low, key.high):
                    yield {**right, f"RESPONSE{n}": str(edge)}, question.points
                yield (
                    {**right, f"RESPONSE{n}": str(key.high + 1 + abs(key.key))},
                    question.points - gap.points,
                )
    elif isinstance(asks, Numeric | Short):
        yield {"RESPONSE": _typed(asks, 0)}, question.points
    elif isinstance(asks, Choice) and not asks.several:
        for n, option in enumerate(asks.options, 1):
            yield {"RESPONSE": f"Choice{n}"}, option.share * question.points


def _typed(asks: Choice | Numeric | Short, n: int) -> Response:
    if isinstance(asks, Numeric):
        return str(asks.ranges[0].key)
    if isinstance(asks, Short):
        return shown(asks.wordings[0].text)
    names = [f"Choice{n}-{place}" for place, option in enumerate(asks.options, 1) if option.share > 0]
    return names if asks.several else names[0]


@VERSIONS
@pytest.mark.parametrize("seed", range(2))
def test_a_player_gives_each_answer_the_points_that_it_has_here(version: Version, seed: int) -> None:
    marked = 0
    for question in list(BANK.questions.values())[seed::23]:
        sent = exchanged(variants.draw(question, seed, question.default_level))
        content = item(sent, version)
        for responses, points in answered(sent):
            marked += 1
            assert score(content, responses)[0] == pytest.approx(float(points)), (question.id, responses)
    assert marked > 20


@VERSIONS
def test_a_mistaken_number_is_answered_by_its_sentence(version: Version) -> None:
    told = 0
    alone = [one for one in BANK.questions.values() if one.of_numbers and len(one.parts) == 1]
    for question in alone[::3]:
        sent = exchanged(variants.draw(question, 1, question.default_level))
        ranges = sent.asks.ranges if isinstance(sent.asks, Numeric) else ()
        for one in ranges[1:]:
            content = item(sent, version)
            points, said = score(content, {"RESPONSE": str(one.key)})
            (name,) = said
            spoken = next(x for x in etree.fromstring(content).iter() if x.get("identifier") == name)
            assert points == 0
            assert "".join(spoken.itertext())[:20] in one.feedback or r"\(" in one.feedback
            told += 1
    assert told > 5


@VERSIONS
def test_an_order_and_pairs_are_marked_by_the_key(version: Version) -> None:
    order = Exchanged(
        name="o", title="O", statement="<p>x</p>", asks=Order(("b", "c", "a")), points=Fraction(2)
    )
    assert score(item(order, version), {"RESPONSE": ["Item2", "Item3", "Item1"]})[0] == 2
    assert score(item(order, version), {"RESPONSE": ["Item1", "Item2", "Item3"]})[0] == 0
    pairs = Match((("one", "1"), ("two", "2"), ("again", "1")), ("9",))
    match = Exchanged(name="m", title="M", statement="<p>x</p>", asks=pairs, points=Fraction(3))
    right = ["Left1 Right1", "Left2 Right2", "Left3 Right1"]
    assert score(item(match, version), {"RESPONSE": right})[0] == pytest.approx(3)
    assert score(item(match, version), {"RESPONSE": [*right[:2], "Left3 Right3"]})[0] == pytest.approx(2)


def test_the_names_are_those_of_each_version() -> None:
    question = exchanged(variants.draw(BANK.questions["why-attention-is-scaled"], 1, "exam"))
    for version, root, choice in (
        (V21, "{http://www.imsglobal.org/xsd/imsqti_v2p1}assessmentItem", "simpleChoice"),
        (V30, "{http://www.imsglobal.org/xsd/imsqtiasi_v3p0}qti-assessment-item", "qti-simple-choice"),
    ):
        made = etree.fromstring(item(question, version))
        assert made.tag == root
        assert len(list(made.iter(f"{{{version.item}}}{choice}"))) == 4
        assert made.get("timeDependent" if version is V21 else "time-dependent") == "false"


# Round trips


@VERSIONS
@pytest.mark.parametrize("seed", range(2))
def test_what_went_out_comes_back_with_its_keys_bands_and_points(version: Version, seed: int) -> None:
    kinds = set()
    for question in list(BANK.questions.values())[seed::31]:
        variant = variants.draw(question, seed, question.default_level)
        files = taken(package.pack([exchanged(variant)], version, "")).files
        again = [one for file in files if isinstance(one := drafted(file.stem, file.text), Question)]
        if len(again) != 1 or len(files) != 1 or again[0].kind == "text":
            continue
        other = variants.draw(again[0], 0, again[0].default_level)
        kinds.add(again[0].kind)
        assert other.points == variant.points
        assert (again[0].title, again[0].section) == (question.title, question.section)
        if again[0].kind != "formula":
            assert other.asked[0].key == variant.asked[0].key
            continue
        for (leaf, band), (key, accepted) in zip(_cells(variant), _cells(other), strict=True):
            assert key == pytest.approx(leaf, rel=1e-12)
            if band and accepted:
                assert (accepted.low, accepted.high) == pytest.approx(
                    (band.low, band.high), rel=1e-9, abs=1e-9
                )
    assert {"choice", "formula"} <= kinds


def _cells(variant: variants.Variant) -> list[tuple[float, Band | None]]:
    return [pair for one in variant.asked for pair in zip(cells.cells(one.key), one.bands, strict=True)]


@VERSIONS
@settings(deadline=None, max_examples=50)
@given(asks=ASKS, text=HTML)
def test_an_item_is_read_as_it_was_written(
    version: Version, asks: Choice | Numeric | Short, text: str
) -> None:
    question = Exchanged(name="q", title="T", statement=f"<p>{text}</p>", asks=asks, solution=text)
    found = back(item(question, version)).question
    assert found is not None
    mine = found.asks.gaps[0].asks if isinstance(found.asks, Cloze) else found.asks
    assert found.solution == text
    assert text in found.statement
    assert _alike(mine, asks)


def _alike(mine: object, theirs: Choice | Numeric | Short) -> bool:
    """The same question. In QTI a word has one entry, a number the feedback of the first range that holds it; the right
    ones come first."""
    if isinstance(theirs, Short) and isinstance(mine, Short):
        first = {one.text: one for one in reversed(theirs.wordings)}
        return {one.text: one.share for one in mine.wordings} == {
            text: one.share for text, one in first.items()
        }
    if isinstance(theirs, Numeric) and isinstance(mine, Numeric):
        inner = sorted(theirs.ranges, key=lambda one: one.share <= 0)
        most = max(one.share for one in inner)
        return len(mine.ranges) == len(inner) and all(
            (one.low, one.high, one.share) == (other.low, other.high, other.share / most)
            for one, other in zip(mine.ranges, inner, strict=True)
        )
    return _same(mine, theirs)


@given(PLAIN, st.booleans())
def test_a_pattern_is_read_back_and_matches_what_its_wording_is_met_by(text: str, by_case: bool) -> None:
    expression = patterns.pattern(text, by_case)
    letters = any(one.isascii() and one.isalpha() for one in text)
    assert patterns.wording(expression) == (text, by_case and letters)
    typed = text.replace(r"\*", "*")
    assert bool(re.fullmatch(expression, typed, re.DOTALL)) == is_met(text, typed, by_case=True)
    if not by_case and typed.upper().lower() == typed:
        assert re.fullmatch(expression, typed.upper(), re.DOTALL)


@pytest.mark.parametrize(
    "expression", ["", "a|b", "(a)", "a+", "[ab]", "[0-9]", r"\d", "a?", "^a$", "a{2}", "."]
)
def test_any_other_pattern_is_not_read_and_told(expression: str) -> None:
    assert patterns.wording(expression) is None


STARS = Short((Wording("token*"), Wording("*word", Fraction(1, 2), "A part."), Wording("*", WRONG, "No.")))


@VERSIONS
@pytest.mark.parametrize("typed", ["Tokens", "subword", "letter"])
def test_a_player_marks_wordings_with_stars_as_they_are_marked_here(version: Version, typed: str) -> None:
    asked = Exchanged(name="q", title="T", statement="<p>What?</p>", asks=STARS, points=Fraction(3))
    points, said = score(item(asked, version), {"RESPONSE": typed})
    first = next(one for one in STARS.wordings if is_met(one.text, typed))
    assert points == float(3 * first.share)
    assert len(said) == bool(first.feedback)


@VERSIONS
def test_stars_and_case_of_several_gaps_come_back_with_their_points(version: Version) -> None:
    gaps = (Gap(STARS, Fraction(2)), Gap(Short((Wording("B*"), Wording("c")), by_case=True), Fraction(1)))
    sent = Exchanged(
        name="q", title="T", statement=f"<p>{GAP} {GAP}</p>", asks=Cloze(gaps), points=Fraction(3)
    )
    found = back(item(sent, version))
    assert found.question is not None
    assert found.question.asks == Cloze(gaps)
    assert found.told == ()


# What comes in


DECLARED = (
    "<responseDeclaration identifier='R' cardinality='single' baseType='float'>"
    "<correctResponse><value>3</value></correctResponse></responseDeclaration>"
)
BODY = "<itemBody><p>How many? <textEntryInteraction responseIdentifier='R'/></p></itemBody>"


def ranges(rule: str) -> list[tuple[float, float]]:
    set_score = (
        "<setOutcomeValue identifier='SCORE'><baseValue baseType='float'>1</baseValue></setOutcomeValue>"
    )
    found = asked(
        f"{DECLARED}{BODY}<responseProcessing><responseCondition><responseIf>{rule}{set_score}</responseIf>"
        "</responseCondition></responseProcessing>"
    ).question
    assert found is not None
    assert isinstance(found.asks, Cloze)
    asks = found.asks.gaps[0].asks
    assert isinstance(asks, Numeric)
    return [(float(one.low), float(one.high)) for one in asks.ranges]


VARIABLE, CORRECT = "<variable identifier='R'/>", "<correct identifier='R'/>"


def base(number: float) -> str:
    return f"<baseValue baseType='float'>{number}</baseValue>"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (f"<equal toleranceMode='absolute' tolerance='0.5 0.25'>{VARIABLE}{CORRECT}</equal>", [(2.5, 3.25)]),
        (f"<equal toleranceMode='relative' tolerance='10'>{VARIABLE}{base(20)}</equal>", [(18, 22)]),
        (f"<equal toleranceMode='exact'>{VARIABLE}{CORRECT}</equal>", [(3, 3)]),
        (
            f"<equalRounded roundingMode='decimalPlaces' figures='1'>{VARIABLE}{CORRECT}</equalRounded>",
            [(2.95, 3.05)],
        ),
        (f"<match>{VARIABLE}{CORRECT}</match>", [(3, 3)]),
        (f"<and><gte>{VARIABLE}{base(2)}</gte><lte>{VARIABLE}{base(4)}</lte></and>", [(2, 4)]),
        (f"<and><lt>{base(2)}{VARIABLE}</lt><gt>{base(4)}{VARIABLE}</gt></and>", [(2, 4)]),
        (f"<and><not><isNull>{VARIABLE}</isNull></not><match>{VARIABLE}{base(5)}</match></and>", [(5, 5)]),
        (f"<or><match>{VARIABLE}{base(1)}</match><match>{VARIABLE}{base(2)}</match></or>", [(1, 1), (2, 2)]),
    ],
)
def test_the_rules_of_exporters_are_read(rule: str, expected: list[tuple[float, float]]) -> None:
    assert ranges(rule) == expected


@pytest.mark.parametrize(
    "rule", [f"<customOperator>{VARIABLE}</customOperator>", f"<gt>{VARIABLE}{base(2)}</gt>",
             f"<not><match>{VARIABLE}{base(2)}</match></not>", f"<equal>{VARIABLE}{VARIABLE}</equal>"]
)  # fmt: skip
def test_a_rule_that_is_not_read_leaves_the_key_alone_and_is_told(rule: str) -> None:
    assert ranges(rule) == [(3, 3)]
    found = asked(
        f"{DECLARED}{BODY}<responseProcessing><responseCondition><responseIf>{rule}</responseIf></responseCondition>"
        "</responseProcessing>"
    )
    assert typed.TOLERANCE in {one.says for one in found.told}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("<itemBody><p>Read.</p></itemBody>", reading.NOTHING),
        ("", reading.NOTHING),
        ("<itemBody><hotspotInteraction responseIdentifier='R'/></itemBody>", reading.NO_COUNTERPART),
        (f"<templateDeclaration identifier='X'/>{DECLARED}{BODY}", reading.TEMPLATE),
        (BODY, NO_ANSWER),
        ("<itemBody><choiceInteraction responseIdentifier='R'/><orderInteraction responseIdentifier='S'/></itemBody>",
         reading.SEVERAL),
    ],
)  # fmt: skip
def test_what_is_not_taken_says_why(content: str, why: str) -> None:
    found = asked(content)
    assert found.question is None
    assert (found.title, found.told[-1].says) == ("An item", why)


def test_words_dragged_into_gaps_become_menus() -> None:
    found = asked(
        "<responseDeclaration identifier='R' cardinality='multiple' baseType='directedPair'><correctResponse>"
        "<value>W G1</value><value>S G2</value></correctResponse></responseDeclaration>"
        "<itemBody><gapMatchInteraction responseIdentifier='R'><gapText identifier='W'>winter</gapText>"
        "<gapText identifier='S'>summer</gapText><p>The <gap identifier='G1'/> of this <gap identifier='G2'/></p>"
        "</gapMatchInteraction></itemBody>"
    ).question
    assert found is not None
    assert found.statement == f"<p>The {GAP} of this {GAP}</p>"
    assert isinstance(found.asks, Cloze)
    assert [gap.asks.right[0].text for gap in found.asks.gaps if isinstance(gap.asks, Choice)] == [
        "winter",
        "summer",
    ]


def test_a_mapping_gives_the_shares_and_wins_over_the_key_where_both_agree() -> None:
    choices = "".join(f"<simpleChoice identifier='{n}'>{n}</simpleChoice>" for n in ("H", "He", "O"))
    found = asked(
        "<responseDeclaration identifier='R' cardinality='multiple' baseType='identifier'><correctResponse>"
        "<value>H</value><value>O</value></correctResponse><mapping lowerBound='0' upperBound='2' defaultValue='-2'>"
        "<mapEntry mapKey='H' mappedValue='1'/><mapEntry mapKey='O' mappedValue='1'/></mapping></responseDeclaration>"
        f"<itemBody><choiceInteraction responseIdentifier='R'>{choices}</choiceInteraction></itemBody>"
    ).question
    assert found is not None
    half = Fraction(1, 2)
    assert found.asks == Choice((Option("H", half), Option("He"), Option("O", half)), several=True)
    assert found.points == 2


def choice(cardinality: str, mapping: str, *right: str) -> tuple[list[str], set[str]]:
    """The options that are right, and what is told."""
    values = "".join(f"<value>{one}</value>" for one in right)
    correct = f"<correctResponse>{values}</correctResponse>" if right else ""
    entries = "".join(
        "<mapEntry mapKey='{}' mappedValue='{}'/>".format(*one.split("=")) for one in mapping.split()
    )
    choices = "".join(f"<simpleChoice identifier='{n}'>{n}</simpleChoice>" for n in "ABC")
    found = asked(
        f"<responseDeclaration identifier='R' cardinality='{cardinality}' baseType='identifier'>{correct}"
        f"<mapping>{entries}</mapping></responseDeclaration>"
        f"<itemBody><choiceInteraction responseIdentifier='R'>{choices}</choiceInteraction></itemBody>"
    )
    assert found.question is not None
    asks = found.question.asks
    assert isinstance(asks, Choice)
    counted = [one.text for one in asks.options if (one.share > 0 if asks.several else one.share == 1)]
    return counted, {one.says for one in found.told}


@pytest.mark.parametrize(
    ("cardinality", "mapping", "right", "expected", "disagree"),
    [
        ("single", "A=1 B=0.5", ("A",), ["A"], False),
        ("single", "A=0.5 B=1", ("A",), ["A"], True),
        ("single", "A=3 B=1", (), ["A"], False),
        ("single", "B=1", ("A",), ["A"], True),
        ("multiple", "A=1 B=1 C=0.5", ("A", "B"), ["A", "B"], False),
        ("multiple", "A=1 C=-1", ("A", "B"), ["A", "B"], True),
        ("multiple", "A=1 B=1", (), ["A", "B"], False),
    ],
)
def test_nothing_but_the_key_is_right(
    cardinality: str, mapping: str, right: tuple[str, ...], expected: list[str], disagree: bool
) -> None:
    counted, told = choice(cardinality, mapping, *right)
    assert counted == expected
    assert (declarations.DISAGREE in told) == disagree


def test_what_has_no_place_in_an_order_and_points_beyond_ours_are_told() -> None:
    choices = "".join(f"<simpleChoice identifier='{n}'>{n}</simpleChoice>" for n in "ABC")
    found = asked(
        "<responseDeclaration identifier='R' cardinality='ordered' baseType='identifier'><correctResponse>"
        "<value>B</value><value>A</value></correctResponse></responseDeclaration>"
        "<outcomeDeclaration identifier='MAXSCORE'><defaultValue><value>100</value></defaultValue></outcomeDeclaration>"
        f"<itemBody><orderInteraction responseIdentifier='R'>{choices}</orderInteraction></itemBody>"
    )
    assert found.question is not None
    assert found.question.asks == Order(("B", "A"))
    assert {one.says: one.what for one in found.told} == {reading.EXTRA: "C", WORTH: "100"}


def test_an_essay_carries_its_model_answer_for_the_marker() -> None:
    question = Exchanged(name="q", title="T", statement="<p>Why?</p>", asks=Essay("<p>Because.</p>"))
    for version in (V21, V30):
        found = back(item(question, version)).question
        assert found is not None
        assert found.asks == Essay("<div><p>Because.</p></div>")
        assert found.statement == "<p>Why?</p>"


# Packages


def test_a_package_holds_its_items_its_images_and_what_did_not_travel() -> None:
    question = Exchanged(
        name="q-1",
        title="T",
        statement='<p><img src="a.png" alt="A cat"></p>',
        asks=Essay(),
        files={"a.png": b"PNG"},
    )
    made = package.pack([question], V21, "nothing was lost")
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert opened.namelist() == ["imsmanifest.xml", "q-1.xml", "images/a.png", "README.txt"]
        manifest = xml.fromstring(opened.read("imsmanifest.xml"))
        (resource,) = manifest.iter("{http://www.imsglobal.org/xsd/imscp_v1p1}resource")
        assert (resource.get("href"), resource.get("type")) == ("q-1.xml", "imsqti_item_xmlv2p1")
        assert [file.get("href") for file in resource] == ["q-1.xml", "images/a.png"]
    found = taken(made)
    assert found.attached == (("q-1-1.png", b"PNG"),)
    assert 'text = "A cat"' in found.files[0].text
    assert made == package.pack([question], V21, "nothing was lost")


def zipped(**files: str) -> bytes:
    return package.zipped({name.replace("_", "."): content.encode() for name, content in files.items()})


def manifest(*items: str, kind: str = "imsqti_item_xmlv2p1") -> str:
    resources = "".join(f"<resource type='{kind}' href='{one}'/>" for one in items)
    return f"<manifest><resources>{resources}</resources></manifest>"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"imsmanifest_xml": manifest()}, package.NO_ITEMS),
        (
            {"imsmanifest_xml": manifest("a.xml", kind="imsqti_xmlv1p2/imscc_xmlv1p3/assessment")},
            package.NO_ITEMS,
        ),
        ({"imsmanifest_xml": manifest(*(f"{n}.xml" for n in range(MOST_FILES + 1)))}, TOO_MANY),
        ({"imsmanifest_xml": manifest("a.xml"), "a_xml": " " * (2**20)}, BOMB),
        ({"imsmanifest_xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><manifest/>"}, None),
    ],
)
def test_a_hostile_package_is_refused(files: dict[str, str], why: str | None) -> None:
    with pytest.raises(CannotUnpack) as refused:
        package.read(zipped(**files))
    assert why is None or str(refused.value) == why


@pytest.mark.parametrize(
    "href", ["../../etc/passwd", "/etc/passwd", "a/../../b.xml", "gone.xml", "", "http://x.example/a"]
)
def test_a_path_leads_nowhere_but_into_the_package(href: str) -> None:
    found = package.read(
        zipped(imsmanifest_xml=manifest(href, "a.xml"), a_xml="<assessmentItem identifier='a'/>")
    )
    assert found is not None
    assert found[0].told[-1].says == package.MISSING


def test_an_archive_without_a_manifest_is_none() -> None:
    assert package.read(zipped(lamp_toml="x = 1")) is None
