"""logs of mock exams, and of marks of one's own practice, go when their person deletes everything"""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# The work of a course stays, and so do its logs: a row of the log may go only if this is false.
OF_A_COURSE = {
    "trail": "EXISTS (SELECT 1 FROM sittings WHERE sittings.id = OLD.sitting_id AND sittings.exam_id IS NOT NULL)",
    "mark_changes": (
        "EXISTS (SELECT 1 FROM attempts LEFT JOIN sittings ON sittings.id = attempts.sitting_id "
        "WHERE attempts.id = OLD.attempt_id "
        "AND (attempts.assignment_id IS NOT NULL OR sittings.exam_id IS NOT NULL))"
    ),
}
SAID = "is a log: rows are added and never changed"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table, of_a_course in OF_A_COURSE.items():
            op.execute(f"DROP TRIGGER IF EXISTS {table}_no_delete")
            op.execute(_of_sqlite(table, f"WHEN {of_a_course} "))
        return
    for table, of_a_course in OF_A_COURSE.items():
        op.execute(f"DROP TRIGGER {table}_is_a_log ON {table}")
        op.execute(_of_postgres(table, "UPDATE OR TRUNCATE"))
        op.execute(
            f"CREATE FUNCTION refuse_to_delete_from_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {of_a_course} THEN RAISE EXCEPTION '{table} {SAID}'; END IF; RETURN OLD; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_of_a_course BEFORE DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION refuse_to_delete_from_{table}()"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in OF_A_COURSE:
            op.execute(f"DROP TRIGGER IF EXISTS {table}_no_delete")
            op.execute(_of_sqlite(table, ""))
        return
    for table in OF_A_COURSE:
        op.execute(f"DROP FUNCTION refuse_to_delete_from_{table}() CASCADE")
        op.execute(f"DROP TRIGGER {table}_is_a_log ON {table}")
        op.execute(_of_postgres(table, "UPDATE OR DELETE OR TRUNCATE"))


def _of_sqlite(table: str, when: str) -> str:
    refused = f"SELECT RAISE(ABORT, '{table} {SAID}')"
    return f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {when}BEGIN {refused}; END"


def _of_postgres(table: str, what: str) -> str:
    return (
        f"CREATE TRIGGER {table}_is_a_log BEFORE {what} ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_a_log()"
    )
