"""Error pages for sheets that belong to somebody else, or that changed while they were open."""

from fastapi import Request

from app.practice.answers import FullSheet
from app.practice.opening import AnotherSheet, Edited, MarkedAgain, NoSuchAttempt, TakenOut
from app.web.errors.handlers import BAD_FORM
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_


def edited(request: Request, error: Edited) -> ErrorPage:
    return ErrorPage(
        409,
        N_("This exercise was edited since you opened the page."),
        N_("Nothing was marked and nothing was lost. Open it again to get today's version."),
        address=f"/practice/{error.question.id}",
        link=error.question.title,
    )


def marked_again(request: Request, error: MarkedAgain) -> ErrorPage:
    return ErrorPage(
        409,
        N_("This sheet was regraded at this very moment."),
        N_("What you sent was not stored. Open the sheet anew and send it again."),
        address=f"/attempts/{error}",
        link=N_("To the sheet"),
    )


def full_sheet(request: Request, error: FullSheet) -> ErrorPage:
    return ErrorPage(
        409,
        N_("This sheet is full: it holds as many answers as one sheet can."),
        N_("What was stored before stays and counts. Go on with new numbers."),
        address=f"/practice/{error.question}",
        link=N_("New numbers"),
    )


PAGES: ErrorPages = {
    NoSuchAttempt: ErrorPage(
        404,
        N_("This sheet is not in your folder."),
        N_(
            "It may belong to another browser or account: without an account, what you do stays with its browser. If "
            "you have signed out in another window meanwhile, sign in again there."
        ),
        address="/progress",
        link=N_("To your own work"),
    ),
    TakenOut: ErrorPage(
        404,
        N_("The exercise of this sheet is not in the question bank at present."),
        N_("Your answers are kept, and their points count as before."),
        address="/progress",
        link=N_("To your own work"),
    ),
    Edited: edited,
    MarkedAgain: marked_again,
    FullSheet: full_sheet,
    AnotherSheet: BAD_FORM,
}
