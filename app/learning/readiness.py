"""Readiness: the points that the exam aimed at would give today."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from app.learning.syllabus import Syllabus, skills_of
from engine.exams import blueprints
from engine.exams.blueprints import Blueprint
from engine.learning import readiness
from engine.learning.knowledge import Knowledge
from engine.learning.readiness import Expected, Group
from engine.questions import Question

LINES = 3.0  # that are marked in a question, on the average


def expected_points(
    there: Syllabus, knowledge: Knowledge, at: datetime, exam: Blueprint | None = None
) -> Expected | None:
    """The points that the exam would give, which is the one that is aimed at unless another is named; None without one,
    or while nothing is known."""
    exam = exam or there.exam
    if exam is None or not knowledge.model.skills:
        return None
    every = [question for questions in there.questions.values() for question in questions]
    shares = {question.id: knowledge.chance_of(skills_of(question), at) for question in every}
    seen = {question.id for question in every if any(one in knowledge.cards for one in skills_of(question))}
    return readiness.expected(_group(group, every, shares, seen) for group in exam.groups)


def _group(
    group: blueprints.Group, every: Sequence[Question], shares: Mapping[str, float], seen: Collection[str]
) -> Group:
    fitting = [question.id for question in every if group.takes(question)]
    return Group(
        title=group.title,
        number=group.number,
        points=float(group.points),
        shares=[shares[name] for name in fitting],
        lines=LINES,
        seen=sum(name in seen for name in fitting) / max(1, len(fitting)),
    )
