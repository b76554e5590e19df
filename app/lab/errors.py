"""Answers for demos and live runs that do not exist."""

from app.lab.lab import NoSuchDemo
from app.lab.runs import NoSuchRun
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_

PAGES: ErrorPages = {
    NoSuchDemo: ErrorPage(
        404,
        N_("The lab has no such demo."),
        N_("The list holds all of them."),
        address="/lab",
        link=N_("To the lab"),
    ),
    NoSuchRun: ErrorPage(
        404,
        N_("This run is not in your folder."),
        N_("Only the newest ones are kept, and each stays with its browser or account. Begin another one."),
        address="/lab",
        link=N_("To the lab"),
    ),
}
