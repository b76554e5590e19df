"""Later due dates of an assignment: for one student, joined or not, or for a section of the roster."""

from typing import Annotated, Self

from fastapi import Body
from pydantic import Field, model_validator

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, behind_the_door
from app.api.teaching.assignments import AssignmentState, paper, state
from app.api.teaching.texts import Moment
from app.api.writing import WRITING, writes
from app.courses.membership import NotInCourse
from app.coursework.assignments import editing
from app.questions.context import Context
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from engine.validation.schema import Shape

router = behind_the_door("extensions", Scope.ASSIGNMENTS)


class LaterDate(Shape):
    due_at: Moment


class LaterDateOf(Shape):
    """A later due date for whoever is in a section of the roster, now or afterwards, or for the student of one entry,
    who may not have joined yet; null takes it away."""

    section: str | None = Field(None, max_length=40)
    entry: int | None = Field(None, ge=1, lt=2**31, description="in place of a section")
    due_at: Moment | None

    @model_validator(mode="after")
    def _of_one(self) -> Self:
        if (self.section is None) == (self.entry is None):
            raise ValueError("Give a section or an entry.")
        return self


@router.put("/courses/{course}/assignments/{assignment}/extensions/{student}", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def extend(
    context: Context, course: str, assignment: str, student: Number, new: Annotated[LaterDate, Body()]
) -> AssignmentState:
    editing.extend(context, course, assignment, _entry(context, course, assignment, student), new.due_at)
    return state(context, course, assignment)


@router.delete("/courses/{course}/assignments/{assignment}/extensions/{student}", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def remove_extension(context: Context, course: str, assignment: str, student: Number) -> AssignmentState:
    editing.extend(context, course, assignment, _entry(context, course, assignment, student), None)
    return state(context, course, assignment)


@router.post("/courses/{course}/assignments/{assignment}/extensions", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def extend_section_or_entry(
    context: Context, course: str, assignment: str, new: Annotated[LaterDateOf, Body()]
) -> AssignmentState:
    state(context, course, assignment)
    if new.entry is not None:
        editing.extend(context, course, assignment, new.entry, new.due_at)
    else:
        editing.extend_section(context, course, assignment, new.section or "", new.due_at)
    return state(context, course, assignment)


def _entry(context: Context, course: str, name: str, student: int) -> int:
    """Returns a student's number on the roster. Raises what ``paper`` does, and NotInCourse."""
    found = next((one.id for one in paper(context, course, name).students if one.person == student), None)
    if found is None:
        raise NotInCourse(student)
    return found
