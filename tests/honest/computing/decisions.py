"""Decisions while a step is computed: by the exact numbers, whatever a person has written down.

A step is first computed exactly, and every decision on the way is put on a tape: which of two is larger, whether a
condition holds, in which order things stand. A person who computes the same step takes them from the tape.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

import numpy as np

from tests.honest.computing.pens import Pen
from tests.honest.computing.source import Written

Tape = list[Any]
Changed = Mapping[CodeType, Written]  # functions' trees by their code: a mistake that somebody makes there
UNCHANGED: Changed = {}


@dataclass(kw_only=True, slots=True)
class Work:
    """One step that is being computed, exactly or with a pen.

    ``place`` is where the tape is followed, None while it is recorded. Whoever is ``lost`` decided something else than
    the tape says: the rest of the step is one's own. Inside of a decision (``deciding``) nothing is written.
    """

    pen: Pen | None
    tape: Tape
    place: int | None
    changed: Changed
    deciding: int = 0
    lost: bool = False

    def decided(self, decide: Callable[[], Any]) -> Any:
        if self.deciding or self.lost:
            return self._aside(decide)
        if self.place is None:
            found = self._aside(decide)
            self.tape.append(found)
            return found
        self.place += 1
        return self.tape[self.place - 1]

    def decided_anew(self, decide: Callable[[], Any]) -> Any:
        """Decided on one's own numbers: whether a line is still what it exactly comes to."""
        exactly = self.decided(decide)
        if self.pen is None or self.deciding:
            return exactly
        found = self._aside(decide)
        self.lost = self.lost or not np.array_equal(found, exactly)
        return found

    def _aside(self, decide: Callable[[], Any]) -> Any:
        self.deciding += 1
        try:
            return decide()
        finally:
            self.deciding -= 1
