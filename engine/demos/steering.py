"""The wishes of those who watch a live run: its knobs, and whether it is ``paused`` from the step ``until`` on."""

from collections.abc import Callable, Mapping
from typing import Any

Steering = Callable[[], Mapping[str, Any]]


def waits(steering: Steering, step: int) -> bool:
    """True if the run stands still after this step, so that it is looked at closely."""
    wishes = steering()
    return bool(wishes.get("paused")) and step >= wishes.get("until", 0)


def wished(steering: Steering, knob: str, usual: float) -> float:
    """The number to which the knob is set at this moment."""
    return float(steering().get(knob, usual))
