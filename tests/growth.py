"""Whether work grows with its text and not faster, measured in time of the processor, one length against the next."""

import time
from collections.abc import Callable

from tests.engine.solutions import SWEEP

LENGTHS = (3, 12, 47, 188, 750, 3_000, *([12_000] if SWEEP else []))
NOTICED = 0.001  # seconds: what takes less is not compared, for a clock's grain would decide


def too_steep(work: Callable[[str], object], text: Callable[[int], str], least: int = 3) -> int | None:
    """The first length from ``least`` on, each four times the one before, at which the work takes more than eight times
    as long; None where there is none. What looks at every place anew from every place takes sixteen times as long."""
    work(text(least))
    before, shorter = "", float("inf")  # for the first one there is none to compare with
    for length in filter(least.__le__, LENGTHS):
        typed = text(length)
        taken = min(seconds(work, typed) for _ in range(2))
        if (
            taken > NOTICED and taken > 8 * shorter
        ):  # both once more, in turn, should the machine have been busy
            pairs = [(seconds(work, before), seconds(work, typed)) for _ in range(7)]
            shorter, taken = (min(times) for times in zip(*pairs, strict=True))
            if taken > NOTICED and taken > 8 * max(shorter, NOTICED / 8):
                return length
        before, shorter = typed, max(taken, NOTICED / 8)
    return None


def seconds(work: Callable[[str], object], text: str) -> float:
    begun = time.thread_time()
    work(text)
    return time.thread_time() - begun
