"""old saves of exams may leave the audit logs of courses for an archive

A row may go if it is a save that a later one of the same field replaced, and if it is written down in which archive the
saves of its sitting lie. So what was saved last stays, whoever deletes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

OF_A_COURSE = (
    "EXISTS (SELECT 1 FROM sittings WHERE sittings.id = OLD.sitting_id AND sittings.exam_id IS NOT NULL)"
)
ARCHIVED = (
    "OLD.kind = 'saved' AND EXISTS (SELECT 1 FROM archived_saves WHERE archived_saves.sitting_id = OLD.sitting_id) "
    "AND EXISTS (SELECT 1 FROM trail AS later WHERE later.sitting_id = OLD.sitting_id AND later.id > OLD.id "
    "AND later.kind = 'saved' AND later.place = OLD.place AND later.field = OLD.field)"
)
SAID = "trail is a log: rows are added and never changed"


def upgrade() -> None:
    op.create_table(
        "save_archives",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_save_archives")),
        sa.UniqueConstraint("name", name=op.f("uq_save_archives_name")),
    )
    op.create_table(
        "archived_saves",
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("archive_id", sa.Integer(), nullable=False),
        sa.Column("saves", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting_id"], ["sittings.id"], name=op.f("fk_archived_saves_sitting_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["archive_id"], ["save_archives.id"], name=op.f("fk_archived_saves_archive_id")
        ),
        sa.PrimaryKeyConstraint("sitting_id", name=op.f("pk_archived_saves")),
    )
    op.create_index("ix_archived_saves_archive_id", "archived_saves", ["archive_id"])
    _refuse_to_delete(f"{OF_A_COURSE} AND NOT ({ARCHIVED})")


def downgrade() -> None:
    _refuse_to_delete(OF_A_COURSE)
    op.drop_table("archived_saves")
    op.drop_table("save_archives")


def _refuse_to_delete(when: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER trail_no_delete")
        refused = f"SELECT RAISE(ABORT, '{SAID}')"
        op.execute(f"CREATE TRIGGER trail_no_delete BEFORE DELETE ON trail WHEN {when} BEGIN {refused}; END")
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION refuse_to_delete_from_trail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {when} THEN RAISE EXCEPTION '{SAID}'; END IF; RETURN OLD; END $$"
    )
