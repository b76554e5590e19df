"""Error pages of webhooks."""

from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from app.webhooks.webhooks import NoSuchWebhook

PAGES: ErrorPages = {
    NoSuchWebhook: ErrorPage(
        404,
        N_("This webhook is not there any more."),
        N_("Another instructor may have removed it."),
        address="/courses",
        link=N_("Your courses"),
    ),
}
