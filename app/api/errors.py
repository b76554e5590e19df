"""Errors as programs are told them; no person reads these, so they are not translated."""

from fastapi import Request

from app.api.access import BadJson, BadToken, NotJson, NoToken
from app.api.marks import NoSuchPart
from app.api.variants import KeysAreForInstructors, NoSuchLevel
from app.web.error_pages import ErrorPage, ErrorPages
from app.web.rate_limits import TooManyRequests


def too_many_requests(request: Request, error: TooManyRequests) -> ErrorPage:
    return ErrorPage(429, "You ask too often.", "Go on in %(seconds)s s.", named={"seconds": error.wait})


PAGES: ErrorPages = {
    NoToken: ErrorPage(
        401, "This needs a token.", "Make one on /account, and send `Authorization: Bearer TOKEN`."
    ),
    BadToken: ErrorPage(
        401, "This token opens nothing.", "It was revoked, its time is over, or it was not copied whole."
    ),
    NotJson: ErrorPage(415, "This is not announced as JSON.", "Send `Content-Type: application/json`."),
    BadJson: ErrorPage(400, "This is not JSON.", "Send one JSON object, in UTF-8."),
    KeysAreForInstructors: ErrorPage(403, "Keys are for instructors.", "Ask without `with_key`."),
    NoSuchLevel: lambda _, error: ErrorPage(422, "The question does not have this level.", str(error)),
    NoSuchPart: lambda _, error: ErrorPage(422, "The variant has no such part.", str(error)),
    TooManyRequests: too_many_requests,
}
