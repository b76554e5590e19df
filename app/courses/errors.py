"""Error pages where a course, its code or a person in it does not exist, or the course cannot be changed so."""

from app.courses.joining import NoSuchCode
from app.courses.membership import CourseArchived, NoSuchCourse, NotInCourse
from app.courses.store.courses import Withdrawn
from app.courses.store.staff import LastInstructor
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchCourse: ErrorPage(
        404,
        N_("This course is not among yours."),
        N_(
            "It may belong to another account, or you have left it: with its code you can join it. Or your role in it "
            "does not open this page."
        ),
        address="/courses",
        link=N_("Your courses"),
    ),
    CourseArchived: ErrorPage(
        409,
        N_("This course is archived."),
        N_("What was begun in it goes on; nothing new is begun until an instructor restores it."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoSuchCode: ErrorPage(
        404,
        N_("No course has this code."),
        N_(
            "Check that it was copied whole. If it was, ask your instructor: a new code may have taken its place."
        ),
        address="/courses",
        link=N_("Your courses"),
    ),
    NotInCourse: ErrorPage(
        404,
        N_("This person is not in the course."),
        N_("Somebody may have removed them just now."),
        address="/courses",
        link=N_("Your courses"),
    ),
    Withdrawn: ErrorPage(
        403,
        N_("You were withdrawn from this course."),
        N_("If that should not be so, ask your instructor to take you back."),
        address="/courses",
        link=N_("Your courses"),
    ),
    LastInstructor: ErrorPage(
        409,
        N_("This is the last instructor of the course."),
        N_("Add another one; then this one can leave."),
        address="/courses",
        link=N_("Your courses"),
    ),
}
