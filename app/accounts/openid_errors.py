"""Pages about errors: a sign-in at an OpenID provider that failed."""

import logging

from fastapi import Request

from app.accounts.openid.asking import BadProvider, ProviderDown
from app.accounts.openid.provider import Declined
from app.accounts.openid_sign_in import AnotherEmail, NoEmail, NoPassword, NotSetOut, NotVerified
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

log = logging.getLogger("examformer")
MOST = 300  # characters of a reason in the log


def _page(status: int, happened: str, next: str) -> ErrorPage:
    """A page that leads back to the account."""
    return ErrorPage(status=status, happened=happened, next=next, address="/account", link=N_("Back"))


def provider_down(request: Request, error: ProviderDown) -> ErrorPage:
    log.error("the OpenID provider is down: %s", _on_a_line(error))
    return _page(
        503,
        N_("The sign-in service does not answer."),
        N_("Please try again in a minute; nothing was changed."),
    )


def bad_provider(request: Request, error: BadProvider) -> ErrorPage:
    log.error("the OpenID provider is not believed: %s", _on_a_line(error))
    return _page(
        502,
        N_("The sign-in service gave an answer that cannot be trusted, so nobody was signed in."),
        N_(
            "Please try again. If it stays so, tell whoever runs this Examformer: the reason is in the server's log."
        ),
    )


def _on_a_line(error: Exception) -> str:
    return repr(str(error)[:MOST])


PAGES: ErrorPages = {
    ProviderDown: provider_down,
    BadProvider: bad_provider,
    Declined: _page(
        403,
        N_("The sign-in service did not let you through."),
        N_("Nothing was changed. Try again, or sign in with a password."),
    ),
    NotSetOut: _page(
        400,
        N_("This sign-in did not begin in this browser, or it is over."),
        N_("It works once, and for ten minutes. Begin it again."),
    ),
    NoEmail: _page(
        422,
        N_("The sign-in service does not tell your e-mail, and without one no account can be opened."),
        N_("Allow it to, if it asks you; or open an account with a password."),
    ),
    NotVerified: _page(
        409,
        N_("There is an account with your e-mail, and the sign-in service does not vouch that it is yours."),
        N_("Sign in with the account's password. If you did not open it, ask an administrator."),
    ),
    NoPassword: _page(
        409,
        N_("There is an account with your e-mail, and no password yet that would show that it is yours."),
        N_("Ask an administrator for a link to a password, and come back with it."),
    ),
    AnotherEmail: _page(
        409,
        N_("The sign-in service knows you by another e-mail than this account."),
        N_("Sign out here first; then it opens an account of its own for you."),
    ),
}
