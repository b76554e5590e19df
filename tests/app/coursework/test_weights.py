"""The mark of a course by categories, against a second reckoning in decimals; extra credit; the page about both."""

import csv
import io
import re
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from app.courses.store.categories import Category
from app.coursework.marks.weighting import Cell, weighted
from app.database.connection import Database
from tests.app.accounts.members import member
from tests.app.courses.taught_course import PAST, Lecture, assignment, begin, lecture, set_up
from tests.app.coursework.test_gradebook import answer, grid
from tests.app.exams import course_exam
from tests.app.learner import COSINE, PERPLEXITY, Count, Page, on_both

getcontext().prec = 40
QUARTERS = st.integers(0, 24).map(lambda n: Fraction(n, 4))


@st.composite
def cells(draw: st.DrawFn) -> Cell:
    points = draw(QUARTERS)
    earned = draw(st.none() | QUARTERS.map(lambda some: min(some, points)))
    return Cell(
        category=draw(st.sampled_from([None, 1, 2, 3])),
        points=points,
        earned=earned,
        over=draw(st.booleans()),
        extra=draw(st.booleans()),
    )


CATEGORIES = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 3)), max_size=3).map(
    lambda some: [Category(n, f"C{n}", weight, drop) for n, (weight, drop) in enumerate(some, 1)]
)


def reckoned(some: list[Cell], categories: list[Category]) -> Decimal | None:
    """The mark again: the worst one is struck off, again and again, and then everything is added up. Who has nothing in
    what counts has none."""
    above = below = Decimal(0)
    begun: list[Fraction] = []
    for group in categories:
        kept = [
            (Decimal(float(cell.earned or 0)), Decimal(float(cell.points)))
            for cell in some
            if cell.category == group.id and not cell.extra and cell.points
            if cell.earned is not None or cell.over
        ]
        for _ in range(group.drop):
            if len(kept) > 1:
                worst = min(got / most for got, most in kept)
                equal = [(most, place) for place, (got, most) in enumerate(kept) if got / most == worst]
                last = max(equal)[1]
                del kept[last]
        most = sum((point for _, point in kept), Decimal(0))
        got = sum((point for point, _ in kept), Decimal(0))
        got += sum(
            Decimal(float(cell.earned or 0)) for cell in some if cell.category == group.id and cell.extra
        )
        if most:
            above += Decimal(group.weight) * got / most
            below += Decimal(group.weight)
            mine = [cell for cell in some if cell.category == group.id and (cell.points or cell.extra)]
            begun += [cell.earned for cell in mine if cell.earned is not None and group.weight]
    return above / below if begun else None


@given(st.lists(cells(), max_size=8), CATEGORIES)
def test_the_mark_is_what_a_second_reckoning_gives(some: list[Cell], categories: list[Category]) -> None:
    mine, theirs = weighted(some, categories).share, reckoned(some, categories)
    assert (mine is None) == (theirs is None)
    if mine is not None and theirs is not None:
        assert abs(Decimal(mine.numerator) / Decimal(mine.denominator) - theirs) < Decimal("1e-30")


def test_an_example_by_hand() -> None:
    """Homework weighs 40 and drops its lowest of 8/10, 5/10 and nothing in one that is over; the exam weighs 60.

    With two points of extra credit: 40 * (8 + 5 + 2) / 20 + 60 * 30 / 40 = 75.
    """

    def cell(
        category: int, points: int, earned: int | None, *, over: bool = True, extra: bool = False
    ) -> Cell:
        counts = None if earned is None else Fraction(earned)
        return Cell(category=category, points=Fraction(points), earned=counts, over=over, extra=extra)

    some = [cell(1, 10, 8), cell(1, 10, None), cell(1, 10, 5), cell(1, 5, 2, extra=True), cell(2, 40, 30)]
    found = weighted(some, [Category(1, "Homework", 40, 1), Category(2, "Exam", 60, 0)])
    assert found.share == Fraction(75, 100)
    assert found.dropped == {1}


def save(
    nlp: Lecture,
    *rows: tuple[int, str, int, int],
    put: dict[int, int] | None = None,
    extra: tuple[int, ...] = (),
) -> Page:
    """Sends the form with these rows: number, title, weight, and how many are dropped."""
    form = {
        "category": [str(row[0]) for row in rows],
        "title": [row[1] for row in rows],
        "weight": [str(row[2]) for row in rows],
        "drop": [str(row[3]) for row in rows],
        "assignment": [str(one) for one in (put or {})],
        "within": [str(one) for one in (put or {}).values()],
        "extra": [str(one) for one in extra],
    }
    return nlp.instructor.learner.send(f"{nlp.address}/weights", form)


def mark(nlp: Lecture) -> str:
    """The mark of the first student, as the table has it."""
    page = nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv")
    return list(csv.reader(io.StringIO(page.html)))[2][-1]


@on_both
def test_a_course_with_categories_has_a_mark_in_percent(nlp: Lecture, store: Database) -> None:
    ada = nlp.student
    weeks = [assignment(nlp, COSINE, title=f"Week {n}") for n in (1, 2, 3)]
    answer(ada, begin(ada, weeks[0], COSINE), store, "dot")
    answer(ada, begin(ada, weeks[1], COSINE), store, "dot", "norm_u", "norm_v")
    course_exam.exam(nlp, scores="at once")
    page = save(nlp, (0, "Homework", 40, 1), (0, "Exam", 60, 0), (0, " ", 10, 0))
    assert re.findall('name="title" aria-label="Category [0-9]" value="([^"]+)"', page.html) == [
        "Homework",
        "Exam",
    ]
    assert "The weights add up to 100" in page.text
    outside = "In no category, and so not in the mark: Week 1, Week 2, Week 3,"
    assert outside in nlp.instructor.learner.get(f"{nlp.address}/gradebook").text
    save(nlp, (1, "Homework", 40, 1), (2, "Exam", 60, 0), put={1: 1, 2: 1, 3: 1, 4: 2})
    assert mark(nlp) == "60.00"  # three of five points; the exam is ahead, and so is week 3
    cells = grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook"))["Ada"]
    assert "In no category" not in nlp.instructor.learner.get(f"{nlp.address}/gradebook").text
    assert cells == ["60", "(1) dropped", "3", "–nothing counts", "–nothing counts", "4"]
    assert grid(ada.learner.get(f"{nlp.address}/gradebook"))["Ada"][0] == "60"
    set_up(nlp.instructor, weeks[2], due=PAST)
    assert mark(nlp) == "40.00"  # of 1, 3 and 0 points of five each, the last one is dropped


def test_what_waits_for_a_mark_is_said_and_left_out_of_the_mark(nlp: Lecture, store: Database) -> None:
    week, essay = assignment(nlp, COSINE), assignment(nlp, course_exam.DEFINITION, title="Essay")
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    sheet = begin(nlp.student, essay, course_exam.DEFINITION)
    nlp.student.learner.press(sheet, "solution", typed={"answer": "It switches units off by chance."})
    save(nlp, (0, "Homework", 1, 0))
    save(nlp, (1, "Homework", 1, 0), put={1: 1, 2: 1})
    for one in (nlp.instructor, nlp.student):
        cells = grid(one.learner.get(f"{nlp.address}/gradebook"))["Ada"]
        assert cells == ["20", "1", "0 + 1 pending", "1 + 1 pending"]
    give = {"points": "0.5", "why": "Half of it."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet.attempt}/answer", give)
    assert grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook"))["Ada"] == ["25", "1", "0.5", "1.5"]


def test_extra_credit_adds_to_no_maximum(nlp: Lecture, store: Database) -> None:
    for title in ("Week 1", "Bonus"):
        answer(nlp.student, begin(nlp.student, assignment(nlp, COSINE, title=title), COSINE), store, "dot")
    save(nlp, put={1: 0, 2: 0}, extra=(2,))
    page = nlp.instructor.learner.get(f"{nlp.address}/gradebook")
    assert "Bonus + 5 extra credit" in page.text
    assert "Sum / 5" in page.text
    assert grid(page)["Ada"] == ["1", "1", "2"]
    assert "Mark / 100 %" not in page.text


def test_a_category_without_a_title_is_removed_and_its_assignments_stay(nlp: Lecture, count: Count) -> None:
    assignment(nlp, PERPLEXITY)
    save(nlp, (0, "Homework", 1, 0))
    save(nlp, (1, "Homework", 1, 0), put={1: 1})
    assert 'value="1" selected>Homework' in nlp.instructor.learner.get(f"{nlp.address}/weights").html
    page = save(nlp, (1, "", 1, 0), put={1: 1})
    assert "Homework" not in page.text
    assert "Week 1" in page.text
    assert "categories" not in count()


def test_nothing_of_another_course_is_changed(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Vision")
    assignment(other, COSINE, title="Theirs")
    save(other, (0, "Essays", 5, 0))
    save(nlp, (1, "Mine", 1, 1), (99, "Mine", 1, 1), put={1: 1, 7: 1}, extra=(1,))
    page = other.instructor.learner.get(f"{other.address}/weights")
    assert 'value="Essays"' in page.html
    assert "checked" not in page.html
    for one in (nlp.student, nlp.instructor, member(app)):
        assert one.learner.get(f"{other.address}/weights").status in (403, 404)
        assert one.learner.send(f"{other.address}/weights", {"title": ["x"]}).status in (400, 403, 404)


@pytest.mark.parametrize(
    "form",
    [
        {"title": ["A"], "weight": ["1"], "drop": ["0"]},
        {"category": ["0"], "title": ["A"], "weight": ["-1"], "drop": ["0"]},
        {"category": ["0"], "title": ["A"], "weight": ["1"], "drop": ["51"]},
        {"assignment": ["1", "2"], "within": ["0"]},
    ],
)
def test_a_form_that_no_page_sends_stores_nothing(
    nlp: Lecture, count: Count, form: dict[str, list[str]]
) -> None:
    before = count()
    assert nlp.instructor.learner.send(f"{nlp.address}/weights", form).status in (400, 422)
    assert count() == before
