"""Pages of a course's rubric comments: all of them, and one, whose edit is shown before it is stored."""

from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.grading import comment_edit, comments
from app.grading.comment_edit import EditedMeanwhile
from app.grading.comments import NoAdjustment, NoText
from app.questions.context import StudentContext
from app.web.concurrency import HUNDREDS, TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/grading/comments")
WRONG: dict[type[Exception], str] = {
    NoText: N_("Write what the comment says: points alone tell a student nothing."),
    NoAdjustment: N_("Give points such as −0.5, 0 or 1."),
    EditedMeanwhile: N_(
        "Somebody has edited this comment since you opened it. Nothing of yours was stored;"
        " here is what would change now."
    ),
}


@router.get("")
@limit_concurrency(TEACHING)
def open_comments(
    request: Request, context: StudentContext, course: str, remarked: Annotated[int, Query(ge=-1)] = -1
) -> Response:
    """Shows all comments; ``remarked``: an edit was just stored, which re-marked so many answers."""
    return page(request, "grading/comments", listed=comments.listed(context, course), remarked=remarked)


@router.get("/{comment}")
@limit_concurrency(HUNDREDS)
def open_comment(
    request: Request,
    context: StudentContext,
    course: str,
    comment: Number,
    text: Annotated[str | None, Query(max_length=2000)] = None,
    adjustment: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Shows a comment, and what an edit to this text and adjustment would change; stores nothing."""
    return _page(request, context, course, comment, text, adjustment)


@router.post("/{comment}")
@limit_concurrency(HUNDREDS)
def edit(
    request: Request,
    context: StudentContext,
    course: str,
    comment: Number,
    text: Annotated[str, Form()] = "",
    adjustment: Annotated[str, Form(max_length=20)] = "",
    token: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Stores the edit and re-marks; shows again what does not fit (422) and what was edited meanwhile (409)."""
    try:
        remarked = comment_edit.apply(context, course, comment, text, adjustment, token)
    except (NoText, NoAdjustment):
        return _page(request, context, course, comment, text, adjustment)
    except EditedMeanwhile as error:
        return _page(request, context, course, comment, text, adjustment, 409, WRONG[type(error)])
    return RedirectResponse(f"/courses/{course}/grading/comments?remarked={remarked}", 303)


@router.post("/{comment}/retire")
@limit_concurrency(TEACHING)
def retire(
    context: StudentContext, course: str, comment: Number, again: Annotated[bool, Form()] = False
) -> Response:
    """Offers a comment no more; with ``again``, offers it again."""
    comments.retire(context, course, comment, again)
    return RedirectResponse(f"/courses/{course}/grading/comments/{comment}", 303)


@router.post("/{comment}/delete")
@limit_concurrency(TEACHING)
def delete(context: StudentContext, course: str, comment: Number) -> Response:
    """Deletes a comment that no answer carries."""
    comments.delete(context, course, comment)
    return RedirectResponse(f"/courses/{course}/grading/comments", 303)


def _page(
    request: Request,
    context: StudentContext,
    course: str,
    comment: int,
    text: str | None,
    adjustment: str,
    status: int = 200,
    wrong: str = "",
) -> Response:
    try:
        plan = comment_edit.plan(context, course, comment, text, adjustment)
    except (NoText, NoAdjustment) as error:
        plan, status, wrong = comment_edit.plan(context, course, comment), 422, WRONG[type(error)]
    typed = {} if text is None else {"text": text, "adjustment": adjustment}
    return page(request, "grading/comment", status=status, plan=plan, wrong=wrong, typed=typed)
