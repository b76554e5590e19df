"""policies of assignments: tries, late answers; categories of assignments with weights"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

POLICY = (
    ("tries", sa.Integer(), "1"),
    ("counting", sa.String(8), "best"),
    ("grace_minutes", sa.Integer(), "0"),
    ("late_period", sa.String(8), "day"),
    ("late_periods", sa.Integer(), "0"),
    ("late_percent", sa.Integer(), "0"),
    ("late_most_percent", sa.Integer(), "100"),
)


def upgrade() -> None:
    op.create_table(
        "categories",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("drop_lowest", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_categories_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
    )
    op.create_index("ix_categories_course_id", "categories", ["course_id"])
    with op.batch_alter_table("assignments") as assignments:
        for name, kind, default in POLICY:
            assignments.add_column(
                sa.Column(name, kind, server_default=sa.text(f"'{default}'"), nullable=False)
            )
        assignments.add_column(
            sa.Column("extra_credit", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        assignments.add_column(sa.Column("category_id", sa.Integer()))
        assignments.create_foreign_key(
            "fk_assignments_category_id", "categories", ["category_id"], ["id"], ondelete="SET NULL"
        )
    op.create_index("ix_assignments_category_id", "assignments", ["category_id"])


def downgrade() -> None:
    op.drop_index("ix_assignments_category_id", "assignments")
    with op.batch_alter_table("assignments") as assignments:
        assignments.drop_constraint("fk_assignments_category_id", type_="foreignkey")
        for name in ("category_id", "extra_credit", *(name for name, _, _ in POLICY)):
            assignments.drop_column(name)
    op.drop_table("categories")
