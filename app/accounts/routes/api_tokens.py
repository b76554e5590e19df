"""Tokens for programs, on the account page: make and revoke."""

from typing import Annotated, Literal

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import api_tokens
from app.accounts.store.api_tokens import Scope
from app.web.context import StudentContext
from app.web.dependencies import Number
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/account/tokens")


@router.post("")
def make(
    request: Request,
    context: StudentContext,
    days: Annotated[Literal["30", "90", "365"], Form()],
    label: Annotated[str, Form(max_length=200)] = "",
    scope: Annotated[list[Scope] | None, Form()] = None,
) -> Response:
    """Shows the new token, in this answer and nowhere else; no browser stores the page."""
    made = api_tokens.make(context, context.visitor.token, label, int(days), scope or ())
    answer = page(request, "accounts/api_tokens", made=made, days=int(days))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/{number}/revoke")
def revoke(context: StudentContext, number: Number) -> Response:
    """Deletes one of the person's tokens. Raises SignedOut, and NoSuchToken."""
    api_tokens.revoke(context, context.visitor.token, number)
    return RedirectResponse("/account?done=revoked", 303)
