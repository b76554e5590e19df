"""webhooks of courses, and what is sent to them"""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True)),
        sa.Column("held_until", sa.DateTime(timezone=True)),
        sa.Column("off_at", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON()),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_webhooks_course_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_webhooks_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index("ix_webhooks_course_id", "webhooks", ["course_id"])
    op.create_index("ix_webhooks_person_id", "webhooks", ["person_id"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True)),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("tried_at", sa.DateTime(timezone=True)),
        sa.Column("status", sa.Integer()),
        sa.Column("said", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_deliveries_webhook_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("name", name=op.f("uq_deliveries_name")),
    )
    op.create_index("ix_deliveries_webhook_id", "deliveries", ["webhook_id"])
    op.create_index("ix_deliveries_next_at", "deliveries", ["next_at"])


def downgrade() -> None:
    op.drop_table("deliveries")
    op.drop_table("webhooks")
