"""the points that a regrade promised to marks that do not count yet"""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("markings", sa.Column("promised", sa.String(40)))


def downgrade() -> None:
    op.drop_column("markings", "promised")
