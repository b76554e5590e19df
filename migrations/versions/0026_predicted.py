"""predicted: the chance to be right that was known of a learner before each answer"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("responses", sa.Column("predicted", sa.Double(), nullable=True))


def downgrade() -> None:
    op.drop_column("responses", "predicted")
