"""The context of a request: all that an action needs beside what the action is about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Request

from app.clock import Clock
from app.database.connection import Database
from app.identity.permissions import Visitor, person, require, visitor
from app.identity.store.people import Person, Role

C = TypeVar("C", bound="Context")


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """The database, the clock, and who asks: the browser, and the person behind it, found once.

    The rooms above the library take ``app.questions.context.Context``, which has the library, too.
    """

    database: Database
    clock: Clock
    visitor: Visitor
    person: Person

    @property
    def account(self) -> int:
        """The number of the person who asks, on pages for people with an account: a guest may have no row."""
        assert self.person.id is not None
        return self.person.id


def context(request: Request) -> Context:
    state = request.app.state
    return Context(
        database=state.database, clock=state.clock, visitor=visitor(request), person=person(request)
    )


@dataclass(frozen=True, slots=True)
class Restricted(Generic[C]):
    """Makes the context for people with this role, or one that may do more. Raises RoleNeeded."""

    role: Role
    make: Callable[[Request], C]

    def __call__(self, request: Request) -> C:
        require(self.role, person(request))
        return self.make(request)


ContextHere = Annotated[Context, Depends(context)]
StudentContext = Annotated[Context, Depends(Restricted(Role.STUDENT, context))]
InstructorContext = Annotated[Context, Depends(Restricted(Role.INSTRUCTOR, context))]
AdministratorContext = Annotated[Context, Depends(Restricted(Role.ADMINISTRATOR, context))]
