"""What those are told who cannot sit an exam now, or who sit one and want something that is closed meanwhile."""

from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse

from app.actions.exams import AlreadySitting, ChooseSections, NoSuchExam
from app.actions.review import StillRunning
from app.actions.sitting import Ended, NoSuchSitting, NotBegun
from app.i18n import N_
from app.said import Said
from app.visitors import InExam
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


def send_on(app: FastAPI) -> None:
    """An exam that is over leads to its review, one that still runs to its questions."""
    app.add_exception_handler(Ended, lambda _, error: RedirectResponse(f"/sittings/{error}/review", 303))
    app.add_exception_handler(StillRunning, lambda _, error: RedirectResponse(f"/sittings/{error}", 303))


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
    AlreadySitting: already_sitting,
    InExam: in_exam,
    Unfillable: lambda _, error: Said(
        422,
        N_("These sections have too few questions for this exam."),
        str(error),
        "/exams",
        N_("To the exams"),
    ),
}
