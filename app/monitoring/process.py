"""A process that serves, as others see it: where it runs, and how it stood at its last beat."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Self

from app.monitoring.recent import NOTHING, Lately


@dataclass(frozen=True, kw_only=True, slots=True)
class Disk:
    """The room on a disk, in bytes. ``place`` is what lies there: "database" (its file) or "temporary" (files)."""

    place: str
    free: int
    total: int


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """How a process stands: the disks of its server, the seconds by which the clock of its server is ahead of the
    database's, and its requests of the last hour."""

    disks: Sequence[Disk] = ()
    clock: float = 0.0
    lately: Lately = NOTHING

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Reads what ``to_json`` wrote. What another release wrote in another shape, in an upgrade, says nothing."""
        try:
            disks = [Disk(**one) for one in stored["disks"]]
            return cls(disks=disks, clock=stored["clock"], lately=Lately.from_json(stored["lately"]))
        except (KeyError, TypeError):
            return cls()


@dataclass(frozen=True, kw_only=True, slots=True)
class Process:
    """A process that serves. ``name`` is random; ``server`` is what its machine calls itself."""

    name: str
    server: str
    pid: int
    version: str
    started_at: datetime
    beat_at: datetime
    ended_at: datetime | None
    state: State
