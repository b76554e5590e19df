"""What a check finds: one line, and what to do next."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """A fault keeps something from working or from being safe, advice can wait."""

    OK = "ok"
    ADVICE = "advice"
    FAULT = "fault"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Finding:
    """``steps`` say what to do next, one a line: sentences and commands."""

    state: State
    said: str
    steps: tuple[str, ...] = ()


def ok(said: str) -> Finding:
    return Finding(State.OK, said)


def advice(said: str, *steps: str) -> Finding:
    return Finding(State.ADVICE, said, steps)


def fault(said: str, *steps: str) -> Finding:
    return Finding(State.FAULT, said, steps)


def unchecked(why: str, *steps: str) -> Finding:
    return Finding(State.UNCHECKED, f"could not be checked: {why}", steps)


def worst(found: list[Finding]) -> Finding:
    """Makes one finding of several: the worst is its line, the others that are not ok stand among its steps."""
    order = [State.FAULT, State.ADVICE, State.UNCHECKED]
    told = sorted((one for one in found if one.state in order), key=lambda one: order.index(one.state))
    if not told:
        return ok("; ".join(one.said for one in found))
    first, *others = told
    more = [step for one in others for step in (f"Besides, {one.said}.", *one.steps)]
    return Finding(first.state, first.said, (*first.steps, *more))
