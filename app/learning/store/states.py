"""Stores what is known of learners: a row for each skill, one for the general ability, one for each mistake."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from app.database.schema import learners, mistakes_made, removed_mistakes, skill_states
from engine.learning.knowledge import Knowledge
from engine.learning.mistakes import Made
from engine.learning.models.elo import Estimate
from engine.learning.spacing import Card

AT_ONCE = 1000  # people that one statement names
STATE = [  # a skill, its estimate and its card, in the order of their fields
    skill_states.c[name]
    for name in [
        "skill",
        "mean",
        "variance",
        "stability",
        "difficulty",
        "reviewed_at",
        "due_at",
        "came_right",
    ]
]


def knowledge(connection: Connection, person: int, difficulties: Mapping[str, float]) -> Knowledge:
    """Returns what is stored of a person; the knowledge of nothing where nothing is."""
    known = Knowledge.nothing(difficulties)
    own = connection.execute(_own([person])).first()
    if own is not None:
        known.model.general = Estimate(own.mean, own.variance)
    _fill(known, connection.execute(select(*STATE).where(skill_states.c.person_id == person)).all())
    return known


def mistakes(connection: Connection, person: int) -> dict[tuple[str, str], Made]:
    """Returns the mistakes that a person has made, by family and name."""
    found = connection.execute(select(mistakes_made).where(mistakes_made.c.person_id == person))
    return {(row.family, row.mistake): _made(row) for row in found}


def save(
    connection: Connection,
    person: int,
    known: Knowledge,
    changed: Collection[str],
    made: Iterable[Made],
    at: datetime,
) -> None:
    """Stores the general ability, the skills that ``changed``, and these mistakes."""
    general = known.model.general
    own = {"person_id": person, "mean": general.mean, "variance": general.variance, "folded_at": at}
    _upsert(connection, learners, [own])
    _upsert(connection, skill_states, [_skill(person, known, skill) for skill in sorted(changed)])
    _upsert(connection, mistakes_made, [_mistake(person, one) for one in made])


def forget(connection: Connection, person: int) -> None:
    """Deletes what is stored of a person, so that it can be folded anew."""
    for table in (learners, skill_states, mistakes_made):
        connection.execute(delete(table).where(table.c.person_id == person))


def people(connection: Connection) -> list[int]:
    """Returns all people of whom something is stored."""
    return list(connection.execute(select(learners.c.person_id).order_by(learners.c.person_id)).scalars())


def of_everybody(connection: Connection, persons: Sequence[int]) -> Iterator[Knowledge]:
    """Yields what is stored of each of these people of whom something is."""
    for start in range(0, len(persons), AT_ONCE):
        some = persons[start : start + AT_ONCE]
        own = {row.person_id: Estimate(row.mean, row.variance) for row in connection.execute(_own(some))}
        shown = skill_states.c.stability.is_not(None)
        rows = select(*STATE, skill_states.c.person_id).where(skill_states.c.person_id.in_(some), shown)
        found = connection.execute(rows.order_by(skill_states.c.person_id))
        for person, mine in groupby(found, key=lambda row: int(row.person_id)):
            known = Knowledge.nothing()
            known.model.general = own.get(person, known.model.general)
            _fill(known, (row[:-1] for row in mine))
            yield known


def removed(connection: Connection, person: int) -> Mapping[tuple[str, str], datetime]:
    """Returns when a person took which mistakes off their list, by family and name."""
    found = connection.execute(select(removed_mistakes).where(removed_mistakes.c.person_id == person))
    return {(row.family, row.mistake): row.removed_at for row in found}


def remove(connection: Connection, person: int, family: str, mistake: str, at: datetime) -> None:
    """Stores that a person took a mistake off their list."""
    row = {"person_id": person, "family": family, "mistake": mistake, "removed_at": at}
    _upsert(connection, removed_mistakes, [row])


def _fill(known: Knowledge, rows: Iterable[Sequence[Any]]) -> None:
    for skill, mean, variance, *card in rows:
        known.model.skills[skill] = Estimate(mean, variance)
        if card[0] is not None:
            known.cards[skill] = Card(*card)


def _own(persons: Sequence[int]) -> Select[Any]:
    return select(learners).where(learners.c.person_id.in_(persons))


def _skill(person: int, known: Knowledge, skill: str) -> dict[str, Any]:
    own, card = known.model.skills[skill], known.cards.get(skill)
    return {
        "person_id": person, "skill": skill, "mean": own.mean, "variance": own.variance,
        "stability": card and card.stability, "difficulty": card and card.difficulty,
        "reviewed_at": card and card.reviewed_at, "due_at": card and card.due_at,
        "came_right": card is None or card.right,
    }  # fmt: skip


def _mistake(person: int, one: Made) -> dict[str, Any]:
    return {
        "person_id": person, "family": one.family, "mistake": one.mistake, "times": one.times,
        "last_at": one.last_at, "attempt": one.attempt, "part": one.part, "avoided": one.avoided,
        "back": one.back,
    }  # fmt: skip


def _made(row: Row[Any]) -> Made:
    return Made(
        family=row.family, mistake=row.mistake, times=row.times, last_at=row.last_at, attempt=row.attempt,
        part=row.part, avoided=row.avoided, back=row.back,
    )  # fmt: skip


def _upsert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    adding = dialect.insert(table)
    keys = {column.name for column in table.primary_key}
    others = {name: adding.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(adding.on_conflict_do_update(index_elements=sorted(keys), set_=others), rows)
