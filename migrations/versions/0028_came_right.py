"""came_right: whether a skill came out right when it was shown last

What was folded before counts as right until its person's next mark of the skill, or until ``examformer relearn``.
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "skill_states", sa.Column("came_right", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    op.drop_column("skill_states", "came_right")
