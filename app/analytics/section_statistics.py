"""The marks of a course by section: of each assignment and exam, and of the course, how they are spread and who passed.

Nobody is named. Those who see no names beside marks, and observers, see no figures of fewer than five people: such a
section is left out, of the whole course, too, so that nobody finds it by subtraction.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right
from app.courses.store.courses import Course
from app.coursework.marks import gradebook
from app.coursework.marks.gradebook import Marks
from app.coursework.marks.result import Result
from app.exams.blueprints.blueprint import published
from app.questions.context import Context
from app.web.drawing.strips import Strips, strips
from engine.marking import grading
from engine.marking.distribution import Distribution, distribution

LEAST_PEOPLE = 5
OF_THE_COURSE = "mark"


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one student: a share of the points, and whether it passes, None where nothing says so."""

    section: str
    share: Fraction
    passed: bool | None


@dataclass(frozen=True, slots=True)
class Group:
    """A section, or the ``whole`` course, and its figures; ``passed`` is the share of those who passed."""

    section: str
    whole: bool
    figures: Distribution
    passed: Fraction | None


@dataclass(frozen=True, slots=True)
class Panel:
    """An assignment or exam by its name, or the mark of the course ("mark"), with its groups and their picture."""

    name: str
    title: str
    groups: tuple[Group, ...]

    @property
    def figures(self) -> list[Distribution]:
        return [one.figures for one in self.groups]

    def drawn(self, whole: str, none: str) -> Strips:
        """Returns the picture; ``whole`` and ``none`` are the names of the course and of no section."""
        names = [whole if one.whole else one.section or none for one in self.groups]
        return strips(list(zip(names, self.figures, strict=True)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Statistics:
    """The page; ``names``: the person reads the gradebook, too. ``left_out`` says that sections are hidden, ``chosen``
    and ``section`` what is filtered for."""

    course: Course
    names: bool
    panels: tuple[Panel, ...]
    choices: tuple[tuple[str, str], ...]
    sections: tuple[str, ...]
    chosen: str
    section: str
    left_out: bool


def statistics(context: Context, course: str, chosen: str = "", section: str = "") -> Statistics:
    """Raises NoSuchCourse."""
    grid, may = gradebook.everybody(context, course)
    everything = [(OF_THE_COURSE, "", _of_course(grid))] if grid.marked else []
    everything += [
        (column.assignment.name, column.assignment.title, _of_column(grid, place))
        for place, column in enumerate(grid.columns)
    ]
    sees_all = Right.TEACH in may or {Right.NAMES, Right.MARK} <= may
    panels, left_out = [], False
    for name, title, scores in everything:
        seen = scores if sees_all else _without_small_sections(scores)
        left_out = left_out or len(seen) < len(scores)
        if chosen in ("", name) and (groups := _groups(seen, section)):
            panels.append(Panel(name, title, tuple(groups)))
    return Statistics(
        course=grid.course,
        names=Right.NAMES in may,
        panels=tuple(panels),
        choices=tuple((name, title) for name, title, _ in everything),
        sections=grid.sections,
        chosen=chosen,
        section=section,
        left_out=left_out,
    )


def _of_course(grid: Marks) -> list[Score]:
    return [
        Score(row.student.line.section, row.mark.share, row.grade.passed if row.grade else None)
        for row in grid.rows
        if row.mark.share is not None
    ]


def _of_column(grid: Marks, place: int) -> list[Score]:
    """Returns what counts already; of whom something waits for a mark, or who is excused, nothing."""
    scores = []
    for row in grid.rows:
        one = row.results[place]
        if one.earned is not None and not one.pending and one.column.points:
            share = one.earned / one.column.points
            scores.append(Score(row.student.line.section, share, _passed(grid, one, share)))
    return scores


def _passed(grid: Marks, one: Result, share: Fraction) -> bool | None:
    """True if it passes: an exam by its own rule, all else by the scale of the course."""
    if one.column.exam:
        return grading.passed(share, Fraction(1), published(one.column.exam.blueprint).passes)
    return grid.scale.passes(grid.scale.grade(share)) if grid.scale else None


def _without_small_sections(scores: Sequence[Score]) -> list[Score]:
    small = {one for one, some in _by_section(scores).items() if len(some) < LEAST_PEOPLE}
    return [one for one in scores if one.section not in small]


def _groups(scores: Sequence[Score], section: str) -> list[Group]:
    """Returns the whole course and its sections, or one of these; nothing more than the course where it has none."""
    named = _by_section(scores)
    parts = [
        _group(name, False, some)
        for name, some in sorted(named.items(), key=lambda one: (not one[0], one[0]))
        if section in ("", name) and (len(named) > 1 or name)
    ]
    return [*([_group("", True, scores)] if scores else []), *parts]


def _by_section(scores: Iterable[Score]) -> dict[str, list[Score]]:
    found: dict[str, list[Score]] = {}
    for one in scores:
        found.setdefault(one.section, []).append(one)
    return found


def _group(section: str, whole: bool, scores: Sequence[Score]) -> Group:
    figures = distribution(one.share for one in scores)
    assert figures is not None
    told = [one.passed for one in scores if one.passed is not None]
    return Group(section, whole, figures, Fraction(sum(told), len(told)) if told else None)
