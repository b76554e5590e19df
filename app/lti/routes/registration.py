"""The page with which a platform registers itself, in a frame or a window of its administrator."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response

from app.lti import registration
from app.lti.platforms import Ours
from app.lti.protocol.asking import origin
from app.web.addresses import address_of
from app.web.concurrency import ABROAD, limit_concurrency
from app.web.context import ContextHere
from app.web.rendering import page
from app.web.routing import Router
from app.web.security import policy

router = Router(prefix="/lti/register")
Address = Annotated[str, Query(max_length=2000)]
Token = Annotated[str, Query(max_length=8000)]


@router.get("/{invitation}")
@limit_concurrency(ABROAD)
def show(
    request: Request,
    context: ContextHere,
    invitation: str,
    openid_configuration: Address = "",
    registration_token: Token = "",
) -> Response:
    """Asks whether this platform is to be registered. Raises NoInvitation, and BadPlatform."""
    there = registration.invited(context, request.app.state.settings, invitation, openid_configuration)
    asked = {"openid_configuration": openid_configuration, "registration_token": registration_token}
    return _page(request, there, invitation=invitation, asked=asked, platform=None)


@router.post("/{invitation}")
@limit_concurrency(ABROAD)
def register(
    request: Request,
    context: ContextHere,
    invitation: str,
    openid_configuration: Annotated[str, Form(max_length=2000)] = "",
    registration_token: Annotated[str, Form(max_length=8000)] = "",
) -> Response:
    """Registers the platform, and tells its window to close. Raises NoInvitation, RegisteredAlready, PlatformDown,
    BadPlatform and Refused."""
    settings, ours = request.app.state.settings, Ours(address_of(request, ""))
    made = registration.register(
        context, settings, invitation, openid_configuration, registration_token, ours
    )
    return _page(request, origin(openid_configuration), invitation=invitation, asked={}, platform=made)


def _page(request: Request, there: str, **shown: Any) -> Response:
    response = page(request, "lti/register", there=there, **shown)
    # A window that the platform has opened keeps its opener, so that it can be told to close.
    opener = {"cross-origin-opener-policy": "unsafe-none", "Cache-Control": "no-store"}
    response.headers.update(opener | policy(frames=[there]))
    return response
