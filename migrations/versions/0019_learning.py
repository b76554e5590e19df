"""what learners know: events of marks, states of skills, mistakes, goals"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def of_person() -> sa.Column[int]:
    return sa.Column("person_id", sa.Integer(), nullable=False)


def belongs(table: str, column: str = "person_id", to: str = "people") -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "mark_events",
        sa.Column("id", sa.Integer(), nullable=False),
        of_person(),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=True),
        sa.Column("changed", sa.Boolean(), nullable=False),
        belongs("mark_events"),
        belongs("mark_events", "attempt_id", "attempts"),
        belongs("mark_events", "response_id", "responses"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mark_events")),
    )
    for column in ("person_id", "attempt_id", "response_id"):
        op.create_index(f"ix_mark_events_{column}", "mark_events", [column])
    op.create_table(
        "learners",
        of_person(),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("variance", sa.Double(), nullable=False),
        sa.Column("folded_at", MOMENT, nullable=False),
        belongs("learners"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_learners")),
    )
    op.create_table(
        "skill_states",
        of_person(),
        sa.Column("skill", sa.String(length=100), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("variance", sa.Double(), nullable=False),
        sa.Column("stability", sa.Double(), nullable=True),
        sa.Column("difficulty", sa.Double(), nullable=True),
        sa.Column("reviewed_at", MOMENT, nullable=True),
        sa.Column("due_at", MOMENT, nullable=True),
        belongs("skill_states"),
        sa.PrimaryKeyConstraint("person_id", "skill", name=op.f("pk_skill_states")),
    )
    op.create_index("ix_skill_states_skill", "skill_states", ["skill"])
    op.create_table(
        "mistakes_made",
        of_person(),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("mistake", sa.String(length=80), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.Column("attempt", sa.String(length=32), nullable=False),
        sa.Column("part", sa.String(length=80), nullable=False),
        sa.Column("avoided", sa.Integer(), nullable=False),
        sa.Column("back", sa.Boolean(), nullable=False),
        belongs("mistakes_made"),
        sa.PrimaryKeyConstraint("person_id", "family", "mistake", name=op.f("pk_mistakes_made")),
    )
    op.create_table(
        "removed_mistakes",
        of_person(),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("mistake", sa.String(length=80), nullable=False),
        sa.Column("removed_at", MOMENT, nullable=False),
        belongs("removed_mistakes"),
        sa.PrimaryKeyConstraint("person_id", "family", "mistake", name=op.f("pk_removed_mistakes")),
    )
    op.create_table(
        "goals",
        of_person(),
        sa.Column("exam_on", sa.Date(), nullable=True),
        sa.Column("exam", sa.String(length=60), nullable=False),
        sa.Column("set_at", MOMENT, nullable=False),
        belongs("goals"),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_goals")),
    )
    # What was marked before is taken in, too.
    op.execute(
        "INSERT INTO mark_events (person_id, attempt_id, response_id, changed) "
        "SELECT a.person_id, a.id, r.id, false FROM responses r JOIN attempts a ON a.id = r.attempt_id "
        "WHERE r.earned IS NOT NULL ORDER BY r.id"
    )
    op.execute(
        "INSERT INTO mark_events (person_id, attempt_id, response_id, changed) "
        "SELECT person_id, id, NULL, false FROM attempts WHERE solution_seen_at IS NOT NULL ORDER BY id"
    )


def downgrade() -> None:
    for table in ("goals", "removed_mistakes", "mistakes_made", "skill_states", "learners", "mark_events"):
        op.drop_table(table)
