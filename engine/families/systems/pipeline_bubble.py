"""Idle share of a pipeline: p stages and m micro-batches leave (p - 1) of (m + p - 1) time slots empty.

Huang et al. 2019 (GPipe, section 2.3). Narayanan et al. 2021 divide by m instead: the bubble against the useful time.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Count, Frozen, symbol
from engine.solutions.pictures import Curve, Line


class Parameters(Frozen):
    stages: Count = symbol("p", "stages of the pipeline, one after the other")
    micro_batches: Count = symbol("m", "micro-batches that go through it")


family = Family("pipeline_bubble", "Pipeline bubble", section="2.8", parameters=Parameters)


@family.step("Idle time slots of each stage", "<stages> - 1", symbol="i", form=Integer())
def idle(stages: int) -> int:
    return stages - 1


@family.step(
    "Time slots until the last micro-batch is through", "<micro_batches> + <idle>", symbol="T", form=Integer()
)
def slots(micro_batches: int, idle: int) -> int:
    return micro_batches + idle


@family.step("Idle share of the time", r"\frac{<idle>}{<slots>}", symbol="f")
def fraction(idle: int, slots: int) -> float:
    return idle / slots


@family.picture(after="fraction")
def more_micro_batches(exact: Run) -> Curve | None:
    stages, here = exact.values["stages"], exact.values["micro_batches"]
    if stages == 1:
        return None
    most = max(2 * here, 4 * stages)
    counts = sorted({*range(1, most + 1, max(1, most // 60)), most})
    return Curve(
        "More micro-batches, a smaller bubble",
        f"Idle share of {stages} stages for every number of micro-batches. It falls, and never reaches zero.",
        "micro-batches m",
        "idle share",
        (Line(f"{stages} stages", tuple((count, (stages - 1) / (count + stages - 1)) for count in counts)),),
        marks=((f"m = {here}", here, exact.reached["fraction"]),),
    )


family.gives(
    {
        "idle": ("whole number", "Idle time slots of each stage: stages - 1."),
        "slots": ("whole number", "Time slots until the last micro-batch is through."),
        "fraction": ("number", "Idle slots over all slots."),
    }
)
family.assumes(
    "The idle share is that of all time slots, (p - 1) / (m + p - 1), not the idle time over the useful "
    "time, (p - 1) / m. Every stage takes one slot per micro-batch.",
)


@family.mistake(
    of="idle", says="You counted one slot per stage. A stage waits for the others, not for itself: p - 1."
)
def waits_for_itself(stages: int) -> int:
    return stages


@family.mistake(
    of="slots",
    says="You compared with the useful time, m slots. The share of the whole time is asked: divide by m + p - 1.",
)
def useful_time(micro_batches: int) -> int:
    return micro_batches


@family.mistake(
    of="slots",
    says="You counted m + p slots. The first micro-batch is through after p, each other one a slot later: m + p - 1.",
)
def one_slot_more(right: int) -> int:
    return right + 1


@family.mistake(
    of="slots",
    says="You counted m times p slots, as if each micro-batch waited until the one before was through. They follow one "
    "another a slot apart: m + p - 1.",
)
def no_overlap(micro_batches: int, stages: int) -> int:
    if stages == 1:
        raise NotApplicable
    return micro_batches * stages


@family.mistake(of="fraction", says="That is the busy share. The idle share has p - 1 on top, not m.")
def busy_share(micro_batches: int, slots: int) -> float:
    return micro_batches / slots


@family.mistake(of="fraction", says="You divided by the stages. Divide by all time slots, m + p - 1.")
def share_of_stages(idle: int, stages: int) -> float:
    if stages == 1:
        raise NotApplicable
    return idle / stages


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    largest = {"warm-up": 4, "exam": 12, "hard": 24}[level]
    stages = fixed.get("stages", rng.randint(2, largest))
    return {"stages": stages, "micro_batches": rng.randint(max(2, stages // 2), 6 * stages)}
