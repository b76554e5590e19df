"""The exam of a simulated learner: what was expected before, what was earned, and what is truly known that day."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from engine.learning import readiness
from engine.learning.knowledge import Knowledge
from engine.learning.readiness import Expected, Group
from engine.learning.simulation.course import Course
from engine.learning.simulation.learner import Learner
from engine.learning.simulation.sheets import drawn, marks_of, tried, typed

QUESTIONS, POINTS = 10, 5.0


@dataclass(frozen=True, slots=True)
class Sat:
    """An exam of ten questions with five points each; ``retention``: the mean recall over all steps of the course."""

    expected: Expected
    earned: float
    retention: float


def sit(learner: Learner, course: Course, knowledge: Knowledge, at: datetime, rng: Random) -> Sat:
    """Lets a learner sit an exam on ten topics of the course; nothing is learned from it."""
    forecast = readiness.expected([_group(course, knowledge, at)])
    earned = 0.0
    for topic in rng.sample(list(course.topics), QUESTIONS):
        sheet = drawn(course, rng.choice(course.questions[topic.id]), rng)
        marks = marks_of(sheet, typed(sheet, tried(learner, sheet, at), rng))
        points = sum(
            asked.points * marks[asked.name].credit for asked in sheet.variant.asked if asked.name in marks
        )
        earned += POINTS * float(points / sheet.variant.points)
    skills = [skill for topic in course.topics for skill in topic.skills]
    return Sat(forecast, earned, sum(learner.recall(skill, at) for skill in skills) / len(skills))


def _group(course: Course, knowledge: Knowledge, at: datetime) -> Group:
    questions = [question for topic in course.topics for question in course.questions[topic.id]]
    skills = [course.skills_in(question) for question in questions]
    shares = [knowledge.chance_of(one, at) for one in skills]
    seen = sum(any(skill in knowledge.cards for skill in one) for one in skills) / len(skills)
    lines = sum(map(len, skills)) / len(skills)
    return Group(title="", number=QUESTIONS, points=POINTS, shares=shares, lines=lines, seen=seen)
