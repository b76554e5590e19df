"""The sender of a request: the cookie, the person behind it, and the role that a page asks for."""

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from app.database.connection import Database, DatabaseDown
from app.identity.store import people
from app.identity.store.people import NOBODY, Person, Role

COOKIE = "examformer"
COOKIE_BEFORE = "examformer_guest"  # its name before there were accounts: who practised with it goes on
YEAR = 365 * 24 * 3600
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")


class RoleNeeded(PermissionError):
    """The page is for people with another role."""

    def __init__(self, role: Role, person: Person) -> None:
        super().__init__(role)
        self.role = role
        self.person = person


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request: a random cookie. ``new`` where the answer has to set it;
    no row is kept before the first POST."""

    token: str
    new: bool
    address: str
    secure: bool

    def remember(self, response: Response) -> None:
        if self.new:
            response.set_cookie(
                COOKIE, self.token, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure
            )

    def sent_to(self, address: str) -> Response:
        """Redirects to another page after a form was carried out, and sets the cookie where it is new."""
        response = RedirectResponse(address, 303)
        self.remember(response)
        return response

    def enter(self, response: Response, token: str) -> Response:
        """Replaces the token, so that one that was planted before somebody signed in opens nothing."""
        replace(self, token=token, new=True).remember(response)
        return response

    def leave(self, response: Response) -> Response:
        for cookie in (COOKIE, COOKIE_BEFORE):
            response.delete_cookie(cookie, httponly=True, samesite="lax", secure=self.secure)
        return response


def _token(request: Request, cookie: str) -> str:
    token = request.cookies.get(cookie, "")
    return token if KEY.fullmatch(token) else ""


def visitor(request: Request) -> Visitor:
    """Finds the browser that asks, once in a request, since a new one is given a random token."""
    if not hasattr(request.state, "visitor"):
        address = request.client.host if request.client else ""
        secure = request.url.scheme == "https" or request.app.state.settings.secure_cookies
        kept = _token(request, COOKIE)
        token = kept or _token(request, COOKIE_BEFORE) or secrets.token_urlsafe(32)
        request.state.visitor = Visitor(token, not kept, address, secure)
    asked: Visitor = request.state.visitor
    return asked


def person(request: Request) -> Person:
    """Finds the person of the cookie, once in a request; NOBODY before the first POST."""
    if not hasattr(request.state, "person"):
        token = _token(request, COOKIE) or _token(request, COOKIE_BEFORE)
        found = NOBODY
        if token:
            database: Database = request.app.state.database
            with database.read() as connection:
                found = people.with_token(connection, token)
        request.state.person = found
    asked: Person = request.state.person
    return asked


def require(role: Role, person: Person) -> None:
    """Lets in people with this role, or one that may do more. Raises RoleNeeded."""
    if not person.role.may(role):
        raise RoleNeeded(role, person)


class InExam(PermissionError):
    """The page is closed to somebody as long as they sit an exam, whose name is the argument."""


def outside_of_exams(request: Request) -> None:
    """Closes pages that help with an exam to people who sit one that forbids aids, and to whomever else a room above
    closes them (``Room.closes``); without the database, nobody sits one.

    Raises InExam, and what the rooms raise.
    """
    with suppress(DatabaseDown):
        if sits := person(request).sits:
            raise InExam(sits)
        for closes in request.app.state.closings:
            closes(request)
