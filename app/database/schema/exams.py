"""Exams of courses, sittings with what was drawn for them and typed in them, and the audit log of each sitting."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.database.schema.naming import Moment, metadata

exams = Table(
    "exams",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "assignment_id",
        ForeignKey("assignments.id", ondelete="CASCADE"),
        nullable=False,
        unique=True,
        doc="what of it a course sees as of every assignment: title, when it opens, whose marks it gives",
    ),
    Column("blueprint", Text, nullable=False, doc="TOML, as its instructor wrote it"),
    Column("published_at", Moment, doc="from then on students see it, and its blueprint stays as it is"),
    Column("closes_at", Moment, doc="the last moment to begin"),
    Column("password", String(80), nullable=False, doc="read out in the room; may be empty"),
    Column("sittings_allowed", Integer, nullable=False),
    Column(
        "late", String(16), nullable=False, doc="who begins late has the whole time, or what is left of it"
    ),
    Column("extended", Integer, nullable=False, doc="minutes more for all"),
    Column("message", Text, nullable=False, doc="what those who sit it are told now"),
    Column("scores_open", String(16), nullable=False, doc="when its students see their points"),
    Column("answers_open", String(16), nullable=False, doc="when they see their answers with their marks"),
    Column("solutions_open", String(16), nullable=False, doc="when they see how it is done"),
    Column("released_at", Moment, doc="when somebody opened all three by hand"),
    Column("markers", Integer, nullable=False, doc="how many mark each answer in sentences"),
    Column("archived_at", Moment),
)

sittings = Table(
    "sittings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column(
        "person_id", ForeignKey("people.id", ondelete="CASCADE"), doc="NULL for a form on paper nobody has"
    ),
    Column("exam_id", ForeignKey("exams.id", ondelete="CASCADE"), doc="NULL for practice of one's own"),
    Column("form_key", String(64), doc="the form that began it: a second click finds the same sitting"),
    Column("number", String(16), nullable=False, doc="the form's number, as it is printed"),
    Column("blueprint", JSON, nullable=False, doc="how it was composed"),
    Column("minutes", Integer, nullable=False),
    Column("points", String(40), nullable=False),
    Column("forbids_aids", Boolean, nullable=False, doc="whether the rest of the site is closed meanwhile"),
    Column("prepared_at", Moment, nullable=False, doc="when its questions were drawn"),
    Column("begun_at", Moment, doc="when its clock started"),
    Column("extended", Integer, nullable=False, doc="minutes more for this one"),
    Column(
        "extra_time",
        Integer,
        nullable=False,
        server_default="0",
        doc="percent more, as it was at its beginning",
    ),
    Column("break_minutes", Integer, nullable=False, server_default="0", doc="off the clock, the same"),
    Column("paused_at", Moment, doc="the break that goes on"),
    Column("paused_for", Float, nullable=False, doc="seconds of the breaks before"),
    Column("window", String(64), nullable=False, doc="the browser's window that opened it last"),
    Column("place", Integer, nullable=False, doc="the question that was seen last"),
    Column("heard_at", Moment, doc="when its page told something last; it does once a minute"),
    Column("closed_at", Moment),
    Column("closed_by", String(16), nullable=False, doc="hand, time or instructor; empty while it runs"),
    Column("receipt", String(40), nullable=False, doc="of what was handed in; empty while it runs"),
    UniqueConstraint("person_id", "form_key"),
    Index("ix_sittings_exam_id", "exam_id"),
    Index("ix_sittings_closed_at", "closed_at"),
)

drawn = Table(
    "drawn",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("sitting_id", ForeignKey("sittings.id", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False, doc="from 1"),
    Column("heading", String(120), nullable=False, doc="the group of the blueprint that it belongs to"),
    Column("question", String(60), nullable=False),
    Column("section", String(8), nullable=False),
    Column("points", String(40), nullable=False),
    Column("variant", JSON, nullable=False, doc="Variant.to_json(): nothing outside of the sitting reads it"),
    UniqueConstraint("sitting_id", "place"),
)
"""The questions of a sitting. They become attempts when it ends; until then no other page knows them."""

entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("sitting_id", ForeignKey("sittings.id", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("field", String(120), nullable=False),
    Column("revision", BigInteger, nullable=False, doc="only grows; the highest one stands"),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("sitting_id", "place", "field"),
)
"""The text that stands in each field of a sitting."""

trail = Table(
    "trail",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("sitting_id", ForeignKey("sittings.id"), nullable=False),
    Column("at", Moment, nullable=False, doc="by the server's clock"),
    Column("kind", String(16), nullable=False),
    Column("place", Integer),
    Column("field", String(120), nullable=False),
    Column("revision", BigInteger),
    Column("text", Text, nullable=False, doc="what was saved, or refused"),
    Column("typed_at", Moment, doc="when what was refused was typed, as its browser claims"),
    Index("ix_trail_sitting_id", "sitting_id"),
)
"""The events of a sitting, every save with its text. The database refuses to change or delete its rows, but for saves
that later ones replaced, once ``archived_saves`` says where they lie."""

save_archives = Table(
    "save_archives",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the file, too"),
    Column("file", Text, nullable=False, doc="where it was written"),
    Column("begun_at", Moment, nullable=False),
    Column("finished_at", Moment, doc="when the last of what it holds was removed here"),
)
"""The files into which old saves were moved."""

archived_saves = Table(
    "archived_saves",
    metadata,
    Column("sitting_id", ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("archive_id", ForeignKey("save_archives.id"), nullable=False),
    Column("saves", Integer, nullable=False, doc="how many of its audit log lie there"),
    Column("at", Moment, nullable=False),
    Index("ix_archived_saves_archive_id", "archive_id"),
)
"""The sittings whose single saves lie in an archive."""

markings = Table(
    "markings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), nullable=False),
    Column("part", String(80), nullable=False),
    Column("person_id", ForeignKey("people.id"), nullable=False, doc="who marked"),
    Column("points", String(40), nullable=False),
    Column("ticked", JSON, nullable=False),
    Column("comments", JSON, nullable=False, server_default="[]", doc="ids of those applied"),
    Column("criteria", String(40), doc="points of what was ticked; NULL: other points were typed"),
    Column(
        "promised", String(40), doc="points below which no edit may come, by a regrade in which nobody loses"
    ),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("attempt_id", "part", "person_id"),
)
"""The marks that each of two markers gave, before the two agree on one."""

supervision = Table(
    "supervision",
    metadata,
    Column("exam_id", ForeignKey("exams.id", ondelete="CASCADE"), primary_key=True),
    Column("rooms", JSON, nullable=False, doc="their names, and the ranges of their addresses"),
    Column("code_minutes", Integer, nullable=False, doc="how long a room code holds; 0: there are none"),
    Column("code_again", Boolean, nullable=False, doc="whether it is asked for after a break, too"),
    Column("closes_site", Boolean, nullable=False, doc="whether practice is closed to the rooms meanwhile"),
    Column("config_keys", JSON, nullable=False, doc="of Safe Exam Browser; one of them must be proven"),
    Column("browser_keys", JSON, nullable=False, doc="the same, of its versions"),
    Column("own_settings", Boolean, nullable=False, doc="whether settings that we make are accepted, too"),
    Column("secret", String(64), nullable=False, doc="from which the room codes are made"),
)
"""Where an exam is sat, and by which browser; exams without a row are sat from anywhere."""

presences = Table(
    "presences",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("exam_id", ForeignKey("exams.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("assigned", String(80), nullable=False, doc="the one room in which they sit it; empty: in any"),
    Column("address", String(45), nullable=False, doc="from which they came last; emptied after 30 days"),
    Column("room", String(255), nullable=False, doc="the rooms to which that address belongs"),
    Column("seb", Boolean, doc="whether Safe Exam Browser was proven; NULL where it is not asked for"),
    Column("seen_at", Moment),
    Column("code_room", String(80), nullable=False, doc="whose code was typed"),
    Column("code_at", Moment, doc="when; NULL before, and again in a break where it is asked for anew"),
    Column("held", Integer, nullable=False, doc="answers from outside that wait in the audit log"),
    Column("admitted_at", Moment, doc="when a supervisor let them in"),
    Column("admitted_by", String(200), nullable=False),
    Column("reason", String(300), nullable=False),
    UniqueConstraint("exam_id", "person_id"),
    Index("ix_presences_person_id", "person_id"),
)
"""From where a person sits a supervised exam: facts alone."""
