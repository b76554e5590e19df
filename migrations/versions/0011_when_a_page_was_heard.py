"""when the page of a sitting was heard last"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sittings") as sittings:
        sittings.add_column(sa.Column("heard_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("sittings") as sittings:
        sittings.drop_column("heard_at")
