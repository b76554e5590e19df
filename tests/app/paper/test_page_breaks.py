"""Page breaks of a question sheet: an answer stands with its question, and no page is left nearly empty."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from app.paper import question_sheet
from app.paper.printed_exam import PrintedExam, PrintedQuestion
from app.web.pdf import printing
from engine.exams import composing
from engine.study import Study
from tests.app.paper.test_exam_paper import ALL, CODE, TEXT, form
from tests.engine.submissions import BANK

WRITTEN_ON = ("squares", "lines", "box", "tick")  # the classes of what is written on
WHOLE = ("first", "part", "brief", "squares")  # and of what stands on one page
GAP = 60  # CSS pixels that may stand between two blocks: the margins of a question and of a group's heading
SHORT, TOGETHER = 12, 6  # lines that are not parted, and that stay together where more of them are
MILLIMETRE = 96 / 25.4


@dataclass(frozen=True)
class Sheet:
    """A page of questions: its boxes with their elements, and from where to where it may be filled."""

    boxes: list[Any]
    top: float
    bottom: float

    @property
    def low(self) -> float:
        """The lower edge of all that stands on it."""
        return max(
            float(box.position_y + box.height) for box in self.boxes if not getattr(box, "children", ())
        )

    @property
    def filled(self) -> float:
        return (self.low - self.top) / (self.bottom - self.top)

    @property
    def begins_with(self) -> float:
        """The height of its first whole block, with the heading above."""
        whole = next(box for box in self.boxes if _class(box.element) & {*WHOLE} or _is_line(box.element))
        return float(whole.position_y + whole.height - self.top)


def _class(element: Any) -> set[str]:
    return set((element.get("class") or "").split()) if element is not None else set()


def _is_line(element: Any) -> bool:
    return element is not None and element.tag == "div" and not element.get("class") and not len(element)


def drawn(name: str, seed: int) -> PrintedExam:
    """A built-in exam, as somebody would get it."""
    plan, rng = BANK.exams[name], Random(seed)
    plan = plan.narrowed(("2.5",)) if plan.scope in ("section", "weak spots") else plan
    picked = composing.fill(plan, BANK.questions.values(), rng)
    variants = [(one.group.title, composing.draw(one, rng.randrange(10**6))) for one in picked]
    items = tuple(PrintedQuestion(n, group, made.points, made) for n, (group, made) in enumerate(variants, 1))
    points = sum((item.points for item in items), Fraction(0))
    return PrintedExam(
        title=plan.title,
        number="001",
        minutes=plan.minutes,
        points=points,
        rules=(),
        aids=(),
        questions=items,
    )


@cache
def exam(name: str, seed: int) -> list[Sheet]:
    return sheets(drawn(name, seed))


def sheets(made: PrintedExam) -> list[Sheet]:
    """Its pages between the cover and the empty ones."""
    (document,) = printing.documents("paper/print/exam", [question_sheet.sheet(made, Study())])
    found = []
    for page in document.pages[1:]:
        content = page._page_box.children[0]
        boxes = [
            box for box in content.descendants() if isinstance(getattr(box, "height", None), int | float)
        ]
        if any(box.element_tag == "article" for box in boxes):
            found.append(Sheet(boxes, content.content_box_y(), page.height - 17 * MILLIMETRE))
    return found


def questions(pages: list[Sheet]) -> Iterator[tuple[str, set[int], int]]:
    """Yields each question's title, the pages on which it stands, and the page of its first place to write on."""
    there: dict[Any, list[int]] = {}
    for n, page in enumerate(pages):
        for box in page.boxes:
            if box.element is not None:
                there.setdefault(box.element, []).append(n)
    for article in [element for element in there if element.tag == "article"]:
        heading = next(article.iter("h2"))
        first = next(one for one in article.iter() if _class(one) & {*WRITTEN_ON})
        line = next((one for one in first if one in there), first)
        assert there[heading][0] == there[article][0]
        yield str(heading.text), set(there[article]), there[line][0]


def answers(pages: list[Sheet]) -> list[list[int]]:
    """The number of answer lines on each page of a question, for each question that is answered on lines."""
    there: dict[Any, list[int]] = {}
    for page in pages:
        here = {box.element for box in page.boxes}
        for article in [element for element in here if element is not None and element.tag == "article"]:
            lines = [line for one in article.iter() if "lines" in _class(one) for line in one if line in here]
            if lines:
                there.setdefault(article, []).append(len(lines))
    return list(there.values())


EXAMS = [("sprint", 0), ("chapter", 1), ("weak-spots", 0)]
MORE = [pytest.param(name, seed, marks=pytest.mark.sweep) for name in BANK.exams for seed in range(2, 8)]


@pytest.mark.long("sets several exams")
@pytest.mark.parametrize(("name", "seed"), [*EXAMS, *MORE])
def test_a_heading_stands_with_the_first_line_of_its_answer(name: str, seed: int) -> None:
    for title, pages, first in questions(exam(name, seed)):
        assert first == min(pages), title


@pytest.mark.parametrize(("name", "seed"), [*EXAMS, *MORE])
def test_a_page_is_left_half_empty_only_where_the_next_block_does_not_fit(name: str, seed: int) -> None:
    for page, following in pairwise(exam(name, seed)):
        room = page.bottom - page.low
        assert page.filled > 0.5 or following.begins_with + GAP > room, page.filled


@pytest.mark.parametrize(("name", "seed"), [*EXAMS, *MORE])
def test_the_lines_of_an_answer_stand_on_the_page_of_their_question(name: str, seed: int) -> None:
    """Twelve lines stood alone on a page, torn from what they answer."""
    found = answers(exam(name, seed))
    assert found
    for lines in found:
        assert len(lines) == 1 or (sum(lines) > SHORT and min(lines) >= TOGETHER)


@pytest.mark.parametrize("before", [CODE, pytest.param(TEXT, marks=pytest.mark.sweep)])
def test_nothing_holds_the_end_of_an_answer_to_the_next_question(before: str) -> None:
    """The last line of a program was not to be parted from what came next, so questions went over the page in a row."""
    names = [before, *(name for name in ALL if name != before)]
    pages = sheets(form(*names, seed=5))
    for page, following in pairwise(pages):
        assert page.filled > 0.5 or following.begins_with + GAP > page.bottom - page.low
