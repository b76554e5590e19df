"""The placement of a simulated learner, who skips what they know nothing of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random

from engine.learning.evidence import Evidence
from engine.learning.placement import Placement
from engine.learning.simulation.course import Course
from engine.learning.simulation.learner import Learner
from engine.learning.simulation.sheets import drawn, worked_on
from engine.questions import Question

ENOUGH = 2 / 3  # of the evidence of a sheet, for points are not counted here


@dataclass(frozen=True, slots=True)
class Asked:
    """A topic that was asked; ``question`` is None where it was skipped, and there is no evidence."""

    topic: str
    question: Question | None
    evidence: tuple[Evidence, ...]


def placed(learner: Learner, course: Course, at: datetime, rng: Random) -> tuple[Placement, list[Asked]]:
    """Lets a learner do the placement, and learn from its solutions; returns its state, and what was asked."""
    placement = Placement.among({topic.id for topic in course.topics})
    return placement, list(_steps(placement, learner, course, at, rng))


def off(placement: Placement, learner: Learner, at: datetime) -> tuple[float, float]:
    """The error of the placement, and that of somebody who expects of each topic what the placement expects of all: the
    mean distance of the chances from whether a topic is known."""
    truth: Mapping[str, bool] = {topic: learner.mastered(topic, at) for topic in placement.topics}
    share = placement.share
    return (
        sum(abs(known - placement.known(topic)) for topic, known in truth.items()) / len(truth),
        sum(abs(known - share) for known in truth.values()) / len(truth),
    )


def _steps(
    placement: Placement, learner: Learner, course: Course, at: datetime, rng: Random
) -> Iterator[Asked]:
    while (topic := placement.next()) is not None:
        if not any(learner.recall(skill, at) for skill in course.skills[topic]):
            placement.take(topic, False)
            yield Asked(topic, None, ())
            continue
        question = rng.choice(course.questions[topic])
        told = tuple(worked_on(learner, drawn(course, question, rng), at, rng))
        placement.take(topic, sum(one.right for one in told) >= ENOUGH * len(told))
        yield Asked(topic, question, told)
