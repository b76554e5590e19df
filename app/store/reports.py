"""Reports that a key is wrong, with the variant they are about."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from app.store.schema import reports


def add(rows: Connection, guest: int, form_key: str, variant: Mapping[str, Any], sentence: str) -> None:
    """Stores a report once per form."""
    sent = (reports.c.guest_id == guest, reports.c.form_key == form_key)
    if rows.execute(select(reports.c.id).where(*sent)).first() is None:
        rows.execute(
            insert(reports).values(
                guest_id=guest,
                form_key=form_key,
                question=variant["question"],
                variant=dict(variant),
                sentence=sentence,
                at=datetime.now(UTC),
            )
        )


def all_of(rows: Connection) -> list[dict[str, Any]]:
    """All reports, newest first."""
    return [dict(row._mapping) for row in rows.execute(select(reports).order_by(reports.c.id.desc()))]
