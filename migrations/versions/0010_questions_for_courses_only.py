"""which questions are kept out of practice"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("questions") as questions:
        questions.add_column(
            sa.Column("courses_only", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("questions") as questions:
        questions.alter_column("courses_only", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("questions") as questions:
        questions.drop_column("courses_only")
