"""what a job is about"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("jobs") as jobs:
        jobs.add_column(sa.Column("about", sa.String(length=32), nullable=False, server_default=""))
        jobs.create_index("ix_jobs_about", ["about"])
    with op.batch_alter_table("jobs") as jobs:
        jobs.alter_column("about", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_index("ix_jobs_about")
        jobs.drop_column("about")
