"""Time that the application takes over what nobody typed before, however often it is typed in a test."""

import sys
import time
from collections.abc import Callable, Mapping
from inspect import signature

from engine import parameters
from engine.answers import reading
from engine.rounding.people import EVERYBODY
from engine.solutions import mathml
from tests.app.learner import Page
from tests.app.practice.hostile_sheets import Steps
from tests.pace import slowness

MOST = 0.05  # seconds of the processor; so little is looked at no closer
TIMES, TRIES = (
    2.5,
    8,
)  # an ordinary sheet is right or wrong, and explained; a hostile one can mostly not be read
FINE = (200, 303, 422)
OURS = ("app.", "engine.")
OF_TEXTS = (reading._parsed, mathml._kept, parameters.exact)


def forget() -> None:
    """Whatever is kept of texts that were typed."""
    for kept in OF_TEXTS:
        kept.cache_clear()
    EVERYBODY._scales.clear()  # by the size of a number


def name(kept: Callable[..., object]) -> str:
    return f"{kept.__module__}.{kept.__qualname__}"


def computed() -> dict[str, int]:
    """Counts, for each function that keeps what it computed, how often it had to compute it, by its name; without those
    that are asked for one thing only."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OURS)]
    return {
        name(value): value.cache_info().misses
        for module in modules
        for value in list(vars(module).values())
        if isinstance(value, type(reading._parsed))
        and value.__module__.startswith(OURS)
        and signature(value).parameters
    }


def too_long(
    afresh: Callable[[], Steps], ordinary: Callable[[], Steps], begun: Steps | None = None
) -> dict[str, tuple[float, float]]:
    """The steps that take longer than ``MOST`` at the machine's pace, and than ``TIMES`` what they take with ordinary
    texts: both in seconds, the least of some tries. Each try is as the first one: nothing is kept of the
    texts, and all but what was ``begun`` go where nobody has typed anything."""
    hostile, usual, most = seconds(begun or afresh()), dict[str, float](), MOST
    for _ in range(TRIES):
        long = {
            step: (taken, usual.get(step, 0.0))
            for step, taken in hostile.items()
            if taken > max(most, TIMES * usual.get(step, 0.0))
        }
        if not long:
            break
        most = MOST * slowness()
        usual = _least(usual, seconds(ordinary()))
        hostile = _least(hostile, seconds(afresh()))
    return long


def _least(some: Mapping[str, float], others: Mapping[str, float]) -> dict[str, float]:
    return {step: min(taken, some.get(step, taken)) for step, taken in others.items()}


def seconds(steps: Steps) -> dict[str, float]:
    taken = dict[str, float]()
    for what, step in steps.items():
        forget()
        began = time.process_time()
        answered = step()
        taken[what] = time.process_time() - began
        status = answered.status if isinstance(answered, Page) else answered.status_code
        assert status in FINE, f"{what}: {answered.text}"
    return taken
