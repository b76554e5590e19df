"""How slow this machine is at this moment, for limits of time that are to hold on a slow one, too."""

import time

TURNS = 2_000_000
QUIET = 0.05  # seconds of the processor that they take on a quiet machine


def empty_loop() -> float:
    """Seconds of the processor that ``TURNS`` of an empty loop take now."""
    began, turn = time.process_time(), 0
    while turn < TURNS:
        turn += 1
    return time.process_time() - began


def slowness() -> float:
    """How many times as long as on a quiet machine a computation takes now; at least 1."""
    return max(1.0, empty_loop() / QUIET)
