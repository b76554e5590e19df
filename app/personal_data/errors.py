"""Error pages of the room."""

from app.personal_data.deletion import StillSitting
from app.personal_data.imports import NoSuchImport
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchImport: ErrorPage(
        404,
        N_("There is no such import."),
        N_("It may be over, or belong to another browser or account. What it stored is among your work."),
        address="/account/data",
        link=N_("To your data"),
    ),
    StillSitting: ErrorPage(
        409,
        N_("You sit an exam of a course, so nothing was deleted."),
        N_("Hand it in first, or wait until its time is over. Then everything can be deleted."),
        address="/account/data",
        link=N_("To your data"),
    ),
}
