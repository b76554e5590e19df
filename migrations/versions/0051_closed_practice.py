"""whether an assignment closes practice of what it asks all alike to everybody, not to its course alone"""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "assignments", sa.Column("closes_practice", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    op.drop_column("assignments", "closes_practice")
