"""The turns at signing in that the workers of all servers give. Keys are stored as hashes: they hold e-mails."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select

from app.database.schema import sign_in_turns
from app.identity.store.tokens import hashed


@dataclass(slots=True)
class Line:
    """The turns of a queue."""

    free: float = 0.0  # the time from which on no turn is given
    given: dict[str, float] = field(default_factory=dict)  # the time from which on each browser has its turn


def find(rows: Connection, keys: Collection[str]) -> dict[str, Line]:
    """Finds the lines that there are, by key."""
    names = {hashed(key): key for key in keys}
    wanted = select(sign_in_turns).where(sign_in_turns.c.key.in_(names))
    return {names[row.key]: Line(row.free, row.given) for row in rows.execute(wanted)}


def replace(rows: Connection, keys: Collection[str], lines: Mapping[str, Line], kept: float) -> None:
    """Stores these lines in the place of all that the keys had. A line says nothing any more when its last turn was
    kept for that many seconds."""
    rows.execute(delete(sign_in_turns).where(sign_in_turns.c.key.in_(map(hashed, keys))))
    stored = [
        {
            "key": hashed(key),
            "free": line.free,
            "given": line.given,
            "ends": max(line.free, *(turn + kept for turn in line.given.values()))
            if line.given
            else line.free,
        }
        for key, line in lines.items()
    ]
    if stored:
        rows.execute(insert(sign_in_turns), stored)
