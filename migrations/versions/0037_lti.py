"""learning platforms connected by LTI: their addresses, our keys, launches, courses, and the marks sent to them"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lti_platforms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("issuer", sa.String(180), nullable=False),
        sa.Column("client_id", sa.String(70), nullable=False),
        sa.Column("authorization", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("deployments", sa.JSON(), nullable=False),
        sa.Column("origins", sa.JSON(), nullable=False),
        sa.Column("makes_instructors", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_platforms")),
        sa.UniqueConstraint("issuer", "client_id", name=op.f("uq_lti_platforms_issuer")),
    )
    op.create_table(
        "lti_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kid", sa.String(64), nullable=False),
        sa.Column("private", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_keys")),
        sa.UniqueConstraint("kid", name=op.f("uq_lti_keys_kid")),
    )
    op.create_table(
        "lti_launches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform_id", sa.Integer(), nullable=False),
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("storage", sa.String(80), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("launched_at", sa.DateTime(timezone=True)),
        sa.Column("message", sa.JSON()),
        sa.Column("secret_hash", sa.String(64)),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_launches_platform_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_launches")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_lti_launches_secret_hash")),
        sa.UniqueConstraint("state_hash", name=op.f("uq_lti_launches_state_hash")),
    )
    op.create_index("ix_lti_launches_ends_at", "lti_launches", ["ends_at"])
    op.create_index("ix_lti_launches_platform_id", "lti_launches", ["platform_id"])
    op.create_table(
        "lti_contexts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform_id", sa.Integer(), nullable=False),
        sa.Column("deployment", sa.String(255), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("line_items", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("memberships", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("groups", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("look_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("tried_at", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("fault", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("waiting", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_contexts_platform_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_lti_contexts_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_contexts")),
        sa.UniqueConstraint("platform_id", "deployment", "name", name=op.f("uq_lti_contexts_platform_id")),
    )
    op.create_index("ix_lti_contexts_course_id", "lti_contexts", ["course_id"])
    op.create_index("ix_lti_contexts_look_at", "lti_contexts", ["look_at"])
    op.create_table(
        "lti_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.ForeignKeyConstraint(
            ["context_id"], ["lti_contexts.id"], name=op.f("fk_lti_members_context_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_lti_members_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_members")),
        sa.UniqueConstraint("context_id", "person_id", name=op.f("uq_lti_members_context_id")),
    )
    op.create_index("ix_lti_members_person_id", "lti_members", ["person_id"])
    op.create_table(
        "lti_line_items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("link", sa.String(255), nullable=False),
        sa.Column("address", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.ForeignKeyConstraint(
            ["context_id"], ["lti_contexts.id"], name=op.f("fk_lti_line_items_context_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_lti_line_items_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_line_items")),
        sa.UniqueConstraint("context_id", "assignment_id", name=op.f("uq_lti_line_items_context_id")),
    )
    op.create_index("ix_lti_line_items_assignment_id", "lti_line_items", ["assignment_id"])
    op.create_table(
        "lti_scores",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("line_item_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("acknowledged", sa.JSON()),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.Column("fault", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("next_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["line_item_id"],
            ["lti_line_items.id"],
            name=op.f("fk_lti_scores_line_item_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_lti_scores_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_scores")),
        sa.UniqueConstraint("line_item_id", "person_id", name=op.f("uq_lti_scores_line_item_id")),
    )
    op.create_index("ix_lti_scores_person_id", "lti_scores", ["person_id"])


def downgrade() -> None:
    op.drop_table("lti_scores")
    op.drop_table("lti_line_items")
    op.drop_table("lti_members")
    op.drop_table("lti_contexts")
    op.drop_table("lti_launches")
    op.drop_table("lti_keys")
    op.drop_table("lti_platforms")
