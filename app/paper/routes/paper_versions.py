"""Pages of an exam on paper, for those who teach the course: its paper versions drawn, listed and printed."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.jobs.runner import TooMuchWork
from app.paper import paper_versions, print_batches, printed
from app.paper.paper_versions import MOST, NoSuchVersion, NotPublished, TooManyVersions
from app.paper.printed import What
from app.questions.context import Context, InstructorContext
from app.web.concurrency import HUNDREDS, PRINTING, TEACHING, limit_concurrency
from app.web.downloads import file
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}/papers")
First = Annotated[int, Form(ge=0, lt=2**31)]
WRONG = {
    NotPublished: N_(
        "Publish the exam first: until then its text can still be changed. A password keeps it shut on screen."
    ),
    TooManyVersions: N_("An exam may have 300 paper versions in all."),
}


@router.get("")
@limit_concurrency(TEACHING)
def open_forms(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    number: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Lists the paper versions; with a ``number``, redirects to the one that has it."""
    if number.strip():
        try:
            whole = paper_versions.found(context, course, exam, number)
            return RedirectResponse(f"/courses/{course}/exams/{exam}/papers/{whole}", 303)
        except NoSuchVersion:
            return _page(request, context, course, exam, 404, number=number)
    return _page(request, context, course, exam)


@router.post("")
@limit_concurrency(HUNDREDS)
def draw(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    number: Annotated[int, Form(ge=1, le=MOST)],
) -> Response:
    """Draws so many paper versions more; not before the exam is published, and not beyond the limit (409)."""
    try:
        paper_versions.draw(context, course, exam, number)
    except (NotPublished, TooManyVersions) as error:
        return _page(request, context, course, exam, 409, wrong=WRONG[type(error)])
    return RedirectResponse(f"/courses/{course}/exams/{exam}/papers#drawn", 303)


@router.post("/prints")
@limit_concurrency(TEACHING)
def make_print(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    what: Annotated[What, Form()],
    first: First = 0,
    bengali: Annotated[bool, Form()] = False,
) -> Response:
    """Queues the PDF, which takes three seconds for each paper version."""
    try:
        print_batches.start(context, course, exam, first, what, bengali)
    except TooMuchWork as error:
        return _page(request, context, course, exam, 409, wrong=str(error))
    request.app.state.runner.nudge()
    return RedirectResponse(f"/courses/{course}/exams/{exam}/papers#drawn", 303)


@router.post("/prints/cancel")
def cancel_print(
    context: InstructorContext,
    course: str,
    exam: str,
    what: Annotated[What, Form()],
    first: First = 0,
) -> Response:
    """Cancels the PDF that is being made. Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    print_batches.cancel(context, course, exam, first, what)
    return RedirectResponse(f"/courses/{course}/exams/{exam}/papers#drawn", 303)


@router.get("/prints/{what}.pdf")
def take_print(
    context: InstructorContext,
    course: str,
    exam: str,
    what: What,
    first: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Sends the PDF that was made. Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    name, content = print_batches.take(context, course, exam, first, what)
    return file(content, name, "application/pdf")


@router.get("/{form}/{what}.pdf")
@limit_concurrency(PRINTING)
def print_one(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    form: str,
    what: What,
    bengali: bool = False,
) -> Response:
    """Prints one paper version, at once."""
    request.app.state.rate_limiter.count_print(context.person.id)
    made = paper_versions.printable(context, course, exam, form, bengali)
    return file(
        printed.pdf(made, context.library, what),
        printed.file_name(what, made.title, made.number),
        "application/pdf",
    )


def _page(
    request: Request,
    context: Context,
    course: str,
    exam: str,
    status: int = 200,
    **more: Any,
) -> Response:
    shown = paper_versions.shown(context, course, exam)
    return page(
        request,
        "paper/paper_versions",
        "prints",
        status,
        shown=shown,
        most=MOST,
        **({"number": "", "wrong": ""} | more),
    )
