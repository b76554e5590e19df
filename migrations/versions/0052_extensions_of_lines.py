"""later due dates belong to students of the roster, also to those who have not joined yet, and no longer to accounts"""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

MEMBER = """
UPDATE extensions SET member_id = (
    SELECT members.id FROM members JOIN assignments ON assignments.course_id = members.course_id
    WHERE assignments.id = extensions.assignment_id AND members.person_id = extensions.person_id
)
"""
PERSON = """
UPDATE extensions SET person_id = (SELECT members.person_id FROM members WHERE members.id = extensions.member_id)
"""
NOT_THE_LATEST = """
DELETE FROM extensions WHERE id NOT IN (
    SELECT max(latest.id) FROM extensions AS latest WHERE latest.due_at = (
        SELECT max(same.due_at) FROM extensions AS same
        WHERE same.assignment_id = latest.assignment_id AND same.person_id = latest.person_id
    ) GROUP BY latest.assignment_id, latest.person_id
)
"""


def upgrade() -> None:
    op.add_column("extensions", sa.Column("member_id", sa.Integer()))
    op.execute(MEMBER)
    op.execute("DELETE FROM extensions WHERE member_id IS NULL")
    with op.batch_alter_table("extensions") as extensions:
        extensions.drop_constraint(op.f("uq_extensions_assignment_id"), type_="unique")
        extensions.drop_constraint(op.f("fk_extensions_person_id"), type_="foreignkey")
        extensions.drop_column("person_id")
        extensions.alter_column("member_id", existing_type=sa.Integer(), nullable=False)
        extensions.create_foreign_key(
            op.f("fk_extensions_member_id"), "members", ["member_id"], ["id"], ondelete="CASCADE"
        )
    op.create_index("ix_extensions_assignment_id", "extensions", ["assignment_id"])
    op.create_index("ix_extensions_member_id", "extensions", ["member_id"])


def downgrade() -> None:
    op.add_column("extensions", sa.Column("person_id", sa.Integer()))
    op.execute(PERSON)
    op.execute("DELETE FROM extensions WHERE person_id IS NULL")
    op.execute(NOT_THE_LATEST)
    op.drop_index("ix_extensions_member_id", "extensions")
    op.drop_index("ix_extensions_assignment_id", "extensions")
    with op.batch_alter_table("extensions") as extensions:
        extensions.drop_constraint(op.f("fk_extensions_member_id"), type_="foreignkey")
        extensions.drop_column("member_id")
        extensions.alter_column("person_id", existing_type=sa.Integer(), nullable=False)
        extensions.create_foreign_key(
            op.f("fk_extensions_person_id"), "people", ["person_id"], ["id"], ondelete="CASCADE"
        )
        extensions.create_unique_constraint(
            op.f("uq_extensions_assignment_id"), ["assignment_id", "person_id"]
        )
