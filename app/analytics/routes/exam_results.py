"""The results of an exam, for the course's instructors: as a page and as CSV, of one sitting, of one question."""

from fastapi import Request, Response

from app.analytics import exam_results, item_analysis
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.downloads import table
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}")


@router.get("/results")
@limit_concurrency(TEACHING)
def open_results(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
) -> Response:
    """Shows the results of an exam. Raises NoSuchCourse, and NoCourseExam."""
    return page(
        request,
        "analytics/exam_results",
        results=exam_results.results(context, course, exam),
    )


@router.get("/results.csv")
@limit_concurrency(TEACHING)
def as_csv(context: StudentContext, course: str, exam: str) -> Response:
    """Sends a line per student with the points of every question. Raises NoSuchCourse, and NoCourseExam."""
    name, text = exam_results.as_csv(context, course, exam)
    return table(text, name)


@router.get("/results/questions/{question}")
@limit_concurrency(TEACHING)
def open_question(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    question: str,
) -> Response:
    """Shows the analysis of one question in this exam alone."""
    found = item_analysis.of_exam(context, course, exam, question)
    return page(request, "analytics/item_analysis", analysis=found, why="", of="")


@router.get("/results/{number}")
@limit_concurrency(TEACHING)
def open_sitting(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    number: Number,
) -> Response:
    """Shows one sitting, question by question."""
    return page(
        request,
        "coursework/marked",
        marked=exam_results.marked(context, course, exam, number),
    )
