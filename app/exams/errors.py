"""Error pages for people who cannot sit an exam now, or want something that is closed while they sit one."""

import logging

from fastapi import Request

from app.exams.blueprints.blueprint import Unreadable
from app.exams.course_exam import Begun, ExamArchived, NoCourseExam, NotReady, Published
from app.exams.mock_exams import AlreadySitting, ChooseSections, NoSuchExam
from app.exams.preparation import CannotBeDrawn
from app.exams.review import BeingMarked, NotOpened, StillRunning
from app.exams.sitting import Ended, NoSuchSitting, NotBegun, Resting
from app.exams.start import NoneLeft, NotNow, NotToSit, TooEarly
from app.exams.supervision.admission import NotAdmitted
from app.exams.supervision.closing import ClosedHere
from app.identity.permissions import InExam
from app.practice.opening import AskedInExam
from app.web.errors.pages import ErrorPage, ErrorPages, LeadsTo
from app.web.languages.languages import N_
from engine.exams.composing import Unfillable

log = logging.getLogger("examformer")


def already_sitting(request: Request, error: AlreadySitting) -> ErrorPage:
    then = N_("Go on with it, or hand it in; then begin the next one.")
    return ErrorPage(
        409,
        N_("You are in the middle of another exam."),
        then,
        address=f"/sittings/{error}",
        link=N_("Go on with it"),
    )


def in_exam(request: Request, error: InExam) -> ErrorPage:
    then = N_("It opens again when you have handed in.")
    happened = N_("While you sit an exam, this page is closed.")
    return ErrorPage(403, happened, then, address=f"/sittings/{error}", link=N_("Back to the exam"))


def closed_here(request: Request, error: ClosedHere) -> ErrorPage:
    happened = N_("An exam is being sat in this room, so this page is closed from here.")
    then = N_(
        "Its time is over at %(hour)02d:%(minute)02d UTC, later where somebody has more time. Then this page opens "
        "again; from elsewhere it is open now."
    )
    until = {"hour": error.until.hour, "minute": error.until.minute}
    return ErrorPage(403, happened, then, named=until, address="/courses", link=N_("Your courses"))


def resting(request: Request, error: Resting) -> ErrorPage:
    then = N_("Your questions are there again when you go on.")
    return ErrorPage(
        409, N_("You are on a break."), then, address=f"/sittings/{error}", link=N_("Back to the exam")
    )


def being_marked(request: Request, error: BeingMarked) -> ErrorPage:
    then = N_("All that was saved is handed in. Open it again in a second.")
    return ErrorPage(
        503,
        N_("Your time is over, and your exam is being marked."),
        then,
        address=f"/sittings/{error}/review",
        link=N_("Open it"),
    )


def not_now(request: Request, error: NotNow) -> ErrorPage:
    early = (N_("This exam is not open yet."), N_("Its page says when it opens, and waits with you."))
    none_left = (
        N_("You have sat this exam as often as one may."),
        N_("Its page leads to what you handed in."),
    )
    late = (N_("This exam cannot be begun any more."), N_("If something went wrong, ask your instructor."))
    happened, then = (
        early if isinstance(error, TooEarly) else none_left if isinstance(error, NoneLeft) else late
    )
    return ErrorPage(409, happened, then, address=_of(error), link=N_("To the exam"))


def not_ready(request: Request, error: NotReady) -> ErrorPage:
    happened = N_("Something in this exam is to be mended first.")
    return ErrorPage(
        409, happened, N_("Its page says at which lines."), address=_of(error), link=N_("To the exam")
    )


def has_begun(request: Request, error: Begun) -> ErrorPage:
    happened = N_("Somebody has begun this exam, or it has paper versions, so it stays published.")
    then = N_("You can archive it, and make a new one from it.")
    return ErrorPage(409, happened, then, address=_of(error), link=N_("To the exam"))


def is_published(request: Request, error: Published) -> ErrorPage:
    happened = N_("This exam is published, so its text stays as it is.")
    then = N_("Make a new exam from it; that one you can change. To end this one, archive it.")
    return ErrorPage(409, happened, then, address=_of(error), link=N_("To the exam"))


def is_archived(request: Request, error: ExamArchived) -> ErrorPage:
    then = N_("It can be read and copied, and its results stay. To go on with it, bring it back.")
    return ErrorPage(409, N_("This exam is archived."), then, address=_of(error), link=N_("To the exam"))


def not_opened(request: Request, error: NotOpened) -> ErrorPage:
    then = N_("Your exam's page says what is open, and when the rest opens.")
    happened = N_("This part of your exam is not open yet.")
    return ErrorPage(403, happened, then, address=f"/sittings/{error}/review", link=N_("To your exam"))


def cannot_be_drawn(request: Request, error: CannotBeDrawn | Unreadable) -> ErrorPage:
    log.error("an exam cannot be drawn: %s", error)
    then = N_("Your instructor has to mend it: please tell them. Your clock has not started.")
    return ErrorPage(
        503,
        N_("The questions of this exam cannot be drawn."),
        then,
        address="/courses",
        link=N_("Your courses"),
    )


def _of(error: Exception) -> str:
    course, exam = error.args
    return f"/courses/{course}/exams/{exam}"


def in_review(error: AskedInExam) -> str:
    """Leads to the review, where questions of an exam are shown."""
    return f"/sittings/{error.sitting}/review" + (f"#q{error.place}" if error.place is not None else "")


PAGES: ErrorPages = {
    NotToSit: LeadsTo(lambda error: "/courses/{}/exams/{}/results".format(*error.args)),
    AskedInExam: LeadsTo(in_review),
    InExam: in_exam,
    ClosedHere: closed_here,
    NotAdmitted: LeadsTo(lambda error: f"/sittings/{error}/entrance"),
    NoSuchExam: ErrorPage(
        404,
        N_("There is no such exam."),
        N_("The list holds all of them."),
        address="/exams",
        link=N_("To the exams"),
    ),
    NoSuchSitting: ErrorPage(
        404,
        N_("This exam is not in your folder."),
        N_(
            "It may belong to another browser or account: without an account, an exam stays with its browser."
        ),
        address="/exams",
        link=N_("To the exams"),
    ),
    Ended: LeadsTo(lambda error: f"/sittings/{error}/review"),
    StillRunning: LeadsTo(lambda error: f"/sittings/{error}"),
    Resting: resting,
    NotBegun: ErrorPage(
        409,
        N_("The clock of this exam has not started."),
        N_("It starts from its own page."),
        address="/courses",
        link=N_("Your courses"),
    ),
    ChooseSections: ErrorPage(
        422,
        N_("This exam is about one section."),
        N_("Choose one, then begin."),
        address="/exams",
        link=N_("To the exams"),
    ),
    NoCourseExam: ErrorPage(
        404,
        N_("The course has no such exam."),
        N_("An instructor may have taken it away, or not published it yet."),
        address="/courses",
        link=N_("Your courses"),
    ),
    NotNow: not_now,
    NotReady: not_ready,
    Published: is_published,
    Begun: has_begun,
    ExamArchived: is_archived,
    NotOpened: not_opened,
    CannotBeDrawn: cannot_be_drawn,
    Unreadable: cannot_be_drawn,
    AlreadySitting: already_sitting,
    BeingMarked: being_marked,
    Unfillable: lambda _, error: ErrorPage(
        422,
        N_("These sections have too few questions for this exam."),
        str(error),
        address="/exams",
        link=N_("To the exams"),
    ),
}
