"""Learning platforms, connected by LTI: who they are, who came from them, and which marks they have."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from app.database.schema.naming import Moment, metadata

lti_platforms = Table(
    "lti_platforms",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", String(80), nullable=False, doc="what people call it, as Moodle"),
    Column("issuer", String(180), nullable=False, doc="its address, exactly as it calls itself"),
    Column("client_id", String(70), nullable=False, doc="what it calls this installation"),
    Column("authorization", Text, nullable=False, doc="an address, as the next two"),
    Column("token", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("deployments", JSON, nullable=False, doc="their ids"),
    Column("origins", JSON, nullable=False, doc="where it answers beside the addresses above"),
    Column("makes_instructors", Boolean, nullable=False, server_default=false()),
    Column("made_at", Moment, nullable=False),
    UniqueConstraint("issuer", "client_id"),
)

lti_keys = Table(
    "lti_keys",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kid", String(64), nullable=False, unique=True),
    Column("private", Text, nullable=False, doc="a JSON Web Key, with its private part"),
    Column("made_at", Moment, nullable=False),
)

lti_launches = Table(
    "lti_launches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("platform_id", ForeignKey("lti_platforms.id", ondelete="CASCADE"), nullable=False),
    Column("state_hash", String(64), nullable=False, unique=True, doc="SHA-256 of what the platform returns"),
    Column("nonce", String(64), nullable=False),
    Column("storage", String(80), nullable=False, doc="the platform's frame that keeps data for us"),
    Column("made_at", Moment, nullable=False),
    Column("launched_at", Moment, doc="when the platform returned it: once"),
    Column("message", JSON, doc="what it said, once it was believed"),
    Column("secret_hash", String(64), unique=True, doc="SHA-256 of what goes on with it"),
    Column("ends_at", Moment, nullable=False, doc="of the state, then of each secret"),
    Index("ix_lti_launches_platform_id", "platform_id"),
    Index("ix_lti_launches_ends_at", "ends_at"),
)

lti_contexts = Table(
    "lti_contexts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("platform_id", ForeignKey("lti_platforms.id", ondelete="CASCADE"), nullable=False),
    Column("deployment", String(255), nullable=False),
    Column("name", String(255), nullable=False, doc="its id on the platform"),
    Column("title", String(120), nullable=False),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("line_items", Text, nullable=False, server_default=text("''"), doc="an address, as the next two"),
    Column("memberships", Text, nullable=False, server_default=text("''")),
    Column("groups", Text, nullable=False, server_default=text("''")),
    Column("scopes", JSON, nullable=False, doc="what we may do with its line items"),
    Column("look_at", Moment, nullable=False, doc="when marks are compared next"),
    Column("claimed_until", Moment, doc="a process is sending"),
    Column("tried_at", Moment, doc="the last time that something was sent"),
    Column("failures", Integer, nullable=False, server_default="0", doc="in a row"),
    Column("fault", Text, nullable=False, server_default=text("''"), doc="why the last time failed"),
    Column("waiting", Integer, nullable=False, server_default="0", doc="marks that were not taken"),
    UniqueConstraint("platform_id", "deployment", "name"),
    Index("ix_lti_contexts_course_id", "course_id"),
    Index("ix_lti_contexts_look_at", "look_at"),
)

lti_members = Table(
    "lti_members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("context_id", ForeignKey("lti_contexts.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("subject", String(255), nullable=False, doc="who it is on the platform"),
    UniqueConstraint("context_id", "person_id"),
    Index("ix_lti_members_person_id", "person_id"),
)

lti_line_items = Table(
    "lti_line_items",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("context_id", ForeignKey("lti_contexts.id", ondelete="CASCADE"), nullable=False),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("link", String(255), nullable=False, doc="the id of its resource link"),
    Column("address", Text, nullable=False, server_default=text("''"), doc="'' until the platform has it"),
    UniqueConstraint("context_id", "assignment_id"),
    Index("ix_lti_line_items_assignment_id", "assignment_id"),
)

lti_scores = Table(
    "lti_scores",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("line_item_id", ForeignKey("lti_line_items.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("acknowledged", JSON, doc="what the platform has"),
    Column("sent_at", Moment, doc="the timestamp of the last one, which rises"),
    Column("fault", Text, nullable=False, server_default=text("''"), doc="why this one was refused"),
    Column("failures", Integer, nullable=False, server_default="0", doc="in a row"),
    Column("next_at", Moment, doc="of one that was refused"),
    UniqueConstraint("line_item_id", "person_id"),
    Index("ix_lti_scores_person_id", "person_id"),
)
