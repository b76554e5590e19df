"""The last change of a setting in the decoding lab: what was set before, and what the change did."""

from dataclasses import asdict, dataclass

import numpy as np
from pydantic import TypeAdapter, ValidationError

from app.lab.demos.decoding.letter_model import letter
from app.lab.demos.decoding.state import WORDS, State
from app.web.languages.languages import N_
from engine.parameters import Array

SETTINGS = ("temperature", "k", "p", "order")
NAMES = dict(zip(SETTINGS, (N_("Temperature"), "Top-k", "Top-p", N_("Order")), strict=True))
STATE = TypeAdapter(State)


def before(state: State) -> State | None:
    """The state before the last change of a setting; None where nothing was changed, or nothing that can be read."""
    written = state.before.split(",")
    if len(written) != len(SETTINGS) or state.before == state.written:
        return None
    try:
        return STATE.validate_python(asdict(state) | dict(zip(SETTINGS, written, strict=True)))
    except ValidationError:
        return None


def changed(was: State, now: State) -> list[tuple[str, str, str]]:
    """The settings that differ, by name: what they were and what they are."""
    both = [(name, _told(was, name), _told(now, name)) for name in SETTINGS]
    return [(NAMES[name], old, new) for name, old, new in both if old != new]


def _told(state: State, name: str) -> str:
    value = getattr(state, name)
    return " → ".join(WORDS[step] for step in value) if name == "order" else f"{value:g}"


@dataclass(frozen=True, slots=True)
class Moved:
    """The letter that gained or lost most with its probability before and now, and how many letters were left."""

    letter: str
    was: float
    now: float
    count: int
    left: int


def moved(was: Array, now: Array) -> Moved:
    """Compares the results before and after a change, (V,) each."""
    most = int(np.argmax(abs(now - was)))
    counts = (int(np.count_nonzero(one)) for one in (was, now))
    return Moved(letter(most), float(was[most]), float(now[most]), *counts)
