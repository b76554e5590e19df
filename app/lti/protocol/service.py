"""The services of a platform: access tokens for them, line items, scores, the people of a context and its groups."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from app.database.connection import Database
from app.lti import keys
from app.lti.protocol.asking import Answer, BadPlatform, Refused, ask, mapping
from app.lti.protocol.names import (
    GROUP_NAMES,
    GROUPS_TYPE,
    LINE_ITEM,
    LINE_ITEM_TYPE,
    LINE_ITEMS_TYPE,
    MEMBERSHIPS,
    MEMBERSHIPS_TYPE,
    SCORE,
    SCORE_TYPE,
)
from app.lti.store.platforms import Platform

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
MOST_PAGES = 200


@dataclass
class Service:
    """The services of one platform, asked for a while. Every method raises PlatformDown, BadPlatform and Refused."""

    database: Database
    platform: Platform
    _tokens: dict[str, tuple[str, float]] = field(default_factory=dict)

    def find_line_item(self, container: str, assignment: str) -> str:
        """Returns the address of the line item that was made for an assignment before, "" where there is none."""
        there = _with(container, f"resource_id={quote(assignment, safe='')}")
        found = self._get(there, LINE_ITEM, LINE_ITEMS_TYPE).content
        if not isinstance(found, list):
            raise BadPlatform("line items that are no list")
        ours = (one for one in found if isinstance(one, dict) and one.get("resourceId") == assignment)
        return next((str(one["id"]) for one in ours if "id" in one), "")

    def make_line_item(self, container: str, said: Mapping[str, Any]) -> str:
        """Makes a line item, and returns its address."""
        made = mapping(self._send(container, LINE_ITEM, LINE_ITEM_TYPE, said))
        if not isinstance(made.get("id"), str):
            raise BadPlatform("a line item without an address")
        return str(made["id"])

    def send_score(self, line_item: str, score: Mapping[str, Any]) -> None:
        parts = urlsplit(line_item)
        there = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/scores"))
        self._send(there, SCORE, SCORE_TYPE, score)

    def members(self, address: str) -> Iterator[Mapping[str, Any]]:
        """Returns the people of a context, page by page."""
        return self._pages(address, MEMBERSHIPS, MEMBERSHIPS_TYPE, "members")

    def groups(self, address: str) -> Mapping[str, str]:
        """Returns the names of the groups of a context, by their ids."""
        found = self._pages(address, GROUP_NAMES, GROUPS_TYPE, "groups")
        return {str(one.get("id", "")): str(one.get("name", "")) for one in found}

    def _pages(self, address: str, scope: str, kind: str, name: str) -> Iterator[Mapping[str, Any]]:
        for _ in range(MOST_PAGES):
            answer = self._get(address, scope, kind)
            listed = mapping(answer).get(name)
            if not isinstance(listed, list):
                raise BadPlatform(f"{name} that are no list")
            yield from (one for one in listed if isinstance(one, dict))
            if not answer.next:
                return
            address = answer.next
        raise BadPlatform(f"{name} on more than {MOST_PAGES} pages")

    def _get(self, address: str, scope: str, kind: str) -> Answer:
        headers = {"Authorization": f"Bearer {self._token(scope)}", "Accept": kind}
        return ask("GET", self._trusted(address), headers=headers)

    def _send(self, address: str, scope: str, kind: str, said: Mapping[str, Any]) -> Answer:
        headers = {"Authorization": f"Bearer {self._token(scope)}", "Content-Type": kind, "Accept": kind}
        return ask("POST", self._trusted(address), headers=headers, json=dict(said))

    def _token(self, scope: str) -> str:
        """Returns an access token for a scope, a new one where the last one is over soon."""
        token, until = self._tokens.get(scope, ("", 0.0))
        if token and time.monotonic() < until:
            return token
        ours, there = self.platform.details.client_id, self.platform.details.token
        assertion = keys.signed(self.database, {"iss": ours, "sub": ours, "aud": there})
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION,
            "client_assertion": assertion,
            "scope": scope,
        }
        try:
            said = mapping(ask("POST", self._trusted(there), form=form))
        except Refused as error:
            raise BadPlatform(f"no access token: {error}") from error
        if not isinstance(said.get("access_token"), str):
            raise BadPlatform("no access token")
        lasts = said.get("expires_in")
        seconds = lasts if isinstance(lasts, int | float) and not isinstance(lasts, bool) else 60
        self._tokens[scope] = said["access_token"], time.monotonic() + min(seconds, 3600) - 10
        return str(said["access_token"])

    def _trusted(self, address: str) -> str:
        """Raises BadPlatform for an address that is none of the platform's own."""
        if not self.platform.trusted(address):
            raise BadPlatform(f"an address that is not its own: {address[:200]!r}")
        return address


def _with(address: str, query: str) -> str:
    """Adds to the query that an address may have already."""
    return f"{address}{'&' if '?' in address else '?'}{query}"
