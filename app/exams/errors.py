"""What those are told who cannot sit an exam now, or who sit one and want something that is closed meanwhile."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response

from app.coursework.assignment import IsExam
from app.exams.blueprint import Unreadable
from app.exams.course_exam import ExamArchived, NoCourseExam, NotReady, Published
from app.exams.mock_exams import AlreadySitting, ChooseSections, NoSuchExam
from app.exams.preparation import CannotBeDrawn
from app.exams.review import BeingMarked, NotOpened, StillRunning
from app.exams.sitting import Ended, NoSuchSitting, NotBegun, Resting
from app.exams.start import NoneLeft, NotNow, TooEarly
from app.grading.double_marking import NotAlone
from app.identity.permissions import InExam
from app.paper.paper_forms import NoSuchForm
from app.paper.print_batches import NoSuchPrint
from app.web.languages import N_
from app.web.messages import Said, too_many_papers
from app.web.rate_limits import TooManyPapers
from engine.composing import Unfillable


def already_sitting(request: Request, error: AlreadySitting) -> Said:
    then = N_("Go on with it, or hand it in; then begin the next one.")
    return Said(
        409, N_("You are in the middle of another exam."), then, f"/sittings/{error}", N_("Go on with it")
    )


def in_exam(request: Request, error: InExam) -> Said:
    then = N_("It opens again when you have handed in.")
    happened = N_("While you sit an exam, this page is closed.")
    return Said(403, happened, then, f"/sittings/{error}", N_("Back to the exam"))


def resting(request: Request, error: Resting) -> Said:
    then = N_("Your questions are there again when you go on.")
    return Said(409, N_("You are on a break."), then, f"/sittings/{error}", N_("Back to the exam"))


def being_marked(request: Request, error: BeingMarked) -> Said:
    then = N_("All that was saved is handed in. Open it again in a second.")
    return Said(
        503,
        N_("Your time is over, and your exam is being marked."),
        then,
        f"/sittings/{error}/review",
        N_("Open it"),
    )


def not_now(request: Request, error: NotNow) -> Said:
    early = (N_("This exam is not open yet."), N_("Its page says when it opens, and waits with you."))
    none_left = (
        N_("You have sat this exam as often as one may."),
        N_("Its page leads to what you handed in."),
    )
    late = (N_("This exam cannot be begun any more."), N_("If something went wrong, ask your instructor."))
    happened, then = (
        early if isinstance(error, TooEarly) else none_left if isinstance(error, NoneLeft) else late
    )
    return Said(409, happened, then, _of(error), N_("To the exam"))


def not_ready(request: Request, error: NotReady) -> Said:
    happened = N_("Something in this exam is to be mended first.")
    return Said(409, happened, N_("Its page says at which lines."), _of(error), N_("To the exam"))


def is_published(request: Request, error: Published) -> Said:
    happened = N_("This exam is published, so its text stays as it is.")
    then = N_("Make a new exam from it; that one you can change. To end this one, archive it.")
    return Said(409, happened, then, _of(error), N_("To the exam"))


def is_archived(request: Request, error: ExamArchived) -> Said:
    then = N_("It can be read and copied, and its results stay. To go on with it, bring it back.")
    return Said(409, N_("This exam is archived."), then, _of(error), N_("To the exam"))


def not_opened(request: Request, error: NotOpened) -> Said:
    then = N_("Your exam's page says what is open, and when the rest opens.")
    happened = N_("This part of your exam is not open yet.")
    return Said(403, happened, then, f"/sittings/{error}/review", N_("To your exam"))


def cannot_be_drawn(request: Request, error: CannotBeDrawn | Unreadable) -> Said:
    log.error("an exam cannot be drawn: %s", error)
    then = N_("Your instructor has to mend it: please tell them. Your clock has not started.")
    return Said(503, N_("The questions of this exam cannot be drawn."), then, "/courses", N_("Your courses"))


def _of(error: Exception) -> str:
    course, exam = error.args
    return f"/courses/{course}/exams/{exam}"


def send_on(app: FastAPI) -> None:
    """An exam that is over leads to its review, one that still runs to its questions, an exam's assignment to it."""
    app.add_exception_handler(IsExam, _sent_to(_of))
    app.add_exception_handler(Ended, _sent_to(lambda error: f"/sittings/{error}/review"))
    app.add_exception_handler(StillRunning, _sent_to(lambda error: f"/sittings/{error}"))


def _sent_to(
    address: Callable[[Exception], str],
) -> Callable[[Request, Exception], Coroutine[Any, Any, Response]]:
    async def sent(_: Request, error: Exception) -> Response:
        return RedirectResponse(address(error), 303)

    return sent


log = logging.getLogger("examformer")
KEPT_OUT: dict[type[Exception], Said | Callable[..., Said]] = {
    NoSuchExam: Said(
        404, N_("There is no such exam."), N_("The list holds all of them."), "/exams", N_("To the exams")
    ),
    NoSuchSitting: Said(
        404,
        N_("This exam is not in your folder."),
        N_(
            "It may belong to another browser or account: without an account, an exam stays with its browser."
        ),
        "/exams",
        N_("To the exams"),
    ),
    Resting: resting,
    NotBegun: Said(
        409,
        N_("The clock of this exam has not started."),
        N_("It starts from its own page."),
        "/courses",
        N_("Your courses"),
    ),
    ChooseSections: Said(
        422,
        N_("This exam is about one section."),
        N_("Choose one, then begin."),
        "/exams",
        N_("To the exams"),
    ),
    NoCourseExam: Said(
        404,
        N_("The course has no such exam."),
        N_("An instructor may have taken it away, or not published it yet."),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchForm: Said(
        404,
        N_("The exam has no such form."),
        N_("Its number stands on every page of it."),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchPrint: Said(
        404,
        N_("This PDF is not there."),
        N_("It is kept for some hours. The page of the forms makes it again."),
        "/courses",
        N_("Your courses"),
    ),
    NotAlone: Said(
        409,
        N_("Another instructor of this course can mark these answers."),
        N_("So your marks do not count alone."),
        "/courses",
        N_("Your courses"),
    ),
    TooManyPapers: too_many_papers,
    NotNow: not_now,
    NotReady: not_ready,
    Published: is_published,
    ExamArchived: is_archived,
    NotOpened: not_opened,
    CannotBeDrawn: cannot_be_drawn,
    Unreadable: cannot_be_drawn,
    AlreadySitting: already_sitting,
    InExam: in_exam,
    BeingMarked: being_marked,
    Unfillable: lambda _, error: Said(
        422,
        N_("These sections have too few questions for this exam."),
        str(error),
        "/exams",
        N_("To the exams"),
    ),
}
