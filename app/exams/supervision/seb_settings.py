"""Settings of Safe Exam Browser: read from a .seb file, made for an exam, and the Config Key that belongs to them.

The key is SHA-256 of the settings as JSON without blanks and without escapes, the keys of each dictionary in order
whatever their case: https://safeexambrowser.org/developer/seb-config-key.html
"""

import base64
import hashlib
import plistlib
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from xml.parsers.expat import ExpatError

LONGEST = 2**20  # bytes of settings, unpacked
DEEPEST = 20  # dictionaries in one another
GZIP, PLAIN = b"\x1f\x8b", b"plnd"
ENCRYPTED = {b"pswd", b"pwcc", b"pkhs", b"phsk"}
EXEMPT = "originatorVersion"  # says which program saved the file


class NoSettings(ValueError):
    """The file holds no settings that can be read."""


class EncryptedSettings(NoSettings):
    """The settings are encrypted: only who saved them knows their key."""


def read(file: bytes) -> dict[str, Any]:
    """Reads a .seb file that is not encrypted. Raises NoSettings, and EncryptedSettings."""
    data = _unpacked(file)
    if data[:4] in ENCRYPTED:
        raise EncryptedSettings
    if data[:4] == PLAIN:
        data = _unpacked(data[4:])
    try:
        found = plistlib.loads(data, fmt=plistlib.FMT_XML)
    except (
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        LookupError,
        RecursionError,
        ExpatError,
    ) as error:
        raise NoSettings from error  # plistlib lets through whatever goes wrong in it
    if not isinstance(found, dict):
        raise NoSettings
    return found


def config_key(settings: Mapping[str, Any]) -> str:
    """Returns the Config Key in hexadecimal. Raises NoSettings for values that no settings hold."""
    counted = {name: value for name, value in settings.items() if name != EXEMPT}
    return hashlib.sha256(_json(counted, 0).encode()).hexdigest()


def made(start: str, quit_at: str, filters: bool) -> dict[str, Any]:
    """Makes the settings for an exam: the browser opens ``start``, and ends when it comes to ``quit_at``; with
    ``filters``, it opens no other site. Whatever is not set has the browser's own, safe value."""
    site = urlsplit(start)
    settings: dict[str, Any] = {
        EXEMPT: "Examformer",
        "sebConfigPurpose": 0,  # to sit an exam, not to set up a computer
        "startURL": start,
        "quitURL": quit_at,
        "quitURLConfirm": False,
        "sendBrowserExamKey": True,  # the keys come with every request
        "browserWindowAllowReload": True,
        "showReloadButton": True,
        "allowQuit": True,
    }
    if filters:
        rule = {"action": 1, "active": True, "expression": f"{site.netloc}/*", "regex": False}
        settings |= {"URLFilterEnable": True, "URLFilterRules": [rule]}
    return settings


def written(settings: Mapping[str, Any]) -> bytes:
    """Writes a .seb file without encryption."""
    return plistlib.dumps(dict(settings), fmt=plistlib.FMT_XML)


def _unpacked(data: bytes) -> bytes:
    if data[:2] != GZIP:
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        found = unpacking.decompress(data, LONGEST)
    except zlib.error as error:
        raise NoSettings from error
    if not unpacking.eof:
        raise NoSettings
    return found


def _json(value: Any, depth: int) -> str:
    if depth > DEEPEST:
        raise NoSettings
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() else repr(value)
        case str():
            return f'"{value}"'
        case bytes():
            return f'"{base64.b64encode(value).decode()}"'
        case datetime():
            return f'"{value.replace(tzinfo=UTC).isoformat()}"'
        case list():
            return f"[{','.join(_json(one, depth + 1) for one in value)}]"
        case dict():
            there = {name: one for name, one in value.items() if one != {}}
            parts = (f'"{name}":{_json(there[name], depth + 1)}' for name in sorted(there, key=_order))
            return f"{{{','.join(parts)}}}"
    raise NoSettings


def _order(name: str) -> tuple[str, str]:
    """Compares names whatever their case; of two that differ in nothing else, small letters come first."""
    return name.lower(), name.swapcase()
