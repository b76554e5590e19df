"""when solutions open: as a rule after the due date; assignments made before go on opening them at once"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "assignments", sa.Column("solutions_wait", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.execute(
        sa.update(sa.table("assignments", sa.column("solutions_wait"))).values(solutions_wait=sa.false())
    )


def downgrade() -> None:
    op.drop_column("assignments", "solutions_wait")
