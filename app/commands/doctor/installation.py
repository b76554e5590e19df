"""An installation as a doctor sees it: its settings as far as they fit, and what its database says of itself."""

import re
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.database import inspection
from app.database.inspection import Away, PostgresFacts, SqliteFacts
from app.settings import HERE, PREFIX, BadSettings, Settings, settings

NAMED = re.compile(rf"(?:{PREFIX}\w+|HOST|PORT)(?=: )")
SWITCHES = (
    f"{PREFIX}OPENID_ISSUER",
    f"{PREFIX}SMTP_HOST",
)  # without which the others of their kind say nothing


@dataclass(frozen=True, kw_only=True)
class Installation:
    """``wrong`` are the variables that do not fit, with a sentence on each; the settings are read without them.
    ``address`` is where people reach the installation, "" where nobody said; ``typed``: whoever asks named it."""

    settings: Settings
    environment: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    typed: bool = False

    @cached_property
    def database(self) -> SqliteFacts | PostgresFacts | Away:
        """What the database says of itself, asked once."""
        return inspection.inspect(self.settings.database_url)

    @property
    def sqlite(self) -> SqliteFacts | None:
        return self.database if isinstance(self.database, SqliteFacts) else None

    @property
    def postgres(self) -> PostgresFacts | None:
        return self.database if isinstance(self.database, PostgresFacts) else None

    @property
    def is_public(self) -> bool:
        """True if people on other machines use it."""
        return not is_here(self.settings.host) or (
            is_address(self.address) and urlsplit(self.address).hostname not in HERE
        )


def is_here(host: str) -> bool:
    """True if only this machine reaches what listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in HERE


def is_address(text: str) -> bool:
    """True if this can be asked: http or https, a name, and a port that is a number."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def read(environment: MutableMapping[str, str], address: str = "") -> Installation:
    """Reads the settings. Variables that do not fit are taken out of this process's ``environment``, and with half a
    set of them the one that switches it on: so everything else can be checked as if they were not set."""
    wrong: dict[str, str] = {}
    while True:
        try:
            found = settings()
        except BadSettings as error:
            named = {variable: said for said in error.sentences for variable in _variables(said)}
            if not _take_out(environment, named):
                raise
            wrong |= named
        else:
            asked = (address or found.public_address).rstrip("/")
            asked = asked if is_address(asked) else ""
            return Installation(
                settings=found, environment=environment, wrong=wrong, address=asked, typed=bool(address)
            )


def _variables(said: str) -> list[str]:
    named = NAMED.match(said)
    return [named[0]] if named else [switch for switch in SWITCHES if switch.rpartition("_")[0] in said]


def _take_out(environment: MutableMapping[str, str], names: Mapping[str, str]) -> bool:
    """True if any was there."""
    spelled = {name for named in names for name in (named, f"{PREFIX}{named}")}
    there = [name for name in environment if name.upper() in spelled]
    for name in there:
        del environment[name]
    return bool(there)
