"""when a text that was refused was typed, as its browser claims

Without a batch: it would make the trail anew on SQLite, without what closes it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("trail", sa.Column("typed_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("trail", "typed_at")
