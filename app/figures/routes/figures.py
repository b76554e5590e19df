"""Figures: the list of them, each at the state of its address, and the exercise that its numbers make."""

from contextlib import suppress
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Form, Request
from fastapi.responses import RedirectResponse, Response

from app.database.connection import DatabaseDown
from app.figures import door, figures
from app.figures.figures import NoExercise
from app.identity.permissions import person
from app.identity.store.people import Role
from app.questions.context import ContextHere
from app.web.addresses import address_of
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, key_of
from app.web.rate_limits import counted_for_guests
from app.web.rendering import is_partial, page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/figures")
@limit_concurrency(COMPUTING)
def open_figures(request: Request, section: str = "") -> Response:
    """Lists the figures: those of a section, or all of them."""
    sections = door.sections()
    here = section if section in sections else ""
    return page(request, "figures/figures", cards=door.cards(here), section=here, sections=sections)


@router.get("/figures/{figure}")
@limit_concurrency(COMPUTING)
def open_figure(request: Request, figure: str) -> Response:
    """Shows a figure at the state of its address; htmx gets what the handles change, or all of it where a solution
    takes it in (``place``). On the figure's own page the state goes into the browser's address, and those who teach
    are given it to put into a question or an assignment. A move costs a few milliseconds, so it is not counted for
    guests: a whole class may sit behind one address."""
    query, partial = request.query_params, is_partial(request)
    view = figures.view(request.app.state.bank, figure, query, query.get("place", "") if partial else "")
    if view.place and "was" not in query:
        return page(request, "figures/placed", view=view)
    own_page = not partial or urlsplit(request.headers.get("HX-Current-URL", "")).path == request.url.path
    hands_on = _handed_on(request, view) if own_page else ""
    made = page(request, "figures/figure", "shown", view=view, hands_on=hands_on)
    if partial and own_page:
        made.headers["HX-Replace-Url"] = view.address
    return made


@router.get("/figures/{figure}/exercise")
def come_back(request: Request, figure: str) -> Response:
    """Redirects to the figure: after a refused form, its address stays in the browser and may be opened again."""
    return RedirectResponse(f"/figures/{figure}?{request.url.query}", 303)


@router.post("/figures/{figure}/exercise")
@limit_concurrency(COMPUTING)
@counted_for_guests
def practise(
    request: Request, context: ContextHere, figure: str, key: Annotated[str, Form()] = ""
) -> Response:
    """Makes a sheet with the numbers of the figure."""
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            name = figures.exercise(context, figure, request.query_params, key_of(key))
    except NoExercise:
        view = figures.view(request.app.state.bank, figure, request.query_params)
        hands_on = _handed_on(request, view)
        return page(request, "figures/figure", status=422, view=view, hands_on=hands_on)
    return context.visitor.sent_to(f"/attempts/{name}")


def _handed_on(request: Request, view: figures.View) -> str:
    """The whole address of the state for a reader who may write questions; without the database, nobody may."""
    with suppress(DatabaseDown):
        if person(request).role.may(Role.INSTRUCTOR):
            return address_of(request, view.fixed.address)
    return ""
