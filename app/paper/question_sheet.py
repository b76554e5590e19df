"""The question sheet of a paper version: what is asked, and how much space there is to answer.

The layout of an answer's cells is that of the page (``app.practice.part``); the template reads nothing of a key.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.paper.printed_exam import PrintedExam, PrintedQuestion, bengali, lettered, with_groups
from app.practice.part import Part, line, waits_for
from engine.answers.forms import Choice, Prose, Scientific, Several
from engine.marking import feedback
from engine.solutions import wording
from engine.study import Study
from engine.variants import Asked, Variant

AIDS = {
    "calculator": "a non-programmable calculator that is connected to nothing",
    "notes": "your own notes on paper",
}
SQUARES_A_POINT = 3  # rows of squared paper, 5 mm each
MOST_SQUARES = 14
LONG = {"prose": 16, "code": 12}  # lines; a longer part may run over a page break
LEAST_POINTS = Fraction(1, 2)  # of a part that has its own space for its working
WORDS_A_LINE = 9
MORE_ROWS = 2  # where the student's own way may lead to more rows than ours
BRIEF = ("short", "choice", "drawn", "match", "order", "derive")


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """A part as it is asked on paper. ``rows`` are lines to write on, or rows of squares for the working; ``own_rows``
    are rows without names, where these follow from an earlier answer, which ``waits`` names."""

    letter: str
    part: Part
    form: str
    rows: int
    waits: str
    own_rows: int

    @property
    def flows(self) -> bool:
        """True if it may run over a page break, because it is written at greater length than half a page has space
        for."""
        return self.rows > LONG.get(self.part.input, self.rows)


@dataclass(frozen=True, slots=True)
class Task:
    """A question on the sheet. ``rows`` are squares for the working of all its parts together."""

    item: PrintedQuestion
    opens: bool
    statement: tuple[wording.Block, ...]
    rooms: tuple[Room, ...]
    rows: int

    @property
    def brief(self) -> bool:
        """True if all of it must stay on one page."""
        return self.item.variant.question.kind in BRIEF


def sheet(form: PrintedExam, study: Study) -> dict[str, Any]:
    """Returns the context for the template of the question sheet."""
    tasks = [_task(item, opens) for item, opens in with_groups(form)]
    aids = [AIDS.get(aid, aid) for aid in form.aids]
    return {
        "form": form,
        "tasks": tasks,
        "aids": aids,
        "bengali": bengali(form, study),
        "images": form.images,
    }


def _task(item: PrintedQuestion, opens: bool) -> Task:
    variant = item.variant
    stems = [asked.step.stem for asked in variant.asked]
    together = len(stems) - len(set(stems)) >= 2
    rooms = tuple(_room(variant, asked, letter, together) for asked, letter in lettered(variant))
    statement = variant.statement
    working = together and variant.question.of_numbers
    return Task(item, opens, statement, rooms, _squares(item.points) if working else 0)


def _room(variant: Variant, asked: Asked, called: str, together: bool) -> Room:
    waits = waits_for(variant, asked, ())
    part = line(variant, asked, None, None, None, None, set(), waits)
    own = len(part.options or part.cells) + MORE_ROWS if waits else 0
    return Room(
        letter=called,
        part=part,
        form=_written_how(variant, asked),
        rows=_rows(variant, asked, together),
        waits=waits,
        own_rows=own,
    )


def _written_how(variant: Variant, asked: Asked) -> str:
    """Says how to write the answer with a pen."""
    form = asked.step.form
    if isinstance(form, Scientific):
        return f"as a number times a power of ten, with {form.places + 1} significant digits"
    if isinstance(form, Several):
        return f"{feedback.written_how(variant, asked)}; where none does, write “none”"
    if isinstance(form, Choice) and not asked.step.reasons:
        return "tick one"
    return feedback.written_how(variant, asked).replace("inf for", "∞ for").replace("-∞", "−∞")


def _rows(variant: Variant, asked: Asked, together: bool) -> int:
    """Returns the lines for sentences or a program, or the rows of squares where something is computed."""
    match variant.question.kind:
        case "text":
            words = asked.step.form.words if isinstance(asked.step.form, Prose) else 0
            return max(math.ceil(words / WORDS_A_LINE), 2 * math.ceil(asked.points)) + 2
        case "code":
            return 10 + 3 * math.ceil(asked.points)
        case "family" | "formula" | "drawn" | "algebra" if asked.points >= LEAST_POINTS and not together:
            return _squares(asked.points)
    return 0


def _squares(points: Fraction) -> int:
    return min(math.ceil(points * SQUARES_A_POINT) + 1, MOST_SQUARES)
