"""Pages of the live monitor: the students of an exam and each audit log, for whoever invigilates it; messages and more
time, for those who teach the course."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.exams.live import monitor as acting
from app.exams.live.monitor import LONGEST_MESSAGE, MOST_MINUTES, GivenMeanwhile, NoSuchTime
from app.questions.context import InstructorContext, StudentContext
from app.web.concurrency import ARRIVING, TEACHING, WATCHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}/live")
LIMITS: dict[str, Any] = {"longest": LONGEST_MESSAGE, "most": MOST_MINUTES}
GIVEN_MEANWHILE = N_("Minutes were given since this page was opened, and these not. Look again, then press.")
NO_SUCH_TIME = N_("Give a number of minutes up to 240. No more minutes can be taken back than were given.")
Minutes = Annotated[int, Form(ge=-(10**6), le=10**6)]


@router.get("")
@limit_concurrency(WATCHING)
def open_room(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
) -> Response:
    """Shows the whole page, or every five seconds the list alone."""
    shown = acting.room(context, course, exam)
    return page(request, "exams/live_monitor", "live", room=shown, wrong="", **LIMITS)


@router.post("/message")
@limit_concurrency(WATCHING)
def tell(
    context: InstructorContext,
    course: str,
    exam: str,
    message: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Shows a message to all who sit the exam; an empty one takes it away. Raises NoSuchCourse, and NoCourseExam."""
    acting.say(context, course, exam, message)
    return RedirectResponse(f"/courses/{course}/exams/{exam}/live", 303)


@router.post("/minutes")
@limit_concurrency(WATCHING)
def give_minutes(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    minutes: Minutes = 0,
    taken: Minutes = 0,
    before: Minutes = 0,
) -> Response:
    """Gives everybody minutes, or takes some back; not twice from one page (409), and not too many (422)."""
    try:
        acting.extend(context, course, exam, _change(minutes, taken), before)
    except (GivenMeanwhile, NoSuchTime) as error:
        wrong, status = _refused(error)
        shown = acting.room(context, course, exam)
        return page(request, "exams/live_monitor", status=status, room=shown, wrong=wrong, **LIMITS)
    return RedirectResponse(f"/courses/{course}/exams/{exam}/live", 303)


@router.get("/{number}/history")
@limit_concurrency(TEACHING)
def open_trail(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    number: Number,
    code: Annotated[str, Query(max_length=60)] = "",
    texts: bool = False,
) -> Response:
    """Shows the audit log of a sitting; with ``texts``, what was typed, too."""
    shown = acting.watched(context, course, exam, number, code)
    return page(request, "exams/live_history", watched=shown, code=code, texts=texts, wrong="", **LIMITS)


@router.post("/{number}/minutes")
@limit_concurrency(WATCHING)
def give_one_minutes(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    number: Number,
    minutes: Minutes = 0,
    taken: Minutes = 0,
    before: Minutes = 0,
) -> Response:
    """Gives one sitting more minutes, or takes some back; refuses as ``give_minutes`` does."""
    try:
        acting.extend_one(context, course, exam, number, _change(minutes, taken), before)
    except (GivenMeanwhile, NoSuchTime) as error:
        wrong, status = _refused(error)
        shown = acting.watched(context, course, exam, number)
        typed: dict[str, Any] = {"code": "", "texts": False, "wrong": wrong}
        return page(request, "exams/live_history", status=status, watched=shown, **typed, **LIMITS)
    return RedirectResponse(f"/courses/{course}/exams/{exam}/live/{number}/history", 303)


@router.post("/{number}/end")
@limit_concurrency(ARRIVING)
def end(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    number: Number,
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Hands in what is saved of one sitting; its student reads the reason. Raises NoSuchCourse, and NoCourseExam."""
    acting.end(context, course, exam, number, reason)
    request.app.state.runner.nudge()
    return RedirectResponse(f"/courses/{course}/exams/{exam}/live/{number}/history", 303)


def _change(minutes: int, taken: int) -> int:
    """Returns the minutes given, or as a negative number those taken back, which have a form of their own."""
    return minutes if minutes > 0 else -abs(taken)


def _refused(error: GivenMeanwhile | NoSuchTime) -> tuple[str, int]:
    return (GIVEN_MEANWHILE, 409) if isinstance(error, GivenMeanwhile) else (NO_SUCH_TIME, 422)
