"""Predictions made in the lab before a model ran, and what came; exercises that were made there."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from app.database.schema.naming import Moment, metadata

predictions = Table(
    "predictions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("form_key", String(64), nullable=False, doc="a second click finds the same prediction"),
    Column("demo", String(30), nullable=False),
    Column("state", Text, nullable=False, doc="the settings of the demo, as they stand in its address"),
    Column("asked", String(120), nullable=False, doc="what was to be predicted, in the demo's own words"),
    Column("predicted", Float, nullable=False),
    Column("outcome", Float, doc="NULL until the model has run"),
    Column("within", Float, nullable=False, doc="how far from the outcome a prediction is still right"),
    Column(
        "sketch",
        JSON(none_as_null=True),
        doc="the curve that was drawn: heights at even distances, NULL where none was",
    ),
    Column("at", Moment, nullable=False),
    UniqueConstraint("person_id", "form_key"),
)

made_in_the_lab = Table(
    "made_in_the_lab",
    metadata,
    Column("attempt", ForeignKey("attempts.name", ondelete="CASCADE"), primary_key=True),
    Column("demo", String(30), nullable=False),
    Column(
        "address",
        Text,
        nullable=False,
        doc="the settings of the demo and the run, as they stand in its address",
    ),
)
