"""A verdict in sentences: which rule accepted the answer, the accepted band, the first wrong step, the mistake."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.answers import cells
from engine.answers.forms import (
    Algebra,
    Choice,
    Fixed,
    Form,
    Integer,
    Pair,
    Program,
    Prose,
    Scientific,
    Several,
    ShortAnswer,
    Tokens,
    TokenSet,
    Written,
)
from engine.answers.responses import NotRead
from engine.marking.marking import PartMark, Rule
from engine.rounding.bands import Band
from engine.variants import Asked, Variant
from engine.whole import asks_for_whole

EITHER_WAY = "as far to either side of the exact number as rounding on the way can move it."
TICKED = {
    "all or nothing": "tick all that belong",
    "every option": "tick all that are right; every option counts, ticked or left as it should be",
    "shares": "tick all that are right; each has its share of the points, and a wrong tick may take some away",
    "right minus wrong": "tick all that are right; a wrong tick takes away what a right one earns, never below 0",
}
ALLOWED = {
    "": ", with numbers as they are: 1/3, not 0.33",
    "a constant": "; a constant may be added",
    "a factor": "; a constant factor does not count",
    "order of growth": "; only how fast it grows counts",
}
MOST_TOLD = 3  # ranges of cells in one sentence
SLIPS = {2: "Either of two", 3: "Any of three", 4: "Any of four"}


def sentences(variant: Variant, asked: Asked, mark: PartMark, final: bool = False) -> list[str]:
    """The feedback to the student, most important first. A wrong answer's key is never among it.

    After a ``final`` mark nothing can be tried again.
    """
    match mark.rule:
        case Rule.EXACT:
            why = _why(asked, mark)
            return ["Right.", why] if why else ["Right."]
        case Rule.ROUNDED:
            return [_rounded(asked, mark)]
        case Rule.FOLLOWS if mark.explanation.says:
            return ["The same slip as above: it takes no points again.", " Or: ".join(mark.explanation.says)]
        case Rule.FOLLOWS:
            return ["Right from your earlier answer: this follows correctly from what you wrote above."]
        case Rule.WRONG:
            return _wrong(variant, asked, mark, final)
        case Rule.OPEN if final:
            return ["Not marked yet."]
        case Rule.OPEN:
            return ["Saved, and not marked yet. Compare it with the model answer when you are done."]


def accepted(asked: Asked) -> str:
    """The accepted ranges of all cells, as one text."""
    return "; ".join(limits(asked))


def limits(asked: Asked) -> list[str]:
    """The accepted range of each cell: "3.97 to 3.99"; a lone number where rounding leaves no choice."""
    keys = cells.cells(asked.key)
    return [_limits(asked.step.form, key, band) for key, band in zip(keys, asked.bands, strict=True)]


def verdict(variant: Variant, asked: Asked, mark: PartMark, final: bool = False) -> dict[str, Any]:
    """The verdict as JSON, to be stored and shown again just as it was given."""
    return _kept(mark, sentences(variant, asked, mark, final))


def outdated(mark: PartMark) -> dict[str, Any]:
    """The verdict on a wrong part that followed from earlier answers until one of them was changed."""
    words = "This followed from an answer that you have changed since. Work it out again from the new one."
    return _kept(mark, [words]) | {"outdated": True}


def _kept(mark: PartMark, said: list[str]) -> dict[str, Any]:
    return {
        "rule": str(mark.rule),
        "credit": str(mark.credit),
        "first_wrong": mark.first_wrong,
        "cells": [[str(cell.rule), cell.read_as] for cell in mark.cells],
        "mistakes": list(mark.explanation.mistakes),
        "convention": mark.explanation.convention,
        "feedback": said,
    }


def graded(variant: Variant, marks: Mapping[str, PartMark | NotRead]) -> dict[str, dict[str, Any]]:
    """The rows that the command line prints, by part: correct, credit, read_as, accepted, feedback."""
    result = {}
    for asked in variant.asked:
        mark = marks.get(asked.name)
        row: dict[str, Any]
        if isinstance(mark, PartMark):
            row = {
                "correct": mark.right,
                "credit": float(mark.credit * asked.points),
                "read_as": _one_or_all([cell.read_as for cell in mark.cells]),
                "rule": str(mark.rule),
                "feedback": " ".join(sentences(variant, asked, mark)),
            }
        else:
            problem = "No answer." if mark is None else " ".join(p.message for p in mark.problems.values())
            row = {"correct": False, "credit": 0.0, "read_as": None, "rule": None, "feedback": problem}
        result[asked.name] = row | {"points": float(asked.points), "accepted": accepted(asked)}
    return result


def _rounded(asked: Asked, mark: PartMark) -> str:
    """The sentence on an answer from rounded steps: the range that was accepted, and why it reaches so far."""
    keys, ranges, names = cells.cells(asked.key), limits(asked), cells.labels(asked.key)
    moved = [n for n, cell in enumerate(mark.cells) if cell.rule is Rule.ROUNDED]
    if len(mark.cells) == 1:
        exact = _with_more_digits(asked.step.form, keys[0])
        return (
            f"Right, from rounded steps. With more digits it is {exact}; we accept {ranges[0]}, {EITHER_WAY}"
        )
    which = "one cell" if len(moved) == 1 else f"{len(moved)} cells"
    longer = [_with_more_digits(asked.step.form, key) for key in keys]
    told = "; ".join(f"{names[n]}: {ranges[n]}, with more digits {longer[n]}" for n in moved[:MOST_TOLD])
    more = " and so on" if len(moved) > MOST_TOLD else ""
    return f"Right, {which} from rounded steps. We accept {told}{more}, {EITHER_WAY}"


def _with_more_digits(form: Form, key: Any) -> str:
    return (
        replace(form, places=form.places + 2).show(key)
        if isinstance(form, Fixed | Scientific)
        else form.show(key)
    )


def _why(asked: Asked, mark: PartMark) -> str:
    """The reason why an answer is right, "" where none is given."""
    if isinstance(asked.step.form, ShortAnswer):
        met = asked.step.form.met(mark.cells[0].read_as)
        return met.why if met else ""
    return asked.step.reasons.get(asked.key, "") if isinstance(asked.key, str) else ""


def _wrong(variant: Variant, asked: Asked, mark: PartMark, final: bool) -> list[str]:
    said = []
    right = sum(cell.rule is not Rule.WRONG for cell in mark.cells)
    if asked.step.ordering:
        said.append(asked.step.ordering.ticked(right, len(mark.cells)))
    elif right:
        said.append(f"{right} of {len(mark.cells)} cells {'is' if right == 1 else 'are'} right.")
    if mark.unread:
        said.append(_unread(mark))
    if mark.credit and isinstance(asked.step.form, Choice | ShortAnswer) and isinstance(asked.key, str):
        said.append(f"Right in part: it earns {mark.credit} of the points.")
    if mark.first_wrong and len(variant.asked) > 1:
        said.append("This is the first step that differs.")
    reasons = [*mark.explanation.says, *filter(None, [mark.explanation.slip])]
    if len(reasons) > 1:
        said.append(f"{SLIPS[len(reasons)]} slips gives this answer. " + " Or: ".join(reasons))
    elif reasons:
        said.extend(reasons)
    elif final:
        said.extend([] if said else ["Compare it with the worked solution."])
    elif mark.credit and isinstance(asked.key, str):
        pass  # that it is right in part says enough
    elif asked.step.reasons.get(mark.cells[0].read_as) == "" and isinstance(asked.key, str):
        said.append("This one is wrong. No reason is given for it.")
    elif isinstance(asked.step.form, ShortAnswer):
        said.append("This is none of the accepted answers. Look at the spelling, too.")
    elif asked.step.reasons:
        said.append("Not this yet: look at the marks.")
    else:
        said.append("Not this yet. The first hint shows how this line is computed, and costs nothing.")
    return said


def _unread(mark: PartMark) -> str:
    if len(mark.cells) == 1:
        (problem,) = mark.unread.values()
        return f"This could not be read, so it earns nothing. {problem.message}"
    if len(mark.unread) == 1:
        return "One cell is empty or could not be read; it earns nothing."
    return f"{len(mark.unread)} cells are empty or could not be read; they earn nothing."


def _limits(form: Form, key: Any, band: Band | None) -> str:
    if isinstance(form, ShortAnswer):
        return " or ".join(f"“{form.show(one.text)}”" for one in form.right)
    if band is None or not isinstance(form, Fixed | Scientific) or not math.isfinite(band.exact):
        return form.show(key).replace("\n", "; ")
    u = form.last_place(band.exact)
    low, high = math.ceil(band.low / u - 1e-6) * u, math.floor(band.high / u + 1e-6) * u
    return form.show(low) if high - low < u / 2 else f"{form.show(low)} to {form.show(high)}"


def _one_or_all(read: list[str]) -> str | list[str]:
    return read[0] if len(read) == 1 else read


def written_how(variant: Variant, asked: Asked) -> str:
    """The way in which the answer of a part is to be written, as the page says it."""
    if asks_for_whole(variant.exact, asked.name):
        return "a whole number"
    return form_in_words(asked.step.form, asked.key)


def form_in_words(form: Form, key: Any = None) -> str:
    """The way in which an answer is to be written, as on the page; with the key, also how an infinity is typed."""
    infinite = {leaf for leaf in cells.cells(key) if isinstance(leaf, float) and math.isinf(leaf)}
    if infinite:
        typed = "inf for infinity" if math.inf in infinite else "-inf for minus infinity"
        return f"{form_in_words(form)}; {typed}"
    match form:
        case Fixed(2):
            return "two decimals"
        case Fixed(places):
            return f"{places} decimals"
        case Scientific(places):
            small = key is not None and max(map(abs, cells.cells(key))) < 1
            digits = f"{places + 1} significant digit{'s' if places else ''}"
            return f"scientific, {digits}, written like {1.23456789:.{places}f}e{'-45' if small else '45'}"
        case Integer():
            return "a whole number, exact"
        case Pair():
            return "two symbols with a space between"
        case Tokens():
            return "symbols in order, spaces between"
        case TokenSet():
            return "symbols in any order, spaces between"
        case Several(scoring=scoring):
            return TICKED[scoring]
        case Choice():
            return "choose one"
        case Algebra(up_to=up_to):
            there = ", ".join(form.names)
            return f"a formula in {there}" + ALLOWED[up_to]
        case ShortAnswer(by_case=by_case):
            return "a word or a few; capital and small letters " + ("count" if by_case else "are the same")
        case Prose(words=words, told=told):
            return f"about {words} words, in sentences" if told else "in sentences"
        case Program():
            return f"Python with NumPy; the function is called {form.function}"
        case Written():
            return "a text"
