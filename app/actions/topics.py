"""The two doors to the exercises: by section, and by model."""

from dataclasses import dataclass

from app.actions.record import Tally, attempts_of, by_question, tally
from app.actions.sections import SECTIONS
from app.store.database import Database
from engine.bank import Bank, Question


@dataclass(frozen=True, slots=True)
class Entry:
    """An exercise as it stands in a list: ``mine`` is what one has earned in it, None where it was not tried."""

    question: Question
    mine: Tally | None


@dataclass(frozen=True, slots=True)
class Room:
    """The exercises behind one heading."""

    anchor: str
    title: str
    entries: tuple[Entry, ...]
    mine: Tally | None


@dataclass(frozen=True, slots=True)
class Doors:
    sections: tuple[Room, ...]
    models: tuple[Room, ...]


def doors(database: Database, bank: Bank, token: str) -> Doors:
    made = attempts_of(database, token)
    tried = by_question(made)
    entries = [Entry(question, tried.get(question.id)) for question in bank.questions.values()]

    def rooms(heading: str, titles: dict[str, str]) -> tuple[Room, ...]:
        grouped: dict[str, list[Entry]] = {}
        for entry in entries:
            grouped.setdefault(getattr(entry.question, heading), []).append(entry)
        return tuple(
            Room(
                key.replace(" ", "-"),
                titles.get(key, key),
                tuple(group),
                tally(mine) if (mine := [a for a in made if a.question in {e.question.id for e in group}]) else None,
            )
            for key, group in grouped.items()
        )

    return Doors(rooms("section", SECTIONS), rooms("model", {"any": "Any model"}))
