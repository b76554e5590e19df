"""The page of the whole model: the same address as a page, a fragment and a plain form; exercises with its numbers."""

from random import SystemRandom
from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

from fastapi import Form, Request
from fastapi.responses import RedirectResponse, Response

from app.questions.context import ContextHere
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, key_of, new_key
from app.web.rate_limits import counted_for_guests
from app.web.rendering import is_partial, page
from app.web.routing import Router
from app.whole_model import changes, exercise, state, three_models, whole_model
from app.whole_model.exercise import REFUSED, NoExercise
from app.whole_model.state import State
from app.whole_model.whole_model import View

router = Router(dependencies=[OUTSIDE_OF_EXAMS])
CHANCE = SystemRandom()
DRAGGED = "drag"  # in what the sliders send: no step of a drag becomes a page to go back to


@router.get("/model")
@limit_concurrency(COMPUTING)
def open_model(request: Request) -> Response:
    """Shows a text on its way through the model; htmx gets what a change changes, and the address. A move costs a few
    milliseconds, so it is not counted for guests: a whole class may sit behind one address."""
    here = _state(request)
    if "write" in request.query_params:
        return RedirectResponse(whole_model.written(here, CHANCE).address(), 303)
    view = whole_model.view(here)
    made = _page(request, view)
    if is_partial(request):
        way = "HX-Replace-Url" if DRAGGED in request.query_params else "HX-Push-Url"
        made.headers[way] = view.state.address()
    return made


@router.get("/model/exercise")
def come_back(request: Request) -> Response:
    """Redirects to the page: after a refused form, its address stays in the browser and may be opened again."""
    return RedirectResponse(f"/model?{request.url.query}", 303)


@router.post("/model/exercise")
@limit_concurrency(COMPUTING)
@counted_for_guests
def practise(request: Request, context: ContextHere, key: Annotated[str, Form()] = "") -> Response:
    """Makes a sheet with the numbers of the opened station."""
    view = whole_model.view(_state(request))
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            name = exercise.make(context, view, key_of(key))
    except NoExercise:
        return _page(request, view, status=422, refused=REFUSED)
    return context.visitor.sent_to(f"/attempts/{name}")


@router.get("/model/three")
@limit_concurrency(COMPUTING)
@counted_for_guests
def open_three(request: Request) -> Response:
    """Shows three models that write a word backwards, at the sign of the address; htmx gets what a change changes."""
    view = three_models.view(three_models.read(request.query_params))
    made = page(request, "whole_model/three", "three", view=view)
    if is_partial(request):
        made.headers["HX-Push-Url"] = view.state.address()
    return made


def _page(request: Request, view: View, status: int = 200, refused: str = "") -> Response:
    came_from = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    before = None
    if came_from.path == "/model":
        query = parse_qsl(came_from.query, keep_blank_values=True)
        before = whole_model.view(
            state.read(dict(query), [text for name, text in query if name == "without"])
        )
    bank = request.app.state.bank
    fair = exercise.is_fair(bank, view)
    return page(
        request, "whole_model/model", "stage", status, view=view, refused=refused, key=new_key(),
        says=changes.sentence(view, before), exercise=fair,
        fair_head=None if fair else exercise.fair_head(bank, view),
    )  # fmt: skip


def _state(request: Request) -> State:
    return state.read(request.query_params, request.query_params.getlist("without"))
