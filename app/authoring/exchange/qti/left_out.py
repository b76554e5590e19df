"""The parts of a QTI item that are not taken over: every element is read, is text, or is told; so is every attribute.

Names of QTI have capital letters within, those of HTML and MathML have none: what HTML means is read as text
(``html_reading``). Elements of response processing are compared with those that ``processing`` knows.
"""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from app.authoring.exchange.moodle.left_out import FIXED, NOT_KNOWN, SETTINGS
from app.authoring.exchange.qti.patterns import wording
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

WITHIN = N_("What stands in “%(what)s” was left out.")
RULE = N_("Its marking uses what is not read here (%(what)s): check its key and its points.")
ITEM = {
    "assessmentItem", "responseDeclaration", "correctResponse", "mapEntry", "outcomeDeclaration", "defaultValue",
    "itemBody", "choiceInteraction", "extendedTextInteraction", "gapMatchInteraction", "inlineChoiceInteraction",
    "matchInteraction", "orderInteraction", "textEntryInteraction", "simpleChoice", "inlineChoice", "simpleMatchSet",
    "simpleAssociableChoice", "gapText", "responseProcessing", "modalFeedback", "feedbackInline", "contentBody",
}  # fmt: skip
RULES = {
    "responseCondition", "responseIf", "responseElseIf", "responseElse", "setOutcomeValue", "variable", "correct",
    "baseValue", "mapResponse", "sum", "match", "isNull", "not", "and", "or", "anyN", "gte", "gt", "lte", "lt", "equal",
    "equalRounded", "stringMatch", "member", "multiple", "ordered",
}  # fmt: skip
WORDS = {"feedbackBlock", "rubricBlock", "templateBlock", "templateInline", "infoControl"}
READ = {
    "identifier", "title", "label", "responseIdentifier", "cardinality", "baseType", "mapKey", "mappedValue",
    "caseSensitive", "upperBound", "normalMaximum", "outcomeIdentifier", "showHide", "matchMax", "maxAssociations",
    "template", "pattern",
    # how it looks, and which program wrote it
    "class", "id", "lang", "style", "dir", "schemaLocation", "expectedLength", "expectedLines", "orientation",
    "toolName", "toolVersion",
}  # fmt: skip
USUAL = {
    "shuffle": {"true", "false"}, "adaptive": {"false"}, "timeDependent": {"false"}, "maxChoices": {"0", "1"},
    "minChoices": {"0", "1"}, "minAssociations": {"0"}, "matchMin": {"0"}, "fixed": {"false"}, "required": {"false"},
    "lowerBound": {"0", "0.0"}, "defaultValue": {"0", "0.0"}, "normalMinimum": {"0", "0.0"},
    "format": {"plain", "xhtml"},
}  # fmt: skip


def left_out(item: Element) -> Iterator[Told]:
    """Yields what to tell of an item with the names of 2.1 that is read."""
    settings: list[str] = []
    unknown: list[str] = []
    essay = item.find(".//extendedTextInteraction") is not None
    for element in _outside_of_rules(item):
        if element.tag in WORDS:
            if not (essay and element.tag == "rubricBlock" and "scorer" in element.get("view", "")):
                said = " ".join("".join(element.itertext()).split())
                yield Told(WITHIN, f"{element.tag}: {said}"[:300])
        elif element.tag in ITEM:
            settings += _settings(element)
        elif element.tag != element.tag.lower() or element.tag == "stylesheet":
            unknown.append(element.tag)
    if any(one.get("shuffle") == "false" for one in item.iter("choiceInteraction")):
        yield Told(FIXED)
    if settings:
        yield Told(SETTINGS, ", ".join(dict.fromkeys(settings))[:300])
    if unknown:
        yield Told(NOT_KNOWN, ", ".join(dict.fromkeys(unknown))[:300])
    rules = (rule for one in item.iter("responseProcessing") for rule in one.iter() if rule is not one)
    if strange := dict.fromkeys(rule.tag for rule in rules if not _is_read(rule)):
        yield Told(RULE, ", ".join(strange)[:300])


def _is_read(rule: Element) -> bool:
    if rule.tag == "patternMatch":
        return wording(rule.get("pattern", "")) is not None
    return rule.tag in RULES


def _outside_of_rules(element: Element) -> Iterator[Element]:
    """The elements of an item in their order, not those within what is told as a whole."""
    yield element
    if element.tag in ITEM - {"responseProcessing"} or element.tag == element.tag.lower():
        for child in element:
            yield from _outside_of_rules(child)


def _settings(element: Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        if name not in READ and value not in USUAL.get(name, ()):
            yield f"{name} {value}"
