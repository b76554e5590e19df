"""Attempts of learners with their responses, hints and reports, and the jobs done for somebody."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)  # fmt: skip

from app.database.schema.naming import Moment, metadata

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
    Column("variant", JSON, nullable=False, doc="Variant.to_json(): version, parameters, keys and bands"),
    Column("begun_at", Moment, nullable=False),
    Column("chain_opened_at", Moment, doc="when the whole chain was opened to be filled in"),
    Column("solution_seen_at", Moment),
    Column(
        "assignment_id",
        ForeignKey("assignments.id", ondelete="SET NULL"),
        doc="for which it was begun; NULL for practice of one's own",
    ),
    Column("sitting_id", ForeignKey("sittings.id"), doc="the exam that it was a question of"),
    Column("place", Integer, doc="its number there"),
    Column("opens_at", Moment, doc="until then its learner does not see it; NULL: at once"),
    Column("saved_at", Moment, doc="of its newest answer that is marked once results open; NULL: none waits"),
    Column("way", String(16), nullable=False, server_default="ordinary", doc="of practising"),
    UniqueConstraint("person_id", "form_key"),
    Index("ix_attempts_sitting_id", "sitting_id"),
    Index("ix_attempts_assignment_id", "assignment_id"),
    Index("ix_attempts_person_id_assignment_id", "person_id", "assignment_id"),
    Index("ix_attempts_question", "question"),
    Index("ix_attempts_person_id_begun_at", "person_id", "begun_at"),
    Index("ix_attempts_person_id_question", "person_id", "question", "way", "opens_at"),
)
Index(
    "ix_attempts_saved_at",
    attempts.c.assignment_id,
    sqlite_where=attempts.c.saved_at.is_not(None),
    postgresql_where=attempts.c.saved_at.is_not(None),
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
    Column(
        "withdrawn_at",
        Moment,
        doc="when its learner took it back as a slip of the keys; it then earns nothing",
    ),
    Column("sure", Integer, doc="how sure its learner was before the mark, in percent; NULL: not said"),
    Column("predicted", Double, doc="the chance to be right that the fold of the marks before it gives"),
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
    Column("starts", Integer, nullable=False, server_default="0", doc="how many workers have begun it"),
    Column("steering", JSON, doc="what was wished while it runs, as a rate; NULL: nothing yet"),
    Column(
        "request_id", String(64), nullable=False, server_default=text("''"), doc="of the request that asked"
    ),
    Index("ix_jobs_kind_state", "kind", "state"),
    Index("ix_jobs_about", "about"),
)

job_files = Table(
    "job_files",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; a job's payload names it"),
    Column(
        "person_id", ForeignKey("people.id", ondelete="CASCADE"), doc="who sent it; NULL: made for a course"
    ),
    Column("whole", Boolean, nullable=False, doc="all pieces are stored"),
    Column("made_at", Moment, nullable=False),
)

job_file_pieces = Table(
    "job_file_pieces",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("file_id", ForeignKey("job_files.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, doc="from 0, without a gap"),
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("file_id", "number"),
)

points = Table(
    "points",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("job_id", ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column(
        "number", Integer, nullable=False, doc="the step that it was told after; each once, in rising order"
    ),
    Column("point", JSON, nullable=False, doc="what was measured there"),
    UniqueConstraint("job_id", "number"),
)
