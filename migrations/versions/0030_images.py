"""images: pictures that authors attach to questions, by the hash of their content"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "images",
        sa.Column("name", sa.String(length=70), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_images_person_id")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_images")),
    )
    op.create_index("ix_images_person_id", "images", ["person_id"])


def downgrade() -> None:
    op.drop_table("images")
