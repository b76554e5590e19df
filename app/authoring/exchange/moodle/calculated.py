"""Moodle's calculated questions as formulas of our language: rewritten sign by sign, and never evaluated here.

Moodle lets the formulas of PHP stand between its placeholders ``{a}``. What our language has no word for is refused.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from xml.etree.ElementTree import Element

from app.authoring.exchange import numbers
from app.authoring.exchange.drafts.numeric import NO_FEEDBACK
from app.authoring.exchange.exchanged import Computed, Drawn
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.markup.xml_reading import text_of
from app.authoring.exchange.moodle.texts import html
from app.authoring.exchange.not_read import NO_ANSWER, NotRead
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_
from engine.formula.compiled import allowed
from engine.formula.tree import LONGEST

NO_FORMULA = N_("Its formula uses “%(what)s”, which formulas here do not know.")
NO_RANGE = N_("From where its number {%(what)s} is drawn cannot be read.")
SEVERAL = N_("Several right formulas for one question have no counterpart here.")
MENUS = N_("Menus of computed numbers have no counterpart here.")
FURTHER = N_("A further formula was left out, with its share and its feedback: %(what)s.")
ANEW = N_("Its numbers are drawn anew between the same limits; its stored sets of numbers were left out.")
RELATIVE = N_(
    "Its relative tolerance was left out, for here counts what rounding on the way explains: %(what)s."
)
TOKEN = re.compile(
    r"\{([^{}]{1,60})\}|(\d++(?:\.\d*+)?(?:[eE][-+]?\d{1,3})?|\.\d+)|([a-z_][a-z_0-9]*)|([-+*/(),])|\s+"
)
FUNCTIONS = {
    "abs": "abs", "ceil": "ceil", "cos": "cos", "exp": "exp", "floor": "floor", "log": "ln", "log10": "log10",
    "max": "larger", "min": "smaller", "round": "round", "sin": "sin", "sqrt": "sqrt", "tanh": "tanh",
}  # fmt: skip
PLACES = 8


def computed(element: Element, kind: str, unit: str, told: list[Told]) -> Computed:
    """The question's formula, with the numbers that it draws. Raises NotRead."""
    answers = element.findall("answer")
    right = [one for one in answers if numbers.share(one.get("fraction", "0")) == 1]
    if kind == "calculatedmulti":
        raise NotRead(Told(MENUS))
    if len(right) != 1:
        raise NotRead(Told(SEVERAL if right else NO_ANSWER))
    drawn = dict(_drawn(element))
    formula = translated(text_of(right[0], "text") or (right[0].text or ""), drawn)
    told.append(Told(ANEW))
    told += _other_answers(answers, right[0])
    width = numbers.number(text_of(right[0], "tolerance", "0")) or Decimal(0)
    absolute = text_of(right[0], "tolerancetype", "1") == "2"
    if width and not absolute:
        told.append(Told(RELATIVE, numbers.written(width)))
    length = int(numbers.number(text_of(right[0], "correctanswerlength", "2")) or 0)
    significant = text_of(right[0], "correctanswerformat", "1") == "2"
    places = max(0, min(PLACES, length - 1 if significant else length))
    return Computed(formula, drawn, places, significant, abs(width) if absolute else Decimal(0), unit)


def _other_answers(answers: list[Element], right: Element) -> Iterator[Told]:
    """Yields what is told of feedback, and of further formulas."""
    for one in answers:
        said = tag_free(html(one.find("feedback")))
        if one is not right:
            formula = text_of(one, "text") or (one.text or "").strip()
            yield Told(FURTHER, f"{formula} {said}".strip()[:300])
        elif said:
            yield Told(NO_FEEDBACK, said[:300])


def translated(formula: str, known: dict[str, Drawn]) -> str:
    """A formula of Moodle's in our language, of these numbers. Raises NotRead."""
    made, at = [], 0
    text = formula.strip()[:LONGEST].replace("pi()", "pi ")
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            raise NotRead(Told(NO_FORMULA, text[at : at + 20]))
        name, number, word, sign = token.groups()
        if (name is not None and name not in known) or (word and word not in {*FUNCTIONS, "pi", "pow"}):
            raise NotRead(Told(NO_FORMULA, (name or word)[:40]))
        if word == "pow":
            power, at = _power(text, token.end(), known)
            made.append(power)
            continue
        made.append(name or number or (FUNCTIONS.get(word, word) if word else "") or sign or " ")
        at = token.end()
    return "".join(made).strip()


def _power(text: str, at: int, known: dict[str, Drawn]) -> tuple[str, int]:
    """``(a, b)`` behind ``pow`` as a power, and where it ends. Raises NotRead."""
    depth, comma = 0, 0
    for end in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if text[end] == "," and depth == 1:
            comma = end
        if depth == 0 and text[end] == ")" and comma:
            base, exponent = text[at + 1 : comma], text[comma + 1 : end]
            return f"(({translated(base, known)})^({translated(exponent, known)}))", end + 1
        if depth <= 0 and text[end] != " ":
            break
    raise NotRead(Told(NO_FORMULA, text[max(0, at - 3) : at + 17]))


def _drawn(element: Element) -> Iterator[tuple[str, Drawn]]:
    """The numbers that are drawn, by their names. Raises NotRead for one whose limits cannot be read."""
    for one in element.iterfind("dataset_definitions/dataset_definition"):
        name = text_of(one, "name/text")
        ends = [numbers.number(text_of(one, f"{end}/text")) for end in ("minimum", "maximum")]
        places = int(numbers.number(text_of(one, "decimals/text", "0")) or 0)
        low, high = ends
        if low is None or high is None or low > high or not 0 <= places <= PLACES or not allowed(name):
            raise NotRead(Told(NO_RANGE, name[:40]))
        yield name, Drawn(low, high, places)
