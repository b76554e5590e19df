"""numbers in JSON that are not finite, which JSON does not have, become null (SQLite; PostgreSQL never took them)"""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

COLUMNS = (("responses", "verdict"), ("jobs", "result"), ("jobs", "payload"))


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    for table, column in COLUMNS:
        text = column
        for name in ("-Infinity", "Infinity", "NaN"):
            text = f"replace({text}, '{name}', 'null')"
        connection.execute(
            sa.text(
                f"UPDATE {table} SET {column} = {text} WHERE {column} IS NOT NULL AND NOT json_valid({column})"
            )
        )


def downgrade() -> None:
    pass
