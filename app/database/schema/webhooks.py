"""Webhooks of courses, and what is sent to them."""

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, String, Table, Text

from app.database.schema.naming import Moment, metadata

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, doc="who registered it"),
    Column("address", String(500), nullable=False),
    Column("secret", String(64), nullable=False, doc="signs what is sent"),
    Column("made_at", Moment, nullable=False),
    Column("looked_at", Moment, doc="when marks were last compared with those that were told"),
    Column("held_until", Moment, doc="by the server that sends now"),
    Column("off_at", Moment),
    Column("failures", Integer, nullable=False, doc="in a row"),
    Column(
        "told", JSON, doc="the marks that were told, by student and assignment; NULL before the first look"
    ),
    Index("ix_webhooks_course_id", "course_id"),
    Index("ix_webhooks_person_id", "person_id"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("webhook_id", ForeignKey("webhooks.id", ondelete="CASCADE"), nullable=False),
    Column(
        "name", String(32), nullable=False, unique=True, doc="random; tells a receiver what it has already"
    ),
    Column("event", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("next_at", Moment, doc="of the next try; NULL once it arrived or was given up"),
    Column("tries", Integer, nullable=False),
    Column("tried_at", Moment),
    Column("status", Integer, doc="of the last answer; NULL where there was none"),
    Column("said", String(200), nullable=False, doc="how the last answer begins, or why there was none"),
    Index("ix_deliveries_webhook_id", "webhook_id"),
    Index("ix_deliveries_next_at", "next_at"),
)
