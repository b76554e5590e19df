"""What people are told in a course, where something is not there, not open yet, or not theirs to do."""

from collections.abc import Callable

from fastapi import Request

from app.courses.membership import CourseArchived, NoSuchCode, NoSuchCourse, NotInCourse
from app.courses.store.courses import LastInstructor
from app.coursework.assignment import NoSuchAssignment
from app.coursework.assignment_editing import AlreadyBegun
from app.coursework.assignment_start import NotOpen
from app.coursework.course import OpenedIt
from app.grading.queue import NothingToMark
from app.questions.library import AskedByCourse
from app.web.languages import N_
from app.web.messages import Said


def asked_by_course(request: Request, error: AskedByCourse) -> Said:
    one = error.asking
    then = N_(
        "All there have the same one: answer it there. Once nobody has time left for it, it can be practised again."
    )
    address = f"/courses/{one.course}/assignments/{one.assignment}"
    return Said(403, N_("An assignment of your course asks this question."), then, address, one.title)


IN_COURSES: dict[type[Exception], Said | Callable[..., Said]] = {
    AskedByCourse: asked_by_course,
    NoSuchCourse: Said(
        404,
        N_("This course is not among yours."),
        N_("It may belong to another account, or you have left it. With its code you can join it."),
        "/courses",
        N_("Your courses"),
    ),
    CourseArchived: Said(
        409,
        N_("This course is archived."),
        N_("What was begun in it goes on; nothing new is begun until an instructor restores it."),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchCode: Said(
        404,
        N_("No course has this code."),
        N_(
            "Check that it was copied whole. If it was, ask your instructor: a new code may have taken its place."
        ),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchAssignment: Said(
        404,
        N_("The course has no such assignment or question."),
        N_("An instructor may have taken it out."),
        "/courses",
        N_("Your courses"),
    ),
    AlreadyBegun: Said(
        409,
        N_("Somebody has begun this assignment, so it stays."),
        N_("You can end it with a due date, or take its questions out."),
        "/courses",
        N_("Your courses"),
    ),
    NotOpen: Said(
        409,
        N_("This assignment is not open yet."),
        N_("Its page says from when on it can be worked on."),
        "/courses",
        N_("Your courses"),
    ),
    NothingToMark: Said(
        404,
        N_("This answer or report is not in the marking queue."),
        N_("Somebody may have marked it just now."),
        "/courses",
        N_("Your courses"),
    ),
    NotInCourse: Said(
        404,
        N_("This person is not in the course."),
        N_("Somebody may have removed them just now."),
        "/courses",
        N_("Your courses"),
    ),
    OpenedIt: Said(
        409,
        N_("This person opened the course; nobody else removes them."),
        N_("They can leave it themselves."),
        "/courses",
        N_("Your courses"),
    ),
    LastInstructor: Said(
        409,
        N_("This is the last instructor of the course."),
        N_("Add another one; then this one can leave."),
        "/courses",
        N_("Your courses"),
    ),
}
