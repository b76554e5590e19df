"""Cloze questions as what ours are: steps of numbers, pairs, an order, or a question for each gap.

A line of a form (“Energy: ____ J”) becomes the title of its step; a gap within a sentence is shown by its number.
"""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from app.authoring.exchange.exchanged import GAP, Calculated, Choice, Cloze, Exchanged, Match, Numeric, Order
from app.authoring.exchange.markup.html_reading import BLOCKS, tag_free

BREAK = re.compile(rf"</?(?:{'|'.join(sorted(BLOCKS))})\b[^<>]*>", re.I)
LONGEST_UNIT = 20  # letters behind a gap that stand on a line of a form
LONGEST_LABEL = 90


def split(question: Exchanged | Calculated) -> Sequence[Exchanged | Calculated]:
    """The questions that a cloze becomes; any other question alone."""
    if isinstance(question, Calculated) or not isinstance(question.asks, Cloze):
        return [question]
    gaps = question.asks.gaps
    if len(gaps) == 1:
        return [replace(question, asks=gaps[0].asks, statement=_blank(question.statement))]
    if all(isinstance(gap.asks, Numeric) for gap in gaps):
        return [question]
    if made := _of_one_menu(question, question.asks):
        return [made]
    return each_gap(question)


def each_gap(question: Exchanged) -> list[Exchanged]:
    """A question for each gap of a cloze; any other question alone."""
    if not isinstance(question.asks, Cloze):
        return [question]
    return [
        replace(
            question,
            name=f"{question.name}-{n}" if question.name else "",
            title=f"{question.title} ({n})",
            statement=_numbered(question.statement, n),
            asks=gap.asks,
            points=gap.points,
        )
        for n, gap in enumerate(question.asks.gaps, 1)
    ]


def steps(question: Exchanged) -> Iterator[tuple[str, str, Numeric, Fraction]]:
    """The numeric gaps as steps: the name of each, its title, what is accepted, and its points."""
    assert isinstance(question.asks, Cloze)
    for n, (gap, label) in enumerate(zip(question.asks.gaps, _labels(question.statement), strict=True), 1):
        assert isinstance(gap.asks, Numeric)
        yield f"gap_{_letters(n)}", label or f"Gap {n}", gap.asks, gap.points


def shown(question: Exchanged | Calculated) -> str:
    """The statement, without the lines of a form, which are the titles of steps."""
    if not isinstance(question.asks, Cloze):
        return question.statement
    made, n = [], 0
    for line in _lines(question.statement):
        first, *others = line.split(GAP)
        if not others or not _is_form(line):
            made += [first, *(f" ___ ({place}) {text}" for place, text in enumerate(others, n + 1))]
        n += len(others)
    return "".join(made)


def without_slots(text: str, keep: Container[str], known: Collection[str]) -> str:
    """The text of a question whose numbers may be drawn: ``<name>`` is a slot there and nothing else may look like one;
    what stands between braces and is ``known`` becomes one."""
    safe = re.sub(r"<(\w+)>", lambda slot: slot[0] if slot[1] in keep else f"< {slot[1]}>", text)
    return re.sub(r"\{(\w+)\}", lambda slot: f"<{slot[1]}>" if slot[1] in known else slot[0], safe)


def _of_one_menu(question: Exchanged, asks: Cloze) -> Exchanged | None:
    """Gaps that offer the same options: an order where the lines are numbered and each option has its place, else pairs
    of each line with its option. None where there are no such lines."""
    menus = [gap.asks for gap in asks.gaps if isinstance(gap.asks, Choice) and len(gap.asks.right) == 1]
    offered = {frozenset(option.text for option in menu.options) for menu in menus}
    labels = _labels(question.statement)
    if len(menus) < len(asks.gaps) or len(offered) != 1 or len(set(labels)) < len(labels) or not all(labels):
        return None
    rights = tuple(menu.right[0].text for menu in menus)
    whole = "".join(line for line in _lines(question.statement) if GAP not in line)
    if labels == [str(n) for n in range(1, len(rights) + 1)] and set(rights) == set(*offered):
        return replace(question, asks=Order(rights), statement=whole)
    if all(map(_is_form, (line for line in _lines(question.statement) if GAP in line))):
        extra = tuple(tag_free(option.text) for option in menus[0].options if option.text not in rights)
        pairs = tuple((label, tag_free(right)) for label, right in zip(labels, rights, strict=True))
        return replace(question, asks=Match(pairs, extra), statement=whole)
    return None


def _lines(statement: str) -> list[str]:
    """The statement cut behind each mark that begins or ends a block."""
    made, end = [], 0
    for mark in BREAK.finditer(statement):
        made.append(statement[end : mark.end()])
        end = mark.end()
    return [*made, statement[end:]]


def _labels(statement: str) -> list[str]:
    """Returns the text before each gap on its line."""
    found = []
    for line in _lines(statement):
        *before, _ = line.split(GAP)
        found += [tag_free(text).strip(" :=,;")[-LONGEST_LABEL:] for text in before]
    return found


def _is_form(line: str) -> bool:
    """True for a line of labels and gaps, with at most a unit at its end."""
    *labels, unit = line.split(GAP)
    return all(tag_free(label).strip() for label in labels) and len(tag_free(unit)) <= LONGEST_UNIT


def _numbered(statement: str, n: int) -> str:
    """The statement with the gap that is asked, and the others as dots."""
    parts = statement.split(GAP)
    marks = [" ___ " if place == n else " … " for place in range(1, len(parts))]
    return "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True))


def _blank(statement: str) -> str:
    return statement.replace(GAP, " ___ ")


def _letters(n: int) -> str:
    """a, b, ... z, aa, ab ...: a name of ours may not end in a number."""
    return (_letters((n - 1) // 26) if n > 26 else "") + "abcdefghijklmnopqrstuvwxyz"[(n - 1) % 26]
