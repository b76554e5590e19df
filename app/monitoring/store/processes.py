"""Stores which processes serve, on which server, and how each stood at its last beat."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from app.database.schema import serving_processes as table
from app.monitoring.process import Process, State


def beat(connection: Connection, process: Process) -> None:
    """Stores how the process stands now."""
    values: dict[str, Any] = {
        "beat_at": process.beat_at,
        "ended_at": process.ended_at,
        "state": process.state.to_json(),
    }
    mine = update(table).where(table.c.name == process.name).values(values)
    if connection.execute(mine).rowcount == 0:
        values |= {
            "name": process.name,
            "server": process.server,
            "pid": process.pid,
            "version": process.version,
        }
        connection.execute(insert(table).values(started_at=process.started_at, **values))


def forget_older(connection: Connection, before: datetime) -> None:
    """Deletes the processes that were last heard of before then."""
    connection.execute(delete(table).where(table.c.beat_at < before))


def seen(connection: Connection) -> list[Process]:
    """Returns all that are stored, by server, the newest first."""
    found = select(table).order_by(table.c.server, table.c.started_at.desc(), table.c.id)
    return [
        Process(
            name=row.name, server=row.server, pid=row.pid, version=row.version, started_at=row.started_at,
            beat_at=row.beat_at, ended_at=row.ended_at, state=State.from_json(row.state),
        )
        for row in connection.execute(found)
    ]  # fmt: skip
