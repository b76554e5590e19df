"""Pages about errors: a section, a term or a kind of task that does not exist."""

from fastapi import Request

from app.study.card_reviews import NoSuchCard
from app.study.study import NoSuchSection, NoSuchTerm
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from engine import catalogue
from engine.catalogue import UnknownFamily


def unknown_family(request: Request, error: UnknownFamily) -> ErrorPage:
    happened = f"There is no kind of task called “{error.wanted[:60]}”."
    if error.near:
        title = catalogue.find(error.near).title
        return ErrorPage(
            404, happened, N_("Did you mean this one?"), address=f"/solve/{error.near}", link=title
        )
    return ErrorPage(
        404, happened, N_("The list holds all of them."), address="/solve", link=N_("To the list")
    )


PAGES: ErrorPages = {
    NoSuchSection: ErrorPage(
        404,
        N_("There is no such section."),
        N_("The list holds all of them."),
        address="/study",
        link=N_("To the list"),
    ),
    NoSuchTerm: ErrorPage(
        404,
        N_("The glossary has no such term."),
        N_("It may stand there by another name."),
        address="/glossary",
        link=N_("Glossary"),
    ),
    NoSuchCard: ErrorPage(
        404,
        N_("There is no such card."),
        N_("Its text may have changed meanwhile."),
        address="/cards/today",
        link=N_("Cards of today"),
    ),
    UnknownFamily: unknown_family,
}
