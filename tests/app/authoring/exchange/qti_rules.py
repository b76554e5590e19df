"""How a player of QTI marks a response, written from the specification: the rules of an item are run over its bytes."""

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

Response = str | list[str]


def score(content: bytes, responses: Mapping[str, Response]) -> tuple[float, set[str]]:
    """The score of an item for these responses, and the identifiers of what is said."""
    item = etree.fromstring(content)
    for element in item.iter():
        local = etree.QName(element).localname
        element.tag = local.removeprefix("qti-").replace("-", "").lower()
        for name in list(element.attrib):
            element.set(name.replace("-", "").lower(), element.attrib.pop(name))
    player = _Player(item, responses)
    processing = item.find("responseprocessing")
    if processing is not None:
        player.run(processing)
    said = {
        value for name, value in player.outcomes.items() if name.startswith("FEEDBACK") and value is not None
    }
    return float(player.outcomes["SCORE"]), said


class _Player:
    def __init__(self, item: Any, responses: Mapping[str, Response]) -> None:
        self.item = item
        self.responses = responses
        self.outcomes: dict[str, Any] = {
            one.get("identifier"): None for one in item.iter("outcomedeclaration")
        }
        self.outcomes["SCORE"] = 0.0

    def run(self, rules: Any) -> None:
        for rule in rules:
            if rule.tag == "setoutcomevalue":
                self.outcomes[rule.get("identifier")] = self.value(rule[0])
            elif rule.tag == "responsecondition":
                self.branch(rule)
            else:
                raise AssertionError(rule.tag)

    def branch(self, condition: Any) -> None:
        for case in condition:
            if case.tag == "responseelse" or self.value(case[0]):
                self.run(case if case.tag == "responseelse" else case[1:])
                return

    def value(self, rule: Any) -> Any:
        name = rule.get("identifier")
        match rule.tag:
            case "sum":
                return sum(float(self.value(one)) for one in rule)
            case "variable":
                return self.outcomes[name] if name in self.outcomes else self.responses.get(name)
            case "basevalue":
                return float(rule.text) if rule.get("basetype") == "float" else rule.text
            case "correct":
                return self.correct(name)
            case "mapresponse":
                return self.mapped(name)
            case "and":
                return all(self.value(one) for one in rule)
            case "gte":
                return float(self.value(rule[0])) >= float(self.value(rule[1]))
            case "lte":
                return float(self.value(rule[0])) <= float(self.value(rule[1]))
            case "match" | "stringmatch":
                mine, theirs = (self.value(one) for one in rule)
                any_case = rule.get("casesensitive") == "false"
                return mine.lower() == theirs.lower() if any_case else mine == theirs
            case "patternmatch":
                return re.fullmatch(rule.get("pattern"), self.value(rule[0]), re.DOTALL) is not None
        raise AssertionError(rule.tag)

    def declared(self, name: str) -> Any:
        return next(one for one in self.item.iter("responsedeclaration") if one.get("identifier") == name)

    def correct(self, name: str) -> Response:
        values = [one.text for one in self.declared(name).iterfind("correctresponse/value")]
        return values[0] if self.declared(name).get("cardinality") == "single" else values

    def mapped(self, name: str) -> float:
        mapping = self.declared(name).find("mapping")
        given = self.responses.get(name, [])
        entries = {one.get("mapkey"): float(one.get("mappedvalue")) for one in mapping}
        whole = sum(
            entries.get(one, 0.0) for one in dict.fromkeys([given] if isinstance(given, str) else given)
        )
        low, high = (mapping.get(one) for one in ("lowerbound", "upperbound"))
        whole = whole if low is None else max(whole, float(low))
        return whole if high is None else min(whole, float(high))
