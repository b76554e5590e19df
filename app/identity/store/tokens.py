"""Random tokens, of cookies and of links: handed out once; what is kept of one is its hash."""

import hashlib
import secrets


def made() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
