"""The draft of a question: open, save, add a test, open for practice or keep for courses."""

import hashlib

from app.authoring.preview import Typed, with_test
from app.authoring.question_list import NoSuchQuestion
from app.database.connection import Connection
from app.questions.context import Context
from app.questions.store import drafts
from app.questions.store.drafts import Audience, Draft
from app.web.languages.languages import N_

UNTESTED = N_("Nothing here could be saved as a test. The draft itself is saved.")


class NewerText(Exception):
    """The draft was saved from elsewhere since this text was opened; ``saved`` is the draft now."""

    def __init__(self, saved: Draft) -> None:
        super().__init__(saved.name)
        self.saved = saved


def opened(context: Context, name: str) -> Draft:
    """The draft of this name, if it is the person's own. Raises NoSuchQuestion."""
    with context.database.read() as connection:
        return own(connection, context.account, name)


def own(connection: Connection, owner: int, name: str) -> Draft:
    """The owner's draft of this name. Raises NoSuchQuestion."""
    draft = drafts.find(connection, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    return draft


def mark(text: str) -> str:
    """A hash of a text, which the editor's form sends back to name the text that it was opened with."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save(context: Context, name: str, text: str, over: str = "") -> str:
    """Saves any text, a question or not, and always returns "", as nothing can be wrong.
    Raises NoSuchQuestion and NewerText."""
    with context.database.write() as connection:
        keep(connection, context.account, name, text, over)
    return ""


def keep(connection: Connection, owner: int, name: str, text: str, over: str = "") -> Draft:
    """Saves the text and returns the draft, held until the transaction ends;
    ``over`` is the mark of the text to replace.

    Raises NoSuchQuestion and NewerText.
    """
    draft = drafts.hold(connection, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    if draft.text != text:
        if over and over != mark(draft.text):
            raise NewerText(draft)
        drafts.save(connection, draft.id, text)
    return draft


def share(context: Context, name: str, text: str, over: str = "", *, audience: Audience) -> str:
    """Saves the text and says who may practise its published version. Raises NoSuchQuestion and NewerText."""
    with context.database.write() as connection:
        drafts.share(connection, keep(connection, context.account, name, text, over).id, audience)
    return ""


def add_test(
    context: Context, name: str, text: str, over: str = "", *, seed: int, level: str, typed: Typed
) -> str:
    """Saves the text with one of its variants as a test; returns why none was added, "" where one was.

    Raises NoSuchQuestion and NewerText.
    """
    longer = with_test(name, text, seed, level, typed)
    save(context, name, longer, over)
    return UNTESTED if longer == text else ""
