"""The tables. Times are UTC, points exact fractions as text ("3/2"), JSON is text that the engine wrote."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite gives it back without a zone, PostgreSQL in the zone of its session."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_at", Moment, nullable=False),
    Column("email", String(254), unique=True, doc="in small letters; NULL for a guest, who has no account"),
    Column("name", String(80), nullable=False, doc="as the person wants to be called; may be empty"),
    Column(
        "password", String(200), doc="its hash; NULL for a guest, and until a link was used to choose one"
    ),
    Column("role", String(16), nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "token_hash",
        String(64),
        nullable=False,
        unique=True,
        doc="SHA-256 of the cookie; the cookie is not kept",
    ),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False, doc="when something was last sent, to some minutes"),
    Index("ix_sessions_person_id", "person_id"),
)

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True, doc="SHA-256 of the end of its address"),
    Column("purpose", String(24), nullable=False),
    Column(
        "person_id",
        ForeignKey("people.id", ondelete="CASCADE"),
        doc="whose password it is; NULL where the link makes a new person",
    ),
    Column("made_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("used_at", Moment),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column(
        "form_key",
        String(64),
        nullable=False,
        doc="the form that began it: a second click finds the same attempt",
    ),
    Column("question", String(60), nullable=False),
    Column("section", String(8), nullable=False),
    Column("level", String(16), nullable=False),
    Column("points", String(40), nullable=False, doc="what the variant is worth"),
    Column("variant", JSON, nullable=False, doc="Variant.kept(): version, parameters, keys and bands"),
    Column("begun_at", Moment, nullable=False),
    Column("chain_opened_at", Moment, doc="when the whole chain was opened to be filled in"),
    Column("solution_seen_at", Moment),
    Column(
        "assignment_id",
        ForeignKey("assignments.id", ondelete="SET NULL"),
        doc="for which it was begun; NULL for practice of one's own",
    ),
    UniqueConstraint("person_id", "form_key"),
    Index("ix_attempts_assignment_id", "assignment_id"),
)

responses = Table(
    "responses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), nullable=False),
    Column("part", String(80), nullable=False),
    Column("form_key", String(64), nullable=False),
    Column("typed", JSON, nullable=False, doc="one text per cell"),
    Column("verdict", JSON, nullable=False),
    Column("earned", String(40), doc="the part's points: on its first readable response alone, else NULL"),
    Column("at", Moment, nullable=False),
    UniqueConstraint("attempt_id", "part", "form_key"),
)

hints = Table(
    "hints",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), nullable=False),
    Column("part", String(80), nullable=False),
    Column("rung", Integer, nullable=False, doc="0 formula, 1 numbers put in, 2 the value of one step"),
    Column("cost", String(40), nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("attempt_id", "part", "rung"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="SET NULL")),
    Column("form_key", String(64), nullable=False),
    Column("question", String(60), nullable=False),
    Column("variant", JSON, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column(
        "attempt_id",
        ForeignKey("attempts.id", ondelete="SET NULL"),
        doc="the sheet it was sent from; NULL where nothing of that was stored",
    ),
    Column("answer", Text, doc="what an instructor said to it"),
    Column("answered_at", Moment),
    UniqueConstraint("person_id", "form_key"),
    Index("ix_reports_attempt_id", "attempt_id"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("kind", String(16), nullable=False),
    Column(
        "person_id",
        ForeignKey("people.id", ondelete="CASCADE"),
        doc="who asked for it; NULL for the command line",
    ),
    Column("about", String(32), nullable=False, doc="the attempt it is done for, by name"),
    Column("payload", JSON, nullable=False),
    Column("state", String(16), nullable=False),
    Column("worker", String(32), nullable=False, doc="the process that carries it out"),
    Column("done", Integer, nullable=False, doc="steps behind it"),
    Column("total", Integer, nullable=False),
    Column("result", JSON),
    Column("said", Text, nullable=False, doc="why it failed, in words"),
    Column("asked_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("beat_at", Moment, doc="when the worker last said that it is alive"),
    Column("cancelled_at", Moment, doc="when somebody asked it to stop"),
    Column("ended_at", Moment),
    Index("ix_jobs_kind_state", "kind", "state"),
    Index("ix_jobs_about", "about"),
)

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

courses = Table(
    "courses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("title", String(120), nullable=False),
    Column(
        "join_code",
        String(16),
        nullable=False,
        unique=True,
        doc="lets people in until another takes its place",
    ),
    Column("hide_names", Boolean, nullable=False, doc="whether answers are marked without names"),
    Column("created_at", Moment, nullable=False),
    Column("archived_at", Moment),
)

members = Table(
    "members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("role", String(16), nullable=False, doc="in this course: instructor or student"),
    Column("joined_at", Moment, nullable=False),
    Column("left_at", Moment),
    UniqueConstraint("course_id", "person_id"),
    Index("ix_members_person_id", "person_id"),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(120), nullable=False),
    Column("opens_at", Moment),
    Column("due_at", Moment),
    Column("created_at", Moment, nullable=False),
    Index("ix_assignments_course_id", "course_id"),
)

assigned = Table(
    "assigned",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("question", String(60), nullable=False),
    Column("level", String(16), nullable=False),
    Column("place", Integer, nullable=False),
    UniqueConstraint("assignment_id", "question"),
)

extensions = Table(
    "extensions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("due_at", Moment, nullable=False),
    UniqueConstraint("assignment_id", "person_id"),
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
"""What was changed about marks after they were given. The database refuses to change or delete its rows, and those of
``regrades``."""

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True, doc="SHA-256; the token is not kept"),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(80), nullable=False, doc="what it is for, in its owner's words"),
    Column("made_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Index("ix_api_tokens_person_id", "person_id"),
)
