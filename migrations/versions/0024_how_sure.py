"""how sure: what learners say of an answer before it is marked"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("responses", sa.Column("sure", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("responses", "sure")
