"""Questions that ask nearly the same, or give each other's answer away: an exam has at most one of them."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from engine.exams.blueprints import Group
from engine.questions import Question


def pairs(questions: Iterable[Question]) -> set[frozenset[str]]:
    """The pairs of questions that are alike; it is enough that one of the two names the other."""
    known = {question.id: question for question in questions}
    return {
        frozenset((question.id, other))
        for question in known.values()
        for other in question.alike
        if other in known and other != question.id
    }


def kept_apart(
    pools: Sequence[Sequence[str]], groups: Sequence[Group], known: Mapping[str, Question], rng: Random | None
) -> list[list[str]]:
    """The pools without any two that are alike. Which one of two stays is a matter of chance; without ``rng`` it is
    always the same.

    What is named by hand stays, and of two that are both named, both: whoever names them has seen them.
    """
    named = {id for group in groups for id in group.questions or ()}
    near: dict[str, set[str]] = {}
    for pair in pairs(known[id] for id in {id for pool in pools for id in pool}):
        if not pair <= named:
            for id in pair:
                near.setdefault(id, set()).update(pair - {id})
    order = rng.sample(sorted(near), len(near)) if rng else sorted(near)
    kept: set[str] = set()
    for id in sorted(order, key=lambda id: id not in named):
        if not near[id] & kept:
            kept.add(id)
    return [[id for id in pool if id not in near or id in kept] for pool in pools]
