"""the processes that serve, and the request that asked for a job"""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "serving_processes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("server", sa.String(length=80), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_serving_processes")),
        sa.UniqueConstraint("name", name=op.f("uq_serving_processes_name")),
    )
    op.create_index("ix_serving_processes_beat_at", "serving_processes", ["beat_at"])
    op.add_column("jobs", sa.Column("request_id", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("jobs", "request_id")
    op.drop_index("ix_serving_processes_beat_at", "serving_processes")
    op.drop_table("serving_processes")
