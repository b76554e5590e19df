"""A check-up as people read it, and as programs do; and the line that says what is being looked at."""

import json
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from app.commands.doctor import checkup, installation
from app.commands.doctor.checkup import Check, Checked
from app.commands.doctor.findings import State
from app.commands.refusal import Refused

WIDTH = max(map(len, State))
CLEAR = "\r\x1b[K"


def doctor(address: str = "", as_json: bool = False) -> int:
    """Looks at everything and prints what is found; returns 1 where anything is a fault. Raises Refused."""
    if address and not installation.is_address(address):
        raise Refused("must be http://HOST or https://HOST", "--address")
    at = installation.read(os.environ, address)
    found: list[Checked] = []
    progress = Progress(sys.stderr)
    for one in checkup.examined(at, checkup.every(), progress.begins):
        progress.ends()
        found.append(one)
        if not as_json and not at.wrong.keys() & set(one.check.needs):  # of those, the end speaks
            print("\n".join(lines(one)), flush=True)
    progress.ends()
    print(json.dumps(as_object(found), ensure_ascii=False) if as_json else f"\n{summary(found)}")
    return 1 if any(one.finding.state is State.FAULT for one in found) else 0


class Progress:
    """A line on a terminal, which goes as soon as the check is over."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal if terminal.isatty() else None

    def begins(self, check: Check) -> None:
        if self._terminal:
            self._terminal.write(f"{CLEAR}{'...':<{WIDTH}}  {check.name} ({check.seconds:g} seconds at most)")
            self._terminal.flush()

    def ends(self) -> None:
        if self._terminal:
            self._terminal.write(CLEAR)
            self._terminal.flush()


def lines(one: Checked) -> list[str]:
    said = f"{one.finding.state:<{WIDTH}}  {one.check.name}: {one.finding.said}"
    return [said, *(f"{'':<{WIDTH}}    {step}" for step in one.finding.steps)]


def summary(found: Sequence[Checked]) -> str:
    """Names once more what is not ok: its lines may have gone by."""
    named = {state: [one.check.name for one in found if one.finding.state is state] for state in State}
    words = {State.FAULT: "To be mended", State.UNCHECKED: "Could not be checked", State.ADVICE: "Advice"}
    told = [f"{said}: {', '.join(named[state])}." for state, said in words.items() if named[state]]
    return "\n".join(told if named[State.FAULT] else ["Nothing is a fault.", *told])


def as_object(found: Sequence[Checked]) -> dict[str, object]:
    return {
        "faults": sum(one.finding.state is State.FAULT for one in found),
        "checks": [
            {
                "check": one.check.name,
                "state": one.finding.state.value,
                "said": one.finding.said,
                "steps": list(one.finding.steps),
                "seconds": round(one.took, 3),
            }
            for one in found
        ],
    }
