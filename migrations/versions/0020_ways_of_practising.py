"""in which way a sheet is practised, and which answers were taken back"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("attempts", sa.Column("way", sa.String(16), server_default="ordinary", nullable=False))
    op.add_column("responses", sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("responses", "withdrawn_at")
    op.drop_column("attempts", "way")
