"""Error pages where a goal cannot be stored."""

from app.learning.goal import NoDate
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoDate: ErrorPage(
        422,
        N_("This day cannot be the day of an exam."),
        N_("Take today or a later day."),
        address="/",
        link=N_("Home"),
    ),
}
