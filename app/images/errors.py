"""The page where there is no image."""

from app.images.images import NoSuchImage
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchImage: ErrorPage(
        404,
        N_("There is no such image."),
        N_("It may have been removed because no question shows it."),
        address="/",
        link=N_("To the start"),
    ),
}
