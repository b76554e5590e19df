"""E-mails that wait or were sent, and what people want to get."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint, text

from app.database.schema.naming import Moment, metadata

mails = Table(
    "mails",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; the same at every try"),
    Column("kind", String(20), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), doc="NULL: whoever has the address"),
    Column("address", String(254), doc="NULL: the one that the account has when it is sent"),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE")),
    Column("announcement_id", ForeignKey("announcements.id", ondelete="CASCADE")),
    Column("topic", String(120), unique=True, doc="of two with the same, one is sent; NULL: of its own"),
    Column("until", Moment, doc="it is not sent after this"),
    Column("made_at", Moment, nullable=False),
    Column("next_at", Moment, doc="of the next try; NULL once it was sent or given up"),
    Column("held_until", Moment, doc="by the server that sends it now"),
    Column("tries", Integer, nullable=False),
    Column("tried_at", Moment),
    Column("sent_at", Moment),
    Column("said", String(200), nullable=False, doc="why the last try failed"),
    Index("ix_mails_next_at", "next_at"),
    Index("ix_mails_person_id", "person_id"),
    Index("ix_mails_assignment_id", "assignment_id"),
    Index("ix_mails_announcement_id", "announcement_id"),
)

mail_readers = Table(
    "mail_readers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("language", String(8), nullable=False),
    Column("zone", String(60), nullable=False, doc="of their clock, as their browser calls it"),
    Column(
        "chosen", Boolean, nullable=False, doc="by the person; else as their browser was when they signed in"
    ),
    Column("secret", String(64), nullable=False, doc="signs the links that end mails"),
    Column("refused_at", Moment, doc="when a server said that the address takes no mail"),
)

mail_switches = Table(
    "mail_switches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(20), nullable=False, doc="that the person does not want"),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), doc="NULL: from no course"),
    UniqueConstraint("person_id", "kind", "course_id", name="uq_mail_switches_person_id"),
    Index("ix_mail_switches_course_id", "course_id"),
)

mail_events = Table(
    "mail_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("event", String(8), nullable=False, doc="about which mails were queued: its due date, its marks"),
    Column("due", String(40), nullable=False, server_default=text("''"), doc="the date that it was then"),
    UniqueConstraint("assignment_id", "event", "due", name="uq_mail_events_assignment_id"),
)
