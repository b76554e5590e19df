"""How sure a learner was before marks, and how those came out."""

from collections.abc import Mapping

from app.learning.store import confidence as stored
from app.practice.ways import ASKS_SURE
from app.questions.context import Context
from engine.learning.confidence import Curve, curve


def is_asked(cookies: Mapping[str, str]) -> bool:
    """Whether the browser's sheets ask how sure one is."""
    return cookies.get(ASKS_SURE) == "yes"


def of_visitor(context: Context) -> Curve | None:
    """The visitor's curve; None while too little was said."""
    if context.person.id is None:
        return None
    with context.database.read() as connection:
        return curve(stored.of_person(connection, context.person.id))
