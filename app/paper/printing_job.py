"""The job that prints for an instructor: question sheets or answer keys of many paper versions, as one PDF."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from app.database.connection import Database
from app.jobs import files
from app.paper import exam_paper, printed
from app.paper.printed_exam import PrintedExam
from app.questions import installed
from app.questions.library import Library
from app.settings import settings


def make(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Stores the file under the name in the payload. What is marked, changed or removed meanwhile is not in it."""
    database, library = _here()
    numbers = payload["forms"]

    def each() -> Iterator[PrintedExam]:
        for done, number in enumerate(numbers):
            progress(done, len(numbers))
            yield printed.printable(database, library, number, payload["course"], payload["bengali"])

    title = printed.title(database, payload["what"], numbers)
    content = exam_paper.PRINTED[payload["what"]](each(), library.bank.study, title)
    progress(len(numbers), len(numbers))
    files.keep(database, payload["file"], content)
    return {"bytes": len(content)}


@cache
def _here() -> tuple[Database, Library]:
    database = Database(settings().database_url)
    return database, Library(installed.bank(), database)
