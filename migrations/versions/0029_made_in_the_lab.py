"""made_in_the_lab: the state of a demo, with its run, whose numbers became an exercise"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "made_in_the_lab",
        sa.Column("attempt", sa.String(length=32), nullable=False),
        sa.Column("demo", sa.String(length=30), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt"], ["attempts.name"], name=op.f("fk_made_in_the_lab_attempt"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt", name=op.f("pk_made_in_the_lab")),
    )


def downgrade() -> None:
    op.drop_table("made_in_the_lab")
