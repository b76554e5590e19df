"""A launch comes back: believed, or refused with the reason in the log.

Whoever has the secret of what was believed goes on with it: it stands in the page that answers the launch, and nowhere
else. The launch signs nobody in by itself: that takes the form of this page, which a script sends where the launch is
``bound`` to the browser that began it and stands in a window of its own, and a person everywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.accounts.openid.journey import Journey
from app.identity.store import tokens
from app.lti.login import Framed, UnknownDeployment, is_on
from app.lti.protocol import message as messages
from app.lti.protocol.asking import BadPlatform, PlatformDown
from app.lti.protocol.id_token import PublishedKeys, believed
from app.lti.protocol.message import Message
from app.lti.store import launches, platforms
from app.lti.store.platforms import Platform
from app.web.context import Context
from app.web.security import policy

WAITS = timedelta(minutes=2)  # for the button of the page that answers it
OVER = "login_required", "interaction_required", "consent_required"


class NotBegun(LookupError):
    """No launch was begun here with this state, or it came back before, or its time is over."""


class NotSignedInThere(Framed):
    """The platform knows nobody in this browser any more."""


class NotBelieved(Framed):
    """The platform returned something that failed a check; the text is for the log."""


@dataclass(frozen=True, slots=True)
class Returned:
    """The fields that came back; nothing in them is trusted."""

    state: str
    token: str
    error: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """A launch that was believed, the ``secret`` that goes on with it, and the frame in which the platform keeps the
    secret of the journey, which would bind the launch to the browser, too."""

    platform: Platform
    message: Message
    secret: str
    bound: bool
    storage: str


def arrive(
    context: Context, keys: PublishedKeys, returned: Returned, cookies: Mapping[str, str], site: str
) -> Arrival:
    """Takes a launch in; ``cookies`` are those of journeys, by the name that ``cookie_of`` gives them.

    Raises NotBegun, NotSignedInThere, NotBelieved, UnknownDeployment, and PlatformDown.
    """
    with context.database.write() as connection:  # first of all: of two with the same state, one goes on
        begun = launches.find(connection, returned.state)
        if begun is None or not launches.arrive(connection, begun.id):
            raise NotBegun
        platform = platforms.by_id(connection, begun.platform)
    assert platform is not None
    if returned.error in OVER:
        raise NotSignedInThere(platform, returned.error)
    if returned.error:
        raise NotBelieved(platform, f"it returned the error {returned.error[:80]!r}")
    try:
        message = messages.read(believed(keys, platform, returned.token, begun.nonce))
    except BadPlatform as error:
        raise NotBelieved(platform, str(error)) from error
    except PlatformDown as error:
        error.headers = policy(frames=platform.origins)
        raise
    if message.deployment not in platform.details.deployments:
        raise UnknownDeployment(platform, message.deployment)
    if message.target and not is_on(site, message.target):
        raise NotBelieved(platform, "a link to another site")
    secret = tokens.made()
    with context.database.write() as connection:
        launches.keep(connection, begun.id, message, secret, WAITS)
    kept = cookies.get(cookie_of(returned.state), "")
    bound = bool(kept) and Journey(kept).is_of(returned.state)
    return Arrival(platform, message, secret, bound, begun.storage)


def cookie_of(state: str) -> str:
    """Returns the name of what the browser keeps of one launch: several frames of a page may launch at once."""
    return f"examformer_lti_{''.join(letter for letter in state if letter.isalnum())[:16]}"
