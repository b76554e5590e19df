"""A check that work grows with its text and not faster, in time of the processor, one length against another.

A text twice as long may take twice as long. Two lengths of which one is only twice the other tell little of that: a
quadratic step takes four times as long then, and a processor that is busy with something else makes two of one now and
then. So each length is compared with one an eighth as long, for which 8 is what is allowed, 64 is what is quadratic and
``STEEP`` is where the line is: noise of half as much again stays below it, and what grows with the power 1.25 does not.
"""

import time
from collections.abc import Callable

from tests.engine.submissions import SWEEP

APART, STEEP = 8, 13.5  # times as long a text, and times as long a time
LENGTHS: list[int] = [
    3 * 2**n for n in range(13 if SWEEP else 11)
]  # what is exponential ends at one of them, too
NOTICED = 0.001  # seconds: what takes less is not compared, for a clock's grain would decide
TRIES = 7


def too_steep(work: Callable[[str], object], text: Callable[[int], str], least: int = 3) -> int | None:
    """The first length from ``least`` on at which the work takes more than ``STEEP`` times as long as at an eighth of
    it; None where there is none."""
    work(text(least))
    taken = dict[int, float]()
    for length in filter(least.__le__, LENGTHS):
        typed, shorter = text(length), length // APART
        taken[length] = seconds(work, typed)
        if shorter in taken and _steep(taken[shorter], taken[length]):
            # Both once more, in turn, should the machine have been busy: the least of all is what the work takes.
            before = text(shorter)
            pairs = [(seconds(work, before), seconds(work, typed)) for _ in range(TRIES)]
            taken[shorter], taken[length] = (min(times) for times in zip(*pairs, strict=True))
            if _steep(taken[shorter], taken[length]):
                return length
    return None


def _steep(shorter: float, longer: float) -> bool:
    return longer > NOTICED and longer > STEEP * max(shorter, NOTICED / APART)


def seconds(work: Callable[[str], object], text: str) -> float:
    begun = time.thread_time()
    work(text)
    return time.thread_time() - begun
