"""The page about the webhooks of a course."""

from typing import Annotated, Any, Literal

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.questions.context import Context, InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router
from app.webhooks import webhooks
from app.webhooks.sending import LONGEST, BadAddress
from app.webhooks.webhooks import MOST, TooManyWebhooks

router = Router(prefix="/courses/{course}/webhooks")
BAD = N_("Give an address that begins with https://, without a password and without #.")
MANY = N_("A course has five webhooks at most. Remove one first.")


@router.get("")
@limit_concurrency(TEACHING)
def open_webhooks(request: Request, context: InstructorContext, course: str, saved: bool = False) -> Response:
    """Shows the webhooks with their last answers. Raises NoSuchCourse."""
    return _page(request, context, course, saved=saved)


@router.post("")
@limit_concurrency(TEACHING)
def register(
    request: Request,
    context: InstructorContext,
    course: str,
    address: Annotated[str, Form(max_length=2 * LONGEST)] = "",
) -> Response:
    """Registers an address, and shows its secret in this answer and nowhere else; shows the form again where it is none
    (422). Raises NoSuchCourse, and CourseArchived."""
    try:
        _, secret = webhooks.register(context, course, address, request.app.state.settings.webhooks_inside)
    except (BadAddress, TooManyWebhooks) as error:
        fault = MANY if isinstance(error, TooManyWebhooks) else BAD
        return _page(request, context, course, 422, fault=fault, address=address)
    answer = _page(request, context, course, secret=secret)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/{number}")
@limit_concurrency(TEACHING)
def change(
    request: Request,
    context: InstructorContext,
    course: str,
    number: Number,
    do: Annotated[Literal["ping", "on", "off", "remove"], Form()],
) -> Response:
    """Sends a test, turns a webhook off or on, or removes it. Raises NoSuchCourse, and NoSuchWebhook."""
    match do:
        case "ping":
            webhooks.ping(context, course, number)
            request.app.state.runner.nudge()
        case "remove":
            webhooks.remove(context, course, number)
        case _:
            webhooks.switch(context, course, number, do == "on")
    return RedirectResponse(f"/courses/{course}/webhooks?saved=true", 303)


def _page(request: Request, context: Context, course: str, status: int = 200, **told: Any) -> Response:
    blank = {"saved": False, "fault": "", "address": "", "secret": ""}
    shown = webhooks.of_course(context, course)
    return page(request, "webhooks/webhooks", "", status, shown=shown, most=MOST, **blank | told)
