"""extra time and breaks belong to a course, and stay in a sitting as they were when it began

Until now whoever taught somebody gave them more time in the exams of all courses. What was given goes to every course
of that person, and to every sitting; what a person has beside it is from now on an administrator's to give.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

COLUMNS = ("extra_time", "break_minutes")


def upgrade() -> None:
    for table in ("members", "sittings"):
        for column in COLUMNS:
            op.add_column(table, sa.Column(column, sa.Integer(), server_default="0", nullable=False))
            op.execute(
                f"UPDATE {table} SET {column} = "
                f"coalesce((SELECT p.{column} FROM people p WHERE p.id = {table}.person_id), 0)"
            )
    op.execute("UPDATE people SET extra_time = 0, break_minutes = 0")


def downgrade() -> None:
    for column in COLUMNS:
        op.execute(
            f"UPDATE people SET {column} = "
            f"coalesce((SELECT max(m.{column}) FROM members m WHERE m.person_id = people.id), {column})"
        )
    for table in ("sittings", "members"):
        for column in COLUMNS:
            op.drop_column(table, column)
