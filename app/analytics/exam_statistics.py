"""The figures of an exam: the result of a sitting, the spread of points, and each question.

Points are exact fractions until they are shown. Averages are over the sittings in which no answer waits for a mark.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from statistics import median

from app.exams.store.outcomes import Outcome
from app.exams.store.sitting import Sitting
from app.web.drawing import histograms
from app.web.drawing.histograms import Histogram
from engine.marking import grading
from engine.marking.item_analysis import LEAST_PEOPLE, discrimination

MOST_BARS = 12
Spent = Mapping[int, Mapping[int, float]]


@dataclass(frozen=True, slots=True)
class Result:
    """A sitting that has ended, with the points of each of its questions; ``minutes`` is its duration without breaks.
    ``percent``, ``grade`` and ``passed`` are None while something waits for a mark."""

    sitting: Sitting
    outcomes: tuple[Outcome, ...]
    earned: Fraction
    pending: Fraction
    minutes: float

    @property
    def points(self) -> Fraction:
        return self.sitting.points

    @property
    def percent(self) -> str | None:
        return None if self.pending else grading.percent(self.earned, self.points)

    @property
    def grade(self) -> str | None:
        plan = self.sitting.blueprint
        passes = Fraction(plan["passes"])
        return None if self.pending else grading.grade(self.earned, self.points, passes, plan["scale"])

    @property
    def passed(self) -> bool | None:
        passes = Fraction(self.sitting.blueprint["passes"])
        return None if self.pending else grading.passed(self.earned, self.points, passes)


Drawn = tuple[Result, Outcome]


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures over the ``people`` whose answers are marked: the average share of points, the discrimination, and the
    median of the minutes per point (``pace``)."""

    people: int
    share: Fraction | None
    discrimination: float | None
    too_few: bool
    pace: float | None


@dataclass(frozen=True, slots=True)
class Item:
    """One question that was drawn. ``own`` where the viewer owns it and can regrade it by a new version."""

    question: str
    title: str
    figures: Figures
    own: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group of the blueprint as a whole, and the questions that were drawn for it, the hardest first."""

    heading: str
    figures: Figures
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of the points of ``people``."""

    people: int
    mean: Fraction
    median: Fraction
    passed: int
    histogram: Histogram


def result(sitting: Sitting, outcomes: Sequence[Outcome]) -> Result:
    assert sitting.begun_at is not None
    assert sitting.closed_at is not None
    assert sitting.over_at is not None
    seconds = (sitting.over_at - sitting.begun_at).total_seconds() - sitting.rested(sitting.closed_at)
    earned = sum((one.earned for one in outcomes), Fraction(0))
    pending = sum((one.pending for one in outcomes), Fraction(0))
    return Result(sitting, tuple(outcomes), earned, pending, max(0.0, seconds) / 60)


def groups(
    ended: Sequence[Result], spent: Spent, titles: Mapping[str, str], own: Collection[str] = ()
) -> tuple[Group, ...]:
    """The groups in the order of the blueprint; ``spent`` are the seconds at each place of each sitting."""
    asked: dict[str, dict[str, list[Drawn]]] = {}
    for result in ended:
        for one in result.outcomes:
            asked.setdefault(one.heading, {}).setdefault(one.question, []).append((result, one))
    return tuple(_group(heading, drawn, spent, titles, own) for heading, drawn in asked.items())


def _group(
    heading: str,
    drawn: Mapping[str, Sequence[Drawn]],
    spent: Spent,
    titles: Mapping[str, str],
    own: Collection[str],
) -> Group:
    items = [
        Item(name, titles.get(name, name), figures(those, spent), name in own)
        for name, those in drawn.items()
    ]
    items.sort(key=lambda item: (item.figures.share is None, item.figures.share or 0, item.title))
    return Group(heading, figures([one for those in drawn.values() for one in those], spent), tuple(items))


def figures(drawn: Sequence[Drawn], spent: Spent) -> Figures:
    """The figures of one question, or of several questions of the same sittings together."""
    marked = [one for _, one in drawn if not one.pending]
    points = sum((one.points for one in marked), Fraction(0))
    earned = sum((one.earned for one in marked), Fraction(0))
    mine: dict[int, Fraction] = {}
    totals: dict[int, Fraction] = {}
    for result, one in drawn:
        if not result.pending:
            mine[one.sitting] = mine.get(one.sitting, Fraction(0)) + one.earned
            totals[one.sitting] = result.earned
    pairs = [(float(x), float(totals[sitting] - x)) for sitting, x in mine.items()]
    times = [spent.get(one.sitting, {}).get(one.place, 0.0) / 60 / float(one.points) for _, one in drawn]
    seen = [time for time in times if time > 0]
    return Figures(
        len({one.sitting for one in marked}), earned / points if points else None, discrimination([pairs]),
        len(pairs) < LEAST_PEOPLE, median(seen) if seen else None,
    )  # fmt: skip


def spread(settled: Sequence[Result]) -> Spread:
    earned = [one.earned for one in settled]
    most = max(one.points for one in settled)
    width = next(
        step
        for power in range(5)
        for n in (1, 2, 5)
        if most <= MOST_BARS * (step := Fraction(n * 10**power, 2))
    )
    bars = ceil(most / width)
    at = [min(floor(one / width), bars - 1) for one in earned]  # full points belong to the last bar
    counts = [at.count(bar) for bar in range(bars)]
    marks = [float(bar * width) for bar in range(bars + 1)]
    return Spread(
        len(settled),
        sum(earned, Fraction(0)) / len(earned),
        Fraction(median(earned)),
        sum(bool(one.passed) for one in settled),
        histograms.bars(marks, counts),
    )
