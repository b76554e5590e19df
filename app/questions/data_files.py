"""The data files of questions, looked at where their contents are."""

from collections.abc import Iterable, Mapping

from app.attachments import attachments
from app.database.connection import Database
from engine.data_files import look
from engine.questions import Question


def looked_at(database: Database, questions: Iterable[Question]) -> list[Question]:
    """The questions, with what is seen of their files; of a file that is not stored this is its name alone."""
    found = list(questions)
    names = {one.file for question in found for one in question.files}
    contents = attachments.contents(database, names) if names else {}
    return [_with_looks(question, contents) if question.files else question for question in found]


def _with_looks(question: Question, contents: Mapping[str, bytes]) -> Question:
    looks = {one.name: look(one, contents[one.file]) for one in question.files if one.file in contents}
    return question.model_copy(update={"looks": looks})
