"""An instructor's questions as files: for Examformer itself, one or all that are listed; and for Moodle and Anki."""

import time
from collections.abc import Iterator

from app.attachments import attachments
from app.authoring import editor, question_list
from app.authoring.exchange import archive, question_file
from app.authoring.exchange.from_variant import drawn, exchanged
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.question_list import Own, Standing
from app.questions.attachments import contents
from app.questions.context import Context
from app.questions.library import drafted
from app.questions.store import versions
from engine.questions import Question
from engine.variants import Variant

PATIENCE = 20.0  # seconds that drawing all variants may take
MOST_BYTES = 50 * 2**20  # of attachments in a file for Moodle, which has them once for each set of numbers


class NoQuestionYet(ValueError):
    """The draft cannot be read as a question."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TooSlow(RuntimeError):
    """Drawing that many variants takes too long."""


class TooLarge(ValueError):
    """The images and data files come to too many bytes with that many variants."""


def question_text(context: Context, name: str) -> str:
    """The draft as a file, a question or not, with its tests. Raises NoSuchQuestion."""
    draft = editor.opened(context, name)
    with context.database.read() as connection:
        newest = versions.newest(connection, name)
    number, changed = (newest.number, newest.text != draft.text) if newest else (0, False)
    return question_file.write(name, draft.text, draft.origin, number, changed)


def all_listed(context: Context, words: str, kind: str, standing: Standing | None) -> bytes:
    """The questions that the list shows, as an archive."""
    listed = question_list.own(context, words, kind, standing).questions
    mentioned = {name for one in listed for name in attachments.NAME.findall(one.text)}
    found = attachments.contents(context.database, mentioned)
    return archive.pack(((f"{one.name}.toml", _written(one), one.changed_at) for one in listed), found)


def with_attachments(context: Context, name: str) -> bytes:
    """The draft and the images and data files that it names, as an archive. Raises NoSuchQuestion."""
    text, changed = question_text(context, name), editor.opened(context, name).changed_at
    found = attachments.contents(context.database, attachments.NAME.findall(text))
    return archive.pack([(f"{name}.toml", text, changed)], found)


def for_moodle(context: Context, name: str, each: int) -> bytes:
    """Raises NoSuchQuestion, NoQuestionYet, Undrawable, TooSlow, and TooLarge."""
    question = _question(context, name)
    found = contents(context.database, question)
    if each * sum(map(len, found.values())) > MOST_BYTES:
        raise TooLarge(name)
    return moodle_xml(exchanged(variant, found) for variant in _drawn(question, each))


def for_anki(context: Context, name: str, each: int) -> bytes:
    """Raises NoSuchQuestion, NoQuestionYet, Undrawable, and TooSlow."""
    from app.study import anki

    question = _question(context, name)
    return anki.cards(f"Examformer::{question.title}", _drawn(question, each))


def _drawn(question: Question, each: int) -> Iterator[Variant]:
    began = time.monotonic()
    for variant in drawn([question], each):
        yield variant
        if time.monotonic() - began > PATIENCE:
            raise TooSlow(question.id)


def _question(context: Context, name: str) -> Question:
    draft = editor.opened(context, name)
    question = drafted(name, draft.text)
    if not isinstance(question, Question):
        raise NoQuestionYet(name)
    return question


def _written(one: Own) -> str:
    changed = one.standing is Standing.CHANGED
    return question_file.write(one.name, one.text, one.origin, one.number, changed)
