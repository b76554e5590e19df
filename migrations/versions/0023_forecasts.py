"""forecasts: the points that were expected when an exam began"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "forecasts",
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("of", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting_id"], ["sittings.id"], name=op.f("fk_forecasts_sitting_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sitting_id", name=op.f("pk_forecasts")),
    )


def downgrade() -> None:
    op.drop_table("forecasts")
