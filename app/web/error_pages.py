"""Pages about errors, as each room's table ``PAGES`` says them: which exception is answered with which words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request

from app.web.languages.languages import N_


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Status, what happened, what to do next, and where to go. ``for_programs`` takes the place of ``next`` in JSON."""

    status: int
    happened: str
    next: str
    address: str = "/topics"
    link: str = N_("To the topics")
    named: Mapping[str, int] = field(default_factory=dict)  # what ``next`` leaves open
    for_programs: str = ""

    @property
    def told_to_programs(self) -> str:
        return self.for_programs or (self.next % self.named if self.named else self.next)


@dataclass(frozen=True, slots=True)
class LeadsTo:
    """No page of its own: the browser is sent to another one."""

    address: Callable[[Request, Any], str]


# Functions are called with the request and the exception.
ErrorPages = Mapping[type[Exception], ErrorPage | LeadsTo | Callable[..., ErrorPage]]
