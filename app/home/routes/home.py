"""Home: what to do next; and the language switches at the foot of every page."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.coursework import due_work
from app.home import home
from app.identity.permissions import YEAR
from app.learning import errand, placement, wording
from app.learning.practice_sets import sets
from app.questions.context import ContextHere
from app.study import card_reviews
from app.web.addresses import came_from
from app.web.concurrency import READING, limit_concurrency
from app.web.languages.languages import LANGUAGES
from app.web.rendering import BENGALI, LANGUAGE, page
from app.web.routing import Router
from app.web.sections import SECTIONS

router = Router()


@router.get("/")
@limit_concurrency(READING)
def open_home(request: Request, context: ContextHere) -> Response:
    """Shows what to go on with, and what is due in the person's courses."""
    withheld = context.library.asked_by_courses(context.person)
    desk = home.desk(context, context.library.everybodys(), request.app.state.example, withheld)
    return page(
        request,
        "home/home",
        desk=desk,
        duties=due_work.duties(context),
        cards=card_reviews.waiting(context),
        placing=placement.running(context),
        going_on=sets.progress(context),
        set_names=errand.NAMES,
        placed=placement.is_over(context),
        wording=wording,
        sections=SECTIONS,
    )


@router.post("/language")
def choose(
    request: Request,
    back: Annotated[str, Form(max_length=500)] = "/",
    language: Annotated[str | None, Form(max_length=3)] = None,
    bengali: Annotated[str | None, Form(max_length=3)] = None,
) -> Response:
    """Redirects to the page named by the Referer header, else to ``back``: only to a path of this site that can be
    read. A setting that the pressed button does not name stays as it is."""
    response = RedirectResponse(came_from(request, back), 303)
    chosen = {LANGUAGE: language if language in LANGUAGES else None, BENGALI: bengali}
    for cookie, value in chosen.items():
        if value is not None:
            response.set_cookie(cookie, value, max_age=YEAR, samesite="lax", httponly=True)
    return response
