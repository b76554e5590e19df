"""Requests to a platform: only to where it is registered, without redirects, with limits of size and time."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from app.accounts.openid.asking import PATIENCE, BadProvider, ProviderDown, believing, whole


class PlatformDown(Exception):
    """The platform cannot be reached, or does not answer in time. The text is for the log."""

    headers: Mapping[str, str] = {}


class BadPlatform(Exception):
    """The platform sent something that failed a check. The text is for the log."""


class Refused(Exception):
    """The platform answered, and did not do it; ``status`` is that of its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a platform: JSON, or None where it has no content, and the address of the next page of a list."""

    content: Any
    next: str = ""


def origin(address: str) -> str:
    """Returns scheme, host and port of an address, as browsers write an origin."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def ask(
    method: str,
    address: str,
    *,
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    json: Any = None,
) -> Answer:
    """Sends a request and reads its answer to the end. Raises PlatformDown, BadPlatform and Refused.

    Whoever calls has checked that this address is one of the platform's (``Platform.trusted``).
    """
    import requests

    with _translated(), requests.Session() as session:
        session.trust_env = False
        asked = session.request(
            method,
            address,
            headers={"Accept": "application/json", **(headers or {})},
            data=form,
            json=json,
            timeout=PATIENCE,
            allow_redirects=False,
            stream=True,
        )
        with asked as response:
            whole(response)
            if response.status_code >= 500 or response.status_code == 429:
                raise PlatformDown(f"status {response.status_code}")
            if not 200 <= response.status_code < 300:
                raise Refused(response.status_code)
            told = "json" in response.headers.get("Content-Type", "") and response.content.strip()
            content = response.json() if told or method == "GET" or form is not None else None
            return Answer(content, str(response.links.get("next", {}).get("url", "")))


def mapping(answer: Answer) -> Mapping[str, Any]:
    """Returns the JSON object of an answer. Raises BadPlatform."""
    if not isinstance(answer.content, dict):
        raise BadPlatform("an answer that is no JSON object")
    return answer.content


@contextmanager
def _translated() -> Iterator[None]:
    try:
        with believing():
            yield
    except ProviderDown as error:
        raise PlatformDown(str(error)) from error
    except BadProvider as error:
        raise BadPlatform(str(error)) from error
