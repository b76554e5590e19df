"""rosters: a student stands on the course's list before they join, with a matriculation number and a section

Whoever was in a course stays in it; what a roster says of them comes with its first import.
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("people", sa.Column("email_verified_at", moment))
    with op.batch_alter_table("members") as members:
        members.alter_column("person_id", existing_type=sa.Integer(), nullable=True)
        members.alter_column("joined_at", existing_type=moment, nullable=True)
        members.add_column(sa.Column("withdrawn_at", moment))
        members.add_column(
            sa.Column("listed_name", sa.String(80), server_default=sa.text("''"), nullable=False)
        )
        members.add_column(sa.Column("listed_email", sa.String(254)))
        members.add_column(sa.Column("matriculation", sa.String(32)))
        members.add_column(sa.Column("section", sa.String(40), server_default=sa.text("''"), nullable=False))
        members.add_column(sa.Column("stated_number", sa.String(32)))
        members.create_unique_constraint("uq_members_listed_email", ["course_id", "listed_email"])
        members.create_unique_constraint("uq_members_matriculation", ["course_id", "matriculation"])
    op.create_index("ix_members_listed_email", "members", ["listed_email"])
    op.create_table(
        "roster_imports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("at", moment, nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_roster_imports_course_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_roster_imports_person_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster_imports")),
        sa.UniqueConstraint("course_id", name=op.f("uq_roster_imports_course_id")),
    )
    op.create_index("ix_roster_imports_person_id", "roster_imports", ["person_id"])


def downgrade() -> None:
    op.drop_table("roster_imports")
    op.execute("DELETE FROM members WHERE person_id IS NULL OR joined_at IS NULL")
    op.drop_index("ix_members_listed_email", "members")
    with op.batch_alter_table("members") as members:
        members.drop_constraint("uq_members_matriculation", type_="unique")
        members.drop_constraint("uq_members_listed_email", type_="unique")
        for column in (
            "stated_number", "section", "matriculation", "listed_email", "listed_name", "withdrawn_at",
        ):  # fmt: skip
            members.drop_column(column)
        members.alter_column("joined_at", existing_type=moment, nullable=False)
        members.alter_column("person_id", existing_type=sa.Integer(), nullable=False)
    op.drop_column("people", "email_verified_at")
