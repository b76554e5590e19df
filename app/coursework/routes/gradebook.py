"""Pages of the gradebook: as a table and as files for those who see names in the course; a student's own marks."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.courses.store.set_marks import Kind
from app.coursework.marks import files, gradebook, student_marks
from app.coursework.marks.student_marks import GivenGrade, GivenMark, MoreThanAll, NoSuchGrade
from app.grading.manual_grading import NoSuchPoints
from app.grading.student_work import NoReasonGiven
from app.questions.context import Context, InstructorContext, StudentContext
from app.web import downloads
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.downloads import file, table
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}")
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FAULTS = {
    NoSuchPoints: N_("Give a number of points, such as 3, 2.5 or 1/3."),
    NoReasonGiven: N_("Give a reason; the student reads it."),
    MoreThanAll: N_(
        "That is more than all the points there are. If it is meant, tick it below and set them again."
    ),
    NoSuchGrade: N_("Choose a grade of the scale of this course; it may have been changed just now."),
}
SectionAsked = Annotated[str, Query(max_length=100)]


@router.get("/gradebook")
@limit_concurrency(TEACHING)
def open_marks(
    request: Request, context: StudentContext, course: str, section: SectionAsked = ""
) -> Response:
    """Shows all marks, or those of one section, to those who see names in the course, to a student their own. Raises
    NoSuchCourse."""
    return page(request, "coursework/gradebook", marks=gradebook.marks(context, course, section))


@router.get("/gradebook/{entry}")
@limit_concurrency(TEACHING)
def open_student(
    request: Request, context: InstructorContext, course: str, entry: Number, saved: bool = False
) -> Response:
    """Shows the marks of one student, to be set by hand. Raises NoSuchCourse, and NoSuchEntry."""
    return _student(request, context, course, entry, saved=saved)


@router.post("/gradebook/{entry}/{assignment}")
@limit_concurrency(TEACHING)
def set_mark(
    request: Request,
    context: InstructorContext,
    course: str,
    entry: Number,
    assignment: str,
    do: Annotated[Kind, Form()] = Kind.POINTS,
    points: Annotated[str, Form(max_length=20)] = "",
    why: Annotated[str, Form(max_length=2000)] = "",
    above: Annotated[bool, Form()] = False,
) -> Response:
    """Sets what counts; what is no number of points, or more than there are, or has no reason, is shown again (422).
    Raises NoSuchCourse, NoSuchEntry, and NoSuchAssignment."""
    try:
        student_marks.set_marks(context, course, [GivenMark(entry, assignment, do, points, why, above)])
    except (NoSuchPoints, NoReasonGiven, MoreThanAll) as error:
        told = {"points": points, "why": why, "fault": FAULTS[type(error)], "at": assignment}
        return _student(request, context, course, entry, 422, more=isinstance(error, MoreThanAll), **told)
    return RedirectResponse(f"/courses/{course}/gradebook/{entry}?saved=true#marks", 303)


@router.post("/gradebook/{entry}")
@limit_concurrency(TEACHING)
def set_grade(
    request: Request,
    context: InstructorContext,
    course: str,
    entry: Number,
    grade: Annotated[str, Form(max_length=20)] = "",
    why: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Sets the final grade; without a reason, the form is shown again (422). Raises NoSuchCourse, and NoSuchEntry."""
    try:
        student_marks.set_grades(context, course, [GivenGrade(entry, grade, why)])
    except (NoSuchGrade, NoReasonGiven) as error:
        fault = FAULTS[type(error)]
        return _student(request, context, course, entry, 422, grade=grade, why=why, fault=fault, at="grade")
    return RedirectResponse(f"/courses/{course}/gradebook/{entry}?saved=true#grade", 303)


@router.get("/gradebook.csv")
@limit_concurrency(TEACHING)
def as_csv(context: StudentContext, course: str, section: SectionAsked = "") -> Response:
    """Sends a line per student, to those who see names in the course. Raises NoSuchCourse."""
    return table(downloads.as_csv(gradebook.table(context, course, section)), "gradebook")


@router.get("/gradebook.xlsx")
@limit_concurrency(TEACHING)
def as_xlsx(context: StudentContext, course: str, section: SectionAsked = "") -> Response:
    """Sends the same as a workbook. Raises NoSuchCourse."""
    content = files.as_xlsx(gradebook.table(context, course, section))
    return file(content, "gradebook.xlsx", WORKBOOK)


def _student(
    request: Request, context: Context, course: str, entry: int, status: int = 200, **told: Any
) -> Response:
    """Renders the marks of a student; ``points`` and ``why`` were typed for the assignment ``at``, with this fault."""
    shown = student_marks.student_marks(context, course, entry)
    blank = {"points": "", "grade": "", "why": "", "fault": "", "at": "", "saved": False, "more": False}
    return page(request, "coursework/student_marks", "", status, shown=shown, **blank | told)
