"""Addresses that pages once had, and where each leads now: old links and the forms of open pages still work."""

import re
from collections.abc import Mapping
from urllib.parse import quote

from starlette.responses import RedirectResponse

from app.web.security import App, Message, Receive, Send

# {name} is one segment, {rest} nothing or all that follows. The first that fits counts.
MOVED: Mapping[str, str] = {
    "/courses/{course}/exams/{exam}/room/{number}/trail": "/courses/{course}/exams/{exam}/live/{number}/history",
    "/courses/{course}/exams/{exam}/room{rest}": "/courses/{course}/exams/{exam}/live{rest}",
    "/courses/{course}/exams/{exam}/forms{rest}": "/courses/{course}/exams/{exam}/papers{rest}",
    "/courses/{course}/marking{rest}": "/courses/{course}/grading{rest}",
    "/courses/{course}/marks": "/courses/{course}/gradebook",
    "/courses/{course}/marks.csv": "/courses/{course}/gradebook.csv",
    "/sittings/{name}/trail": "/sittings/{name}/history",
}


class MovedAddresses:
    """Answers old addresses with 308, which keeps method and form; handlers know the new ones alone."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        new = moved(scope["path"]) if scope["type"] == "http" else None
        if new is None:
            await self.app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        await RedirectResponse(f"{quote(new)}{'?' if query else ''}{query}", 308)(scope, receive, send)


def moved(path: str) -> str | None:
    """The new address of the page that was at this path; None if none moved from there."""
    for pattern, new in _PATTERNS:
        if found := pattern.fullmatch(path):
            return new.format(**found.groupdict(""))
    return None


def _pattern(address: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", address)
    named = (rf"(?P<{name}>(?s:/.*)?)" if name == "rest" else rf"(?P<{name}>[^/]+)" for name in parts[1::2])
    return re.compile(
        "".join(f"{re.escape(text)}{name}" for text, name in zip(parts[::2], [*named, ""], strict=True))
    )


_PATTERNS = [(_pattern(old), new) for old, new in MOVED.items()]
