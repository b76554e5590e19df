"""The staff of a course: instructors, assistants with or without names, and observers."""

from typing import Annotated, Literal

from fastapi import Body
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, as_json, behind_the_door, refusals
from app.api.writing import WRITING, writes
from app.courses.membership import NoSuchCourse
from app.courses.store.courses import CourseRole
from app.coursework import course as acting
from app.coursework import staff as appointing
from app.questions.context import Context, ContextHere
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from engine.validation.schema import Shape

router = behind_the_door("staff", Scope.COURSES)


class StaffMember(Shape):
    """Somebody on the staff; ``member`` is their number."""

    member: int
    name: str
    email: str
    role: Literal["instructor", "assistant", "observer"]
    sees_names: bool = Field(description="false: an assistant who marks without names")
    owner: bool


class Staff(Shape):
    staff: list[StaffMember]


class Appointment(Shape):
    """A role for somebody with an account, whatever they were in the course. ``sure``: also where a student would leave
    the gradebook, or where it takes one's own right to teach."""

    email: str = Field(max_length=254)
    role: Literal["instructor", "assistant", "observer"]
    sees_names: bool = True
    sure: bool = False


@router.get("/courses/{course}/staff", responses=refusals(404))
@limit_concurrency(TEACHING)
@as_json
def staff(context: ContextHere, course: str) -> Staff:
    return _staff(context, course)


@router.post("/courses/{course}/staff", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def appoint(context: Context, course: str, new: Annotated[Appointment, Body()]) -> Staff:
    role = CourseRole(new.role)
    appointing.appoint(context, course, new.email, role, sees_names=new.sees_names, sure=new.sure)
    return _staff(context, course)


@router.delete("/courses/{course}/staff/{member}", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def remove_from_staff(context: Context, course: str, member: Number) -> Staff:
    appointing.remove(context, course, member)
    return _staff(context, course)


def _staff(context: Context, course: str) -> Staff:
    """Raises NoSuchCourse for those who do not teach it."""
    room = acting.room(context, course)
    if not room.teaching:
        raise NoSuchCourse(course)
    return Staff(
        staff=[
            StaffMember(
                member=one.id,
                name=one.name,
                email=one.email,
                role=str(one.role),
                sees_names=one.sees_names,
                owner=one.id == room.owner,
            )
            for one in room.staff
        ]
    )
