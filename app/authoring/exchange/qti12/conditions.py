"""Conditions by which an item of QTI 1.2 awards points: each taken apart into what it compares, is worth and says."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers

COMPARED = {"varequal", "varsubset", "vargte", "vargt", "varlte", "varlt"}


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of a response with a value; ``holds`` is False below ``not``."""

    sign: str
    response: str
    value: str
    holds: bool
    by_case: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition with its comparisons, its ``score``, None where it awards nothing, and the names of what it says."""

    compared: tuple[Compared, ...]
    score: Decimal | None
    says: tuple[str, ...]

    def about(self, response: str) -> "tuple[Compared, ...]":
        return tuple(one for one in self.compared if one.response == response)


def conditions(item: Element) -> list[Condition]:
    return [
        Condition(
            tuple(_compared(condition.find("conditionvar"))),
            _score(condition),
            tuple(one.get("linkrefid", "") for one in condition.iterfind("displayfeedback")),
        )
        for condition in item.iter("respcondition")
    ]


def _compared(element: Element | None, holds: bool = True) -> Iterator[Compared]:
    for one in element if element is not None else ():
        if one.tag in COMPARED:
            by_case = one.get("case", "No").lower() == "yes"
            yield Compared(one.tag, one.get("respident", ""), (one.text or "").strip(), holds, by_case)
        else:
            yield from _compared(one, holds != (one.tag == "not"))


def _score(condition: Element) -> Decimal | None:
    """Returns what a condition adds to the score, or sets it to."""
    found = [numbers.number(one.text or "") for one in condition.iterfind("setvar")]
    known = [value for value in found if value is not None]
    return known[-1] if known else None
