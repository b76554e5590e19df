"""A student's browser: it fetches a page with all that belongs to it, and keeps what it may keep."""

import re
from dataclasses import dataclass, field

from tests.soak.connection import HTMX, PARTIAL, Answer, Connection

LINKED = re.compile(rb'(?:src|href)="(/static/[^"]+)"')
IMPORTED = re.compile(rb'(?:from|import)\s*\(?"(\.{1,2}/[^"]+\.js[^"]*)"')


@dataclass
class Browser:
    """``kept``: what is never asked for again; ``seen``: the tags of what must be asked about each time."""

    connection: Connection
    kept: set[str] = field(default_factory=set)
    seen: dict[str, str] = field(default_factory=dict)
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    asked: int = 0

    async def open(self, path: str) -> Answer:
        """A page, then its style sheets, scripts, fonts and pictures, and what the scripts import."""
        answer = await self._ask("GET", path)
        if answer.status == 303:
            answer = await self._ask("GET", answer.location)
        await self._load([one.decode() for one in LINKED.findall(answer.body)])
        return answer

    async def send(self, path: str, form: str) -> Answer:
        self.asked += 1
        return await self.connection.post(path, form, head=HTMX + PARTIAL)

    async def _load(self, wanted: list[str]) -> None:
        loaded = set[str]()
        while wanted:
            address = wanted.pop().replace("&amp;", "&")
            if address in loaded:
                continue
            loaded.add(address)
            if address not in self.kept:
                await self._fetch(address)
            wanted += self.imports.get(address, ())

    async def _fetch(self, address: str) -> None:
        known = self.seen.get(address)
        answer = await self._ask("GET", address, f"If-None-Match: {known}\r\n" if known else "")
        if answer.status == 304:
            return
        assert answer.status == 200, (address, answer.status)
        if "immutable" in answer.headers.get("cache-control", ""):
            self.kept.add(address)
        else:
            self.seen[address] = answer.headers["etag"]
        if address.partition("?")[0].endswith(".js"):
            self.imports[address] = tuple(
                beside(address, one.decode()) for one in IMPORTED.findall(answer.body)
            )

    async def _ask(self, method: str, path: str, head: str = "") -> Answer:
        self.asked += 1
        return await self.connection.ask(method, path, head)


def beside(address: str, relative: str) -> str:
    """The address that a module means by another one's relative address."""
    folders = address.partition("?")[0].split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            folders.pop()
        elif part != ".":
            folders.append(part)
    return "/".join(folders)
