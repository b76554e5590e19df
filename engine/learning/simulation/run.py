"""Runs simulated learners, day by day, until the exam, and until they have mastered their course."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from engine.learning.evidence import Evidence
from engine.learning.knowledge import Knowledge
from engine.learning.simulation.course import Course
from engine.learning.simulation.exam import Sat, sit
from engine.learning.simulation.learner import Learner
from engine.learning.simulation.placing import off, placed
from engine.learning.simulation.policies import Policy, Practised, Situation
from engine.learning.simulation.sheets import drawn, worked_on

BEGINS = datetime(2026, 9, 1, 17, tzinfo=UTC)
A_DAY = 12  # exercises
MOST = 900  # exercises


@dataclass(kw_only=True, slots=True)
class Outcome:
    """The course of one learner. ``to_mastery``: the exercises until all topics were mastered at once, ``most`` where
    they never were; ``seen``: the evidence in the order of time; ``sat``: the exam on its day; ``placement_off``:
    see ``placing.off``."""

    kind: str
    to_mastery: int
    reached: bool
    seen: list[Evidence] = field(default_factory=list)
    sat: Sat | None = None
    placement_off: tuple[float, float] | None = None


def practise(
    learner: Learner,
    course: Course,
    policy: Policy,
    rng: Random,
    *,
    exam_after: int = 30,
    most: int = MOST,
    placement: bool = False,
) -> Outcome:
    """Lets one learner practise by a policy until the exam, ``exam_after`` so many days, and until all is mastered, but
    for no more than ``most`` exercises; the sheets of a ``placement`` at the start are among them."""
    knowledge, practised = Knowledge.nothing(), Practised()
    outcome = Outcome(kind=learner.kind.name, to_mastery=most, reached=False)
    exam_at = BEGINS + timedelta(days=exam_after)
    begun = _placed(learner, course, knowledge, practised, outcome, rng) if placement else 0
    for done in range(begun, most):
        day, place = divmod(done, A_DAY)
        at = BEGINS + timedelta(days=day, minutes=12 * place)
        if day == exam_after and outcome.sat is None:
            outcome.sat = sit(learner, course, knowledge, at, rng)
        if outcome.reached and outcome.sat is not None:
            break
        now = Situation(
            course=course, knowledge=knowledge, practised=practised, at=at, exam_at=max(exam_at, at), rng=rng
        )
        question = policy(now)
        sheet = drawn(course, question, rng)
        practised.note(question)
        for one in worked_on(learner, sheet, at, rng):
            knowledge.tell(one)
            outcome.seen.append(one)
        if not outcome.reached and all(learner.mastered(topic.id, at) for topic in course.topics):
            outcome.to_mastery, outcome.reached = done + 1, True
    return outcome


def _placed(
    learner: Learner,
    course: Course,
    knowledge: Knowledge,
    practised: Practised,
    outcome: Outcome,
    rng: Random,
) -> int:
    """Lets the learner do the placement; returns the number of its sheets."""
    found, asked = placed(learner, course, BEGINS, rng)
    outcome.placement_off = off(found, learner, BEGINS)
    for one in asked:
        if one.question is not None:
            practised.note(one.question)
        for told in one.evidence:
            knowledge.tell(told)
            outcome.seen.append(told)
    for expected in found.expectations(course.skills):
        knowledge.expect(expected)
    return len(practised.topics)
