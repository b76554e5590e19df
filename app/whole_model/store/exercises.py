"""The state of the page from which an exercise was made: its sheet leads back there.

Kept beside those of the lab's demos, under a name that no demo has.
"""

from sqlalchemy import Connection, bindparam, insert, select

from app.database.schema import made_in_the_lab

PAGE = "model"
_ORIGIN = select(made_in_the_lab.c.address).where(
    made_in_the_lab.c.attempt == bindparam("attempt"), made_in_the_lab.c.demo == PAGE
)


def keep(connection: Connection, attempt: str, query: str) -> None:
    """Keeps where the numbers of this attempt come from; the first time counts."""
    if origin(connection, attempt) is None:
        connection.execute(insert(made_in_the_lab).values(attempt=attempt, demo=PAGE, address=query))


def origin(connection: Connection, attempt: str) -> str | None:
    """The query of the page's address from which an attempt was made; None if it was made elsewhere."""
    found: str | None = connection.execute(_ORIGIN, {"attempt": attempt}).scalar()
    return found
