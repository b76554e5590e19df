"""assignments: drafts, when their results open, and which ask a question; answers that wait for results"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "assignments", sa.Column("published", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column(
        "assignments", sa.Column("results", sa.String(16), nullable=False, server_default="at once")
    )
    op.add_column("assignments", sa.Column("released_at", sa.DateTime(timezone=True)))
    op.create_index("ix_assigned_question", "assigned", ["question"])
    op.add_column("attempts", sa.Column("saved_at", sa.DateTime(timezone=True)))
    waits = sa.text("saved_at IS NOT NULL")
    op.create_index(
        "ix_attempts_saved_at", "attempts", ["assignment_id"], sqlite_where=waits, postgresql_where=waits
    )


def downgrade() -> None:
    op.drop_index("ix_attempts_saved_at", "attempts")
    op.drop_index("ix_assigned_question", "assigned")
    op.drop_column("attempts", "saved_at")
    op.drop_column("assignments", "released_at")
    op.drop_column("assignments", "results")
    op.drop_column("assignments", "published")
