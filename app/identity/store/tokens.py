"""Random tokens of cookies and links: handed out once; only the hash is kept."""

import hashlib
import secrets


def made() -> str:
    """A new token: 32 random bytes, safe in addresses."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """The hash by which a token is stored and found; tokens are random, so it needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
