"""``examformer reports``: the reports that a key is wrong."""

import json

from app.commands.refusal import Refused
from app.database.connection import Database, DatabaseDown
from app.practice.store import reports as store
from app.settings import settings


def reports() -> list[str]:
    """Returns each as a line of JSON, the newest first. Raises Refused."""
    try:
        with Database(settings().database_url).read() as connection:
            kept = store.all_of(connection)
    except DatabaseDown as error:
        raise Refused(
            f"the database cannot be read ({error.orig}); `examformer migrate` makes one"
        ) from error
    return [json.dumps(report, default=str, ensure_ascii=False) for report in kept]
