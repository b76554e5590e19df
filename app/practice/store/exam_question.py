"""The origin of an attempt that was a question of an exam."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from app.database.schema import sittings


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question of an ended sitting; ``opens_at`` is from when on its learner may see it, None at once."""

    sitting: int
    place: int
    begun_at: datetime
    closed_at: datetime
    opens_at: datetime | None


def sitting_name(connection: Connection, sitting: int) -> str:
    """Returns the name of the sitting with this number in the table."""
    return str(connection.execute(select(sittings.c.name).where(sittings.c.id == sitting)).scalar_one())
