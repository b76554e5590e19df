"""How long the application takes over what nobody typed before, however often it is typed in a test."""

import sys
import time
from collections.abc import Callable
from inspect import signature

from engine import parameters
from engine.answers import reading
from engine.rounding.people import EVERYBODY
from engine.solutions import mathml
from tests.app.learner import Page
from tests.app.practice.hostile_sheets import Steps

MOST, TRIES = 0.05, 8  # seconds of the processor
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
    """How often each function that keeps what it computed had to compute it, by its name; without those that are asked
    for one thing only."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OURS)]
    return {
        name(value): value.cache_info().misses
        for module in modules
        for value in list(vars(module).values())
        if isinstance(value, type(reading._parsed))
        and value.__module__.startswith(OURS)
        and signature(value).parameters
    }


def least(afresh: Callable[[], Steps], begun: Steps | None = None) -> dict[str, float]:
    """Seconds of the processor for each step, the least of some tries where it was long. Each try is as the first one:
    nothing is kept of the texts, and all but what was ``begun`` go where nobody has typed anything."""
    tries = [seconds(begun or afresh())]
    while len(tries) < TRIES and any(min(one[step] for one in tries) > MOST for step in tries[0]):
        tries.append(seconds(afresh()))
    return {step: min(one[step] for one in tries) for step in tries[0]}


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
