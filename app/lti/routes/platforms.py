"""Platforms, for administrators: our addresses to copy, those that are registered, and our keys."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from app.lti import configuration, keys, platforms, registration
from app.lti.platforms import Ours, Unfit, lines
from app.lti.store.platforms import Details, Platform
from app.web.addresses import address_of
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.context import AdministratorContext, Context
from app.web.dependencies import Number, one_line
from app.web.rendering import page
from app.web.routing import Router

HERE = "/lti/platforms"
router = Router(prefix="/lti")
Typed = Annotated[str, Form(max_length=10_000)]


async def details(
    title: Typed = "",
    issuer: Typed = "",
    client_id: Typed = "",
    authorization: Typed = "",
    token: Typed = "",
    keys: Typed = "",
    deployments: Typed = "",
    origins: Typed = "",
    instructors: Annotated[bool, Form()] = False,
) -> Details:
    """Reads the form about a platform."""
    return Details(
        title=one_line(title),
        issuer=one_line(issuer),
        client_id=one_line(client_id),
        authorization=one_line(authorization),
        token=one_line(token),
        keys=one_line(keys),
        deployments=lines(deployments),
        origins=lines(origins),
        makes_instructors=instructors,
    )


DetailsHere = Annotated[Details, Depends(details)]
NEW = Details(
    title="", issuer="", client_id="", authorization="", token="", keys="", deployments=()
)  # the empty form


@dataclass(frozen=True, slots=True)
class Filled:
    """A form about a platform, with what does not fit, by field."""

    details: Details
    problems: Any


@router.get("/configuration.json")
def configure(request: Request) -> Response:
    """Sends our configuration in the form that Canvas reads."""
    return JSONResponse(configuration.for_canvas(_ours(request)))


@router.get("/platforms")
def open_platforms(request: Request, context: AdministratorContext, rotated: bool = False) -> Response:
    """Shows the platforms, and our addresses; ``rotated``: there is a new key."""
    return _page(request, context, rotated=rotated)


@router.post("/platforms")
@limit_concurrency(COMPUTING)
def register(request: Request, context: AdministratorContext, form: DetailsHere) -> Response:
    """Registers a platform, or shows what does not fit (422)."""
    try:
        number = platforms.register(context, request.app.state.settings, form)
    except Unfit as error:
        return _page(request, context, 422, form=Filled(form, error.problems))
    return RedirectResponse(f"{HERE}/{number}?saved=true", 303)


@router.post("/platforms/keys")
@limit_concurrency(COMPUTING)
def rotate(context: AdministratorContext) -> Response:
    """Makes a new key, which signs from now on."""
    keys.rotate(context)
    return RedirectResponse(f"{HERE}?rotated=true#our-keys", 303)


@router.post("/platforms/invitation")
def invite(request: Request, context: AdministratorContext) -> Response:
    """Shows an address with which a platform registers itself, in this answer and nowhere else."""
    made = address_of(request, f"/lti/register/{registration.invite(context)}")
    return _page(request, context, invitation=made)


@router.get("/platforms/{number}")
def open_platform(
    request: Request, context: AdministratorContext, number: Number, saved: bool = False
) -> Response:
    """Shows one platform. Raises NoSuchPlatform."""
    found = platforms.found(context, number)
    return _platform(request, found, Filled(found.details, {}), saved=saved)


@router.post("/platforms/{number}")
def change(request: Request, context: AdministratorContext, number: Number, form: DetailsHere) -> Response:
    """Saves what is known of a platform, or shows what does not fit (422). Raises NoSuchPlatform."""
    try:
        platforms.change(context, request.app.state.settings, number, form)
    except Unfit as error:
        return _platform(request, platforms.found(context, number), Filled(form, error.problems), 422)
    return RedirectResponse(f"{HERE}/{number}?saved=true", 303)


@router.post("/platforms/{number}/remove")
def remove(context: AdministratorContext, number: Number) -> Response:
    """Takes a platform away."""
    platforms.remove(context, number)
    return RedirectResponse(HERE, 303)


def _ours(request: Request) -> Ours:
    return Ours(address_of(request, ""))


def _page(request: Request, context: Context, status: int = 200, **said: Any) -> Response:
    shown: dict[str, Any] = {"form": Filled(NEW, {}), "rotated": False, "invitation": ""} | said
    shown |= {"platforms": platforms.every(context), "keys": keys.known(context), "ours": _ours(request)}
    return page(request, "lti/platforms", status=status, **shown)


def _platform(
    request: Request, platform: Platform, form: Filled, status: int = 200, saved: bool = False
) -> Response:
    shown: dict[str, Any] = {"platform": platform, "form": form, "ours": _ours(request), "saved": saved}
    return page(request, "lti/platform", status=status, **shown)
