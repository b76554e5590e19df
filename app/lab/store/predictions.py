"""Predictions of the lab: made before a model runs, and kept with their outcome."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from app.database.schema import predictions

Sketch = Sequence[float | None]  # None where nothing was drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class Prediction:
    """``state`` is the demo's part of the address, ``asked`` what was to be predicted. Until the model has run, there
    is no ``outcome``. ``sketch`` holds the heights of a curve that was drawn, from the first step to the last."""

    name: str
    demo: str
    state: str
    asked: str
    predicted: float
    outcome: float | None
    within: float
    sketch: Sketch
    at: datetime

    @property
    def right(self) -> bool:
        """True if the outcome is known and lies within what counts as right."""
        return self.outcome is not None and abs(self.predicted - self.outcome) <= self.within


def keep(
    connection: Connection, person: int, form_key: str, demo: str, state: str, asked: str, predicted: float,
    outcome: float | None, within: float, name: str = "", sketch: Sketch = (),
) -> str:  # fmt: skip
    """Keeps a prediction; returns its name, for a form that is sent again that of the first time."""
    mine = (predictions.c.person_id == person, predictions.c.form_key == form_key)
    before = connection.execute(select(predictions.c.name).where(*mine)).scalar()
    if before is not None:
        return str(before)
    name = name or secrets.token_urlsafe(12)
    connection.execute(
        insert(predictions).values(
            name=name, person_id=person, form_key=form_key, demo=demo, state=state, asked=asked, predicted=predicted,
            outcome=outcome, within=within, sketch=list(sketch) or None, at=datetime.now(UTC),
        )
    )  # fmt: skip
    return name


def settle(connection: Connection, name: str, outcome: float) -> None:
    """Sets the outcome of a prediction unless it has one."""
    open_ = (predictions.c.name == name, predictions.c.outcome.is_(None))
    connection.execute(update(predictions).where(*open_).values(outcome=outcome))


def find(connection: Connection, person: int, name: str) -> Prediction | None:
    """Finds a prediction among the person's own."""
    mine = (predictions.c.person_id == person, predictions.c.name == name)
    row = connection.execute(select(predictions).where(*mine)).first()
    return _prediction(row) if row else None


def of_person(connection: Connection, person: int) -> list[Prediction]:
    """All predictions of the person, the newest first."""
    wanted = select(predictions).where(predictions.c.person_id == person).order_by(predictions.c.id.desc())
    return [_prediction(row) for row in connection.execute(wanted)]


def _prediction(row: Row[Any]) -> Prediction:
    return Prediction(
        name=row.name,
        demo=row.demo,
        state=row.state,
        asked=row.asked,
        predicted=row.predicted,
        outcome=row.outcome,
        within=row.within,
        sketch=tuple(row.sketch or ()),
        at=row.at,
    )
