"""Worked examples step by step: all lines told at first, then more and more of the last ones left to the learner.

The stage that a person has reached follows from their sheets of earlier examples of the question, and nothing else.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.practice import opening
from app.practice.opening import Fresh
from app.practice.sheet import Sheet
from app.practice.store import attempts
from app.practice.store.attempt import Attempt, Way
from app.questions.context import Context
from engine import asked_lines
from engine.learning import fading
from engine.questions import Question

LOOKED_AT = 20  # the newest sheets: older ones no longer decide


@dataclass(frozen=True, kw_only=True, slots=True)
class Guide:
    """The place of a sheet on the way from a worked example to the exercise: how many of its ``lines`` are ``asked``,
    and the stage that follows for its learner."""

    stage: int
    asked: int
    lines: int
    following: int

    @property
    def told(self) -> int:
        """The number of lines that are told."""
        return self.lines - self.asked

    @property
    def through(self) -> bool:
        """True if the learner has done all lines."""
        return self.following > fading.stages(self.lines)

    @property
    def asked_next(self) -> int:
        """The number of last lines that the following sheet asks, if it has as many lines as this one."""
        return fading.lines_asked(self.following, self.lines)


def offered(question: Question) -> bool:
    """True if the question is computed line by line, with new numbers each time."""
    return question.of_numbers and question.varies


def fresh(question: Question, seed: int, level: str, stage: int, version: str | None = None) -> Fresh:
    """Draws a sheet that leaves the lines of this stage to the learner. Raises Edited, as ``opening.fresh`` does."""
    whole = opening.fresh(question, seed, level, version).variant
    return Fresh(asked_lines.example(whole, stage), Way.EXAMPLE)


def stage(context: Context, question: str, just_done: Attempt | None = None) -> int:
    """Returns the stage of the person's next example of the question. ``just_done`` is the first of somebody who had no
    row before this request."""
    if context.person.id is None:
        made = [just_done] if just_done else []
    else:
        with context.database.read() as connection:
            made = attempts.examples(connection, context.person.id, question, LOOKED_AT)
    return fading.next_stage(_outcomes(made))


def guide(context: Context, sheet: Sheet) -> Guide | None:
    """Returns the place of a sheet on the way; None where it is no example."""
    variant = sheet.variant
    if variant.stage is None:
        return None
    return Guide(
        stage=variant.stage,
        asked=sum(1 for asked in variant.asked if asked.points),
        lines=len(asked_lines.lines(asked_lines.whole(variant))),
        following=stage(context, variant.question.id, sheet.attempt) if variant.stage else 1,
    )


def _outcomes(made: Iterable[Attempt]) -> Iterator[tuple[int, bool]]:
    """Yields the stage of each example that is decided, and whether all of its lines were right at once, without a hint
    that costs."""
    for attempt in made:
        right, lost = attempt.earned == attempt.points, attempt.earned < attempt.settled
        if attempt.stage is not None and (right or lost):
            yield attempt.stage, right
