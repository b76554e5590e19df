"""Works out anew what all learners know."""

from app.commands.invitations import opened
from app.learning import upkeep
from app.questions.installed import bank
from app.questions.library import Library


def relearn() -> str:
    """Folds the marks of all people anew, and says of how many."""
    with opened() as database:
        people, marks = upkeep.rebuild_all(database, Library(bank(), database))
    return f"{people} people, {marks} marks."
