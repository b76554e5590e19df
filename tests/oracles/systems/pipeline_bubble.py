"""Plays the pipeline: a micro-batch takes each stage as soon as both are free, then the empty slots are counted."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    stages, micro_batches = parameters["stages"], parameters["micro_batches"]
    free = [0] * stages  # the first time slot in which a stage has nothing to do yet
    busy = 0
    for _ in range(micro_batches):
        ready = 0
        for stage in range(stages):
            ready = free[stage] = max(ready, free[stage]) + 1
            busy += 1
    slots = max(free) * stages
    return {"fraction": float(Fraction(slots - busy, slots))}
