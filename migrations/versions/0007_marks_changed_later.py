"""marks changed later, in a log that nobody edits; reports that are answered; tokens for programs"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LOGS = ("regrades", "mark_changes")


def upgrade() -> None:
    op.create_table(
        "regrades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("best_kept", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _to("regrades", "question_id", "questions"),
        _to("regrades", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regrades")),
    )
    op.create_index("ix_regrades_question_id", "regrades", ["question_id"])
    op.create_table(
        "mark_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=False),
        sa.Column("regrade_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _to("mark_changes", "attempt_id", "attempts"),
        _to("mark_changes", "response_id", "responses"),
        _to("mark_changes", "regrade_id", "regrades"),
        _to("mark_changes", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mark_changes")),
    )
    op.create_index("ix_mark_changes_attempt_id", "mark_changes", ["attempt_id"])
    op.create_index("ix_mark_changes_regrade_id", "mark_changes", ["regrade_id"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_api_tokens_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index("ix_api_tokens_person_id", "api_tokens", ["person_id"])
    with op.batch_alter_table("reports") as reports:
        reports.add_column(sa.Column("attempt_id", sa.Integer(), nullable=True))
        reports.add_column(sa.Column("answer", sa.Text(), nullable=True))
        reports.add_column(sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True))
        reports.create_foreign_key(
            "fk_reports_attempt_id", "attempts", ["attempt_id"], ["id"], ondelete="SET NULL"
        )
        reports.create_index("ix_reports_attempt_id", ["attempt_id"])
    with op.batch_alter_table("assigned") as assigned:
        assigned.drop_column("version")
    op.create_index("ix_attempts_question", "attempts", ["question"])
    _close_logs()


def downgrade() -> None:
    _open_logs()
    op.drop_index("ix_attempts_question", "attempts")
    with op.batch_alter_table("assigned") as assigned:
        assigned.add_column(sa.Column("version", sa.String(length=64), nullable=False, server_default=""))
    with op.batch_alter_table("reports") as reports:
        reports.drop_index("ix_reports_attempt_id")
        reports.drop_constraint("fk_reports_attempt_id", type_="foreignkey")
        for column in ("attempt_id", "answer", "answered_at"):
            reports.drop_column(column)
    for table in ("api_tokens", "mark_changes", "regrades"):
        op.drop_table(table)


def _to(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _close_logs() -> None:
    """The database itself refuses to change or delete what stands in a log."""
    if op.get_bind().dialect.name == "sqlite":
        for table in LOGS:
            for what in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} is a log: rows are added and never changed'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION refuse_to_edit_a_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is a log: rows are added and never changed', TG_TABLE_NAME; END $$"
    )
    for table in LOGS:
        op.execute(
            f"CREATE TRIGGER {table}_is_a_log BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_a_log()"
        )


def _open_logs() -> None:
    """Dropping a table takes its triggers along; PostgreSQL's function stays and has to go by itself."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_to_edit_a_log() CASCADE")
