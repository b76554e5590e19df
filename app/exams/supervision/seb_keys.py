"""The keys of Safe Exam Browser, as it proves them with every request: SHA-256 of the request's address and the key."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

KEY = re.compile(r"[0-9a-f]{64}")
MOST_KEYS = 40  # of one kind: each version of the browser on each system has a browser exam key of its own


class NoKey(ValueError):
    """The text is no key: 64 hexadecimal digits."""


def read(text: str) -> tuple[str, ...]:
    """Reads keys, one a line or between spaces, in small letters. Raises NoKey, with the one at fault, also where there
    are too many."""
    found = tuple(dict.fromkeys(text.lower().replace(",", " ").split()))
    for one in found:
        if not KEY.fullmatch(one):
            raise NoKey(one)
    if len(found) > MOST_KEYS:
        raise NoKey(found[MOST_KEYS])
    return found


def digest(url: str, key: str) -> str:
    """Returns what the browser sends with a request to this absolute address, which ends before its fragment."""
    return hashlib.sha256(f"{url.partition('#')[0]}{key}".encode()).hexdigest()


def proven(keys: Iterable[str], url: str, sent: str) -> bool:
    """True if ``sent`` is the digest by one of these keys."""
    given = sent.strip().lower().encode()
    return any(hmac.compare_digest(digest(url, key).encode(), given) for key in keys)


def both(
    config: Sequence[str], browser: Sequence[str], url: str, config_sent: str, browser_sent: str
) -> bool:
    """True if each kind of key that the exam asks for is proven."""
    return (not config or proven(config, url, config_sent)) and (
        not browser or proven(browser, url, browser_sent)
    )
