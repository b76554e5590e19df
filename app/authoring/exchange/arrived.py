"""Questions as they arrive from another system, before they become texts of ours."""

from dataclasses import dataclass

from app.authoring.exchange.exchanged import Calculated, Exchanged
from app.authoring.exchange.told import Told


@dataclass(frozen=True, slots=True)
class Arrived:
    """The question at place ``number`` of its file, with what was changed or lost on the way; without ``question`` it
    could not be read, and the last of what is told says why."""

    number: int
    title: str
    question: Exchanged | Calculated | None
    told: tuple[Told, ...] = ()
