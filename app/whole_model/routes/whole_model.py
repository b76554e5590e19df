"""The page of the whole model: the same address as a page, a fragment and a plain form."""

from random import SystemRandom

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.rate_limits import counted_for_guests
from app.web.rendering import is_partial, page
from app.whole_model import state, three_models, whole_model

router = APIRouter()
CHANCE = SystemRandom()


@router.get("/model")
@limit_concurrency(COMPUTING)
@counted_for_guests
def open_model(request: Request) -> Response:
    """Shows a text on its way through the model; htmx gets what a change changes, and the address."""
    here = state.read(request.query_params, request.query_params.getlist("without"))
    if "write" in request.query_params:
        return RedirectResponse(whole_model.written(here, CHANCE).address(), 303)
    view = whole_model.view(here)
    made = page(request, "whole_model/model", "stage", view=view)
    if is_partial(request):
        made.headers["HX-Push-Url"] = view.state.address()
    return made


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
