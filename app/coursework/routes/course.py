"""Pages of one course: its people and its code for those who teach it, its assignments for everybody in it."""

from typing import Annotated, Any, Literal

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.courses.store.courses import CourseRole
from app.coursework import accommodation, copying, staff
from app.coursework import course as acting
from app.coursework.staff import IsOneself, IsOwner, IsStudent, NoAccount, NoInstructor, NotSure
from app.exams.blueprints.sources import sources
from app.questions.context import Context, InstructorContext, StudentContext
from app.web.addresses import address_of
from app.web.beside import beside
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import BreakMinutes, ExtraTime, Number, day
from app.web.downloads import file
from app.web.languages.languages import N_
from app.web.rendering import language_of, page
from app.web.routing import Router

router = Router(prefix="/courses/{course}")
FAULTS = {
    NoAccount: N_("Nobody has an account with this e-mail. Once they have signed up, add them here."),
    NoInstructor: N_("This account has not the role of an instructor. An administrator can give it."),
    IsOwner: N_("This is the owner, who can hand the course over to another instructor first."),
    IsStudent: N_(
        "This is a student of the course. On its staff they stand in no gradebook, and their answers leave the grading "
        "queue."
    ),
    IsOneself: N_("This is you. You could not change the course any more; another instructor could undo it."),
}


@router.get("")
@limit_concurrency(TEACHING)
def open_course(
    request: Request,
    context: StudentContext,
    course: str,
    removed: bool = False,
    saved: bool = False,
) -> Response:
    """Shows the course."""
    room = acting.room(context, course)
    return _page(request, context, room, removed=removed, saved=saved)


@router.get("/calendar.ics")
@limit_concurrency(TEACHING)
def as_calendar(request: Request, context: StudentContext, course: str) -> Response:
    """Sends the dates of the course as they are for this person. Raises NoSuchCourse."""
    from app.coursework.calendar import calendar  # brings icalendar

    room, site = acting.room(context, course), address_of(request, "")
    content = calendar(room, site, language_of(request), context.clock.now())
    return file(content, "course.ics", "text/calendar; charset=utf-8")


@router.post("/title")
def rename(context: InstructorContext, course: str, title: Annotated[str, Form()] = "") -> Response:
    """Renames the course; an empty title changes nothing. Raises NoSuchCourse."""
    acting.rename(context, course, title)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/copy")
@limit_concurrency(TEACHING)
def copy(
    context: InstructorContext,
    course: str,
    title: Annotated[str, Form()] = "",
    first: Annotated[str, Form(max_length=10)] = "",
    zone: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Copies the course with its dates moved, so that the ``first`` is on this day, in the browser's time ``zone``.
    Raises NoSuchCourse, BadForm, and TooFar."""
    made = copying.copy(context, course, title, day(first), copying.zone(zone))
    return RedirectResponse(f"/courses/{made.name}", 303)


@router.post("/code")
def renew_code(context: InstructorContext, course: str) -> Response:
    """Replaces the code; the old one opens nothing any more. Raises NoSuchCourse, and CourseArchived."""
    acting.renew_code(context, course)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/staff")
@limit_concurrency(TEACHING)
def appoint(
    request: Request,
    context: InstructorContext,
    course: str,
    email: Annotated[str, Form(max_length=254)] = "",
    role: Annotated[Literal["instructor", "assistant", "blind", "observer"], Form()] = "assistant",
    sure: Annotated[bool, Form()] = False,
) -> Response:
    """Makes somebody an instructor, an assistant who sees names or (``blind``) does not, or an observer; shows the form
    again where that is not possible, or not ``sure`` (422). Raises NoSuchCourse, CourseArchived, and LastInstructor."""
    given = CourseRole.ASSISTANT if role == "blind" else CourseRole(role)
    try:
        staff.appoint(context, course, email, given, sees_names=role != "blind", sure=sure)
    except (NoAccount, NoInstructor, IsOwner, NotSure) as error:
        room, unsure = acting.room(context, course), isinstance(error, NotSure)
        told = {"email": email, "chosen": role, "fault": FAULTS[type(error)]}
        return _page(request, context, room, 422, unsure=unsure, **told)
    return RedirectResponse(f"/courses/{course}?saved=true#staff", 303)


@router.post("/members/{member}/owner")
def hand_over(context: InstructorContext, course: str, member: Number) -> Response:
    """Makes another instructor the owner. Raises NoSuchCourse, NotOwner, NotInCourse, and NoInstructor."""
    staff.hand_over(context, course, member)
    return RedirectResponse(f"/courses/{course}?saved=true#staff", 303)


@router.post("/members/{member}/accommodation")
def accommodate(
    context: InstructorContext,
    course: str,
    member: Number,
    extra_time: ExtraTime = 0,
    break_minutes: BreakMinutes = 0,
) -> Response:
    """Gives a student more time in the course's exams, also in a running one. Raises NoSuchCourse, and NotInCourse."""
    entry = accommodation.accommodate(context, course, member, extra_time, break_minutes)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/members/{member}/remove")
def remove(context: InstructorContext, course: str, member: Number) -> Response:
    """Removes one of the staff, who may be oneself. Raises NoSuchCourse, IsOwner, NotInCourse, and LastInstructor."""
    staff.remove(context, course, member)
    return RedirectResponse(
        "/courses" if member == context.person.id else f"/courses/{course}?removed=true#staff", 303
    )


def _page(
    request: Request,
    context: Context,
    room: acting.Room,
    status: int = 200,
    **told: Any,
) -> Response:
    """Renders the course; ``email`` is that of somebody who cannot have the ``chosen`` role, for the ``fault``, or only
    once it is confirmed (``unsure``); ``removed``: somebody just was; ``saved``: somebody has a new role."""
    link = address_of(request, f"/join/{room.code}")
    said: dict[str, Any] = {
        "me_id": context.person.id,
        "email": "",
        "chosen": "assistant",
        "fault": "",
        "unsure": False,
        "removed": False,
        "saved": False,
    } | told
    said |= beside(request, "course", room)
    if room.teaching:
        said["sources"] = sources(context)
    return page(request, "coursework/course", "", status, room=room, link=link, **said)
