"""All families: drawing, marking whole traces; and the command line over the whole bank and many tasks."""

import json
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from random import Random

from app.settings import HOME
from engine import catalogue
from engine.chain import Family, run
from engine.fairness import outcomes
from engine.marking import feedback, marking
from engine.parameters import BadParameters
from engine.variants import Variant
from tests.app.server import EXAMFORMER
from tests.benchmarks import bare
from tests.benchmarks.figures import Figure, per_second
from tests.engine.submissions import can_be_typed, drawn, key, mistaken

LEVEL = "exam"
DRAWS = 60
TASKS = 20_000
TASK = {"family": "cosine_similarity", "params": {"u": [1, 2, 2], "v": [2, 3, 6]}}


def figures(told: Callable[[str], None]) -> list[Figure]:
    families = list(catalogue.families().values())
    draws = {family.id: statistics.median(draw_with_key(family)) for family in families}
    slowest = max(draws, key=lambda name: draws[name])
    told(f"  slowest draw: {slowest}")
    loop = 1000 / per_second(bare.draw)
    sheets = [drawn(family.id, LEVEL, seed) for family in families for seed in range(3)]
    told("  whole traces")
    right, wrong = statistics.median(right_traces(sheets)), statistics.median(wrong_traces(sheets))
    told("  examformer solve -")
    solved = solve_rate()
    told("  examformer check")
    return [
        Figure(
            "draw with key, median of all families", 0.1, statistics.median(draws.values()), loop, "ms", False
        ),
        Figure(f"draw with key, slowest family ({slowest})", 2, draws[slowest], loop, "ms", False),
        Figure("marking a right full trace, p50 of all families", 0.5, right, loop, "ms", False),
        Figure("marking a mistaken full trace, p50 of all families", 5, wrong, loop, "ms", False),
        Figure("`examformer solve -`, small tasks", 5_000, solved, per_second(bare_task), "/s"),
        Figure("`examformer check --seeds 200`, the whole bank", 240, check(), None, "s", False),
    ]


def draw_with_key(family: Family) -> Iterator[float]:
    """Milliseconds of the family's draw, checked parameters and the exact run; draws without a key are left out."""
    assert family.draw is not None
    for n in range(DRAWS):
        rng = Random(f"{family.id}/{n}")
        began = time.perf_counter()
        try:
            run(family, family.parameters.of(family.draw(rng, LEVEL, {})))
        except (ArithmeticError, BadParameters):
            continue
        yield 1000 * (time.perf_counter() - began)


def right_traces(sheets: list[Variant]) -> Iterator[float]:
    """Milliseconds of marking every step of a chain, typed as the key has it."""
    for variant in sheets:
        typed = key(variant)
        began = time.perf_counter()
        marking.mark(variant, typed)
        yield 1000 * (time.perf_counter() - began)


def wrong_traces(sheets: list[Variant]) -> Iterator[float]:
    """Milliseconds of marking every step of a chain, and wording the verdicts, for each classic mistake."""
    for variant in sheets:
        for mistake, wrong in mistaken(variant):
            if not outcomes(mistake, variant.exact, dict.fromkeys(variant.exact.steps)):
                continue
            typed = can_be_typed(variant, wrong)
            began = time.perf_counter()
            marks = marking.mark(variant, typed)
            for asked in variant.asked:
                if isinstance(mark := marks.get(asked.name), marking.PartMark):
                    feedback.sentences(variant, asked, mark)
            yield 1000 * (time.perf_counter() - began)


def solve_rate() -> float:
    """Tasks per second, without the start of the command."""
    line = json.dumps(TASK) + "\n"
    one, all_of_them = (seconds("solve", "-", given=line * count) for count in (1, TASKS + 1))
    return TASKS / (all_of_them - one)


def bare_task(n: int) -> str:
    return json.dumps({"key": bare.cosine(Random(n)), "given": json.loads(json.dumps(TASK))})


def check() -> float:
    return seconds("check", "--seeds", "200")


def seconds(*command: str, given: str = "") -> float:
    began = time.perf_counter()
    subprocess.run([EXAMFORMER, *command], input=given, text=True, cwd=HOME, check=True, capture_output=True)
    return time.perf_counter() - began
