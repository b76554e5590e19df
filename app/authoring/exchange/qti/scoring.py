"""Response processing of the items that go out: points added to ``SCORE``, and what is said put into an outcome."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import Range, Short, Wording
from app.authoring.exchange.qti.patterns import pattern
from engine.answers.wordings import STAR, literal


def mapped(processing: Element, response: str) -> None:
    """Adds what the response is mapped to."""
    SubElement(_sum(processing), "mapResponse", identifier=response)


def fed_back(processing: Element, response: str, outcome: str) -> None:
    """Says what belongs to the chosen option: its feedback has its identifier."""
    made = SubElement(processing, "setOutcomeValue", identifier=outcome)
    SubElement(made, "variable", identifier=response)


def all_or_nothing(processing: Element, response: str, points: Fraction) -> None:
    """All points where the response is the right one."""
    condition = SubElement(SubElement(processing, "responseCondition"), "responseIf")
    match = SubElement(condition, "match")
    SubElement(match, "variable", identifier=response)
    SubElement(match, "correct", identifier=response)
    _value(_sum(condition), points)


def in_ranges(
    processing: Element, response: str, outcome: str, ranges: Sequence[Range], points: Fraction
) -> None:
    """The points and the feedback of the first range that holds the number."""
    condition = SubElement(processing, "responseCondition")
    for n, one in enumerate(ranges):
        case = SubElement(condition, "responseElseIf" if n else "responseIf")
        both = SubElement(case, "and")
        _compared(both, "gte", response, one.low)
        _compared(both, "lte", response, one.high)
        if one.share:
            _value(_sum(case), one.share * points)
        if one.feedback:
            _say(case, outcome, f"{outcome}-{n + 1}")
        if not one.share and not one.feedback:
            _value(_sum(case), Fraction(0))


def in_words(processing: Element, response: str, outcome: str, asks: Short) -> None:
    """The feedback of the wording that was typed, where none has a star."""
    told = [(n, one) for n, one in enumerate(asks.wordings, 1) if one.feedback]
    if told:
        condition = SubElement(processing, "responseCondition")
        for place, (n, one) in enumerate(told):
            case = SubElement(condition, "responseElseIf" if place else "responseIf")
            _matched(case, response, one, asks.by_case)
            _say(case, outcome, f"{outcome}-{n}")


def in_patterns(processing: Element, response: str, outcome: str, asks: Short, points: Fraction) -> None:
    """The points and the feedback of the first wording that is met, where some have stars: no mapping knows these."""
    condition = SubElement(processing, "responseCondition")
    for n, one in enumerate(asks.wordings):
        case = SubElement(condition, "responseElseIf" if n else "responseIf")
        _matched(case, response, one, asks.by_case)
        _value(_sum(case), one.share * points)
        if one.feedback:
            _say(case, outcome, f"{outcome}-{n + 1}")


def _matched(case: Element, response: str, one: Wording, by_case: bool) -> None:
    """Compares a response with a wording, as a pattern where it has a star."""
    if STAR.search(one.text):
        match = SubElement(case, "patternMatch", pattern=pattern(one.text, by_case))
        SubElement(match, "variable", identifier=response)
    else:
        match = SubElement(case, "stringMatch", caseSensitive=str(by_case).lower())
        SubElement(match, "variable", identifier=response)
        SubElement(match, "baseValue", baseType="string").text = literal(one.text)


def _compared(parent: Element, sign: str, response: str, number: Decimal) -> None:
    made = SubElement(parent, sign)
    SubElement(made, "variable", identifier=response)
    SubElement(made, "baseValue", baseType="float").text = numbers.written(number)


def _sum(parent: Element) -> Element:
    made = SubElement(SubElement(parent, "setOutcomeValue", identifier="SCORE"), "sum")
    SubElement(made, "variable", identifier="SCORE")
    return made


def _value(parent: Element, points: Fraction) -> None:
    SubElement(parent, "baseValue", baseType="float").text = repr(float(points))


def _say(case: Element, outcome: str, name: str) -> None:
    made = SubElement(case, "setOutcomeValue", identifier=outcome)
    SubElement(made, "baseValue", baseType="identifier").text = name
