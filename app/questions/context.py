"""The context of a request in the rooms that deal with questions: the library of all questions is in it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.identity.store.people import Role
from app.questions.library import Library
from app.web import context as web
from app.web.context import Restricted


@dataclass(frozen=True, kw_only=True, slots=True)
class Context(web.Context):
    """As on every page, and the library."""

    library: Library


def context(request: Request) -> Context:
    found, library = web.context(request), request.app.state.library
    return Context(
        database=found.database,
        clock=found.clock,
        visitor=found.visitor,
        person=found.person,
        library=library,
    )


ContextHere = Annotated[Context, Depends(context)]
StudentContext = Annotated[Context, Depends(Restricted(Role.STUDENT, context))]
InstructorContext = Annotated[Context, Depends(Restricted(Role.INSTRUCTOR, context))]
AdministratorContext = Annotated[Context, Depends(Restricted(Role.ADMINISTRATOR, context))]
