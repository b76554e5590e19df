"""One exercise of a simulated learner: what succeeds, what is typed, how it is marked, what is learned from it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random

from engine.learning import evidence, marks
from engine.learning.evidence import Evidence
from engine.learning.simulation.answering import Sheet, failing_steps, handed_in
from engine.learning.simulation.course import Course, Exercise
from engine.learning.simulation.learner import Learner
from engine.marking import marking
from engine.marking.marking import PartMark
from engine.questions import Question
from engine.variants import Undrawable

SEEDS = 4  # of each question: learners differ in their answers, not in their numbers


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
    done = tried(learner, on, at)
    yield from marked(on, typed(on, done, rng), at)
    learner.studies(on.topic, done, at)


def tried(learner: Learner, on: Exercise, at: datetime) -> dict[str, bool]:
    """The skills of the sheet, each with whether it succeeds this time."""
    skills = dict.fromkeys(skill for line in on.lines.values() for skill in line.skills)
    return {skill: learner.does(skill, at) for skill in skills}


def typed(on: Exercise, done: Mapping[str, bool], rng: Random) -> Sheet:
    """Types a sheet on which these skills succeeded or not."""
    return handed_in(on.variant, failing_steps(on.variant, done, on.step_skills), rng)


def marked(on: Exercise, sheet: Sheet, at: datetime) -> Iterator[Evidence]:
    """The evidence of a sheet, by the marking that everybody gets; what was left empty was given up."""
    family, found = on.variant.question.family, marks_of(on, sheet)
    told: set[str] = set()
    for asked in on.variant.asked:
        line, mark = on.lines[asked.step.stem], found.get(asked.name)
        if mark is not None:
            item = f"{on.variant.question.id}/{asked.step.stem}"
            yield from evidence.of_mark(
                marks.of_part(family, line, item, mark, at, marks.guess_of(asked.step))
            )
        elif line.skill not in told:
            yield evidence.given_up(line, f"{on.variant.question.id}/{asked.step.stem}", at)
        told.add(line.skill)


def marks_of(on: Exercise, sheet: Sheet) -> Mapping[str, PartMark]:
    same = tuple((name, tuple(texts)) for name, texts in sheet.items())
    if same not in on.marked:
        marks_of = marking.mark(on.variant, sheet)
        on.marked[same] = {name: mark for name, mark in marks_of.items() if isinstance(mark, PartMark)}
    return on.marked[same]
