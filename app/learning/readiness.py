"""Readiness: the points that the exam aimed at would give today."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from app.learning.syllabus import Syllabus
from engine.exams.blueprints import Blueprint, Group
from engine.learning import readiness
from engine.learning.knowledge import Knowledge
from engine.learning.readiness import Expected

LINES = 3.0  # that are marked in a question, on the average


def expected_points(
    there: Syllabus, knowledge: Knowledge, at: datetime, exam: Blueprint | None = None
) -> Expected | None:
    """The points that the exam would give, which is the one that is aimed at unless another is named; None without one,
    while nothing is known, or where it asks what the bank does not have."""
    exam = exam or there.exam
    if exam is None or not knowledge.model.skills:
        return None
    drawn_from = _drawn_from(there, exam)
    if not all(fitting for _, fitting in drawn_from):
        return None
    shares = {name: knowledge.chance_of(skills, at) for name, skills in there.skills.items()}
    seen = {name for name, skills in there.skills.items() if not knowledge.cards.keys().isdisjoint(skills)}
    return readiness.expected(
        readiness.Group(
            title=group.title,
            number=group.number,
            points=float(group.points),
            shares=[shares[name] for name in fitting],
            lines=LINES,
            seen=sum(name in seen for name in fitting) / max(1, len(fitting)),
        )
        for group, fitting in drawn_from
    )


@lru_cache(32)
def _drawn_from(there: Syllabus, exam: Blueprint) -> Sequence[tuple[Group, Sequence[str]]]:
    """The groups of an exam, each with the questions that it can draw."""
    every = [question for topic in there.names for question in there.questions(topic)]
    return [(group, [one.id for one in every if group.takes(one)]) for group in exam.groups]
