"""exams, their sittings, and the trail of each, which nobody edits"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exams",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("blueprint", sa.Text(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("password", sa.String(length=80), nullable=False),
        sa.Column("sittings_allowed", sa.Integer(), nullable=False),
        sa.Column("late", sa.String(length=16), nullable=False),
        sa.Column("extended", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("scores_open", sa.String(length=16), nullable=False),
        sa.Column("answers_open", sa.String(length=16), nullable=False),
        sa.Column("solutions_open", sa.String(length=16), nullable=False),
        sa.Column("released_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("markers", sa.Integer(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        _to("exams", "assignment_id", "assignments", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exams")),
        sa.UniqueConstraint("assignment_id", name=op.f("uq_exams_assignment_id")),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("exam_id", sa.Integer(), nullable=True),
        sa.Column("form_key", sa.String(length=64), nullable=True),
        sa.Column("number", sa.String(length=16), nullable=False),
        sa.Column("blueprint", sa.JSON(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("points", sa.String(length=40), nullable=False),
        sa.Column("forbids_aids", sa.Boolean(), nullable=False),
        sa.Column("prepared_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("extended", sa.Integer(), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_for", sa.Float(), nullable=False),
        sa.Column("window", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by", sa.String(length=16), nullable=False),
        sa.Column("receipt", sa.String(length=40), nullable=False),
        _to("sittings", "person_id", "people", "CASCADE"),
        _to("sittings", "exam_id", "exams", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sittings")),
        sa.UniqueConstraint("name", name=op.f("uq_sittings_name")),
        sa.UniqueConstraint("person_id", "form_key", name=op.f("uq_sittings_person_id")),
    )
    op.create_index("ix_sittings_exam_id", "sittings", ["exam_id"])
    op.create_index("ix_sittings_closed_at", "sittings", ["closed_at"])
    op.create_table(
        "drawn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("heading", sa.String(length=120), nullable=False),
        sa.Column("question", sa.String(length=60), nullable=False),
        sa.Column("section", sa.String(length=8), nullable=False),
        sa.Column("points", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.JSON(), nullable=False),
        _to("drawn", "sitting_id", "sittings", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drawn")),
        sa.UniqueConstraint("sitting_id", "place", name=op.f("uq_drawn_sitting_id")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(length=120), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _to("entries", "sitting_id", "sittings", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("sitting_id", "place", "field", name=op.f("uq_entries_sitting_id")),
    )
    op.create_table(
        "trail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("field", sa.String(length=120), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        _to("trail", "sitting_id", "sittings"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trail")),
    )
    op.create_index("ix_trail_sitting_id", "trail", ["sitting_id"])
    with op.batch_alter_table("people") as people:
        for column in ("extra_time", "break_minutes"):
            people.add_column(sa.Column(column, sa.Integer(), server_default="0", nullable=False))
    with op.batch_alter_table("attempts") as attempts:
        attempts.add_column(sa.Column("sitting_id", sa.Integer(), nullable=True))
        attempts.add_column(sa.Column("place", sa.Integer(), nullable=True))
        attempts.add_column(sa.Column("opens_at", sa.DateTime(timezone=True), nullable=True))
        attempts.create_foreign_key("fk_attempts_sitting_id", "sittings", ["sitting_id"], ["id"])
        attempts.create_index("ix_attempts_sitting_id", ["sitting_id"])
    op.create_table(
        "markings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(length=80), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.String(length=40), nullable=False),
        sa.Column("ticked", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _to("markings", "attempt_id", "attempts", "CASCADE"),
        _to("markings", "person_id", "people"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_markings")),
        sa.UniqueConstraint("attempt_id", "part", "person_id", name=op.f("uq_markings_attempt_id")),
    )
    _close_log()


def downgrade() -> None:
    op.drop_table("markings")
    with op.batch_alter_table("attempts") as attempts:
        attempts.drop_index("ix_attempts_sitting_id")
        attempts.drop_constraint("fk_attempts_sitting_id", type_="foreignkey")
        for column in ("sitting_id", "place", "opens_at"):
            attempts.drop_column(column)
    with op.batch_alter_table("people") as people:
        for column in ("extra_time", "break_minutes"):
            people.drop_column(column)
    for table in ("trail", "entries", "drawn", "sittings", "exams"):
        op.drop_table(table)


def _to(table: str, column: str, to: str, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete=ondelete)


def _close_log() -> None:
    """The database itself refuses to change or delete what stands in a trail."""
    if op.get_bind().dialect.name == "sqlite":
        for what in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER trail_no_{what.lower()} BEFORE {what} ON trail "
                "BEGIN SELECT RAISE(ABORT, 'trail is a log: rows are added and never changed'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER trail_is_a_log BEFORE UPDATE OR DELETE OR TRUNCATE ON trail "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_a_log()"
    )
