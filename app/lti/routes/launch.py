"""The addresses that a platform's pages open: the beginning of a launch, its return, and our keys.

Login and launch are the only ones that take forms of other sites. Neither looks at the cookie of a session.
"""

from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi.responses import JSONResponse

from app.lti import keys, launch, login
from app.lti.launch import Arrival, Returned, cookie_of
from app.lti.login import LASTS, Asked, Departure
from app.lti.protocol.names import DEEP_LINK
from app.web.addresses import address_of
from app.web.concurrency import LAUNCHING, limit_concurrency
from app.web.context import ContextHere
from app.web.rendering import page, speak
from app.web.routing import Router
from app.web.security import policy

LOGIN, LAUNCH = "/lti/login", "/lti/launch"
SECONDS = 2  # that a platform's storage has to answer, before the browser goes on without it
router = Router(prefix="/lti")
Typed = Annotated[str, Form()]


@router.get("/keys")
def publish_keys(request: Request) -> Response:
    """Sends our public keys (JWKS)."""
    return JSONResponse(keys.published(request.app.state.database), headers={"Cache-Control": "max-age=300"})


async def asked(request: Request) -> Asked:
    """Reads what a platform says in the address, or in a form."""
    said = request.query_params if request.method == "GET" else await request.form()

    def text(name: str) -> str:
        value = said.get(name, "")
        return value if isinstance(value, str) else ""

    return Asked(
        issuer=text("iss"),
        client_id=text("client_id"),
        login_hint=text("login_hint"),
        message_hint=text("lti_message_hint"),
        deployment=text("lti_deployment_id"),
        target=text("target_link_uri"),
        storage=text("lti_storage_target"),
    )


@router.get("/login")
@router.post("/login")
@limit_concurrency(LAUNCHING)
def begin(request: Request, context: ContextHere, asked: Annotated[Asked, Depends(asked)]) -> Response:
    """Sends the browser to the platform, which says who somebody is. Raises UnknownPlatform, UnknownDeployment and
    BadLogin."""
    request.app.state.rate_limiter.count_launch(context.visitor)
    departure = login.set_out(context, asked, address_of(request, ""), address_of(request, LAUNCH))
    response = _on_the_way(request, departure)
    _keep(response, departure.journey.state, departure.journey.secret, LASTS.total_seconds())
    return response


@router.post("/launch")
@limit_concurrency(LAUNCHING)
def arrive(
    request: Request,
    context: ContextHere,
    state: Typed = "",
    id_token: Typed = "",
    error: Typed = "",
) -> Response:
    """Shows who is about to enter, with the button to do so. Raises NotBegun, NotSignedInThere, NotBelieved,
    UnknownDeployment, and PlatformDown."""
    returned = Returned(state, id_token, error)
    site, known = address_of(request, ""), request.app.state.platform_keys
    arrival = launch.arrive(context, known, returned, request.cookies, site)
    speak(request, arrival.message.language)
    response = _arrived(request, arrival, state)
    _keep(response, state, "", 0)
    return response


def _on_the_way(request: Request, departure: Departure) -> Response:
    """A page that goes on by itself: at once, or once the platform's storage has taken what is to be kept there."""
    seconds = SECONDS if departure.storage else 0
    response = page(request, "lti/on_the_way", departure=departure)
    headers = {"Refresh": f"{seconds}; url={departure.address}", "Cache-Control": "no-store"}
    response.headers.update(headers | policy(frames=departure.platform.origins))
    return response


def _arrived(request: Request, arrival: Arrival, state: str) -> Response:
    picks, framed = arrival.message.kind == DEEP_LINK, _framed(request)
    shown: dict[str, Any] = {"arrival": arrival, "picks": picks, "framed": framed, "state": state}
    shown["by_itself"] = arrival.bound and (picks or not framed)
    response = page(request, "lti/enter", **shown)
    response.headers.update({"Cache-Control": "no-store"} | policy(frames=arrival.platform.origins))
    return response


def _keep(response: Response, state: str, secret: str, seconds: float) -> None:
    """Has the browser keep the secret of a journey. In a frame of another site it keeps only a partitioned cookie, if
    any. The cookie opens nothing: it shows that the browser that comes back is the one that set out."""
    cookie = f"{cookie_of(state)}={secret}; Max-Age={seconds:.0f}; Path=/lti"
    response.headers.append("set-cookie", f"{cookie}; Secure; HttpOnly; SameSite=None; Partitioned")


def _framed(request: Request) -> bool:
    """True unless the browser says that it opens a window of its own."""
    return request.headers.get("sec-fetch-dest", "iframe") != "document"
