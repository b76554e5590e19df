"""Room codes: six digits that change every few minutes, another one in each room, as time-based one-time passwords are
made (RFC 6238, on RFC 4226) with SHA-256."""

import hashlib
import hmac
from datetime import datetime, timedelta

DIGITS = 6


def code(secret: str, room: str, minutes: int, now: datetime) -> str:
    """Returns the code of the room at this moment."""
    return hotp(_key(secret, room), _window(minutes, now), DIGITS)


def fits(typed: str, secret: str, room: str, minutes: int, now: datetime) -> bool:
    """True for the present code and for the one before, which somebody may have read off the board just before it
    changed; spaces and dashes make no difference."""
    digits = "".join(letter for letter in typed if letter not in " -\u2009\u00a0")
    known = (code(secret, room, minutes, at).encode() for at in (now, now - timedelta(minutes=minutes)))
    return any(hmac.compare_digest(digits.encode(), one) for one in known)


def left(minutes: int, now: datetime) -> int:
    """Returns the seconds until the code changes."""
    step = 60 * minutes
    return step - int(now.timestamp()) % step


def hotp(key: bytes, counter: int, digits: int) -> str:
    """Computes a one-time password: RFC 4226, section 5.3, with SHA-256 as RFC 6238 allows."""
    digest = hmac.digest(key, counter.to_bytes(8), hashlib.sha256)
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4]) & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def _key(secret: str, room: str) -> bytes:
    return hmac.digest(secret.encode(), room.encode(), hashlib.sha256)


def _window(minutes: int, now: datetime) -> int:
    return int(now.timestamp()) // (60 * minutes)
