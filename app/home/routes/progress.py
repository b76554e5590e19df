"""Progress: a learner's record by topic, the same as a CSV file, and a summary on one page."""

from fastapi import Request, Response

from app.home import progress, summary
from app.lab import lab
from app.learning import confidence, forecast
from app.learning.mistakes import my_mistakes
from app.practice import ways
from app.questions.context import ContextHere
from app.web.concurrency import PRINTING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.downloads import table
from app.web.rate_limits import counted_for_guests
from app.web.rendering import page
from app.web.routing import Router

router = Router()


@router.get("/progress")
@limit_concurrency(READING)
def open_progress(request: Request, context: ContextHere) -> Response:
    """Shows the visitor's record by topic, and their predictions in the lab."""
    record = progress.record(context)
    return page(
        request,
        "home/progress",
        record=record,
        lab=lab.made(context),
        mistakes=len(my_mistakes(context).present),
        outlook=forecast.outlook(context),
        confidence=confidence.of_visitor(context),
        asks_sure=ways.asks_how_sure(request.cookies),
    )


@router.get("/progress.csv", dependencies=[OUTSIDE_OF_EXAMS])
@limit_concurrency(READING)
def take_away(context: ContextHere) -> Response:
    """Sends the CSV. Closed in an exam: it tells which answers were right."""
    return table(progress.as_csv(context), "examformer-progress")


@router.get("/progress.pdf", dependencies=[OUTSIDE_OF_EXAMS])
@limit_concurrency(PRINTING)
@counted_for_guests
def print_summary(request: Request, context: ContextHere) -> Response:
    """Sends a page that says where the visitor stands. Closed in an exam, as the record is."""
    headers = {"Content-Disposition": 'inline; filename="where-i-stand.pdf"', "Cache-Control": "no-store"}
    return Response(summary.pdf(context), media_type="application/pdf", headers=headers)
