"""Answer for a figure that does not exist."""

from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from engine.figures.catalogue import NoSuchFigure

PAGES: ErrorPages = {
    NoSuchFigure: ErrorPage(
        404,
        N_("There is no such figure."),
        N_("The list holds all of them."),
        address="/figures",
        link=N_("To the figures"),
    ),
}
