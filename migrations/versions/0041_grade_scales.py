"""grade scales of courses, and final grades that instructors set by hand, each with its reason"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "grade_scales",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("passing", sa.String(16), nullable=False),
        sa.Column("rounding", sa.String(8), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_grade_scales_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grade_scales")),
        sa.UniqueConstraint("course_id", name=op.f("uq_grade_scales_course_id")),
    )
    op.create_table(
        "set_grades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("grade", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_set_grades_member_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_set_grades_person_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_grades")),
    )
    op.create_index("ix_set_grades_member_id", "set_grades", ["member_id"])
    op.create_index("ix_set_grades_person_id", "set_grades", ["person_id"])


def downgrade() -> None:
    op.drop_table("set_grades")
    op.drop_table("grade_scales")
