"""Error pages of e-mail."""

from app.mail.undelivered import NoSuchMail
from app.mail.unsubscribing import NoSubscription
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchMail: ErrorPage(
        404,
        N_("This e-mail is not in the list any more."),
        N_("Somebody else may have sent it again or discarded it."),
        address="/mail/undelivered",
        link=N_("To the list"),
    ),
    NoSubscription: ErrorPage(
        404,
        N_("This link ends no e-mails."),
        N_("Check that it was copied whole. On your account you choose which e-mails you get."),
        address="/account",
        link=N_("To your account"),
    ),
}
