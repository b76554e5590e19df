"""comparisons of answers, and the pairs that share most"""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "comparisons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(60), nullable=False),
        sa.Column("compared_at", sa.DateTime(timezone=True)),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("compared", sa.Integer(), nullable=False),
        sa.Column("short", sa.Integer(), nullable=False),
        sa.Column("common", sa.JSON(), nullable=False),
        sa.Column("median", sa.Integer(), nullable=False),
        sa.Column("high", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_comparisons_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comparisons")),
        sa.UniqueConstraint("assignment_id", "question", name=op.f("uq_comparisons_assignment_id")),
    )
    op.create_table(
        "similar_pairs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("comparison_id", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("smaller", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["comparison_id"],
            ["comparisons.id"],
            name=op.f("fk_similar_pairs_comparison_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["first_id"], ["responses.id"], name=op.f("fk_similar_pairs_first_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_id"], ["responses.id"], name=op.f("fk_similar_pairs_second_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_similar_pairs")),
    )
    for column in ("comparison_id", "first_id", "second_id"):
        op.create_index(f"ix_similar_pairs_{column}", "similar_pairs", [column])


def downgrade() -> None:
    op.drop_table("similar_pairs")
    op.drop_table("comparisons")
