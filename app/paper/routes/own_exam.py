"""Pages that print the student's own exam once it is over: the question sheet, and the answer key."""

from fastapi import Request, Response

from app.exams.permissions import CLOSED
from app.paper import printed
from app.paper.printed import What
from app.questions.context import Context, ContextHere
from app.web.concurrency import PRINTING, limit_concurrency
from app.web.downloads import file
from app.web.rendering import in_bengali
from app.web.routing import Router

router = Router(prefix="/sittings/{name}")


@router.get("/sheet.pdf", dependencies=CLOSED)
@limit_concurrency(PRINTING)
def print_sheet(
    request: Request,
    context: ContextHere,
    name: str,
) -> Response:
    """Prints the questions of a sitting that is over. Raises as ``printed.own``, and CannotPrint."""
    return _print(request, context, name, What.SHEETS)


@router.get("/key.pdf", dependencies=CLOSED)
@limit_concurrency(PRINTING)
def print_key(
    request: Request,
    context: ContextHere,
    name: str,
) -> Response:
    """Prints the released keys of a sitting that is over. Raises as ``printed.own``, and CannotPrint."""
    return _print(request, context, name, What.KEYS)


def _print(
    request: Request,
    context: Context,
    name: str,
    what: What,
) -> Response:
    """Prints, in Bengali, too, where the reader wants that everywhere."""
    form = printed.own(context, name, what, in_bengali(request))
    request.app.state.rate_limiter.count_print(context.person.id)
    made = printed.pdf(form, context.library, what)
    return file(made, printed.file_name(what, form.title, form.number), "application/pdf")
