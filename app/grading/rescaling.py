"""Marks that no key gave, by a version of the question that has other points or another rubric: what was ticked is
counted by the new one, and points that were given as a whole keep their share of all. Where nobody loses, a mark
that would fall is promised the share that it had: what was ticked goes on counting, above that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.database.connection import Connection
from app.grading.store import comments, marker_scores
from app.grading.store.marker_scores import Marking, as_text
from app.practice.counting import adjusted
from app.practice.store.attempt import BY_HAND, SELF_MARKED, Attempt, Comment, Response, comments_in
from engine import asked_lines
from engine.questions import Question
from engine.solutions import worked_solution
from engine.variants import Stale, Variant

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Given:
    """Points for a part, the lines of its rubric that were ticked, and what these are worth; ``criteria`` is None where
    the points were given as a whole. ``promised`` are those below which it does not come."""

    points: Fraction
    ticked: tuple[str, ...]
    criteria: Fraction | None
    promised: Fraction | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """A part before, with the points that it had and the names of its ``lines``, and as it is now: its points, and what
    each line is ``worth``. ``lines`` is empty where the version before cannot be read any more. ``best_kept``: nobody
    gets a smaller share than before."""

    before: Fraction
    lines: frozenset[str]
    points: Fraction
    worth: Mapping[str, Fraction]
    best_kept: bool = False

    @property
    def share(self) -> Fraction:
        return self.points / self.before if self.before else Fraction(1)

    def of(self, given: Given, applied: Iterable[Comment] = ()) -> Given:
        """Returns what is given now. A ticked line that is gone earns nothing; where others have come, it may be one of
        them under another name, so that the points keep their share instead."""
        ticked = tuple(line for line in given.ticked if line in self.worth)
        renamed = len(ticked) < len(given.ticked) and not self.worth.keys() <= self.lines
        kept = given.points * self.share
        if given.criteria is None or renamed:
            return Given(kept, ticked, None)
        criteria = sum((self.worth[line] for line in ticked), NOTHING)
        counted = adjusted(criteria, applied, self.points)
        if self.best_kept and counted < kept:
            return Given(kept, ticked, criteria, promised=kept)
        return Given(counted, ticked, criteria)


def scales(attempt: Attempt, older: Question | None, variant: Variant, best_kept: bool) -> dict[str, Scale]:
    """Returns the scale of each part that the attempt asked, from the version on which it was begun to the variant."""
    try:
        past = asked_lines.rekeyed(older, attempt.variant) if older else None
    except Stale:
        past = None
    had = {asked.name: frozenset(worked_solution.worth(past, asked)) for asked in past.asked} if past else {}
    points = {part["name"]: Fraction(part["points"]) for part in attempt.variant["parts"]}
    return {
        asked.name: Scale(
            before=points.get(asked.name, asked.points),
            lines=had.get(asked.name, frozenset()),
            points=asked.points,
            worth=worked_solution.worth(variant, asked),
            best_kept=best_kept,
        )
        for asked in variant.asked
    }


def by_person(response: Response, scale: Scale, cost: Fraction) -> tuple[Fraction, dict[str, Any]]:
    """Returns what a response earns that its student or an instructor has marked, and its verdict; hints take their
    ``cost`` off what students give themselves."""
    verdict, earned = dict(response.verdict), response.earned or NOTHING
    ticked = tuple(verdict.get("ticked", ()))
    if alone := verdict["rule"] == SELF_MARKED:
        worth = Fraction(verdict["credit"]) * scale.before
        given = Given(worth, ticked, worth)
    else:
        criteria = verdict.get("criteria")
        given = Given(earned, ticked, None if criteria is None else Fraction(criteria))
    now = scale.of(given, comments_in(verdict))
    if now == given and scale.share == 1:
        return earned, verdict
    verdict |= {"ticked": list(now.ticked), "credit": str(now.points / scale.points)}
    if alone:
        return max(NOTHING, now.points - cost), verdict
    return now.points, verdict | {"criteria": as_text(now.criteria), "promised": as_text(now.promised)}


Scaled = Sequence[tuple[Attempt, Mapping[str, Scale]]]


def following(connection: Connection, these: Scaled) -> Iterator[tuple[Marking, Given]]:
    """Yields the marks on these attempts that do not count yet, each with what it becomes: those of one marker of two,
    and those that wait for the results of their assignment."""
    made = marker_scores.of_attempts(connection, [attempt.id for attempt, _ in these])
    known = comments.among(
        connection, {each for marks in made.values() for one in marks for each in one.comments}
    )
    for attempt, scales in these:
        settled = {one.part for one in attempt.responses if one.verdict["rule"] == BY_HAND}
        for part in scales.keys() - settled:
            for one in made.get((attempt.id, part), ()):
                have = [known[each] for each in one.comments if each in known]
                given = Given(one.points, one.ticked, one.criteria, one.promised)
                yield one, scales[part].of(given, have)


def follow(connection: Connection, these: Scaled) -> None:
    """Stores what the marks on these attempts become that do not count yet."""
    for one, now in list(following(connection, these)):
        marker_scores.give(connection, one, now.points, now.ticked, now.criteria, now.promised)
