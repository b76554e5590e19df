"""The page behind the link that ends mails of a kind; mail programs send its form by themselves, from elsewhere."""

from typing import Annotated

from fastapi import Query, Request, Response

from app.mail import unsubscribing
from app.mail.preferences import WORDS
from app.mail.unsubscribing import OFF
from app.web.context import ContextHere
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix=OFF)
Token = Annotated[str, Query(max_length=120)]


@router.get("")
def ask(request: Request, context: ContextHere, token: Token = "") -> Response:
    """Asks whether to end them: programs open links by themselves. Raises NoSubscription."""
    found = unsubscribing.find(context, token)
    return page(request, "mail/unsubscribe", found=found, token=token, words=WORDS)


@router.post("")
def end(request: Request, context: ContextHere, token: Token = "") -> Response:
    """Ends them, at once and whoever is signed in. Raises NoSubscription."""
    found = unsubscribing.end(context, token)
    return page(request, "mail/unsubscribe", found=found, token=token, words=WORDS)
