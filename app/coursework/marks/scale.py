"""The grade scale of a course: made from a preset, written line by line, or taken away."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.courses.grade_scale import GradeScale, Rounding, Step
from app.courses.membership import running, taught
from app.courses.store import grade_scales
from app.courses.store.courses import Course
from app.coursework.marks import scale_presets
from app.coursework.marks.scale_presets import OFFERS, Offer, Preset
from app.questions.context import Context
from app.web.dependencies import one_line
from app.web.languages.languages import N_
from engine.marking.grading import exact

MOST_STEPS = 120
LONGEST_GRADE = 12
PERCENT = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,6})?|[0-9]{1,9}/[0-9]{1,6})")


class NoScale(ValueError):
    """The text is no grade scale; its message says why, for the place ``at``: a line, or ""."""

    def __init__(self, says: str, at: str = "") -> None:
        super().__init__(says)
        self.at = at


@dataclass(frozen=True, slots=True)
class Scale:
    """The course and its scale, None before it has one, with the same as text: a grade and its percent a line."""

    course: Course
    scale: GradeScale | None
    text: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A preset and the scale that it makes ``of`` a percent."""

    offer: Offer
    of: str
    scale: GradeScale


def scale(context: Context, course: str) -> Scale:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        found = grade_scales.find(connection, here.id)
    return Scale(here, found, text_of(found.steps) if found else "")


def offered(at: Preset | None, passes: str) -> tuple[Offered, ...]:
    """Returns all presets, each made of its usual percent, but the one ``at`` of this one. Raises NoScale."""
    asked = ((one, passes if one.preset is at else str(one.preset.usual)) for one in OFFERS)
    return tuple(Offered(one, of, _made(one.preset, of)) for one, of in asked)


def choose(context: Context, course: str, preset: Preset, passes: str) -> None:
    """Stores a preset that is made of this percent. Raises NoSuchCourse, CourseArchived, and NoScale."""
    keep(context, course, _made(preset, passes))


def keep(context: Context, course: str, new: GradeScale | None) -> None:
    """Stores a scale, or takes it away; grades that were set by hand stay. Raises NoSuchCourse, and CourseArchived."""
    with context.database.write() as connection:
        grade_scales.put(connection, running(connection, context.person, course).id, new)


def read(text: str, passing: str, rounding: Rounding, shown: bool) -> GradeScale:
    """Reads a grade and its least percent from each line, in any order. Raises NoScale."""
    lines = [(place, line.split()) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    steps = []
    for place, words in lines:
        if len(words) < 2:
            raise NoScale(N_("A line has a grade, and then the percent from which it is given."), str(place))
        try:
            steps.append(Step(" ".join(words[:-1]), percent_in(words[-1].removesuffix("%"))))
        except NoScale as error:
            raise NoScale(str(error), str(place)) from error
    return of_steps(steps, passing, rounding, shown)


def of_steps(steps: Sequence[Step], passing: str, rounding: Rounding, shown: bool) -> GradeScale:
    """Puts steps in order, the best first. Raises NoScale where they are no scale."""
    named = [Step(one_line(one.grade)[:LONGEST_GRADE], one.least) for one in steps]
    ordered = tuple(sorted(named, key=lambda one: -one.least))
    passed = one_line(passing)[:LONGEST_GRADE]
    if not 2 <= len(ordered) <= MOST_STEPS:
        raise NoScale(N_("A scale has between 2 and 120 grades."))
    if any(not one.grade for one in ordered):
        raise NoScale(N_("A line has a grade, and then the percent from which it is given."))
    for values in ([one.grade for one in ordered], [one.least for one in ordered]):
        if len(set(values)) < len(values):
            raise NoScale(N_("Each grade stands once, and no two begin at the same percent."))
    if ordered[-1].least:
        raise NoScale(N_("The lowest grade begins at 0 percent, so that everybody has one."))
    if passed and passed not in (one.grade for one in ordered):
        raise NoScale(N_("The grade that passes is one of the scale."))
    return GradeScale(steps=ordered, passing=passed, rounding=rounding, shown=shown)


def percent_in(text: str) -> Fraction:
    """Reads 57.5, 57,5 or 115/2. Raises NoScale."""
    tidy = text.strip()
    try:
        found = Fraction(tidy.replace(",", ".")) if PERCENT.fullmatch(tidy) else None
    except ZeroDivisionError:
        found = None
    if found is None or found > 100:
        raise NoScale(N_("Give percent between 0 and 100, such as 57.5 or 115/2."))
    return found


def _made(preset: Preset, passes: str) -> GradeScale:
    of = percent_in(passes)
    if not 0 < of < 100:
        raise NoScale(N_("What passes lies between 0 and 100 percent."))
    return scale_presets.made(preset, of)


def text_of(steps: Sequence[Step]) -> str:
    """Writes a grade and its percent a line."""
    return "\n".join(f"{one.grade} {exact(one.least)}" for one in steps)
