"""comments of rubrics, which are applied to many answers, and what each of two markers applied"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rubric_comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(60), nullable=False),
        sa.Column("part", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("points", sa.String(40), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_rubric_comments_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rubric_comments")),
    )
    op.create_index("ix_rubric_comments_course_id_question", "rubric_comments", ["course_id", "question"])
    with op.batch_alter_table("markings") as markings:
        markings.add_column(sa.Column("comments", sa.JSON(), nullable=False, server_default="[]"))
        markings.add_column(sa.Column("criteria", sa.String(40)))


def downgrade() -> None:
    with op.batch_alter_table("markings") as markings:
        markings.drop_column("criteria")
        markings.drop_column("comments")
    op.drop_table("rubric_comments")
