"""Takes the text of a cloze question apart as Moodle does: ``{2:NUMERICAL:=0.5:0.01~%0%2:0.01#Divide.}``.

A field begins where its name stands behind a brace; an answer ends at ``~``, ``#`` or ``}`` that no backslash and no
ampersand escapes. Entities are decoded once.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html import unescape

from app.authoring.exchange import numbers
from app.authoring.exchange.exchanged import (
    GAP,
    RIGHT,
    WRONG,
    Choice,
    Gap,
    Numeric,
    Option,
    Range,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.markup.html_reading import tag_free
from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

START = re.compile(
    r"\{(\d{0,4}):(NUMERICAL|NM|MULTICHOICE|MC|MULTIRESPONSE|MR|SHORTANSWER|SA|MW)(_?[CSHV]{0,2}):", re.ASCII
)
PART = re.compile(r"(?:[^~#}\\&]|\\.|&(?:amp;)?#?|\\)*+", re.S)
FEEDBACK = re.compile(r"(?:[^~}\\]|\\.|\\)*+", re.S)
SHARE = re.compile(r"=|%(-?\d{1,3}(?:[.,]\d{0,9})?)%")
OTHER = re.compile(r"\{\d{0,4}:[A-Z_]{2,20}:")  # a field of a kind that is not read
NO_WEIGHT = N_("A gap counted nothing there; here it counts like one with the weight 1.")
ANYTHING = N_("The feedback for every other answer was left out: “%(what)s”.")
MOST_GAPS = 60
MOST_ANSWERS = 60


class NoField(ValueError):
    """A field cannot be read; the text is its beginning."""


def gaps(text: str, told: list[Told]) -> tuple[str, tuple[Gap, ...]]:
    """The text with ``GAP`` in the place of each field, and the fields. Raises NoField."""
    made: list[str] = []
    found: list[Gap] = []
    end = 0
    for start in START.finditer(text):
        if start.start() < end:
            continue
        answers, after = _answers(text, start.end())
        if len(found) == MOST_GAPS:
            raise NoField(text[start.start() : start.start() + 40])
        told += _left_out(start[2], start[1], answers)
        found.append(Gap(_asks(start[2], start[3], answers), Fraction(int(start[1] or 1)) or RIGHT))
        made += [text[end : start.start()], GAP]
        end = after
    whole = "".join([*made, text[end:]])
    if other := OTHER.search(whole):
        raise NoField(whole[other.start() : other.start() + 40])
    return whole, tuple(found)


def _left_out(kind: str, weight: str, answers: list[Wording]) -> Iterator[Told]:
    """Yields what is told of a field: of its weight, and of the answer that stands for every other number."""
    if weight and not int(weight):
        yield Told(NO_WEIGHT)
    if kind in ("NUMERICAL", "NM"):
        for one in answers:
            if one.text in ("", "*") and (one.feedback or one.share > 0):
                yield Told(ANYTHING, f"{tag_free(one.feedback)[:120]}")


def _answers(text: str, at: int) -> tuple[list[Wording], int]:
    """The answers from this place on, and where the field ends. Raises NoField."""
    found: list[Wording] = []
    begun = at
    while len(found) < MOST_ANSWERS:
        share = SHARE.match(text, at)
        at = share.end() if share else at
        answer = PART.match(text, at)
        assert answer
        feedback = FEEDBACK.match(text, answer.end() + 1) if text.startswith("#", answer.end()) else None
        at = feedback.end() if feedback else answer.end()
        worth = WRONG if share is None else numbers.share(share[1].replace(",", ".")) if share[1] else RIGHT
        found.append(Wording(_decoded(answer[0]), worth, _decoded(feedback[0]) if feedback else ""))
        if at >= len(text):
            break
        at += 1
        if text[at - 1] == "}":
            return found, at
    raise NoField(text[begun : begun + 40])


def _asks(kind: str, more: str, answers: list[Wording]) -> Choice | Numeric | Short:
    """Raises NoField."""
    if all(one.text in ("", "*") for one in answers):
        raise NoField("*")
    if kind in ("NUMERICAL", "NM"):
        return Numeric(tuple(_range(one) for one in answers if one.text not in ("", "*")))
    if kind in ("SHORTANSWER", "SA", "MW"):
        return Short(tuple(one for one in answers if one.text), by_case="C" in more)
    options = tuple(Option(one.text, one.share, one.feedback) for one in answers)
    return shared_out(options) if kind in ("MULTIRESPONSE", "MR") else Choice(options)


def shared_out(options: tuple[Option, ...]) -> Choice:
    """Several options that are right together: each has its share, and a wrong one costs as much."""
    whole = sum((one.share for one in options if one.share > 0), WRONG) or RIGHT
    costs = -RIGHT / whole if all(one.share in (RIGHT, WRONG) for one in options) else WRONG
    shares = (one.share / whole if one.share > 0 else one.share or costs for one in options)
    return Choice(tuple(replace(one, share=share) for one, share in zip(options, shares, strict=True)), True)


def _range(answer: Wording) -> Range:
    """Raises NoField for what is no number with a tolerance."""
    key, _, width = answer.text.partition(":")
    middle, tolerance = (numbers.number(one.replace(",", ".")) for one in (key, width or "0"))
    if middle is None or tolerance is None:
        raise NoField(answer.text[:40])
    return around(middle, tolerance, answer.share, answer.feedback)


def _decoded(text: str) -> str:
    return unescape(text.replace(r"\~", "~")).replace(r"\}", "}").replace(r"\#", "#").strip()
