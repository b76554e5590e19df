"""Mathematics in what a question's file says: what cannot be set is found where it is written, whoever meets it."""

import re
from collections.abc import Iterator
from typing import Any

from engine.solutions.latex import SLOT
from engine.solutions.mathml import BadFormula, mathml
from engine.solutions.wording import Code, Math, Text, inlines
from engine.validation.schema import Way

PROGRAMS = {"code", "solution", "starter"}  # keys with programs: a dollar is no mathematics there
LITERAL = {("wordings", "text")}  # compared letter by letter: a dollar is a dollar there
WHOLE = {("variables", "symbol"), ("steps", "symbol"), ("steps", "formula")}  # all of it is mathematics
PLAIN = (  # the converter's messages, and the words for whoever writes questions
    (r'Expected closing token "(.*?)".*', r"the \1 that closes what was opened is missing"),
    (r'Unmatched closing token: "(.*?)"\.', r"\1 closes nothing"),
    (r"Expected argument.*", "something is missing at its end"),
    (r'Unknown command "(.*?)"\.', r"\1 is not known"),
    (
        r"Duplicate subscript or superscript\.",
        "two exponents or two indices stand at one place; group with { and }",
    ),
    (r'Found "&".*', "& belongs into a matrix alone"),
)
LONGEST = 2000  # characters of a formula that somebody writes
MOST_MADE = 100_000  # characters of MathML in one text
UNPAIRED = (
    "a $ stands alone here; a formula has one in front and one behind it, and amounts of money are written in words: "
    "5 dollars"
)
AMOUNTS = (
    "what stands between these two $ reads like words behind an amount; amounts of money are written in words: 5 "
    "dollars"
)
AMOUNT = re.compile(r"\d[\d.,]*(?:\s+[A-Za-z]{2,}){2,}[\sA-Za-z,;:.]*")
COMMENT = re.compile(r"(?<!\\)%")


def faults(values: Any) -> Iterator[tuple[Way, str, str]]:
    """The way to each text with mathematics that cannot be set, why it cannot, and how it begins."""
    for way, text in _texts(values):
        formulas = (
            [text] if _is_whole(way) else [part.latex for part in _parts(text) if isinstance(part, Math)]
        )
        made = 0
        for formula in formulas:
            try:
                made += len(_set(formula))
            except BadFormula as error:
                yield way, _plain(str(error)), formula.partition(" ")[0]
        if made > MOST_MADE:
            yield way, "the formulas of this text are too many for one page", ""


def unpaired(values: Any) -> Iterator[tuple[Way, str]]:
    """The way to each text in which a dollar pairs with none, or with that of another amount of money, and what is said
    of it."""
    for way, text in _texts(values):
        parts = [] if _is_whole(way) else _parts(text)
        if any(isinstance(part, Text) and "$" in part.text for part in parts):
            yield way, UNPAIRED
        elif any(isinstance(part, Math) and AMOUNT.fullmatch(part.latex) for part in parts):
            yield way, AMOUNTS


def _texts(values: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    """The texts that are shown, and the ways to them."""
    if isinstance(values, str) and way and way[-1] not in PROGRAMS and (way[0], way[-1]) not in LITERAL:
        yield way, values
    each = (
        values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    )
    for key, value in each:
        yield from _texts(value, (*way, key))


def _is_whole(way: Way) -> bool:
    return way == ("symbol",) or (len(way) == 3 and (way[0], way[2]) in WHOLE)


def _parts(text: str) -> list[Text | Code | Math]:
    """The parts of a text, paragraph by paragraph: mathematics stands between dollar signs within one."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
    return [part for paragraph in paragraphs for part in inlines(paragraph, {})]


def _set(formula: str) -> str:
    """The formula as MathML. Raises BadFormula."""
    if COMMENT.search(formula):
        raise BadFormula(f"{formula[:80]}: % begins a comment; for the sign write \\%")
    if len(formula) > LONGEST:
        raise BadFormula(
            f"{formula[:80]}: it is longer than {LONGEST:,} characters; write it as several formulas"
        )
    return mathml(SLOT.sub("1", formula))


def _plain(message: str) -> str:
    """The message with what is wrong in plain words."""
    for said, plain in PLAIN:
        if found := re.search(rf": {said}\Z", message):
            return message[: found.start()] + found.expand(f": {plain}")
    return message
