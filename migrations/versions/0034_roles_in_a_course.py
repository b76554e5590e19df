"""roles in a course: an owner, and assistants who mark with or without names

Whoever has taught a course longest owns it: the one who opened it, as long as they are there.
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("courses") as courses:
        courses.add_column(sa.Column("owner_id", sa.Integer()))
        courses.create_foreign_key("fk_courses_owner_id", "people", ["owner_id"], ["id"], ondelete="SET NULL")
    op.create_index("ix_courses_owner_id", "courses", ["owner_id"])
    op.execute(
        "UPDATE courses SET owner_id = (SELECT m.person_id FROM members m WHERE m.id = "
        "(SELECT min(n.id) FROM members n WHERE n.course_id = courses.id "
        "AND n.role = 'instructor' AND n.left_at IS NULL))"
    )
    op.add_column("members", sa.Column("sees_names", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    op.execute("UPDATE members SET left_at = joined_at WHERE role IN ('assistant', 'observer')")
    op.execute("UPDATE members SET role = 'student' WHERE role IN ('assistant', 'observer')")
    op.drop_column("members", "sees_names")
    op.drop_index("ix_courses_owner_id", "courses")
    with op.batch_alter_table("courses") as courses:
        courses.drop_constraint("fk_courses_owner_id", type_="foreignkey")
        courses.drop_column("owner_id")
