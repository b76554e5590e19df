"""Error pages for instructors where nothing waits for their marks any more, or their marks do not count alone."""

from fastapi import Request

from app.grading.double_marking import NotAlone
from app.grading.queue import NothingToMark
from app.web.error_pages import ErrorPage, ErrorPages
from app.web.languages.languages import N_


def marked_meanwhile(request: Request, error: NothingToMark) -> ErrorPage:
    return ErrorPage(
        404,
        N_("This answer or report is not in the grading queue."),
        N_(
            "Somebody may have marked it just now; nothing of yours was stored for it. The next one waits for you."
        ),
        address=f"/courses/{request.path_params['course']}/grading",
        link=N_("Grading queue"),
    )


PAGES: ErrorPages = {
    NothingToMark: marked_meanwhile,
    NotAlone: ErrorPage(
        409,
        N_("Another instructor of this course can mark these answers."),
        N_("So your marks do not count alone."),
        address="/courses",
        link=N_("Your courses"),
    ),
}
