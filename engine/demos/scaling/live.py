"""One of the small GPTs trained live: its loss at every step, and now and then on names that it has not read."""

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

import torch

from engine.demos.scaling.experiment import Settings, built, checked, counted, measured, read, trained

LOOKS = 8  # times that a run is validated


def live(
    payload: Mapping[str, Any], steering: Callable[[], Mapping[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Trains on one thread, with all chance from the seed: each step with its ``loss``, now and then ``validation``,
    and at the end the ``tokens`` that were read. Nothing is steered. Raises OutOfRange."""
    settings = checked(Settings(payload["width"], payload["tokens"], payload["real"]))
    torch.set_num_threads(1)
    return told(settings, torch.Generator().manual_seed(payload["seed"]))


def told(settings: Settings, generator: torch.Generator) -> Iterator[tuple[int, dict[str, Any]]]:
    model = built(settings, generator)
    yield 0, {"validation": rounded(measured(model, settings))}
    data = read(settings, generator)
    for point in trained(model, data):
        seen: dict[str, Any] = {"loss": rounded(point.loss)}
        if point.step % -(-len(data) // LOOKS) == 0 or point.step == len(data):
            seen["validation"] = rounded(measured(model, settings))
        if point.step == len(data):
            seen["tokens"] = counted(data)
        yield point.step, seen


def rounded(loss: float) -> float | None:
    return round(loss, 4) if isfinite(loss) else None
