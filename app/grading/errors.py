"""Error pages for markers where nothing waits for their marks any more, their marks do not count alone, a comment
cannot be edited or deleted, or there is nothing to compare."""

from fastapi import Request

from app.grading.comments import CommentUsed, NoSuchComment
from app.grading.double_marking import NotAlone
from app.grading.queue import NothingToMark
from app.grading.similarity.asked import NothingToCompare
from app.web.errors.pages import ErrorPage, ErrorPages
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


def no_such_comment(request: Request, error: NoSuchComment) -> ErrorPage:
    return ErrorPage(
        404,
        N_("This comment is not among those of the course."),
        N_("Somebody may have deleted it. The others are in the list."),
        address=f"/courses/{request.path_params['course']}/grading/comments",
        link=N_("Comments"),
    )


def comment_used(request: Request, error: CommentUsed) -> ErrorPage:
    return ErrorPage(
        409,
        N_("Answers carry this comment, so it stays."),
        N_("Retire it instead: it is not offered any more, and those who have it keep it."),
        address=f"/courses/{request.path_params['course']}/grading/comments/{request.path_params['comment']}",
        link=N_("Back to the comment"),
    )


def nothing_to_compare(request: Request, error: NothingToCompare) -> ErrorPage:
    return ErrorPage(
        404,
        N_("There is nothing to compare here."),
        N_(
            "Nobody has answered this question yet, or the answers were compared anew. The list says what there is."
        ),
        address=f"/courses/{request.path_params['course']}/similarity",
        link=N_("Similar answers"),
    )


PAGES: ErrorPages = {
    NothingToCompare: nothing_to_compare,
    NothingToMark: marked_meanwhile,
    NoSuchComment: no_such_comment,
    CommentUsed: comment_used,
    NotAlone: ErrorPage(
        409,
        N_("Another instructor of this course can mark these answers."),
        N_("So your marks do not count alone."),
        address="/courses",
        link=N_("Your courses"),
    ),
}
