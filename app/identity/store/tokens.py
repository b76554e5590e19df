"""Random tokens of cookies and links: handed out once; only the hash is kept."""

import hashlib
import secrets


def made() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
