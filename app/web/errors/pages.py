"""Pages about errors: each room's table ``PAGES`` says with which words an exception is answered."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from app.web.languages.languages import N_


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The status, what happened, what to do next, and a link. ``for_programs`` replaces ``next`` in JSON. Without an
    ``address`` the page leads nowhere: it stands in a frame, in which no other page of ours may."""

    status: int
    happened: str
    next: str
    _: KW_ONLY
    address: str = "/topics"
    link: str = N_("To the topics")
    named: Mapping[str, int] = field(default_factory=dict)  # values for the placeholders in ``next``
    for_programs: str = ""

    @property
    def told_to_programs(self) -> str:
        return self.for_programs or (self.next % self.named if self.named else self.next)


@dataclass(frozen=True, slots=True)
class LeadsTo:
    """The exception has no page of its own: the browser is redirected to another one."""

    address: Callable[[Any], str]


# Functions are called with the request and the exception.
ErrorPages = Mapping[type[Exception], ErrorPage | LeadsTo | Callable[..., ErrorPage]]
