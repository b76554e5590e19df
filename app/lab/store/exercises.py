"""The state of a demo, with its run, from which an exercise was made: its sheet leads back there."""

from sqlalchemy import Connection, bindparam, insert, select

from app.database.schema import made_in_the_lab

_ORIGIN = select(made_in_the_lab.c.demo, made_in_the_lab.c.address).where(
    made_in_the_lab.c.attempt == bindparam("attempt")
)


def keep(connection: Connection, attempt: str, demo: str, address: str) -> None:
    """Keeps where the numbers of this attempt come from; the first time counts."""
    if origin(connection, attempt) is None:
        connection.execute(insert(made_in_the_lab).values(attempt=attempt, demo=demo, address=address))


def origin(connection: Connection, attempt: str) -> tuple[str, str] | None:
    """The demo from which an attempt was made, and the query of its address; None if it was made elsewhere."""
    row = connection.execute(_ORIGIN, {"attempt": attempt}).first()
    return (row.demo, row.address) if row else None
