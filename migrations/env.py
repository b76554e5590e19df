"""Alembic's way to the database: the connection it is handed, else the address from the environment."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from app.database.schema import metadata


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True
    )
    with context.begin_transaction():
        context.run_migrations()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    migrate(handed)
else:
    with create_engine(os.environ["EXAMFORMER_DATABASE_URL"]).connect() as own:
        migrate(own)
        own.commit()
