"""sheets of a person: found by when they were begun, by question and by assignment, without reading them all"""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_attempts_person_id_begun_at", "attempts", ["person_id", "begun_at"])
    op.create_index("ix_attempts_person_id_assignment_id", "attempts", ["person_id", "assignment_id"])
    op.create_index(
        "ix_attempts_person_id_question", "attempts", ["person_id", "question", "way", "opens_at"]
    )


def downgrade() -> None:
    op.drop_index("ix_attempts_person_id_question", table_name="attempts")
    op.drop_index("ix_attempts_person_id_assignment_id", table_name="attempts")
    op.drop_index("ix_attempts_person_id_begun_at", table_name="attempts")
