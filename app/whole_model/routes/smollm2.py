"""The page of the real model: a GET shows what is known of a text; a form has the worker read it, or write on."""

from random import SystemRandom
from typing import Annotated

from fastapi import Form, Request
from fastapi.responses import RedirectResponse, Response

from app.jobs.runner import TooMuchWork
from app.questions.context import Context, ContextHere
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rate_limits import counted_for_guests
from app.web.rendering import is_partial, page
from app.web.routing import Router
from app.whole_model.smollm2 import page as real
from app.whole_model.smollm2 import readings, state
from app.whole_model.smollm2.next_token import after_drawing
from app.whole_model.smollm2.state import State

router = Router(prefix="/model/smollm2", dependencies=[OUTSIDE_OF_EXAMS])
CHANCE = SystemRandom()
WAITS = "waits"  # in the address of somebody who looks whether a text was read: how often, until now

Address = Annotated[str, Form(max_length=4000)]


@router.get("")
@limit_concurrency(COMPUTING)
@counted_for_guests
def open_smollm2(request: Request, context: ContextHere) -> Response:
    """Shows a text on its way through the real model, or that it is to be read first."""
    return _page(request, context, _read(request))


@router.post("")
@limit_concurrency(COMPUTING)
@counted_for_guests
def read(
    request: Request, context: ContextHere, text: Annotated[str, Form(max_length=1000)] = ""
) -> Response:
    """Has the worker read the text that was typed; the rest of the state stands in the query."""
    return _begin(request, context, _read(request, text=text))


@router.post("/write")
@limit_concurrency(COMPUTING)
@counted_for_guests
def write(request: Request, context: ContextHere) -> Response:
    """Draws the next token of the state in the query, and has the worker read on."""
    here = real.view(context.database, _read(request))
    return _begin(
        request, context, after_drawing(here.state, here.shown, CHANCE) if here.shown else here.state
    )


@router.get("/write")
def come_back(request: Request) -> Response:
    """Redirects to the page: after a refused form, its address stays in the browser and may be opened again."""
    return RedirectResponse(f"{state.PAGE}?{request.url.query}", 303)


def _read(request: Request, **instead: str) -> State:
    query = request.query_params
    return state.read({**query, **instead}, query.getlist("without"))


def _begin(request: Request, context: Context, here: State) -> Response:
    if readings.possible():
        try:
            with request.app.state.rate_limiter.admit_guest(context.visitor):
                readings.begin(context, here)
            request.app.state.runner.nudge()
        except TooMuchWork as busy:
            return _page(request, context, here, str(busy))
    return context.visitor.sent_to(here.address())


def _page(request: Request, context: Context, here: State, problem: str = "") -> Response:
    if readings.possible():
        request.app.state.runner.get_ready(readings.KIND)
    view = real.view(context.database, here, problem, state.looked(request.query_params.get(WAITS, "")))
    made = page(request, "whole_model/smollm2/smollm2", "stage", status=422 if problem else 200, view=view)
    if is_partial(request):
        made.headers["HX-Replace-Url" if WAITS in request.query_params else "HX-Push-Url"] = here.address()
    return made
