"""The wishes of those who watch a live run: its ``rate``, and whether it is ``paused`` from the step ``until`` on."""

from collections.abc import Callable, Mapping
from typing import Any

Steering = Callable[[], Mapping[str, Any]]


def waits(steering: Steering, step: int) -> bool:
    """True if the run stands still after this step, so that it is looked at closely."""
    wishes = steering()
    return bool(wishes.get("paused")) and step >= wishes.get("until", 0)
