"""The knowledge of learners, folded from their marks and placements; their goals, what they practise in a row, and the
cards that they turn."""

from sqlalchemy import JSON, Boolean, Column, Date, Double, ForeignKey, Index, Integer, String, Table, true

from app.database.schema.naming import Moment, metadata

mark_events = Table(
    "mark_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), nullable=False),
    Column(
        "response_id",
        ForeignKey("responses.id", ondelete="CASCADE"),
        doc="the answer that was marked; NULL: the solution was opened",
    ),
    Column("changed", Boolean, nullable=False, doc="marked differently than before"),
    Index("ix_mark_events_person_id", "person_id"),
    Index("ix_mark_events_attempt_id", "attempt_id"),
    Index("ix_mark_events_response_id", "response_id"),
)

learners = Table(
    "learners",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mean", Double, nullable=False, doc="the general ability, in logits"),
    Column("variance", Double, nullable=False),
    Column("folded_at", Moment, nullable=False),
)

skill_states = Table(
    "skill_states",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("skill", String(100), primary_key=True),
    Column("mean", Double, nullable=False, doc="what the ability differs by, in logits"),
    Column("variance", Double, nullable=False),
    Column("stability", Double, doc="in days; NULL: never shown by itself"),
    Column("difficulty", Double),
    Column("reviewed_at", Moment),
    Column("due_at", Moment),
    Column("came_right", Boolean, nullable=False, server_default=true(), doc="when it was shown last"),
    Index("ix_skill_states_skill", "skill"),
)

mistakes_made = Table(
    "mistakes_made",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("family", String(60), primary_key=True),
    Column("mistake", String(80), primary_key=True),
    Column("times", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("attempt", String(32), nullable=False, doc="the sheet where it was made last, by name"),
    Column("part", String(80), nullable=False),
    Column("avoided", Integer, nullable=False, doc="chances in a row since"),
    Column("back", Boolean, nullable=False, doc="it had gone before"),
)

removed_mistakes = Table(
    "removed_mistakes",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("family", String(60), primary_key=True),
    Column("mistake", String(80), primary_key=True),
    Column("removed_at", Moment, nullable=False, doc="what was made later stands in the list again"),
)

goals = Table(
    "goals",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("exam_on", Date, doc="NULL: no exam is set"),
    Column("exam", String(60), nullable=False, doc="the blueprint that is aimed at, by id"),
    Column("set_at", Moment, nullable=False),
)

placements = Table(
    "placements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("begun_at", Moment, nullable=False),
    Column("ended_at", Moment, doc="NULL: it is going on, or was never ended"),
    Column(
        "answers", JSON, nullable=False, doc="the topics that were asked, in turn, and whether they went well"
    ),
    Index("ix_placements_person_id", "person_id"),
)

practice_sets = Table(
    "practice_sets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(20), nullable=False, doc="reviews or mistakes"),
    Column("begun_at", Moment, nullable=False),
    Column("ended_at", Moment, doc="NULL: it is going on, or was never ended"),
    Column("tasks", JSON, nullable=False, doc="exercises with their numbers, and what each is asked for"),
    Index("ix_practice_sets_person_id", "person_id"),
)

card_reviews = Table(
    "card_reviews",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("card", String(200), nullable=False, doc="a term of the glossary, or a one-line question"),
    Column("grade", Integer, nullable=False, doc="1 to 3, as in engine.learning.spacing"),
    Column("at", Moment, nullable=False),
    Column("stability", Double, nullable=False, doc="of the card after it, in days; the fold of its reviews"),
    Column("difficulty", Double, nullable=False),
    Column("due_at", Moment, nullable=False),
    Index("ix_card_reviews_person_id", "person_id", "card"),
)

forecasts = Table(
    "forecasts",
    metadata,
    Column("sitting_id", ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("points", Double, nullable=False, doc="that were expected when it began"),
    Column("low", Double, nullable=False, doc="the ends of the band"),
    Column("high", Double, nullable=False),
    Column("of", Double, nullable=False),
)
