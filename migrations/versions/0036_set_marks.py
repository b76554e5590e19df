"""marks that instructors set by hand in the gradebook, each with its reason"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "set_marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("points", sa.String(40)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_set_marks_assignment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_set_marks_member_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_set_marks_person_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_marks")),
    )
    op.create_index("ix_set_marks_assignment_id", "set_marks", ["assignment_id"])
    op.create_index("ix_set_marks_member_id", "set_marks", ["member_id"])
    op.create_index("ix_set_marks_person_id", "set_marks", ["person_id"])


def downgrade() -> None:
    op.drop_table("set_marks")
