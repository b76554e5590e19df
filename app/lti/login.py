"""A launch begins: a platform says that somebody wants to come, and is asked who it is.

What goes to the platform and comes back derives from one secret, as on a journey to an OpenID provider. The browser
keeps it in a cookie of this launch; where it keeps none in a frame, the platform's own storage does, or a person has to
press a button that names who is about to enter.
"""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode, urlsplit

from app.accounts.openid.journey import Journey
from app.identity.store import tokens
from app.lti.store import launches, platforms
from app.lti.store.platforms import Platform
from app.web.context import Context
from app.web.security import policy

LASTS = timedelta(minutes=10)
LONGEST_HINT = 8_000
LONGEST_FRAME = 80


class UnknownPlatform(LookupError):
    """No platform is registered that calls itself so."""


class BadLogin(ValueError):
    """A detail that a platform must give at the beginning of a launch is missing, or leads elsewhere."""


class Framed(PermissionError):
    """Something that a registered platform did is refused, on a page that its pages may frame."""

    def __init__(self, platform: Platform, why: str) -> None:
        super().__init__(why)
        self.platform = platform
        self.headers = policy(frames=platform.origins)


class UnknownDeployment(Framed):
    """The platform launches from a deployment that is not registered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The details that a platform gives at the beginning of a launch; nothing in them is trusted."""

    issuer: str
    client_id: str
    login_hint: str
    message_hint: str
    deployment: str
    target: str
    storage: str


@dataclass(frozen=True, slots=True)
class Departure:
    """The platform's address to go to, and the journey that the browser keeps until it is back; ``storage`` is the
    frame that keeps data for us, "" for none."""

    platform: Platform
    address: str
    journey: Journey
    storage: str


def set_out(context: Context, asked: Asked, site: str, back: str) -> Departure:
    """Begins a launch. ``site`` is our own address, ``back`` the one to return to. Raises UnknownPlatform and
    BadLogin."""
    hints = (asked.login_hint, asked.message_hint, asked.deployment)
    if not asked.login_hint or any(len(one) > LONGEST_HINT for one in hints):
        raise BadLogin("login_hint")
    if not is_on(site, asked.target):
        raise BadLogin("target_link_uri")
    journey = Journey(tokens.made())
    plain = asked.storage.isascii() and asked.storage.isprintable() and len(asked.storage) <= LONGEST_FRAME
    storage = asked.storage if plain else ""
    with context.database.write() as connection:
        platform = _platform(platforms.found(connection, asked.issuer, asked.client_id))
        if asked.deployment and asked.deployment not in platform.details.deployments:
            raise UnknownDeployment(platform, asked.deployment)
        launches.begin(connection, platform.id, journey.state, journey.nonce, storage, LASTS)
    sent = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.details.client_id,
        "redirect_uri": back,
        "login_hint": asked.login_hint,
        "state": journey.state,
        "nonce": journey.nonce,
    } | ({"lti_message_hint": asked.message_hint} if asked.message_hint else {})
    there = platform.details.authorization
    return Departure(platform, f"{there}{'&' if '?' in there else '?'}{urlencode(sent)}", journey, storage)


def is_on(site: str, address: str) -> bool:
    """True for an address on our own site."""
    try:
        here, there = urlsplit(site), urlsplit(address)
        return (here.scheme, here.netloc.lower()) == (there.scheme, there.netloc.lower())
    except ValueError:
        return False


def _platform(found: list[Platform]) -> Platform:
    """The one platform: where several share an issuer, it has to say which client is meant."""
    if len(found) != 1:
        raise UnknownPlatform(len(found))
    return found[0]
