"""The chooser in a frame of the platform, and its answer, which goes back there by a form of the browser."""

from typing import Annotated

from fastapi import Form, Request, Response

from app.lti import picking
from app.lti.picking import Chooser
from app.lti.protocol.asking import origin
from app.questions.context import ContextHere
from app.web.addresses import address_of
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.rendering import page, speak
from app.web.routing import Router
from app.web.security import policy

router = Router(prefix="/lti/pick")
Secret = Annotated[str, Form(max_length=100)]
Words = Annotated[str, Form(max_length=100)]
Chosen = Annotated[list[str] | None, Form(max_length=200)]


@router.post("")
@limit_concurrency(TEACHING)
def begin(request: Request, context: ContextHere, secret: Secret = "") -> Response:
    """Shows what can be chosen. Raises EntryOver, NotBelieved, MayNotChoose, and InExam."""
    return _page(request, picking.begin(context, secret))


@router.post("/search")
@limit_concurrency(TEACHING)
def search(
    request: Request, context: ContextHere, secret: Secret = "", q: Words = "", chosen: Chosen = None
) -> Response:
    """Shows what the words find, beside what was chosen before. Raises as ``begin``."""
    return _page(request, picking.choose(context, secret, q, chosen or ()))


@router.post("/answer")
@limit_concurrency(TEACHING)
def answer(
    request: Request, context: ContextHere, secret: Secret = "", q: Words = "", chosen: Chosen = None
) -> Response:
    """Sends what was chosen back to the platform; without a choice, asks for one (422). Raises as ``begin``."""
    made = picking.answer(context, secret, chosen or (), address_of(request, ""))
    if made is None:
        return _page(request, picking.choose(context, secret, q, chosen or ()), 422)
    response = page(request, "lti/picked", answer=made)
    frames = policy(frames=made.platform.origins, forms=[origin(made.back)])
    response.headers.update({"Cache-Control": "no-store"} | frames)
    return response


def _page(request: Request, chooser: Chooser, status: int = 200) -> Response:
    speak(request, chooser.language)
    name = "lti/pick" if chooser.course else "lti/connect_first"
    response = page(request, name, status=status, chooser=chooser)
    response.headers.update({"Cache-Control": "no-store"} | policy(frames=chooser.platform.origins))
    return response
