"""Reports that a key is wrong, with the variant they are about."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from app.database.schema import reports


def add(
    rows: Connection,
    person: int,
    form_key: str,
    variant: Mapping[str, Any],
    sentence: str,
    attempt: int | None = None,
) -> None:
    """Stores a report once per form; ``attempt`` is the sheet that it was sent from, where that is stored."""
    sent = (reports.c.person_id == person, reports.c.form_key == form_key)
    if rows.execute(select(reports.c.id).where(*sent)).first() is None:
        rows.execute(
            insert(reports).values(
                person_id=person,
                form_key=form_key,
                question=variant["question"],
                variant=dict(variant),
                sentence=sentence,
                at=datetime.now(UTC),
                attempt_id=attempt,
            )
        )


def all_of(rows: Connection) -> list[dict[str, Any]]:
    """All reports, newest first."""
    return [dict(row._mapping) for row in rows.execute(select(reports).order_by(reports.c.id.desc()))]
