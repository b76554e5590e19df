"""where exams are sat, and who was let in"""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "supervision",
        sa.Column("exam_id", sa.Integer(), nullable=False),
        sa.Column("rooms", sa.JSON(), nullable=False),
        sa.Column("code_minutes", sa.Integer(), nullable=False),
        sa.Column("code_again", sa.Boolean(), nullable=False),
        sa.Column("closes_site", sa.Boolean(), nullable=False),
        sa.Column("config_keys", sa.JSON(), nullable=False),
        sa.Column("browser_keys", sa.JSON(), nullable=False),
        sa.Column("own_settings", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["exam_id"], ["exams.id"], name=op.f("fk_supervision_exam_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("exam_id", name=op.f("pk_supervision")),
    )
    op.create_table(
        "presences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("exam_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("assigned", sa.String(80), nullable=False),
        sa.Column("address", sa.String(45), nullable=False),
        sa.Column("room", sa.String(255), nullable=False),
        sa.Column("seb", sa.Boolean()),
        sa.Column("seen_at", sa.DateTime(timezone=True)),
        sa.Column("code_room", sa.String(80), nullable=False),
        sa.Column("code_at", sa.DateTime(timezone=True)),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("admitted_at", sa.DateTime(timezone=True)),
        sa.Column("admitted_by", sa.String(200), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.ForeignKeyConstraint(
            ["exam_id"], ["exams.id"], name=op.f("fk_presences_exam_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_presences_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_presences")),
        sa.UniqueConstraint("exam_id", "person_id", name=op.f("uq_presences_exam_id")),
    )
    op.create_index("ix_presences_person_id", "presences", ["person_id"])


def downgrade() -> None:
    op.drop_table("presences")
    op.drop_table("supervision")
