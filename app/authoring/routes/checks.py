"""Many drafts of an instructor, checked in one go and published with one more press."""

from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.authoring.proofs import checks
from app.authoring.proofs.checks import MOST
from app.questions.context import InstructorContext
from app.web.concurrency import PRINTING, TEACHING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/author/checks", dependencies=[OUTSIDE_OF_EXAMS])
Chosen = Annotated[list[str] | None, Form(max_length=MOST)]
Number = Annotated[int, Query(ge=0, le=MOST)]


@router.get("")
@limit_concurrency(TEACHING)
def open_checks(
    request: Request, context: InstructorContext, of: Number = 0, published: Number = 0, chosen: Number = 0
) -> Response:
    """Shows how far the checks are, then what they found. ``of`` so many began last, and ``published`` were published
    just now; of ``chosen`` drafts none could be checked, or published."""
    found = checks.of_owner(context)
    return page(
        request, "authoring/checks", "checks", checks=found, of=of, published=published, chosen=chosen
    )


@router.post("")
@limit_concurrency(PRINTING)
def begin(request: Request, context: InstructorContext, question: Chosen = None) -> Response:
    """Has the chosen drafts checked."""
    names = question or []
    begun = checks.begin(context, names)
    request.app.state.runner.nudge()
    return RedirectResponse(f"/author/checks?of={begun}&chosen={0 if begun else len(names)}", 303)


@router.post("/stop")
@limit_concurrency(TEACHING)
def stop(context: InstructorContext) -> Response:
    """Ends the checks that wait or run."""
    checks.stop(context)
    return RedirectResponse("/author/checks", 303)


@router.post("/publish")
@limit_concurrency(PRINTING)
def publish(context: InstructorContext, question: Chosen = None) -> Response:
    """Publishes those of the chosen drafts that the check found nothing to mend in."""
    names = question or []
    published = checks.publish(context, names)
    return RedirectResponse(
        f"/author/checks?published={published}&chosen={0 if published else len(names)}", 303
    )
