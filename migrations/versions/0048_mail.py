"""e-mails that wait or were sent, and what people want to get"""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("links") as links:
        links.add_column(sa.Column("address", sa.String(254)))
    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("address", sa.String(254)),
        sa.Column("assignment_id", sa.Integer()),
        sa.Column("announcement_id", sa.Integer()),
        sa.Column("topic", sa.String(120)),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True)),
        sa.Column("held_until", sa.DateTime(timezone=True)),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("tried_at", sa.DateTime(timezone=True)),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.Column("said", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_mails_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_mails_assignment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["announcement_id"],
            ["announcements.id"],
            name=op.f("fk_mails_announcement_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
        sa.UniqueConstraint("name", name=op.f("uq_mails_name")),
        sa.UniqueConstraint("topic", name=op.f("uq_mails_topic")),
    )
    for column in ("next_at", "person_id", "assignment_id", "announcement_id"):
        op.create_index(f"ix_mails_{column}", "mails", [column])
    op.create_table(
        "mail_readers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("refused_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_mail_readers_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_readers")),
        sa.UniqueConstraint("person_id", name=op.f("uq_mail_readers_person_id")),
    )
    op.create_table(
        "mail_switches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("course_id", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_mail_switches_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_mail_switches_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_switches")),
        sa.UniqueConstraint("person_id", "kind", "course_id", name=op.f("uq_mail_switches_person_id")),
    )
    op.create_index("ix_mail_switches_course_id", "mail_switches", ["course_id"])
    op.create_table(
        "mail_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("due", sa.String(40), nullable=False, server_default=sa.text("''")),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_mail_events_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_events")),
        sa.UniqueConstraint("assignment_id", "event", "due", name=op.f("uq_mail_events_assignment_id")),
    )


def downgrade() -> None:
    for table in ("mail_events", "mail_switches", "mail_readers", "mails"):
        op.drop_table(table)
    with op.batch_alter_table("links") as links:
        links.drop_column("address")
