"""The page of all parameters, and their pictures, which stay in the browser."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import is_partial, page
from app.web.routing import Router
from app.whole_model.scale import cells
from app.whole_model.scale import page as scale
from app.whole_model.scale.state import PAGE, read

router = Router(prefix=PAGE, dependencies=[OUTSIDE_OF_EXAMS])
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}


@router.get("")
@limit_concurrency(COMPUTING)
def open_scale(request: Request) -> Response:
    """Shows all parameters and the models' squares at the state of the address; htmx gets what a change changes. A move
    costs a few milliseconds, so it is not counted for guests."""
    view = scale.view(read(request.query_params))
    made = page(request, "whole_model/scale/scale", "scale", view=view)
    if is_partial(request):
        made.headers["HX-Push-Url"] = view.state.address()
    return made


@router.get("/cells/{theme}/{name}.png")
def show_cells(theme: str, name: str) -> Response:
    """Sends the picture of a matrix; its address has a mark of its content."""
    content = cells.png(theme, name)
    if content is None:
        raise HTTPException(404)
    return Response(content, media_type="image/png", headers=FOR_EVER)
