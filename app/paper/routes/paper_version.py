"""Pages of one paper version: its questions with their keys, what is typed from it, its owner, and its completion."""

from typing import Annotated, Any, Literal

from fastapi import Form, Path, Request, Response
from fastapi.responses import RedirectResponse

from app.exams.forms import QuestionFormHere
from app.paper import paper_owner
from app.paper import paper_version as acting
from app.paper.completion import NobodyChosen, complete
from app.paper.paper_owner import HasOne
from app.paper.paper_question import WrongPoints
from app.paper.paper_version import VersionDone
from app.questions.context import InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import BadForm
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}/papers/{form}")
Place = Annotated[int, Path(ge=1, le=1000)]
WRONG = {
    NobodyChosen: N_("Choose whose version it is."),
    HasOne: N_(
        "This student has a paper version of this exam, has sat it as often as one may, or left. Choose another one."
    ),
}


@router.get("")
@limit_concurrency(TEACHING)
def open_form(
    request: Request, context: InstructorContext, course: str, exam: str,
    form: str,
) -> Response:  # fmt: skip
    """Shows one paper version. Raises NoSuchCourse, NoCourseExam, and NoSuchVersion."""
    return page(
        request,
        "paper/paper_version",
        paper=acting.paper(context, course, exam, form),
        wrong="",
    )


@router.post("")
@limit_concurrency(TEACHING)
def choose(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    form: str,
    do: Annotated[Literal["keep", "done", "move"], Form()],
    student: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Response:
    """Notes the owner; "done" completes the paper version, too; "move" gives a completed one to another student."""
    try:
        if do == "move":
            paper_owner.move(context, course, exam, form, student)
        else:
            acting.choose(context, course, exam, form, student)
        if do == "done":
            complete(context, course, exam, form)
            request.app.state.runner.nudge()
    except VersionDone:
        pass  # a second click
    except (NobodyChosen, HasOne) as error:
        shown = acting.paper(context, course, exam, form)
        return page(request, "paper/paper_version", status=422, paper=shown, wrong=WRONG[type(error)])
    return RedirectResponse(f"/courses/{course}/exams/{exam}/papers/{form}", 303)


@router.get("/questions/{place}")
@limit_concurrency(TEACHING)
def open_question(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    form: str,
    place: Place,
) -> Response:
    """Shows a question to type from paper; leads back once the version is done. Raises as ``acting.question``."""
    try:
        paper, question = acting.question(context, course, exam, form, place)
    except VersionDone:
        return RedirectResponse(f"/courses/{course}/exams/{exam}/papers/{form}", 303)
    return page(request, "paper/paper_question", paper=paper, question=question, wrong="", beside={})


@router.post("/questions/{place}")
@limit_concurrency(TEACHING)
def save(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    form: str,
    place: Place,
    sent: QuestionFormHere,
) -> Response:
    """Saves, and goes to another question, or stays."""
    what, _, where = sent.do.partition(":")
    there: dict[str, Any] = {"save": f"/questions/{place}", "empty": f"/questions/{place}", "list": ""}
    if what == "go" and where.isdecimal() and where.isascii():
        there["go"] = f"/questions/{int(where[:4])}"
    if what not in there:
        raise BadForm(sent.do)
    try:
        acting.save(
            context,
            course,
            exam,
            form,
            place,
            sent.typed,
            sent.beside,
            what == "empty",
        )
    except VersionDone:
        there[what] = ""
    except WrongPoints as error:
        paper, question = acting.question(context, course, exam, form, place)
        return page(
            request,
            "paper/paper_question",
            status=422,
            paper=paper,
            question=question,
            wrong=str(error),
            beside=sent.beside,
        )
    return RedirectResponse(f"/courses/{course}/exams/{exam}/papers/{form}{there[what]}", 303)
