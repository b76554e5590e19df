"""People, their sessions, and their links, tokens and identities at OpenID providers."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint, text

from app.database.schema.naming import Moment, metadata

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created_at", Moment, nullable=False),
    Column("email", String(254), unique=True, doc="in small letters; NULL for a guest, who has no account"),
    Column("email_verified_at", Moment, doc="by an OpenID provider or a link; NULL while it is only typed"),
    Column("name", String(80), nullable=False, doc="as the person wants to be called; may be empty"),
    Column(
        "password", String(200), doc="its hash; NULL for a guest, and until a link was used to choose one"
    ),
    Column("role", String(16), nullable=False),
    Column("extra_time", Integer, nullable=False, server_default="0", doc="percent more, in every exam"),
    Column("break_minutes", Integer, nullable=False, server_default="0", doc="in every exam, off the clock"),
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
    Column("address", String(254), doc="the e-mail that it confirms"),
    Column("made_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("used_at", Moment),
)

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True, doc="SHA-256; the token is not kept"),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(80), nullable=False, doc="what it is for, in its owner's words"),
    Column("made_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column(
        "scopes",
        String(120),
        nullable=False,
        server_default=text("''"),
        doc="what it may write; each may read",
    ),
    Index("ix_api_tokens_person_id", "person_id"),
)

kept_answers = Table(
    "kept_answers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("key", String(255), nullable=False, doc="which a program sent with its request"),
    Column("fingerprint", String(64), nullable=False, doc="SHA-256 of the request"),
    Column("status", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("person_id", "key", name="uq_kept_answers_key"),
    Index("ix_kept_answers_at", "at"),
)

identities = Table(
    "identities",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("issuer", String(255), nullable=False, doc="the OpenID provider, by its address"),
    Column("subject", String(255), nullable=False, doc="who it is there, for ever; no e-mail"),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", Moment, nullable=False),
    UniqueConstraint("issuer", "subject"),
    Index("ix_identities_person_id", "person_id"),
)
