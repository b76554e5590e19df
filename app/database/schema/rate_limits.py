"""Counts for rate limits, and turns at signing in. Times are seconds since 1970, keys SHA-256 of what is counted. Among
the counts lie, for a minute or two, the secrets of `examformer doctor` (``app.monitoring.probe``).

On PostgreSQL both tables are UNLOGGED: a crash of the database empties them. On SQLite nothing is counted in
them, since the one process that it serves counts in its memory.
"""

from sqlalchemy import ARRAY, JSON, BigInteger, Column, Double, String, Table

from app.database.schema.naming import metadata

rate_counts = Table(
    "rate_counts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("hits", ARRAY(Double).with_variant(JSON(), "sqlite"), nullable=False, doc="in a moving window"),
    Column("number", BigInteger, nullable=False, doc="in a fixed window"),
    Column("ends", Double, nullable=False, doc="from then on the row says nothing"),
)

sign_in_turns = Table(
    "sign_in_turns",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("free", Double, nullable=False, doc="the time from which on no turn is given"),
    Column("given", JSON, nullable=False, doc="the time of each browser's turn, by the hash of its cookie"),
    Column("ends", Double, nullable=False),
)
