"""The skills that the full mock exam asks for most."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

from app.questions.index import index_of
from engine.bank import Bank
from engine.questions import Question

EXAM = "full"


@lru_cache(maxsize=2)
def likely_skills(bank: Bank) -> frozenset[tuple[str, str]]:
    """The fewest skills (section and what is trained) whose questions bring half of the points of one full exam, on
    average; none without that exam."""
    index, skills = index_of(bank), dict[tuple[str, str], float]()
    for name, points in expected_points(bank, bank.questions.values()).items():
        question = bank.questions[name]
        skill = question.section, index.entry(question).trains
        skills[skill] = skills.get(skill, 0) + points
    ranked = sorted(skills, key=lambda skill: -skills[skill])
    behind = accumulate((skills[skill] for skill in ranked), initial=0.0)
    half = sum(skills.values()) / 2
    return frozenset(skill for skill, before in zip(ranked, behind, strict=False) if before < half)


def expected_points(bank: Bank, questions: Iterable[Question]) -> dict[str, float]:
    """The points that each question brings to one full exam on average: each group draws evenly from what it takes."""
    there = list(questions)
    found = dict.fromkeys((one.id for one in there), 0.0)
    for group in bank.exams[EXAM].groups if EXAM in bank.exams else ():
        taken = [one.id for one in there if group.takes(one)]
        for name in taken:
            found[name] += float(group.total) / len(taken)
    return found if EXAM in bank.exams else {}
