"""Pages about errors for authors: a question or version that does not exist, or too much at once."""

from fastapi import Request

from app.authoring.exports import NoQuestionYet, TooLarge, TooSlow
from app.authoring.forms import TooLong
from app.authoring.question_list import NoSuchQuestion
from app.authoring.versions import NoSuchVersion
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from app.web.rate_limits import TooManyPreviews


def no_question_yet(request: Request, error: NoQuestionYet) -> ErrorPage:
    return ErrorPage(
        409,
        N_("The draft is no question yet, so nothing can be drawn from it."),
        N_("The editor says at which lines something is to be mended."),
        address=f"/author/{error.name}",
        link=N_("To the editor"),
    )


def too_many_previews(request: Request, error: TooManyPreviews) -> ErrorPage:
    happened = N_("Your question was looked at faster than anybody types.")
    then = N_("What you typed is still there. Go on in %(seconds)s s.")
    return ErrorPage(
        429, happened, then, address="/author", link=N_("Your questions"), named={"seconds": error.wait}
    )


PAGES: ErrorPages = {
    NoSuchQuestion: ErrorPage(
        404,
        N_("You have no question at this address."),
        N_("It may be archived, or belong to somebody else. The list holds all of yours."),
        address="/author",
        link=N_("Your questions"),
    ),
    NoQuestionYet: no_question_yet,
    TooSlow: ErrorPage(
        503,
        N_("Drawing that many sets of numbers takes too long."),
        N_("Ask for fewer: the address says how many, as in ?variants=5."),
        address="/author",
        link=N_("Your questions"),
    ),
    TooLarge: ErrorPage(
        413,
        N_("With its images and data files that many sets of numbers come to more than 50 MB."),
        N_("Ask for fewer: the address says how many, as in ?variants=5."),
        address="/author",
        link=N_("Your questions"),
    ),
    NoSuchVersion: ErrorPage(
        404,
        N_("There is no such version."),
        N_("Open the question to see its versions."),
        address="/author",
        link=N_("Your questions"),
    ),
    TooLong: ErrorPage(
        413,
        N_("A question has at most 60,000 characters."),
        N_("Nothing was stored; go back and shorten it."),
        address="/author",
        link=N_("Your questions"),
    ),
    TooManyPreviews: too_many_previews,
}
