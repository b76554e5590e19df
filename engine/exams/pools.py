"""Pools of an exam: the questions that each group can have, and which of them it likes better."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.exams.blueprints import Blueprint, Group
from engine.exams.matching import Liking, Owners
from engine.questions import Question


def pools_of(blueprint: Blueprint, questions: Iterable[Question]) -> list[list[str]]:
    """The ids of the questions that each group takes, group by group."""
    by_kind: dict[str, list[Question]] = {}
    for question in questions:
        if blueprint.sections is None or question.section in blueprint.sections:
            by_kind.setdefault(question.kind, []).append(question)
    return [
        [
            question.id
            for kind in group.of_kinds or by_kind
            for question in by_kind.get(kind, ())
            if group.takes(question)
        ]
        for group in blueprint.groups
    ]


def liking(groups: Sequence[Group], known: Mapping[str, Question]) -> Liking:
    """Prefers what is not stretched, then a family that is new to the exam, a section new to the group, and one new to
    the exam."""

    def liked(n: int, free: Iterator[str], owners: Owners) -> str:
        families = Counter(family_of(known[id]) for id in owners)
        sections = Counter(known[id].section for id in owners)
        mine = Counter(known[id].section for id, owner in owners.items() if owner == n)
        best, least = "", (True, len(owners) + 1, 0, 0)
        for id in free:
            question = known[id]
            section = question.section
            rank = (families[family_of(question)], mine[section], sections[section])
            if (False, *rank) < least:  # else it is no better, stretched or not
                if (fitting := (stretched(question, groups[n]), *rank)) < least:
                    best, least = id, fitting
                if fitting == (False, 0, 0, 0):
                    break
        return best

    return liked


def family_of(question: Question) -> str:
    """The name that questions of the same chain share: their family, if it is the catalogue's, else their own id."""
    return question.family_id if question.kind in ("family", "drawn") else question.id


def stretched(question: Question, group: Group) -> bool:
    """True if its points in the exam are more than twice its own, or less than half; or if it is a calculation that
    asks for one line alone."""
    own, given = question.points, group.points
    if own * 2 < given or given * 2 < own:
        return True
    first = question.parts[0].ask
    return question.of_numbers and len(question.parts) == 1 and first in question.family.steps
