"""The draft of a question: opened, saved, given a test."""

import hashlib

from app.authoring.preview import Typed, with_test
from app.authoring.question_list import NoSuchQuestion
from app.database.connection import Database, Rows
from app.questions.store import drafts
from app.questions.store.drafts import Draft
from app.web.languages.languages import N_

UNTESTED = N_("Nothing here could be kept as a test. Everything is saved.")


class NewerText(Exception):
    """The draft was saved from elsewhere since this text was opened: ``saved`` is what stands there now."""

    def __init__(self, saved: Draft) -> None:
        super().__init__(saved.name)
        self.saved = saved


def opened(database: Database, owner: int, name: str) -> Draft:
    """Raises NoSuchQuestion."""
    with database.read() as rows:
        draft = drafts.find(rows, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    return draft


def mark(text: str) -> str:
    """What the editor's form carries of the text that it was opened with."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save(database: Database, owner: int, name: str, text: str, over: str = "") -> str:
    """Keeps any text, a question or not, so there is no reason why not: "". Raises NoSuchQuestion and NewerText."""
    with database.write() as rows:
        keep(rows, owner, name, text, over)
    return ""


def keep(rows: Rows, owner: int, name: str, text: str, over: str = "") -> Draft:
    """The draft with this text, held until the transaction ends; ``over`` marks the text that it is to replace.

    Raises NoSuchQuestion and NewerText.
    """
    draft = drafts.hold(rows, owner, name)
    if draft is None:
        raise NoSuchQuestion(name)
    if draft.text != text:
        if over and over != mark(draft.text):
            raise NewerText(draft)
        drafts.save(rows, draft.id, text)
    return draft


def keep_for_courses(database: Database, owner: int, name: str, text: str, over: str = "") -> str:
    """From now on exams and assignments of the owner's courses ask it, and nobody else begins it. Saves the text.

    Raises NoSuchQuestion and NewerText, as ``open_for_practice`` does.
    """
    with database.write() as rows:
        drafts.keep_for_courses(rows, keep(rows, owner, name, text, over).id, True)
    return ""


def open_for_practice(database: Database, owner: int, name: str, text: str, over: str = "") -> str:
    """From now on everybody may practise what is published of it. Saves the text."""
    with database.write() as rows:
        drafts.keep_for_courses(rows, keep(rows, owner, name, text, over).id, False)
    return ""


def add_test(
    database: Database, owner: int, name: str, text: str, seed: int, level: str, typed: Typed, over: str = ""
) -> str:
    """Saves the text with one variant of it as a test; returns why it has none, "" where it has.

    Raises NoSuchQuestion and NewerText.
    """
    longer = with_test(name, text, seed, level, typed)
    save(database, owner, name, longer, over)
    return UNTESTED if longer == text else ""
