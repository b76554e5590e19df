"""The data files of questions, looked at where their contents are."""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from app.attachments import attachments
from app.attachments.attachments import NoSuchAttachment
from app.database.connection import Database
from engine.data_files import DataFile, Look, look
from engine.questions import Question

KEPT = 500  # looks, of 2 kB each: a save in an exam reads its question anew


def looked_at(database: Database, questions: Iterable[Question]) -> list[Question]:
    """The questions, with what is seen of their files; of a file that is not stored this is its name alone."""
    return [_with_looks(database, question) if question.files else question for question in questions]


def _with_looks(database: Database, question: Question) -> Question:
    looks: dict[str, Look] = {}
    for one in question.files:
        with suppress(NoSuchAttachment):
            looks[one.name] = _look(database, one)
    return question.model_copy(update={"looks": looks})


@lru_cache(KEPT)
def _look(database: Database, one: DataFile) -> Look:
    """Looks once: under its name the content never changes. Raises NoSuchAttachment."""
    return look(one, attachments.content(database, one.file))
