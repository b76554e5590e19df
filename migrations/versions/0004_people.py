"""people, their sessions, and links: a guest is a person without an account, his cookie a session"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MADE = "INSERT INTO sessions (token_hash, person_id, created_at, seen_at)"
OWNED = {"attempts": "CASCADE", "reports": "SET NULL", "jobs": "CASCADE"}
WITH_FORMS = ("attempts", "reports")


def upgrade() -> None:
    op.rename_table("guests", "people")
    _rename_on_postgres("guests", "people")
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_sessions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])
    op.execute(f"{MADE} SELECT token_hash, id, created_at, created_at FROM people")
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_links_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_links_token_hash")),
    )
    with op.batch_alter_table("people") as people:
        people.drop_constraint("uq_guests_token_hash", type_="unique")
        people.drop_column("token_hash")
        people.add_column(sa.Column("email", sa.String(length=254), nullable=True))
        people.add_column(sa.Column("name", sa.String(length=80), nullable=False, server_default=""))
        people.add_column(sa.Column("password", sa.String(length=200), nullable=True))
        people.add_column(sa.Column("role", sa.String(length=16), nullable=False, server_default="guest"))
    with op.batch_alter_table("people") as people:
        people.alter_column("name", server_default=None)
        people.alter_column("role", server_default=None)
        people.create_unique_constraint("uq_people_email", ["email"])
    _owner("guest_id", "person_id", "people")


def downgrade() -> None:
    """E-mails, names and passwords are lost, not what people did; of several sessions, the cookie of the newest stays.
    Whoever has none keeps a row to which no cookie leads."""
    op.rename_table("people", "guests")
    _rename_on_postgres("people", "guests")
    with op.batch_alter_table("guests") as guests:
        guests.add_column(sa.Column("token_hash", sa.String(length=64), nullable=True))
    op.execute(
        "UPDATE guests SET token_hash = coalesce((SELECT token_hash FROM sessions WHERE person_id = guests.id "
        "ORDER BY sessions.id DESC LIMIT 1), 'no cookie of ' || id)"
    )
    op.drop_table("links")
    op.drop_index("ix_sessions_person_id", "sessions")
    op.drop_table("sessions")
    with op.batch_alter_table("guests") as guests:
        guests.drop_constraint("uq_people_email", type_="unique")
        for column in ("email", "name", "password", "role"):
            guests.drop_column(column)
        guests.alter_column("token_hash", nullable=False)
        guests.create_unique_constraint("uq_guests_token_hash", ["token_hash"])
    _owner("person_id", "guest_id", "guests")


def _owner(before: str, after: str, people: str) -> None:
    """Gives the column that says whose a row is another name, and its constraints with it."""
    for table, ondelete in OWNED.items():
        op.alter_column(table, before, new_column_name=after)
        with op.batch_alter_table(table) as owned:
            owned.drop_constraint(f"fk_{table}_{before}", type_="foreignkey")
            owned.create_foreign_key(f"fk_{table}_{after}", people, [after], ["id"], ondelete=ondelete)
            if table in WITH_FORMS:
                owned.drop_constraint(f"uq_{table}_{before}", type_="unique")
                owned.create_unique_constraint(f"uq_{table}_{after}", [after, "form_key"])


def _rename_on_postgres(before: str, after: str) -> None:
    """Renames what PostgreSQL named after the table, and does not rename with it."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {after} RENAME CONSTRAINT pk_{before} TO pk_{after}")
        op.execute(f"ALTER SEQUENCE {before}_id_seq RENAME TO {after}_id_seq")
