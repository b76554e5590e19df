"""Error pages where an assignment does not exist, is not open yet, or may not be changed."""

from app.coursework.announcements import NoSuchAnnouncement
from app.coursework.assignments.assignment import IsExam, NoSuchAssignment
from app.coursework.assignments.editing import NoSuchSection
from app.coursework.assignments.settings import AlreadyBegun
from app.coursework.assignments.start import NotOpen
from app.coursework.copying import TooFar
from app.coursework.roster.importing import NothingToUndo
from app.coursework.roster.page import NoSuchEntry
from app.coursework.staff import IsOwner, NoInstructor, NotOwner
from app.web.errors.pages import ErrorPage, ErrorPages, LeadsTo
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    IsExam: LeadsTo(lambda error: "/courses/{}/exams/{}".format(*error.args)),
    NoSuchAnnouncement: ErrorPage(
        404,
        N_("This announcement is not there any more."),
        N_("Another instructor may have removed it."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoSuchAssignment: ErrorPage(
        404,
        N_("The course has no such assignment or question."),
        N_("An instructor may have taken it out."),
        address="/courses",
        link=N_("Your courses"),
    ),
    AlreadyBegun: ErrorPage(
        409,
        N_("Somebody has begun this assignment, so it stays."),
        N_("You can end it with a due date, or take its questions out."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoSuchSection: ErrorPage(
        404,
        N_("The course has no section of this name."),
        N_("Somebody may have changed the roster just now. Open the assignment again."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NotOpen: ErrorPage(
        409,
        N_("This assignment is not open yet."),
        N_("Its page says from when on it can be worked on."),
        address="/courses",
        link=N_("Your courses"),
    ),
    TooFar: ErrorPage(
        409,
        N_("The dates would move by more than ten years."),
        N_("Nothing was copied. Go back and choose another first day."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoSuchEntry: ErrorPage(
        404,
        N_("This is not possible with this student any more."),
        N_("Somebody may have changed the roster just now. Open it again."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NothingToUndo: ErrorPage(
        409,
        N_("This cannot be undone any more."),
        N_("It was undone already, another import or matching came after it, or it is older than two weeks."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NotOwner: ErrorPage(
        403,
        N_("Only the owner hands a course over."),
        N_("Ask them; if they are not there any more, an administrator can take the course over."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoInstructor: ErrorPage(
        409,
        N_("The account of this person has not the role of an instructor."),
        N_("An administrator can give it."),
        address="/courses",
        link=N_("Your courses"),
    ),
    IsOwner: ErrorPage(
        409,
        N_("This person owns the course; nobody else removes them."),
        N_("They can hand it over or leave it themselves."),
        address="/courses",
        link=N_("Your courses"),
    ),
}
