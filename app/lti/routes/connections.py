"""The connections of a course with platforms: marks that wait, the roster that is fetched, the end of a connection."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.lti import connections, roster
from app.questions.context import InstructorContext
from app.web.addresses import address_of
from app.web.concurrency import ABROAD, TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/platforms")


@router.get("")
@limit_concurrency(TEACHING)
def open_connections(
    request: Request, context: InstructorContext, course: str, sending: bool = False
) -> Response:
    """Shows the connections; ``sending``: marks are being sent. Raises NoSuchCourse."""
    here, found = connections.of_course(context, course)
    registered, site = connections.registered(context), address_of(request, "")
    return page(
        request,
        "lti/connections",
        course=here,
        connections=found,
        sending=sending,
        registered=registered,
        site=site,
    )


@router.post("/{number}/send")
@limit_concurrency(TEACHING)
def send_now(request: Request, context: InstructorContext, course: str, number: Number) -> Response:
    """Has the marks sent at once. Raises NoSuchCourse, and NoSuchConnection."""
    connections.send_now(context, course, number)
    request.app.state.runner.nudge()
    return RedirectResponse(f"/courses/{course}/platforms?sending=true", 303)


@router.post("/{number}/roster")
@limit_concurrency(ABROAD)
def fetch_roster(request: Request, context: InstructorContext, course: str, number: Number) -> Response:
    """Shows what the platform's list of students would change. Raises NoSuchCourse, CourseArchived, NoSuchConnection,
    PlatformDown, BadPlatform and Refused."""
    preview = roster.fetch(context, course, number)
    return page(request, "coursework/roster_import", preview=preview, seal=preview.seal, changed=False)


@router.post("/{number}/disconnect")
@limit_concurrency(TEACHING)
def disconnect(context: InstructorContext, course: str, number: Number) -> Response:
    """Ends a connection. Raises NoSuchCourse, and NoSuchConnection."""
    connections.disconnect(context, course, number)
    return RedirectResponse(f"/courses/{course}/platforms", 303)
