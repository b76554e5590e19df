"""An exam of a learner's own: some sections, some minutes, in the proportions of another exam."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import lcm

from engine.exams.alike import kept_apart
from engine.exams.blueprints import MOST_QUESTIONS, PACE, Blueprint, Group
from engine.exams.composing import Unfillable
from engine.exams.pools import pools_of
from engine.questions import Question


def own(
    like: Blueprint, questions: Collection[Question], sections: Collection[str], minutes: int
) -> Blueprint:
    """An exam of as many points as ``minutes`` hold, shared among the groups of ``like`` as nearly as possible.

    What the sections have too little of is made up for by the rest; where nothing makes up for it, the exam is shorter.
    No sections are all of them. Raises Unfillable where they have no question at all.
    """
    whole = like.model_copy(update={"scope": "all"})
    narrowed = whole.narrowed(sections) if sections else whole
    known = {question.id: question for question in questions}
    apart = kept_apart(pools_of(narrowed, questions), like.groups, known, None)
    there = [len(pool) for pool in apart]
    wanted = max(1, round(minutes / PACE))
    groups = tuple(
        group.model_copy(update={"number": number})
        for group, number in zip(like.groups, _nearest(like.groups, there, wanted), strict=True)
        if number
    )
    if not groups:
        raise Unfillable(like.groups, like.number, 0, narrowed.sections or ())
    points = sum((group.total for group in groups), Fraction(0))
    lasts = minutes if points == wanted else max(1, round(points * PACE))
    mine = {"id": "own", "title": "Your own exam", "about": ""}
    return narrowed.model_copy(update={**mine, "points": points, "minutes": lasts, "groups": groups})


def _nearest(groups: Sequence[Group], there: Sequence[int], wanted: int) -> tuple[int, ...]:
    """Numbers of questions, one per group, that come to ``wanted`` points, or as near to it from below as possible: of
    all such the numbers with the least squares of the differences from the shares of the groups that have any.

    Each sum that the first groups can come to is kept with its best numbers, and the next group is added to each.
    """
    unit = lcm(*(group.points.denominator for group in groups))
    points = [int(group.points * unit) for group in groups]
    whole = sum(group.number * each for group, each, most in zip(groups, points, there, strict=True) if most)
    goal = wanted * unit
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for group, each, most in zip(groups, points, there, strict=True):
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for spent, (cost, numbers) in best.items():
            for n in range(min(most, (goal - spent) // each, MOST_QUESTIONS - sum(numbers)) + 1):
                off = each * (n * whole - group.number * goal)
                way = (cost + off * off, (*numbers, n))
                at = spent + n * each
                if at not in longer or way < longer[at]:
                    longer[at] = way
        best = longer
    return best[max(best)][1]
