"""the curve that somebody drew beforehand, where a model learns in the lab"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("predictions", sa.Column("sketch", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("predictions", "sketch")
