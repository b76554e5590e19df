"""The page where there is no attachment."""

from app.attachments.attachments import NoSuchAttachment
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchAttachment: ErrorPage(
        404,
        N_("There is no such image or data file."),
        N_("It may have been removed because no question names it."),
        address="/",
        link=N_("To the start"),
    ),
}
