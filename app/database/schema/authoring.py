"""Questions that instructors write, their versions and attachments, and the logs of what a version did to marks."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.database.schema.naming import Moment, metadata

questions = Table(
    "questions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True, doc="the question's id; stands in addresses"),
    Column("owner_id", ForeignKey("people.id"), nullable=False),
    Column("origin", String(60), nullable=False, doc="the built-in question that it began as, or empty"),
    Column("draft", Text, nullable=False, doc="TOML, as it was saved last; it need not be a question yet"),
    Column("created_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("archived_at", Moment),
    Column("audience", String(10), nullable=False, doc="who may practise it: owner, courses or everyone"),
    Index("ix_questions_owner_id", "owner_id"),
)

versions = Table(
    "versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("question_id", ForeignKey("questions.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, doc="1, 2, ... within the question"),
    Column("text", Text, nullable=False),
    Column("hash", String(12), nullable=False, doc="Question.version: by it, attempts find their text"),
    Column("report", JSON, nullable=False, doc="what the check of this text gave"),
    Column("published_at", Moment, nullable=False),
    Column("published_by", ForeignKey("people.id"), nullable=False),
    UniqueConstraint("question_id", "number"),
)

attachments = Table(
    "attachments",
    metadata,
    Column("name", String(70), primary_key=True, doc="the SHA-256 of the content, with .png, .svg or .txt"),
    Column("content", LargeBinary, nullable=False, doc="an image as it was cleaned, a data file as it came"),
    Column("bytes", Integer, nullable=False),
    Column("width", Integer, nullable=False, doc="of an image; 0 of a data file"),
    Column("height", Integer, nullable=False),
    Column("person_id", ForeignKey("people.id"), doc="who uploaded it first; NULL once they are deleted"),
    Column("uploaded_at", Moment, nullable=False, doc="last"),
    Index("ix_attachments_person_id", "person_id"),
)

regrades = Table(
    "regrades",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("question_id", ForeignKey("questions.id"), nullable=False),
    Column("version", Integer, nullable=False, doc="the number of the version by which was marked again"),
    Column("person_id", ForeignKey("people.id"), nullable=False, doc="who decided it"),
    Column("reason", Text, nullable=False, doc="as the students read it"),
    Column("best_kept", Boolean, nullable=False, doc="whether nobody could lose points"),
    Column("at", Moment, nullable=False),
    Index("ix_regrades_question_id", "question_id"),
)

mark_changes = Table(
    "mark_changes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("attempt_id", ForeignKey("attempts.id"), nullable=False),
    Column("response_id", ForeignKey("responses.id"), nullable=False),
    Column("regrade_id", ForeignKey("regrades.id"), doc="NULL where an instructor marked this one part"),
    Column("person_id", ForeignKey("people.id"), nullable=False, doc="who decided it"),
    Column("reason", Text, nullable=False, doc="as the student reads it"),
    Column("before", JSON, nullable=False, doc="version, key, earned points and verdict"),
    Column("after", JSON, nullable=False, doc="the same"),
    Column("at", Moment, nullable=False),
    Index("ix_mark_changes_attempt_id", "attempt_id"),
    Index("ix_mark_changes_regrade_id", "regrade_id"),
)
"""The changes made to marks after they were given. The database refuses to change or delete its rows, and those of
``regrades``."""
