"""Runs simulated learners, day by day, until they have mastered their course or the exercises are used up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from engine.learning import evidence, marks
from engine.learning.evidence import Evidence
from engine.learning.knowledge import Knowledge
from engine.learning.simulation.answering import Sheet, failing_steps, handed_in
from engine.learning.simulation.course import Course, Exercise
from engine.learning.simulation.learner import Learner
from engine.learning.simulation.policies import Policy, Practised, Situation
from engine.marking import marking
from engine.marking.marking import PartMark
from engine.questions import Question
from engine.variants import Undrawable

BEGINS = datetime(2026, 9, 1, 17, tzinfo=UTC)
A_DAY = 12  # exercises
SEEDS = 4  # of each question: learners differ in their answers, not in their numbers
MOST = 900  # exercises


@dataclass(kw_only=True, slots=True)
class Outcome:
    """What became of one learner. ``to_mastery``: the exercises until all topics were mastered at once, ``most`` where
    they never were; ``retention``: the mean recall over all steps on the day of the exam; ``seen``: the evidence in the
    order of time."""

    kind: str
    to_mastery: int
    reached: bool
    retention: float = 0.0
    mastered: list[int] = field(default_factory=list)
    seen: list[Evidence] = field(default_factory=list)


def practise(
    learner: Learner, course: Course, policy: Policy, rng: Random, *, exam_after: int = 60, most: int = MOST
) -> Outcome:
    """Lets one learner practise by a policy; ``exam_after``: days."""
    knowledge, practised = Knowledge.nothing(), Practised()
    outcome = Outcome(kind=learner.kind.name, to_mastery=most, reached=False)
    exam_at = BEGINS + timedelta(days=exam_after)
    for done in range(most):
        day, place = divmod(done, A_DAY)
        at = BEGINS + timedelta(days=day, minutes=12 * place)
        now = Situation(
            course=course, knowledge=knowledge, practised=practised, at=at, exam_at=max(exam_at, at), rng=rng
        )
        question = policy(now)
        sheet = drawn(course, question, rng)
        practised.topics.append(question.family_id)
        practised.asked[question.id] = practised.asked.get(question.id, 0) + 1
        for one in worked_on(learner, sheet, at, rng):
            knowledge.tell(one)
            outcome.seen.append(one)
        mastered = sum(learner.mastered(one.id, at) for one in course.topics)
        outcome.mastered.append(mastered)
        if mastered == len(course.topics):
            outcome.to_mastery, outcome.reached = done + 1, True
            break
    skills = [skill for topic in course.topics for skill in topic.skills]
    outcome.retention = sum(learner.recall(skill, exam_at) for skill in skills) / len(skills)
    return outcome


def drawn(course: Course, question: Question, rng: Random) -> Exercise:
    """A sheet of the question, one of a few. Raises Undrawable where no seed gives one."""
    for seed in rng.sample(range(SEEDS), SEEDS):
        try:
            return course.sheet(question, seed)
        except Undrawable:
            continue
    raise Undrawable(question.id, "no numbers")


def worked_on(learner: Learner, on: Exercise, at: datetime, rng: Random) -> Iterator[Evidence]:
    """One exercise: which steps succeed, what is typed, how it is marked, what is learned from the solution."""
    skills = dict.fromkeys(skill for line in on.lines.values() for skill in line.skills)
    done = {skill: learner.does(skill, at) for skill in skills}
    sheet = handed_in(on.variant, failing_steps(on.variant, done, on.step_skills), rng)
    yield from marked(on, sheet, at)
    learner.studies(on.topic, done, at)


def marked(on: Exercise, sheet: Sheet, at: datetime) -> Iterator[Evidence]:
    """The evidence of a sheet, by the marking that everybody gets; what was left empty was given up."""
    family, found = on.variant.question.family, _marks(on, sheet)
    told: set[str] = set()
    for asked in on.variant.asked:
        line, mark = on.lines[asked.step.stem], found.get(asked.name)
        if mark is not None:
            item = f"{on.variant.question.id}/{asked.step.stem}"
            yield from evidence.of_mark(marks.of_part(family, line, item, mark, at))
        elif line.skill not in told:
            yield evidence.given_up(line, f"{on.variant.question.id}/{asked.step.stem}", at)
        told.add(line.skill)


def _marks(on: Exercise, sheet: Sheet) -> Mapping[str, PartMark]:
    same = tuple((name, tuple(texts)) for name, texts in sheet.items())
    if same not in on.marked:
        marks_of = marking.mark(on.variant, sheet)
        on.marked[same] = {name: mark for name, mark in marks_of.items() if isinstance(mark, PartMark)}
    return on.marked[same]
