"""Error pages of launches and of what follows from them; some stand in a page of the platform."""

import logging

from fastapi import Request

from app.lti.arrival import NeedsRole, NoRole, NotConnected, OtherCourse
from app.lti.connections import NoSuchConnection
from app.lti.entry import EntryOver
from app.lti.launch import NotBegun, NotBelieved, NotSignedInThere
from app.lti.login import BadLogin, UnknownDeployment, UnknownPlatform
from app.lti.opened_by import NoOtherWay
from app.lti.picking import MayNotChoose
from app.lti.platforms import NoSuchPlatform
from app.lti.protocol.asking import BadPlatform, PlatformDown, Refused
from app.lti.registration import NoInvitation, RegisteredAlready
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

log = logging.getLogger("examformer")
MOST = 300  # characters of a reason in the log
AGAIN = N_("Open it again from the course on the learning platform.")
ASK = N_("Ask whoever runs this Examformer: the reason is in the server's log.")


def _page(status: int, happened: str, next: str) -> ErrorPage:
    return ErrorPage(status, happened, next, address="/", link=N_("To the start"))


def _framed(status: int, happened: str, next: str) -> ErrorPage:
    """A page that stands in a page of the platform."""
    return ErrorPage(status, happened, next, address="")


def not_believed(request: Request, error: NotBelieved) -> ErrorPage:
    log.warning("a launch of platform %s is not believed: %s", error.platform.id, _on_a_line(error))
    return _framed(
        403, N_("What the learning platform said about you cannot be trusted, so nobody was let in."), ASK
    )


def unknown_platform(request: Request, error: UnknownPlatform) -> ErrorPage:
    log.warning("a launch of %s platforms that fit", error)
    return _page(404, N_("This learning platform is not registered here."), ASK)


def unknown_deployment(request: Request, error: UnknownDeployment) -> ErrorPage:
    log.warning("platform %s launches from another deployment: %s", error.platform.id, _on_a_line(error))
    return _framed(
        403,
        N_("The learning platform uses Examformer under a deployment that is not registered."),
        N_("An administrator can add it on the page of platforms; its number is in the server's log."),
    )


def platform_down(request: Request, error: PlatformDown) -> ErrorPage:
    log.error("a platform is down: %s", _on_a_line(error))
    return (_framed if error.headers else _page)(
        503,
        N_("The learning platform does not answer."),
        N_("Please try again in a minute; nothing was changed."),
    )


def bad_platform(request: Request, error: Exception) -> ErrorPage:
    log.error("a platform gave a bad answer: %s", _on_a_line(error))
    return _page(502, N_("The learning platform did not do what was asked of it. Nothing was changed."), ASK)


def _on_a_line(error: Exception) -> str:
    return repr(str(error)[:MOST])


PAGES: ErrorPages = {
    UnknownPlatform: unknown_platform,
    UnknownDeployment: unknown_deployment,
    NoSuchPlatform: ErrorPage(
        404,
        N_("There is no such platform."),
        N_("Somebody may have removed it just now."),
        address="/lti/platforms",
        link=N_("Learning platforms"),
    ),
    NoSuchConnection: ErrorPage(
        404,
        N_("There is no such connection."),
        N_("Somebody may have ended the connection just now."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoOtherWay: ErrorPage(
        409,
        N_("This account has no password, so nobody could come into it any more."),
        N_("An administrator can give you a link to a password; then this can be ended."),
        address="/account",
        link=N_("Back"),
    ),
    NoInvitation: _page(
        404,
        N_("No platform can register itself with this address."),
        N_("It works once, and for seven days. An administrator of Examformer can make a new one."),
    ),
    RegisteredAlready: _page(
        409,
        N_("This platform is registered already."),
        N_("An administrator of Examformer can change it on the page of platforms."),
    ),
    BadLogin: _page(400, N_("The learning platform began this in a way that is not understood."), ASK),
    NotBegun: _page(400, N_("This launch is over, or it did not begin here."), AGAIN),
    NotSignedInThere: _framed(403, N_("You are no longer signed in to the learning platform."), AGAIN),
    NotBelieved: not_believed,
    PlatformDown: platform_down,
    BadPlatform: bad_platform,
    Refused: bad_platform,
    EntryOver: _page(400, N_("This way in has closed: it works once, and for some minutes."), AGAIN),
    NotConnected: _page(
        409,
        N_("This course is not connected with Examformer yet."),
        N_("Its instructor opens Examformer from it once; then it opens for you, too."),
    ),
    NoRole: _page(
        403,
        N_("Your role on the learning platform opens no course here."),
        N_("Ask an instructor of the course to add you."),
    ),
    MayNotChoose: _framed(
        403,
        N_("Exercises are chosen by those who teach the course."),
        N_("Your role on the learning platform is another one. Ask an instructor of the course."),
    ),
    NeedsRole: _page(
        403,
        N_("You teach on the learning platform, and have not the role of an instructor here yet."),
        N_("Ask an administrator to give it to your account, then open this again."),
    ),
    OtherCourse: _page(
        409,
        N_("This link leads to another course than the one that is connected with this one."),
        N_(
            "It was probably copied along. An instructor can choose the exercise anew on the learning platform."
        ),
    ),
}
