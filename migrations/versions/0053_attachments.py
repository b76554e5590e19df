"""attachments: images and data files of questions in one table, by the hash of their content"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

COLUMNS = "name, content, bytes, width, height, person_id, uploaded_at"


def upgrade() -> None:
    _moved("images", "attachments")


def downgrade() -> None:
    op.execute("DELETE FROM attachments WHERE name LIKE '%.txt'")
    _moved("attachments", "images")


def _moved(old: str, new: str) -> None:
    """A new table rather than a new name for the old one: keys and indices are called like their table."""
    op.create_table(
        new,
        sa.Column("name", sa.String(length=70), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f(f"fk_{new}_person_id")),
        sa.PrimaryKeyConstraint("name", name=op.f(f"pk_{new}")),
    )
    op.execute(f"INSERT INTO {new} ({COLUMNS}) SELECT {COLUMNS} FROM {old}")
    op.drop_table(old)
    op.create_index(f"ix_{new}_person_id", new, ["person_id"])
