"""Requests to the provider, whose answers have limits of size and time.

The limits hold for learning platforms, too (``app.lti.protocol.asking``).
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any

PATIENCE = 5.0  # seconds for an answer to begin, and for it to end
MOST = 256 * 1024  # bytes of an answer


class ProviderDown(Exception):
    """The provider cannot be reached, or does not answer in time."""


class BadProvider(Exception):
    """The provider's answer failed a check. The text is for the log."""


@contextmanager
def asking(client: str, secret: str, **more: Any) -> Iterator[Any]:
    """Opens Authlib's session. Whatever the libraries raise over an answer becomes ProviderDown or BadProvider."""
    from authlib.integrations.requests_client import OAuth2Session

    limits = {"default_timeout": PATIENCE, "stream": True, "hooks": {"response": [whole]}}
    with believing(), OAuth2Session(client, secret, **limits, **more) as session:
        yield session


def answer(session: Any, address: str, withhold_token: bool = True) -> Mapping[str, Any]:
    """Fetches a JSON object from this address; redirects are not followed. Raises ProviderDown and BadProvider."""
    response = session.get(address, withhold_token=withhold_token, allow_redirects=False)
    if response.status_code >= 500:
        raise ProviderDown(f"status {response.status_code} at {address}")
    if response.status_code != 200:
        raise BadProvider(f"status {response.status_code} at {address}")
    found = response.json()
    if not isinstance(found, dict):
        raise BadProvider(f"no object at {address}")
    return found


def whole(response: Any, **_: Any) -> None:
    """Reads the answer to its end. Raises BadProvider or ProviderDown beyond its limits."""
    until, body = time.monotonic() + PATIENCE, bytearray()
    while piece := response.raw.read1(2**14, decode_content=True):
        body += piece
        if len(body) > MOST:
            raise BadProvider(f"an answer of more than {MOST} bytes")
        if time.monotonic() > until:
            raise ProviderDown("an answer that does not end")
    response.raw = BytesIO(bytes(body))


@contextmanager
def believing() -> Iterator[None]:
    """Turns whatever the libraries raise over an answer into ProviderDown or BadProvider."""
    import requests
    from authlib.common.errors import AuthlibBaseError
    from joserfc.errors import JoseError
    from urllib3.exceptions import HTTPError

    unbelievable = (
        requests.RequestException, AuthlibBaseError, JoseError, ValueError, TypeError, LookupError, AttributeError,
        RecursionError,
    )  # fmt: skip
    try:
        yield
    except (requests.ConnectionError, requests.Timeout, HTTPError) as error:
        raise ProviderDown(f"{type(error).__name__}: {error}") from error
    except requests.HTTPError as error:
        down = error.response is not None and error.response.status_code >= 500
        raise (ProviderDown if down else BadProvider)(str(error)) from error
    except unbelievable as error:
        raise BadProvider(f"{type(error).__name__}: {error}") from error
