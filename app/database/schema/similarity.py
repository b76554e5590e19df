"""Comparisons of the answers to a question of an assignment, and the pairs that share most."""

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint

from app.database.schema.naming import Moment, metadata

comparisons = Table(
    "comparisons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("question", String(60), nullable=False),
    Column("compared_at", Moment, doc="NULL: never yet"),
    Column("digest", String(64), nullable=False, doc="of the answers that were compared; empty before"),
    Column("compared", Integer, nullable=False, doc="answers"),
    Column("short", Integer, nullable=False, doc="answers that were too short for it"),
    Column("common", JSON, nullable=False, doc="hashes of the grams that were left out as common ones"),
    Column("median", Integer, nullable=False, doc="percent that half of all pairs share at most"),
    Column("high", Integer, nullable=False, doc="percent that nineteen in twenty share at most"),
    UniqueConstraint("assignment_id", "question"),
)

similar_pairs = Table(
    "similar_pairs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("comparison_id", ForeignKey("comparisons.id", ondelete="CASCADE"), nullable=False),
    Column("first_id", ForeignKey("responses.id", ondelete="CASCADE"), nullable=False),
    Column("second_id", ForeignKey("responses.id", ondelete="CASCADE"), nullable=False),
    Column("shared", Integer, nullable=False, doc="fingerprints that both have"),
    Column("smaller", Integer, nullable=False, doc="fingerprints of the one that has fewer"),
    Index("ix_similar_pairs_comparison_id", "comparison_id"),
    Index("ix_similar_pairs_first_id", "first_id"),
    Index("ix_similar_pairs_second_id", "second_id"),
)
"""Nothing of it changes a mark. A pair goes with either of its answers."""
