"""Pages about errors: with accounts, links and tokens, and on pages that need another role."""

from fastapi import Request

from app.accounts import openid_errors
from app.accounts.account import SignedOut
from app.accounts.api_tokens import NoSuchToken, TooManyTokens
from app.accounts.email import OtherAccount
from app.accounts.one_time_links import NoSuchLink, OldLink, UsedLink
from app.accounts.people import NoSuchPerson
from app.accounts.store.links import Purpose
from app.identity.permissions import RoleNeeded
from app.identity.store.people import EmailTaken, LastAdministrator, Role
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

SIGN_IN_AGAIN = ErrorPage(
    403,
    N_("You are not signed in, so nothing was stored."),
    N_("Sign in in another window, come back to this one, go one page back and send it again."),
    address="/account",
    link=N_("Sign in"),
)
SIGN_IN = ErrorPage(
    403,
    N_("You are not signed in."),
    N_("This is for people with an account. Sign in, then open it again."),
    address="/account",
    link=N_("Sign in"),
)


def role_needed(request: Request, error: RoleNeeded) -> ErrorPage:
    if not error.person.email:
        return SIGN_IN if request.method == "GET" else SIGN_IN_AGAIN
    happened = {
        Role.INSTRUCTOR: N_("This page is for instructors."),
        Role.ADMINISTRATOR: N_("This page is for administrators."),
    }[error.role]
    then = N_("Your account has another role. An administrator can change it.")
    return ErrorPage(403, happened, then, address="/account", link=N_("To your account"))


def old_link(request: Request, error: OldLink) -> ErrorPage:
    then = N_("Its time is over, or a newer one took its place. Ask whoever gave it to you for a new one.")
    if error.purpose is Purpose.FIRST_ADMINISTRATOR:
        then = N_(
            "Its time is over, or there is an administrator by now. If not, a start of the server makes a new one."
        )
    if error.purpose is Purpose.MAILED_PASSWORD:
        then = N_("It worked for an hour, or a newer one took its place. Ask for another e-mail.")
        return ErrorPage(
            410,
            N_("This link is no longer valid."),
            then,
            address="/account/forgotten",
            link=N_("A new password"),
        )
    if error.purpose is Purpose.EMAIL:
        then = N_(
            "It worked for a day, or a newer one took its place. On your account you ask for another one."
        )
    return ErrorPage(410, N_("This link is no longer valid."), then, address="/account", link=N_("Sign in"))


PAGES: ErrorPages = {
    **openid_errors.PAGES,
    NoSuchPerson: ErrorPage(
        404,
        N_("There is no such account."),
        N_("The list holds all of them."),
        address="/people",
        link=N_("To the list"),
    ),
    NoSuchToken: ErrorPage(
        404,
        N_("You have no such token."),
        N_("It may be revoked already. Your account lists those that are open."),
        address="/account",
        link=N_("To your account"),
    ),
    TooManyTokens: ErrorPage(
        409,
        N_("You have as many tokens as one may have."),
        N_("Revoke one that no program needs any more; then make the new one."),
        address="/account",
        link=N_("To your account"),
    ),
    NoSuchLink: ErrorPage(
        404,
        N_("There is no such link."),
        N_("Check that it was copied whole. If it was, ask whoever gave it to you for a new one."),
        address="/account",
        link=N_("Sign in"),
    ),
    UsedLink: ErrorPage(
        410,
        N_("This link has been used; each works once."),
        N_("Sign in with the password that was chosen then. If it was not you, ask for a new link at once."),
        address="/account",
        link=N_("Sign in"),
    ),
    OldLink: old_link,
    OtherAccount: ErrorPage(
        403,
        N_("This link confirms the address of an account that is not signed in in this browser."),
        N_(
            "Sign in to it here, then open the link again. If you have not asked for it, you need do nothing."
        ),
        address="/account",
        link=N_("To your account"),
    ),
    EmailTaken: ErrorPage(
        409,
        N_("Another account has this address by now, so nothing was changed."),
        N_("If it is yours, too, sign in to it, or choose another address for this one."),
        address="/account/email",
        link=N_("Another e-mail address"),
    ),
    LastAdministrator: ErrorPage(
        409,
        N_("This is the last administrator."),
        N_("Make somebody else an administrator first; then this role can be given up."),
        address="/people",
        link=N_("Back to the people"),
    ),
    RoleNeeded: role_needed,
    SignedOut: SIGN_IN,
}
