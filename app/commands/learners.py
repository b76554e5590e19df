"""Simulated learners on the command line: how soon a policy leads them to mastery, and how well models predict."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from statistics import mean, median
from typing import Any

from app.commands.invitations import opened
from app.commands.refusal import Refused
from app.learning import fold
from app.learning.store import marks
from app.questions.installed import bank
from app.questions.library import Library
from engine.learning import readiness
from engine.learning.evidence import Evidence
from engine.learning.models.comparison import score
from engine.learning.models.elo import Elo
from engine.learning.models.knowledge_tracing import KnowledgeTracing
from engine.learning.models.model import Model
from engine.learning.models.performance_factors import PerformanceFactors
from engine.learning.prerequisites import prerequisites
from engine.learning.simulation.course import Course, course
from engine.learning.simulation.learner import KINDS, started
from engine.learning.simulation.policies import POLICIES
from engine.learning.simulation.run import BEGINS, Outcome, practise

FAMILIES = 30
COURSES = 5  # learners are spread over so many different ones
MODELS: Mapping[str, Callable[[], Model]] = {
    "elo": Elo,
    "bayesian knowledge tracing": KnowledgeTracing,
    "performance factors": PerformanceFactors,
}


def learners(policy: str, count: int, seed: int, as_json: bool, placement: bool = False) -> str:
    """Runs learners of every kind by one policy, after a placement if wanted, and says what became of them."""
    outcomes = list(_practised(policy, count, seed, placement=placement))
    found = summary(policy, seed, outcomes)
    return json.dumps(found) if as_json else _table([found])


def compare(count: int, seed: int, as_json: bool) -> str:
    """Says how well each model predicts the answers of learners who practise by the other policies."""
    return _compared(
        [
            outcome.seen
            for n, policy in enumerate(("random", "syllabus", "fsrs"))
            for outcome in _practised(policy, count, seed + 1000 * n, most=360)
        ],
        as_json,
    )


def compare_own(as_json: bool) -> str:
    """Says how well each model predicts the answers of the people of this installation. Raises Refused where there are
    none."""
    with opened() as database:
        library, now = Library(bank(), database), datetime.now(UTC)
        with database.read() as connection:
            seen = [fold.evidence_of(connection, library, person, now) for person in marks.people(connection)]
    if not any(one.weight for answers in seen for one in answers):
        raise Refused("nobody has answered anything yet; `learners --compare` compares on simulated learners")
    return _compared(seen, as_json)


def _compared(seen: Sequence[Sequence[Evidence]], as_json: bool) -> str:
    found = []
    for name, model in MODELS.items():
        one = score(model, seen)
        found.append(
            {
                "model": name, "answers": one.answers, "log loss": round(one.log_loss, 4),
                "Brier": round(one.brier, 4), "calibration": round(one.calibration, 4),
            }
        )  # fmt: skip
    return json.dumps(found) if as_json else _table(found)


def summary(policy: str, seed: int, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of a run: exercises to mastery, recall at the exam, and how far readiness was off, of 50 points."""
    sat = [outcome.sat for outcome in outcomes if outcome.sat]
    fared = readiness.calibration([(one.expected, one.earned) for one in sat])
    assert fared is not None
    return {
        "policy": policy,
        "seed": seed,
        "learners": len(outcomes),
        "exercises": round(mean(outcome.to_mastery for outcome in outcomes), 1),
        "median": median(outcome.to_mastery for outcome in outcomes),
        "mastered": sum(outcome.reached for outcome in outcomes),
        "retention": round(mean(one.retention for one in sat), 3),
        "off": round(fared.off, 2),
        "bias": round(mean(one.expected.points - one.earned for one in sat), 2),
        "within": round(fared.within, 3),
        **{
            kind: round(mean(one.to_mastery for one in outcomes if one.kind == kind))
            for kind in KINDS
            if any(one.kind == kind for one in outcomes)
        },
        **_of_placements([one.placement_off for one in outcomes if one.placement_off]),
    }


def _of_placements(off: Sequence[tuple[float, float]]) -> dict[str, float]:
    """The mean distance of placements from the truth, and that of the mean alone."""
    if not off:
        return {}
    placed, guessed = zip(*off, strict=True)
    return {"placement off": round(mean(placed), 3), "mean off": round(mean(guessed), 3)}


def _practised(
    policy: str, count: int, seed: int, most: int = 900, placement: bool = False
) -> Iterator[Outcome]:
    """One outcome a learner: the kinds in turn, on some courses of thirty families in turn."""
    graph, kinds = prerequisites(), list(KINDS.values())
    courses: dict[int, Course] = {}
    for n in range(count):
        place = n // len(kinds) % COURSES
        if place not in courses:
            courses[place] = course(bank(), graph.direct, FAMILIES, Random(f"course/{seed}/{place}"))
        there = courses[place]
        rng = Random(f"learner/{seed}/{n}")
        one = started(kinds[n % len(kinds)], there.skills, graph.direct, graph.before, rng, BEGINS)
        chance = Random(f"practice/{seed}/{n}")
        yield practise(one, there, POLICIES[policy], chance, most=most, placement=placement)


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as a table of Markdown."""
    names = list(rows[0])
    lines = [names, ["---"] * len(names), *([str(row[name]) for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
