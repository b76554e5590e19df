"""The slowness of this machine at this moment, for limits of time that are to hold on a slow one, too."""

import time

TURNS = 2_000_000  # of an empty loop
QUIET = 0.05  # seconds of the processor that they take, about, where nothing else runs


def slowness() -> float:
    """The factor by which a computation takes longer now than on a quiet machine; at least 1."""
    began, turn = time.process_time(), 0
    while turn < TURNS:
        turn += 1
    return max(1.0, (time.process_time() - began) / QUIET)
