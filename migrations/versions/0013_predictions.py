"""what somebody predicted in the lab, and what came"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "predictions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("form_key", sa.String(length=64), nullable=False),
        sa.Column("demo", sa.String(length=30), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("asked", sa.String(length=120), nullable=False),
        sa.Column("predicted", sa.Float(), nullable=False),
        sa.Column("outcome", sa.Float(), nullable=True),
        sa.Column("within", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_predictions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_predictions")),
        sa.UniqueConstraint("name", name=op.f("uq_predictions_name")),
        sa.UniqueConstraint("person_id", "form_key", name=op.f("uq_predictions_person_id")),
    )


def downgrade() -> None:
    op.drop_table("predictions")
