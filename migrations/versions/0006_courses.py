"""courses with their members, and assignments: questions, due dates, and the attempts begun for them"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "courses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("join_code", sa.String(length=16), nullable=False),
        sa.Column("hide_names", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_courses")),
        sa.UniqueConstraint("name", name=op.f("uq_courses_name")),
        sa.UniqueConstraint("join_code", name=op.f("uq_courses_join_code")),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        _belongs("members", "course_id", "courses"),
        _belongs("members", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint("course_id", "person_id", name=op.f("uq_members_course_id")),
    )
    op.create_index("ix_members_person_id", "members", ["person_id"])
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("assignments", "course_id", "courses"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("name", name=op.f("uq_assignments_name")),
    )
    op.create_index("ix_assignments_course_id", "assignments", ["course_id"])
    op.create_table(
        "assigned",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=60), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        _belongs("assigned", "assignment_id", "assignments"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assigned")),
        sa.UniqueConstraint("assignment_id", "question", name=op.f("uq_assigned_assignment_id")),
    )
    op.create_table(
        "extensions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("extensions", "assignment_id", "assignments"),
        _belongs("extensions", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_extensions")),
        sa.UniqueConstraint("assignment_id", "person_id", name=op.f("uq_extensions_assignment_id")),
    )
    with op.batch_alter_table("attempts") as attempts:
        attempts.add_column(sa.Column("assignment_id", sa.Integer(), nullable=True))
        attempts.create_foreign_key(
            "fk_attempts_assignment_id", "assignments", ["assignment_id"], ["id"], ondelete="SET NULL"
        )
        attempts.create_index("ix_attempts_assignment_id", ["assignment_id"])


def downgrade() -> None:
    with op.batch_alter_table("attempts") as attempts:
        attempts.drop_index("ix_attempts_assignment_id")
        attempts.drop_constraint("fk_attempts_assignment_id", type_="foreignkey")
        attempts.drop_column("assignment_id")
    for table in ("extensions", "assigned", "assignments", "members", "courses"):
        op.drop_table(table)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE"
    )
