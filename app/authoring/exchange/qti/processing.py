"""Reads response processing: which numbers and words a rule accepts, what it is worth, and what it says.

Only the patterns that exporters write are read: comparisons with constants, alone or joined by ``and`` and ``or``. What
is not read is told by whoever asks; no rule is ever run.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.qti import patterns
from engine.answers.wordings import quoted

INFINITE = Decimal("Infinity")
Interval = tuple[Decimal, Decimal]
COMPARED = {"gte": (1, 0), "gt": (1, 0), "lte": (0, 1), "lt": (0, 1)}


class NotUnderstood(ValueError):
    """A rule is none of those that are read."""


@dataclass(frozen=True, slots=True)
class Case:
    """A branch that looks at one response: the intervals or the words that it accepts, its points (None for none), True
    for all there are, and the identifier of what it says."""

    intervals: tuple[Interval, ...]
    words: tuple[str, ...]
    points: Decimal | bool | None
    says: str


def cases(item: Element, response: str, correct: str) -> Iterator[Case]:
    """The branches that look at this response, in their order. ``correct`` is its right value. Raises NotUnderstood."""
    for branch in item.iter():
        if branch.tag not in ("responseIf", "responseElseIf") or not len(branch):
            continue
        rule, *settings = branch
        if any(one.get("identifier") == response for one in rule.iter("variable")):
            words = tuple(_words(rule, correct))
            found = () if words else tuple(_intervals(rule, response, correct))
            if found or words:
                yield Case(found, words, _points(settings), _says(settings))


def _intervals(rule: Element, response: str, correct: str) -> list[Interval]:
    """The numbers that meet a rule; [] where it asks for nothing but an answer. Raises NotUnderstood."""
    match rule.tag:
        case "and":
            found = [one for part in rule if (one := _intervals(part, response, correct))]
            if any(len(one) > 1 for one in found):
                raise NotUnderstood(rule.tag)
            ends = [one[0] for one in found]
            return [(max(low for low, _ in ends), min(high for _, high in ends))] if ends else []
        case "or" | "anyN":
            return [interval for part in rule for interval in _intervals(part, response, correct)]
        case "not" if [one.tag for one in rule] == ["isNull"]:
            return []
        case "gte" | "gt" | "lte" | "lt":
            return [_half(rule, response, correct)]
        case "equal" | "match" | "equalRounded":
            return [_around(rule, response, correct)]
    raise NotUnderstood(rule.tag)


def _half(rule: Element, response: str, correct: str) -> Interval:
    value, first = _operands(rule, response, correct)
    above = (rule.tag in ("gte", "gt")) == first
    return (value, INFINITE) if above else (-INFINITE, value)


def _around(rule: Element, response: str, correct: str) -> Interval:
    value, _ = _operands(rule, response, correct)
    if rule.tag == "equalRounded":
        figures = int(numbers.number(rule.get("figures", "")) or 0)
        if rule.get("roundingMode") != "decimalPlaces" or not 0 <= figures <= 15:
            raise NotUnderstood(rule.tag)
        half = Decimal(5).scaleb(-figures - 1)
        return value - half, value + half
    mode = rule.get("toleranceMode", "exact")
    if rule.tag == "match" or mode == "exact":
        return value, value
    widths = [numbers.number(one) for one in rule.get("tolerance", "").split()]
    if not 1 <= len(widths) <= 2 or any(one is None or one < 0 for one in widths):
        raise NotUnderstood(rule.tag)
    below, above = widths[0] or Decimal(0), widths[-1] or Decimal(0)
    if mode == "relative":
        below, above = abs(value) * below / 100, abs(value) * above / 100
    return value - below, value + above


def _operands(rule: Element, response: str, correct: str) -> tuple[Decimal, bool]:
    """The constant that a response is compared with, and whether the response stands first. Raises NotUnderstood."""
    tags = [one.tag for one in rule]
    if len(rule) != 2 or "variable" not in tags:
        raise NotUnderstood(rule.tag)
    first = tags[0] == "variable"
    constant = rule[1] if first else rule[0]
    text = (
        correct if constant.tag == "correct" else (constant.text or "") if constant.tag == "baseValue" else ""
    )
    value = numbers.number(text)
    if value is None or rule[0 if first else 1].get("identifier") != response:
        raise NotUnderstood(rule.tag)
    return value, first


def _words(rule: Element, correct: str) -> Iterator[str]:
    """The texts and identifiers that a rule compares a response with, as wordings. Raises NotUnderstood."""
    for one in rule.iter():
        if one.tag == "patternMatch":
            found = patterns.wording(one.get("pattern", ""))
            if found is None:
                raise NotUnderstood(rule.tag)
            yield found[0]
        if one.tag in ("stringMatch", "match", "member"):
            for constant in one.iter("baseValue"):
                if constant.get("baseType") in ("string", "identifier"):
                    yield quoted((constant.text or "").strip())


def _points(settings: list[Element]) -> Decimal | bool | None:
    for setting in settings:
        if setting.tag == "setOutcomeValue" and "SCORE" in setting.get("identifier", "").upper():
            values = [numbers.number(one.text or "") for one in setting.iter("baseValue")]
            return values[-1] or Decimal(0) if values else True
    return None


def _says(settings: list[Element]) -> str:
    for setting in settings:
        for value in setting.iter("baseValue"):
            if value.get("baseType") == "identifier":
                return (value.text or "").strip()
    return ""
