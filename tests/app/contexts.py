"""Contexts of requests, for tests that call what a handler calls."""

from fastapi import FastAPI

from app.database.connection import Database
from app.identity.permissions import Visitor
from app.identity.store import people
from app.identity.store.people import NOBODY, Person, Role
from app.questions.context import Context


def context_of(app: FastAPI, person: int | None = None, token: str = "") -> Context:
    """The context of an account by its number, or of the browser with this cookie."""
    database: Database = app.state.database
    if person is not None:
        asks = Person(person, Role.INSTRUCTOR, "", "")
    else:
        with database.read() as rows:
            asks = people.with_token(rows, token) if token else NOBODY
    return Context(
        database=database,
        clock=app.state.clock,
        visitor=Visitor(token, new=False, address="", secure=False),
        person=asks,
        library=app.state.library,
    )
