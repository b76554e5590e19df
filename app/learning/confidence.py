"""A learner's confidence before marks, and how those came out."""

from app.learning.store import confidence as stored
from app.questions.context import Context
from engine.learning.confidence import Curve, curve


def of_visitor(context: Context) -> Curve | None:
    """The visitor's curve; None while too little was said."""
    if context.person.id is None:
        return None
    with context.database.read() as connection:
        return curve(stored.of_person(connection, context.person.id))
