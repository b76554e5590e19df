"""How a course counts: its categories with their weights, and its grade scale."""

from typing import Annotated

from fastapi import Body
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, behind_the_door, refusals
from app.api.grades import Scale
from app.api.writing import WRITING, IfMatch, tagged, unchanged, writes
from app.courses import grade_scale as kept
from app.coursework.marks import scale as grading
from app.coursework.marks import weights
from app.coursework.marks.scale import percent_in
from app.coursework.marks.scale_presets import Preset
from app.coursework.marks.weights import LONGEST_TITLE, MOST_CATEGORIES, MOST_DROPPED, MOST_WEIGHT, Typed
from app.questions.context import Context, ContextHere
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import one_line
from engine.validation.schema import Shape

router = behind_the_door("weights", Scope.ASSIGNMENTS)


class BadCategories(ValueError):
    """Two categories have one title, or something is put into one that there is not."""


class Category(Shape):
    """Assignments and exams that have one weight in the mark of the course."""

    title: str = Field(pattern=r"\S", max_length=LONGEST_TITLE)
    weight: int = Field(ge=0, le=MOST_WEIGHT)
    drop: int = Field(0, ge=0, le=MOST_DROPPED, description="so many of each student's lowest do not count")


class Weighted(Shape):
    """An assignment or exam, and the category that it is in by its title, null for none."""

    assignment: str = Field(max_length=32)
    category: str | None
    extra_credit: bool = False


class Weights(Shape):
    """The categories of a course, and what is in them. A category keeps its assignments under another title only if
    these name it."""

    categories: list[Category] = Field(max_length=MOST_CATEGORIES)
    assignments: list[Weighted] = Field(max_length=1000)


class GradeScaleText(Shape):
    """A grade scale in place of what is there, null for none."""

    scale: Scale | None


class PresetScale(Shape):
    """A scale that is in use elsewhere, passed from so many percent on; the line of a Swiss one has a 4 there, which
    begins before that, because grades are rounded."""

    preset: Preset
    passes: str = Field("", max_length=12, description="percent: 60, 57.5 or 115/2; empty for the usual one")


@router.get("/courses/{course}/weights", responses=refusals(404))
@limit_concurrency(TEACHING)
@tagged
def course_weights(context: ContextHere, course: str) -> Weights:
    return _weights(context, course)


@router.put("/courses/{course}/weights", responses=SENT | WRITING | refusals(412))
@limit_concurrency(TEACHING)
@writes()
def set_course_weights(
    context: Context, course: str, match: IfMatch, new: Annotated[Weights, Body()]
) -> Weights:
    unchanged(match, _weights(context, course))
    before = weights.weights(context, course)
    wanted = {_tidy(one.title): one for one in new.categories}
    within = {one.assignment: _tidy(one.category) for one in new.assignments if one.category is not None}
    if len(wanted) < len(new.categories) or "" in wanted or set(within.values()) - wanted.keys():
        raise BadCategories
    known = {one.title: one.id for one in before.categories}
    typed = [Typed(known.get(title, 0), title, one.weight, one.drop) for title, one in wanted.items()]
    gone = [Typed(one.id, "", 0, 0) for one in before.categories if one.title not in wanted]
    for some in (gone, typed):  # together they may be more than a course has
        weights.save(context, course, some, {}, frozenset())
    after = weights.weights(context, course)
    numbers = {one.title: one.id for one in after.categories}
    names = {one.name: one.id for one in after.assignments}
    there = [one for one in new.assignments if one.assignment in names]
    put = {names[one.assignment]: numbers.get(within.get(one.assignment, ""), 0) for one in there}
    extra = frozenset(names[one.assignment] for one in there if one.extra_credit)
    weights.save(context, course, [], put, extra)
    return _weights(context, course)


@router.get("/courses/{course}/scale", responses=refusals(404))
@limit_concurrency(TEACHING)
@tagged
def grade_scale(context: ContextHere, course: str) -> GradeScaleText:
    return _scale(context, course)


@router.put("/courses/{course}/scale", responses=SENT | WRITING | refusals(412))
@limit_concurrency(TEACHING)
@writes()
def set_grade_scale(
    context: Context, course: str, match: IfMatch, new: Annotated[GradeScaleText, Body()]
) -> GradeScaleText:
    unchanged(match, _scale(context, course))
    made = None
    if new.scale is not None:
        one = new.scale
        steps = [kept.Step(each.grade, percent_in(each.least)) for each in one.steps]
        made = grading.of_steps(steps, one.passing, one.rounding, one.shown)
    grading.keep(context, course, made)
    return _scale(context, course)


@router.post("/courses/{course}/scale/preset", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def choose_grade_scale(context: Context, course: str, new: Annotated[PresetScale, Body()]) -> GradeScaleText:
    grading.choose(context, course, new.preset, new.passes or str(new.preset.usual))
    return _scale(context, course)


def _tidy(title: str) -> str:
    """Returns a title as it is stored."""
    return one_line(title)[:LONGEST_TITLE]


def _weights(context: Context, course: str) -> Weights:
    found = weights.weights(context, course)
    titles = {one.id: one.title for one in found.categories}
    return Weights(
        categories=[Category(title=one.title, weight=one.weight, drop=one.drop) for one in found.categories],
        assignments=[
            Weighted(
                assignment=one.name,
                category=titles.get(one.category) if one.category else None,
                extra_credit=one.extra_credit,
            )
            for one in found.assignments
        ],
    )


def _scale(context: Context, course: str) -> GradeScaleText:
    found = grading.scale(context, course).scale
    return GradeScaleText(scale=Scale.of(found) if found else None)
