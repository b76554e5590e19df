"""questions that instructors write, and their published versions"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=60), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["people.id"], name=op.f("fk_questions_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
        sa.UniqueConstraint("name", name=op.f("uq_questions_name")),
    )
    op.create_index("ix_questions_owner_id", "questions", ["owner_id"])
    op.create_table(
        "versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=12), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["question_id"], ["questions.id"], name=op.f("fk_versions_question_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["published_by"], ["people.id"], name=op.f("fk_versions_published_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_versions")),
        sa.UniqueConstraint("question_id", "number", name=op.f("uq_versions_question_id")),
    )


def downgrade() -> None:
    """Drafts and versions are lost; the attempts on them stay, and cannot be opened."""
    op.drop_table("versions")
    op.drop_index("ix_questions_owner_id", "questions")
    op.drop_table("questions")
