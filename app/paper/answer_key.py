"""The answer key of a paper version: what is accepted for how many points, and the worked solution."""

import re
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

import numpy as np
from markupsafe import Markup

from app.paper.printed_exam import PrintedExam, PrintedQuestion, bengali, lettered, with_groups
from app.practice.part import waits_for
from engine.answers import cells
from engine.answers.forms import Fixed, Scientific, Several
from engine.chain import Step
from engine.marking import feedback
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Line
from engine.study import Study
from engine.variants import Asked, Variant

FOLDED = re.compile(r"<details\b.*?</details>", re.DOTALL)
UNFOLDED = re.compile(r"</?details[^>]*>|<summary.*?</summary>", re.DOTALL)
NAMED = re.compile(r'(?:id|aria-labelledby)="picture-[^"]*"|url\(#picture-')
FOLDED_TABLE = re.compile(r"<details\b(?:(?!</details>).)*<table.*?</details>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Share:
    """A number of points in a part, and what earns them."""

    what: str
    points: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """A part's key. ``said`` gives it as marks on the sheet; where it is empty, the value itself is shown. ``accepted``
    says which cells may differ, and how far."""

    letter: str
    asked: Asked
    sign: str
    said: tuple[str, ...]
    accepted: tuple[str, ...]
    scheme: tuple[Share, ...]
    own_way: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A question in the answer key."""

    item: PrintedQuestion
    opens: bool
    keys: tuple[Key, ...]
    lines: tuple[Line, ...]
    model: str


def key(form: PrintedExam, study: Study) -> dict[str, Any]:
    """Returns the context for the template of the answer key."""
    solutions = [solution(item, opens) for item, opens in with_groups(form)]
    return {"form": form, "solutions": solutions, "bengali": bengali(form, study), "printed": printed}


def printed(told: Markup, asked: Asked | None, place: int) -> Markup:
    """Prepares a line of a solution for paper: keeps every cell's arithmetic only for what is asked, no table beside a
    picture and no colour, and makes the names in a picture unique to its question."""
    kept = UNFOLDED.sub("", (FOLDED_TABLE if asked else FOLDED).sub("", told))
    own = NAMED.sub(lambda name: name[0].replace("picture-", f"picture-{place}-"), kept)
    return Markup(own.replace("In colour:", "Thick:"))


def solution(item: PrintedQuestion, opens: bool) -> Solution:
    """Returns a question's keys, marking scheme and worked solution."""
    variant = item.variant
    lines = worked_solution.tell(variant.exact, [asked.name for asked in variant.asked])
    keys = tuple(_key(variant, asked, called) for asked, called in lettered(variant))
    model = str(variant.asked[0].key) if variant.question.kind == "text" else ""
    return Solution(item, opens, keys, tuple(lines), model)


def _key(variant: Variant, asked: Asked, called: str) -> Key:
    sign = asked.step.whole_sign if isinstance(asked.key, np.ndarray) else asked.step.sign
    waits = waits_for(variant, asked, ())
    return Key(
        letter=called,
        asked=asked,
        sign=sign,
        said=_said(variant, asked),
        accepted=_accepted(asked),
        scheme=_scheme(variant, asked),
        own_way=waits,
    )


def _said(variant: Variant, asked: Asked) -> tuple[str, ...]:
    """Returns the key as marks on the sheet: the letter ticked, the letters matched, the numbers from top to bottom."""
    names = list(getattr(asked.step.form, "names", ()))
    if asked.step.ordering:
        places = {name: str(n) for n, name in enumerate(asked.key, 1)}
        numbers = ", ".join(places.get(name, "none") for name in names)
        return (f"the numbers on the sheet, from top to bottom: {numbers}",)
    match variant.question.kind:
        case "short":  # all that counts, with dots for what may be anything
            return (feedback.accepted(asked),)
        case "choice" if isinstance(asked.step.form, Several):
            return tuple(f"{ascii_uppercase[names.index(right)]}: {right}" for right in asked.key)
        case "choice" | "drawn":
            return (f"{ascii_uppercase[names.index(asked.key)]}: {asked.key}",)
        case "match" | "derive":
            return tuple(
                f"{left}: {ascii_uppercase[names.index(right)]}, {right}" for left, right in asked.key.items()
            )
    return ()


def _accepted(asked: Asked) -> tuple[str, ...]:
    """Returns the accepted bands where they are wider than the number itself, by cell where there are several."""
    form = asked.step.form
    if not isinstance(form, Fixed | Scientific):
        return ()
    found = zip(cells.labels(asked.key), feedback.limits(asked), cells.cells(asked.key), strict=True)
    return tuple(
        f"{label}: {limit}" if label else limit for label, limit, leaf in found if limit != form.show(leaf)
    )


def _scheme(variant: Variant, asked: Asked) -> tuple[Share, ...]:
    """Returns what earns the part's points, where it is more than one thing."""
    step = asked.step
    if step.ordering:
        return (Share(step.ordering.earns, asked.points / len(asked.key)),)
    match variant.question.kind:
        case "text":
            rubric = worked_solution.own_lines(variant, asked)
            worth = worked_solution.worth(variant, asked)
            return tuple(_point(point, worth[point.name], variant) for point in rubric)
        case "code":
            tests = getattr(step.form, "tests", ())
            return tuple(Share(f"test: {test.name}", asked.points / len(tests)) for test in tests)
    count = len(asked.bands)
    return (Share(f"each of {count} cells", asked.points / count),) if count > 1 else ()


def _point(step: Step, points: Fraction, variant: Variant) -> Share:
    """Returns a point of a rubric: what an answer has to say."""
    return Share(f"{step.title}: {variant.exact.reached[step.name]}", points)
