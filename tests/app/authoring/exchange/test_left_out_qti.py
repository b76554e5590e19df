"""Nothing of a QTI item is lost in silence: every element and attribute is read, is text, or is told."""

from xml.etree import ElementTree as xml

import pytest

from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import Choice, Exchanged
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.markup.xml_reading import read as read_xml
from app.authoring.exchange.markup.xml_writing import written
from app.authoring.exchange.moodle.left_out import FIXED, NOT_KNOWN, SETTINGS
from app.authoring.exchange.qti import left_out, reading, writing
from app.authoring.exchange.qti.names import V21, V30
from engine import variants
from tests.engine.submissions import BANK

ITEM = """<assessmentItem identifier="i" title="T" adaptive="false" timeDependent="false">
<responseDeclaration identifier="R" cardinality="multiple" baseType="identifier">
<correctResponse><value>A</value><value>B</value></correctResponse></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
<itemBody><p>Which?</p><choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="0">
<simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>
<simpleChoice identifier="C">c</simpleChoice></choiceInteraction></itemBody>
<responseProcessing/></assessmentItem>"""
# The classes of QTI 2.1's information model below an item, its body or a text, and those that 2.2 and 3.0 add.
BELOW_AN_ITEM = [
    "templateDeclaration", "templateProcessing", "stylesheet", "modalFeedback", "apipAccessibility",
    "companionMaterialsInfo", "catalogInfo", "contextDeclaration", "testFeedback",
]  # fmt: skip
IN_A_BODY = [
    "rubricBlock", "feedbackBlock", "feedbackInline", "templateBlock", "templateInline", "infoControl",
    "printedVariable", "hottextInteraction", "hotspotInteraction", "selectPointInteraction", "graphicOrderInteraction",
    "graphicAssociateInteraction", "graphicGapMatchInteraction", "positionObjectInteraction", "positionObjectStage",
    "sliderInteraction", "drawingInteraction", "mediaInteraction", "uploadInteraction", "associateInteraction",
    "customInteraction", "endAttemptInteraction", "portableCustomInteraction", "assessmentStimulusRef", "hottext",
    "areaMapping", "lookupTable", "matchTable", "gapImg", "somethingNew", "em", "blockquote", "section",
]  # fmt: skip
RULES = [
    "responseProcessingFragment", "exitResponse", "lookupOutcomeValue", "customOperator", "mapResponsePoint", "inside",
    "patternMatch", "substring", "delete", "contains", "index", "fieldValue", "random", "product", "subtract", "divide",
    "power", "integerDivide", "integerModulus", "truncate", "round", "integerToFloat", "durationLT", "durationGTE",
    "max", "min", "gcd", "lcm", "repeat", "containerSize", "mathOperator", "mathConstant", "statsOperator", "default",
    "null", "randomInteger", "randomFloat", "roundTo",
]  # fmt: skip


def back(made: xml.Element) -> Arrived:
    return reading.read(read_xml(xml.tostring(made)), 1, {})


def is_told(found: Arrived, name: str) -> bool:
    return found.question is None or any(name in one.what or name in one.says for one in found.told)


@pytest.mark.parametrize("name", BELOW_AN_ITEM)
def test_an_element_below_the_item_is_read_or_told(name: str) -> None:
    made = xml.fromstring(ITEM)
    xml.SubElement(made, name, identifier="x", outcomeIdentifier="SCORE").text = "MARK"
    found = back(made)
    assert is_told(found, name) or is_told(found, "MARK")


@pytest.mark.parametrize("name", IN_A_BODY)
def test_an_element_in_a_body_is_text_or_told(name: str) -> None:
    made = xml.fromstring(ITEM)
    xml.SubElement(made[2], name, identifier="x", outcomeIdentifier="SCORE").text = "MARK"
    found = back(made)
    shown = found.question is not None and "MARK" in found.question.statement
    assert shown or is_told(found, name) or is_told(found, "MARK")


@pytest.mark.parametrize("name", RULES)
def test_a_rule_that_is_not_read_is_told(name: str) -> None:
    made = xml.fromstring(ITEM)
    xml.SubElement(xml.SubElement(xml.SubElement(made[3], "responseCondition"), "responseIf"), name)
    assert (left_out.RULE, name) in {(one.says, one.what) for one in back(made).told}


@pytest.mark.parametrize(
    ("path", "name", "value", "says"),
    [(".", "adaptive", "true", SETTINGS), (".", "timeDependent", "true", SETTINGS),
     (".//choiceInteraction", "minChoices", "2", SETTINGS), (".//choiceInteraction", "maxChoices", "2", SETTINGS),
     (".//choiceInteraction", "shuffle", "false", FIXED), (".//simpleChoice", "fixed", "true", SETTINGS),
     (".//simpleChoice", "templateIdentifier", "t", SETTINGS), (".//outcomeDeclaration", "masteryValue", "3", SETTINGS),
     (".//outcomeDeclaration", "normalMinimum", "-2", SETTINGS), (".//outcomeDeclaration", "newName", "1", SETTINGS)],
)  # fmt: skip
def test_a_setting_that_says_something_else_than_here_is_told(
    path: str, name: str, value: str, says: str
) -> None:
    made = xml.fromstring(ITEM)
    element = made.find(path)
    assert element is not None
    element.set(name, value)
    assert says in {one.says for one in back(made).told}


@pytest.mark.parametrize("version", [V21, V30], ids=["2.1", "3.0"])
def test_of_our_own_items_nothing_is_unknown(version: object) -> None:
    for question in list(BANK.questions.values())[::31]:
        sent = exchanged(variants.draw(question, 1, question.default_level))
        found = reading.read(read_xml(written(writing.item(sent, version))), 1, {})  # type: ignore[arg-type]
        assert not {NOT_KNOWN, SETTINGS, left_out.RULE, left_out.WITHIN} & {one.says for one in found.told}, (
            question.id
        )


@pytest.mark.parametrize("how", ["template", "rule"])
def test_a_key_that_is_compared_as_a_whole_counts_as_a_whole(how: str) -> None:
    made = xml.fromstring(ITEM)
    asks = back(made).question
    assert isinstance(asks, Exchanged)
    assert asks.asks == Choice(asks.asks.options, several=True)  # type: ignore[union-attr]
    if how == "template":
        made[3].set("template", "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct")
    else:
        match = xml.SubElement(
            xml.SubElement(xml.SubElement(made[3], "responseCondition"), "responseIf"), "match"
        )
        xml.SubElement(match, "variable", identifier="R")
        xml.SubElement(match, "correct", identifier="R")
    asks = back(made).question
    assert isinstance(asks, Exchanged)
    assert asks.asks == Choice(asks.asks.options, several=True, whole=True)  # type: ignore[union-attr]
