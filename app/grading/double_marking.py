"""Double marking: two instructors mark an answer without seeing each other's marks; where they differ, one settles it.

They agree where they give the same points. Of the rubric, what both have ticked is then ticked, criteria and comments.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.courses.membership import Right, taught
from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Connection
from app.grading.manual_grading import award, award_stored
from app.grading.store import marker_scores, queue
from app.grading.store.marker_scores import Marking
from app.grading.store.queue import Waiting
from app.practice.counting import adjusted
from app.practice.opening import Begun
from app.practice.store import attempts
from app.practice.store.attempt import Comment
from app.questions.context import Context
from engine.solutions import worked_solution
from engine.variants import Asked

MARKERS = 2


class NotAlone(ValueError):
    """Another instructor can mark what waits; carries the course."""


class Stage(StrEnum):
    """The state of a waiting answer for one of the instructors."""

    MINE = "mine"  # to mark
    AGREE = "agree"  # both have marked, and differ; this instructor may settle it
    OTHERS = "others"  # marked by this one; somebody else marks it, too
    ELSEWHERE = "elsewhere"  # two others are to agree
    HELD = "held"  # marked, and told with the results of its assignment, or soon


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a waiting answer: its stage, and both marks once there are two, or the one that is held."""

    stage: Stage
    both: tuple[Marking, ...] = ()

    @property
    def promised(self) -> Fraction | None:
        """The points below which ticks do not come, by a regrade in which nobody loses."""
        return marker_scores.promised(self.both)


def standing(
    connection: Connection, course: int, person: int | None, waiting: Sequence[Waiting]
) -> Mapping[int, Standing]:
    """Returns the state of each answer for this instructor, by its response. It reveals nothing of a single one of two
    markings."""
    made = marker_scores.of_attempts(connection, {one.sheet for one in waiting})
    teaching = markers(connection, course) if made else set()
    found: dict[int, Standing] = {}
    for one in waiting:
        marks = made.get((one.sheet, one.part), ())
        if one.markers >= MARKERS or len(marks) >= MARKERS:  # or two, when one became enough
            found[one.response] = _standing(marks, person, teaching)
        else:
            of_this = tuple(each for each in marks if each.at >= one.at)  # not of a text before it
            found[one.response] = Standing(Stage.HELD, of_this) if of_this else Standing(Stage.MINE)
    return found


def markers(connection: Connection, course: int) -> set[int]:
    """Returns the people who mark the course's answers."""
    marking = (CourseRole.INSTRUCTOR, CourseRole.ASSISTANT)
    return {one.id for one in courses.members_of(connection, course) if one.role in marking}


def mark(
    connection: Connection,
    on: Begun,
    asked: Asked,
    points: Fraction,
    ticked: Sequence[str],
    reason: str,
    person: int,
    applied: Sequence[Comment],
    criteria: Fraction | None,
    promised: Fraction | None = None,
) -> bool:
    """Stores one marker's points. If the second gives the same ones, or ticks and applies the same, they settle the
    part with the more points; returns True then.

    It then carries the comments that both have applied. Where the points do not follow from what both ticked and
    applied, they were given as a whole.
    """
    marker_scores.put(
        connection, on.attempt.id, asked.name, person, points, ticked, reason,
        [comment.id for comment in applied], criteria, promised,
    )  # fmt: skip
    made = marker_scores.of_attempts(connection, [on.attempt.id])[on.attempt.id, asked.name]
    settled = len(made) >= MARKERS and (len({one.points for one in made}) == 1 or _alike(made))
    if settled:
        points = max(one.points for one in made)
        kept = marker_scores.promised(made)
        common = [line for line in made[0].ticked if all(line in one.ticked for one in made)]
        words = dict.fromkeys(one.reason for one in made if one.reason)
        both = [comment for comment in applied if all(comment.id in one.comments for one in made)]
        worth = worked_solution.worth(on.variant, asked)
        shared = sum((worth[line] for line in common), Fraction(0))
        typed = any(one.criteria is None for one in made)
        whole = typed or adjusted(shared, both, asked.points, kept) != points
        award(
            connection, on.attempt, asked.name, points, " ".join(words), person, common,
            comments=both, criteria=None if whole else shared, promised=None if whole else kept,
        )  # fmt: skip
    return settled


def _alike(made: Sequence[Marking]) -> bool:
    """True if all ticked and applied the same: their points differ where a regrade has promised some to one of them."""
    ticks = {(frozenset(one.ticked), frozenset(one.comments)) for one in made}
    return len(ticks) == 1 and all(one.criteria is not None for one in made)


def let_count(context: Context, course: str) -> None:
    """Lets the person's own marks count alone where nobody else teaches the course. Raises NoSuchCourse, and
    NotAlone."""
    assert context.person.id is not None
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        if markers(connection, here.id) != {context.person.id}:
            raise NotAlone(course)
        waiting = queue.waiting(connection, here.id)
        made = marker_scores.of_attempts(connection, {one.sheet for one in waiting})
        for one in waiting:
            mine = next(
                (x for x in made.get((one.sheet, one.part), ()) if x.person == context.person.id), None
            )
            if mine and one.markers >= MARKERS:
                award_stored(connection, here.id, attempts.named(connection, one.attempt), mine)


def waits_for_two(connection: Connection, course: int, attempt: int) -> dict[str, int]:
    """Returns the parts of a sheet that wait for both markers, each with how many have marked it."""
    there = [one for one in queue.waiting(connection, course) if one.sheet == attempt]
    made = marker_scores.of_attempts(connection, [attempt])
    return {one.part: len(made.get((attempt, one.part), ())) for one in there if one.markers >= MARKERS}


def _standing(made: Sequence[Marking], person: int | None, teaching: Collection[int]) -> Standing:
    """Returns the state. Once one of the two no longer teaches the course, anybody who does may settle it."""
    if len(made) < MARKERS:
        return Standing(Stage.OTHERS if any(one.person == person for one in made) else Stage.MINE)
    theirs = {one.person for one in made}
    mine = person in theirs or not theirs <= set(teaching)
    return Standing(Stage.AGREE, tuple(made)) if mine else Standing(Stage.ELSEWHERE)
