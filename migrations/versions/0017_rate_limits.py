"""rate limits and turns at signing in, which all workers share"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "rate_counts",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("hits", sa.ARRAY(sa.Double()).with_variant(sa.JSON(), "sqlite"), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rate_counts")),
        prefixes=unlogged,
    )
    op.create_table(
        "sign_in_turns",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("free", sa.Double(), nullable=False),
        sa.Column("given", sa.JSON(), nullable=False),
        sa.Column("ends", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_sign_in_turns")),
        prefixes=unlogged,
    )


def downgrade() -> None:
    op.drop_table("sign_in_turns")
    op.drop_table("rate_counts")
