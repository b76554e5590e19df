"""Names of what is imported. A thing keeps its name unless it is somebody else's here; then it gets another one that
follows from it, so that the same file finds it again the next time."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.personal_data.store.imported import Owned

TRIES = 4  # as many people of one installation may import the file of a fifth


class NamesTaken(ValueError):
    """Too many people here have imported this very file."""


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a thing here; ``row`` is the number of its row where the person has it already."""

    name: str
    row: int | None


def candidates(name: str) -> list[str]:
    """The names that a thing may have here, in the order in which they are tried."""
    found = [name]
    while len(found) <= TRIES:
        digest = hashlib.sha256(found[-1].encode()).digest()
        found.append(base64.urlsafe_b64encode(digest)[:16].decode())
    return found


def every_candidate(names: Iterable[str]) -> set[str]:
    return {one for name in names for one in candidates(name)}


def settled(name: str, known: Mapping[str, Owned], person: int) -> Named:
    """The name that the thing has here, or gets. Raises NamesTaken."""
    tried = candidates(name)
    mine = next((one for one in tried if one in known and known[one].person == person), None)
    if mine is not None:
        return Named(mine, known[mine].id)
    free = next((one for one in tried if one not in known), None)
    if free is None:
        raise NamesTaken(name)
    return Named(free, None)
