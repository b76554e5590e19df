"""Dynamic registration: an address that works once, with which a platform registers itself.

An administrator hands it to the administrator of the platform, which opens it in a frame or a window and says where its
configuration is. The page asks first; its form registers, and has the platform close it.
"""

from datetime import timedelta

from app.accounts.store import links
from app.accounts.store.links import Purpose
from app.lti import configuration, keys, platforms
from app.lti.platforms import LONGEST, Ours, Unfit
from app.lti.protocol.asking import BadPlatform, ask, mapping, origin
from app.lti.protocol.names import PLATFORM, TOOL
from app.lti.store import platforms as store
from app.lti.store.platforms import Details, Platform, PlatformTaken
from app.settings import Settings
from app.web.context import Context

LASTS = timedelta(days=7)
LONGEST_TOKEN = 8000
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri", "registration_endpoint")


class NoInvitation(LookupError):
    """No platform can register itself with this address: it was used, is over, or a newer one took its place."""


class RegisteredAlready(ValueError):
    """This platform is registered already."""


def invite(context: Context) -> str:
    """Returns the end of a new address; the one before it opens nothing any more."""
    with context.database.write() as connection:
        return links.add(connection, Purpose.PLATFORM, None, LASTS)


def invited(context: Context, settings: Settings, token: str, where: str) -> str:
    """Returns the origin of the platform whose configuration is there. Raises NoInvitation, and BadPlatform."""
    with context.database.read() as connection:
        found = links.find(connection, token)
    if found is None or found.purpose is not Purpose.PLATFORM or found.used or found.over:
        raise NoInvitation
    if not platforms.is_address(settings, where):
        raise BadPlatform("its configuration is at no safe address")
    return origin(where)


def register(
    context: Context, settings: Settings, token: str, where: str, allowed_by: str, ours: Ours
) -> Platform:
    """Reads the platform's configuration, registers there, and stores the platform; ``allowed_by`` is the token with
    which it lets us. Raises NoInvitation, RegisteredAlready, PlatformDown, BadPlatform and Refused."""
    there = invited(context, settings, token, where)
    said = mapping(ask("GET", where))
    told = {name: said.get(name) for name in ("issuer", *ENDPOINTS)}
    if not all(isinstance(one, str) and platforms.is_address(settings, one) for one in told.values()):
        raise BadPlatform("a configuration without an issuer and all addresses")
    if origin(str(told["issuer"])) != there:
        raise BadPlatform("a configuration of another issuer")
    with context.database.write() as connection:  # of two at the same moment, one goes on
        if not links.use(connection, token):
            raise NoInvitation
    keys.ensure(context.database)
    headers = {"Authorization": f"Bearer {allowed_by[:LONGEST_TOKEN]}"} if allowed_by else {}
    client = configuration.for_registration(ours, configuration.TITLE)
    made = mapping(ask("POST", str(told["registration_endpoint"]), headers=headers, json=client))
    tool, about = made.get(TOOL), said.get(PLATFORM)
    deployment = tool.get("deployment_id") if isinstance(tool, dict) else None
    family = about.get("product_family_code") if isinstance(about, dict) else None
    details = Details(
        title=str(family or there.partition("//")[2])[: LONGEST["title"]].capitalize(),
        issuer=str(told["issuer"]),
        client_id=str(made.get("client_id") or ""),
        authorization=str(told["authorization_endpoint"]),
        token=str(told["token_endpoint"]),
        keys=str(told["jwks_uri"]),
        deployments=(str(deployment),) if deployment else (),
    )
    try:
        platforms.check(settings, details)
        with context.database.write() as connection:
            number = store.add(connection, details)
            found = store.by_id(connection, number)
    except Unfit as error:
        raise BadPlatform(f"a registration that does not fit: {error}") from error
    except PlatformTaken as error:
        raise RegisteredAlready from error
    assert found is not None
    return found
