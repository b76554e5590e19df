"""figures of assignments: one at a fixed state that an assignment begins with"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("assignments", sa.Column("figure", sa.Text(), nullable=True))
    op.add_column(
        "assignments", sa.Column("figure_moves", sa.Boolean(), server_default=sa.true(), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("assignments", "figure_moves")
    op.drop_column("assignments", "figure")
