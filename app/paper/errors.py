"""Error pages for instructors whose paper version or PDF does not exist, and for printing too much."""

from math import ceil

from fastapi import Request

from app.paper.paper_versions import NoSuchVersion
from app.paper.print_batches import NoSuchPrint
from app.web.errors.pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_
from app.web.rate_limits import TooManyPapers


def too_many_papers(request: Request, error: TooManyPapers) -> ErrorPage:
    happened = N_("Papers were printed faster than anybody reads them.")
    then = N_("Please try again in %(minutes)s min.")
    return ErrorPage(
        429,
        happened,
        then,
        address="/exams",
        link=N_("To the exams"),
        named={"minutes": ceil(error.wait / 60)},
    )


PAGES: ErrorPages = {
    NoSuchVersion: ErrorPage(
        404,
        N_("The exam has no such paper version."),
        N_("Its number stands on every page of it."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NoSuchPrint: ErrorPage(
        404,
        N_("This PDF is not there."),
        N_("It is kept for some hours. The page of the paper versions makes it again."),
        address="/courses",
        link=N_("Your courses"),
    ),
    TooManyPapers: too_many_papers,
}
