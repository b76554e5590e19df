"""Platforms as administrators register them by hand: where they are, what they call us, which deployments they have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.lti import keys
from app.lti.store import platforms
from app.lti.store.platforms import Details, Platform, PlatformTaken
from app.settings import Settings, is_safe_address
from app.web.context import Context
from app.web.dependencies import one_line
from app.web.languages.languages import N_

HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
LONGEST = {"title": 80, "issuer": 180, "client_id": 70, "authorization": 500, "token": 500, "keys": 500}
LONGEST_ID, MOST = 255, 50
MISSING = N_("This is needed.")
TOO_LONG = N_("This is too long.")
NO_ADDRESS = N_("An address with https:// is needed.")
TAKEN = N_("A platform with this issuer and this client ID is registered already.")


class NoSuchPlatform(LookupError):
    """No platform has this number."""


class Unfit(ValueError):
    """The form cannot be accepted: why, by field. Nothing was stored."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(sorted(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Ours:
    """Our own addresses, which the administrator of a platform asks for."""

    site: str

    @property
    def login(self) -> str:
        return f"{self.site}/lti/login"

    @property
    def launch(self) -> str:
        return f"{self.site}/lti/launch"

    @property
    def keys(self) -> str:
        return f"{self.site}/lti/keys"

    @property
    def configuration(self) -> str:
        return f"{self.site}/lti/configuration.json"


def every(context: Context) -> list[Platform]:
    with context.database.read() as connection:
        return platforms.every(connection)


def found(context: Context, number: int) -> Platform:
    """Raises NoSuchPlatform."""
    with context.database.read() as connection:
        one = platforms.by_id(connection, number)
    if one is None:
        raise NoSuchPlatform(number)
    return one


def register(context: Context, settings: Settings, details: Details) -> int:
    """Stores a platform, and makes our first key where there is none. Raises Unfit."""
    check(settings, details)
    keys.ensure(context.database)
    try:
        with context.database.write() as connection:
            return platforms.add(connection, details)
    except PlatformTaken as error:
        raise Unfit({"client_id": TAKEN}) from error


def change(context: Context, settings: Settings, number: int, details: Details) -> None:
    """Raises NoSuchPlatform, and Unfit."""
    check(settings, details)
    try:
        with context.database.write() as connection:
            if platforms.by_id(connection, number) is None:
                raise NoSuchPlatform(number)
            platforms.change(connection, number, details)
    except PlatformTaken as error:
        raise Unfit({"client_id": TAKEN}) from error


def remove(context: Context, number: int) -> None:
    """Takes a platform away: nobody comes from it any more, and no mark goes to it. Accounts and courses stay."""
    with context.database.write() as connection:
        platforms.remove(connection, number)


def check(settings: Settings, details: Details) -> None:
    """Raises Unfit for what is missing, too long, or no safe address."""
    problems: dict[str, str] = {}
    for field, longest in LONGEST.items():
        text = getattr(details, field)
        if not text:
            problems[field] = MISSING
        elif len(text) > longest:
            problems[field] = TOO_LONG
    for field in ("issuer", "authorization", "token", "keys"):
        if field not in problems and not is_address(settings, getattr(details, field)):
            problems[field] = NO_ADDRESS
    if not all(is_address(settings, one) for one in details.origins) or len(details.origins) > MOST:
        problems["origins"] = NO_ADDRESS
    if len(details.deployments) > MOST or any(len(one) > LONGEST_ID for one in details.deployments):
        problems["deployments"] = TOO_LONG
    if problems:
        raise Unfit(problems)


def is_address(settings: Settings, address: str) -> bool:
    """True for an address with https, whose host can stand in a header; on this machine also without https, if the
    settings say so."""
    if not is_safe_address(address):
        return False
    parts = urlsplit(address)
    secure = parts.scheme == "https" or settings.lti_without_https
    return secure and bool(HOST.fullmatch(parts.netloc))


def lines(text: str) -> tuple[str, ...]:
    """Reads a field with one value a line."""
    return tuple(dict.fromkeys(filter(None, map(one_line, text.splitlines()))))
