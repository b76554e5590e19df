"""Pages of a course's grading queue: one answer after the other, and reports about keys."""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.grading import double_marking, queue
from app.grading.comments import CommentGone, NoAdjustment, NoText
from app.grading.forms import GivenHere
from app.grading.manual_grading import NoSuchPoints
from app.grading.queue import Given, Queue
from app.grading.student_work import NoReasonGiven
from app.questions.context import InstructorContext, StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/grading")
Name = Query(pattern=r"^[A-Za-z0-9_-]{0,40}$")
WRONG: dict[type[Exception], str] = {
    NoText: N_("Write what the new comment says, or leave its points empty, too."),
    NoAdjustment: N_("Give the new comment points such as −0.5, 0 or 1."),
    CommentGone: N_(
        "A comment that you ticked has been deleted meanwhile. Nothing is stored yet: look again."
    ),
}
Of = Annotated[str, Name]  # the assignment or exam that the marker stays with, "" for all


@router.get("")
@limit_concurrency(TEACHING)
def open_queue(
    request: Request,
    context: StudentContext,
    course: str,
    of: Of = "",
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    at: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    last: Annotated[str, Name] = "",
    answered: bool = False,
    kept: bool = False,
) -> Response:
    """Shows the queue, ``at`` an answer or ``after`` one. ``last`` is the sheet that just got its points; ``answered``:
    a report was just answered; ``kept``: one marker's marks were just stored."""
    shown = queue.shown(context, course, of, after, at)
    return _page(request, shown, last=last, answered=answered, kept=kept)


@router.post("/answers/{response}")
@limit_concurrency(TEACHING)
def mark(
    request: Request,
    context: StudentContext,
    course: str,
    response: Number,
    given: GivenHere,
    of: Of = "",
) -> Response:
    """Stores the points and goes on to the next answer; what cannot be stored is shown again (422)."""
    try:
        sheet = queue.mark(context, course, response, given)
    except (NoSuchPoints, NoReasonGiven, NoText, NoAdjustment, CommentGone) as error:
        shown = queue.shown(context, course, of, at=response)
        wrong = {"wrong_points": isinstance(error, NoSuchPoints), "no_word": isinstance(error, NoReasonGiven)}
        return _page(request, shown, 422, given, wrong_comment=WRONG.get(type(error), ""), **wrong)
    told = {"last": sheet} if sheet else {"kept": "true"}
    return _back(course, of, after=str(response), **told)


@router.post("/alone")
@limit_concurrency(TEACHING)
def let_count(context: StudentContext, course: str, of: Of = "") -> Response:
    """Lets the only instructor's marks count without a second marker."""
    double_marking.let_count(context, course)
    return _back(course, of)


@router.post("/names")
def hide_names(
    context: InstructorContext,
    course: str,
    of: Of = "",
    hide: Annotated[bool, Form()] = False,
) -> Response:
    """Hides the names of students from all instructors of the course, or shows them. Raises NoSuchCourse."""
    queue.hide_names(context, course, hide)
    return _back(course, of)


@router.post("/reports/{report}")
@limit_concurrency(TEACHING)
def answer_report(
    context: StudentContext,
    course: str,
    report: Number,
    of: Of = "",
    said: Annotated[str, Form()] = "",
) -> Response:
    """Answers a report about a key; without a text only closes it. Raises NoSuchCourse, and NothingToMark."""
    queue.answer_report(context, course, report, said)
    return _back(course, of, answered="true")


def _back(course: str, of: str, **told: str) -> Response:
    query = urlencode({"of": of} | told if of else told)
    return RedirectResponse(f"/courses/{course}/grading{'?' if query else ''}{query}", 303)


def _page(
    request: Request, shown: Queue, status: int = 200, given: Given | None = None, **told: Any
) -> Response:
    if given is None:
        given = _prefilled(shown)
    nothing: dict[str, Any] = {"wrong_points": False, "no_word": False, "wrong_comment": ""}
    nothing |= {"last": "", "answered": False, "kept": False}
    return page(request, "grading/queue", status=status, queue=shown, given=given, **(nothing | told))


def _prefilled(shown: Queue) -> Given:
    """Returns the form as it is shown first: with what two markers agree on, or with the marks that are held."""
    item = shown.item
    if item is None:
        return Given()
    held = item.held
    if held is None:
        return Given(lines=item.agreed, comments=item.both_applied)
    points = "" if held.criteria is not None else f"{float(held.points):g}"
    return Given(lines=held.ticked, comments=held.comments, points=points, said=held.reason)
