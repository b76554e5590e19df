"""The draft of a question: opened, saved, given a test."""

from app.actions.author import NoSuchQuestion
from app.actions.preview import Typed, with_test
from app.store import questions
from app.store.database import Database, Rows
from app.store.questions import Draft


def opened(database: Database, owner: int, name: str) -> Draft:
    """Raises NoSuchQuestion."""
    with database.read() as rows:
        draft = questions.find(rows, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    return draft


def save(database: Database, owner: int, name: str, text: str) -> None:
    """Keeps any text, a question or not. Raises NoSuchQuestion."""
    with database.write() as rows:
        keep(rows, owner, name, text)


def keep(rows: Rows, owner: int, name: str, text: str) -> Draft:
    """The draft with this text, held until the transaction ends. Raises NoSuchQuestion."""
    draft = questions.hold(rows, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    if draft.text != text:
        questions.save(rows, draft.id, text)
    return draft


def add_test(
    database: Database, owner: int, name: str, text: str, seed: int, level: str, typed: Typed
) -> bool:
    """Saves the text with one variant of it as a test; whether it has one. Raises NoSuchQuestion."""
    longer = with_test(name, text, seed, level, typed)
    save(database, owner, name, longer)
    return longer != text
