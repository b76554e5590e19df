"""The job that compares all answers to a question with one another, and stores the pairs that share most."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from app.database.connection import Database
from app.grading.similarity.asked import given_by
from app.grading.store import similarity as stored
from app.questions import installed
from app.questions.library import Library
from app.settings import settings
from engine.similarity.comparison import compare
from engine.similarity.readings import READINGS


def carry_out(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Compares the answers as they are now. Stores nothing where the comparison was deleted meanwhile."""
    database, library = _here()
    with database.read() as connection:
        comparison = stored.by_id(connection, payload["comparison"])
        answers = stored.answers(connection, comparison.assignment, comparison.question) if comparison else []
    if comparison is None:
        return {}
    reading = READINGS[payload["kind"]]
    tokens = {}
    for done, one in enumerate(answers):
        progress(done, len(answers))
        tokens[one.response] = reading.plain(one.text)
    given = given_by(library, comparison.question, {one.version for one in answers})
    found = compare(tokens, given, reading.size)
    with database.write() as connection:
        stored.store(connection, comparison.id, stored.digest(answers), found)
    progress(len(answers), len(answers))
    return {"compared": found.compared}


@cache
def _here() -> tuple[Database, Library]:
    database = Database(settings().database_url)
    return database, Library(installed.bank(), database)
