"""who may practise a question: its owner, people in the owner's courses, or everyone"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("questions") as questions:
        questions.add_column(sa.Column("audience", sa.String(10), nullable=False, server_default="everyone"))
    op.execute("UPDATE questions SET audience = 'owner' WHERE courses_only")
    with op.batch_alter_table("questions") as questions:
        questions.alter_column("audience", server_default=None)
        questions.drop_column("courses_only")


def downgrade() -> None:
    with op.batch_alter_table("questions") as questions:
        questions.add_column(
            sa.Column("courses_only", sa.Boolean(), nullable=False, server_default=sa.true())
        )
    op.execute(
        sa.text("UPDATE questions SET courses_only = :open WHERE audience = 'everyone'").bindparams(
            open=False
        )
    )
    with op.batch_alter_table("questions") as questions:
        questions.alter_column("courses_only", server_default=None)
        questions.drop_column("audience")
