"""what a token may write, and the answers to requests that may be sent twice"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("api_tokens") as api_tokens:
        api_tokens.add_column(
            sa.Column("scopes", sa.String(120), server_default=sa.text("''"), nullable=False)
        )
    op.create_table(
        "kept_answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_kept_answers_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_answers")),
        sa.UniqueConstraint("person_id", "key", name="uq_kept_answers_key"),
    )
    op.create_index("ix_kept_answers_at", "kept_answers", ["at"])


def downgrade() -> None:
    op.drop_table("kept_answers")
    with op.batch_alter_table("api_tokens") as api_tokens:
        api_tokens.drop_column("scopes")
