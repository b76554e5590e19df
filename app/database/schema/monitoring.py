"""The processes that serve, for whoever watches them. Nothing here is about people."""

from sqlalchemy import JSON, Column, Index, Integer, String, Table

from app.database.schema.naming import Moment, metadata

serving_processes = Table(
    "serving_processes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random"),
    Column("server", String(80), nullable=False, doc="the name of its machine"),
    Column("pid", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("beat_at", Moment, nullable=False),
    Column("ended_at", Moment, doc="when it said that it ends"),
    Column("state", JSON, nullable=False, doc="its disk, its clocks, and its requests of the last hour"),
    Index("ix_serving_processes_beat_at", "beat_at"),
)
