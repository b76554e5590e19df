"""Courses: those one teaches and those one is in; a new one, and the way into one with a code."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import courses
from app.dependencies import DatabaseHere
from app.lanes import READING, in_lane
from app.rendering import page
from app.visitors import AccountHere, InstructorHere

router = APIRouter(prefix="/courses")


@router.get("")
@in_lane(READING)
def open_courses(request: Request, database: DatabaseHere, person: AccountHere) -> Response:
    return page(
        request, "courses", courses=courses.mine(database, person), person=person, untitled=False, unknown=""
    )


@router.post("")
@in_lane(READING)
def begin_course(
    request: Request, database: DatabaseHere, person: InstructorHere, title: Annotated[str, Form()] = ""
) -> Response:
    course = courses.open_course(database, person, title)
    if course is not None:
        return RedirectResponse(f"/courses/{course.name}", 303)
    mine = courses.mine(database, person)
    return page(request, "courses", status=422, courses=mine, person=person, untitled=True, unknown="")


@router.post("/{course}/archive")
def archive(database: DatabaseHere, person: InstructorHere, course: str) -> Response:
    courses.archive(database, person, course)
    return RedirectResponse("/courses#archived", 303)


@router.post("/{course}/restore")
def restore(database: DatabaseHere, person: InstructorHere, course: str) -> Response:
    courses.restore(database, person, course)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/{course}/leave")
def leave(database: DatabaseHere, person: AccountHere, course: str) -> Response:
    courses.leave(database, person, course)
    return RedirectResponse("/courses", 303)
