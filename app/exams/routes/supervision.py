"""Pages of supervised rooms: set up by those who teach; the codes for the board; what a student meets at the door."""

from typing import Annotated, Any, Literal

from fastapi import File, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from app.exams.live import letting_in
from app.exams.live.letting_in import NoReason
from app.exams.live.monitor import LONGEST_MESSAGE
from app.exams.supervision import entrance, rooms, seb_settings, setting_up
from app.exams.supervision.admission import WrongCode
from app.exams.supervision.seb_settings import EncryptedSettings, NoSettings
from app.exams.supervision.seen import seen
from app.exams.supervision.setting_up import MOST_MINUTES, Refused, Typed
from app.questions.context import Context, ContextHere, InstructorContext, StudentContext
from app.web.concurrency import ARRIVING, TEACHING, WATCHING, limit_concurrency
from app.web.dependencies import Number, number_in
from app.web.rendering import page
from app.web.routing import Router

router = Router()
COURSE_EXAM = "/courses/{course}/exams/{exam}"
Keys = Annotated[str, Form(max_length=8000)]
UNSTORED = {"Cache-Control": "no-store"}
SEB_FILE = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="exam.seb"'}
SETUP: dict[str, Any] = {"longest": rooms.LONGEST_TEXT, "most": MOST_MINUTES}


@router.get("/supervision")
def open_limits(request: Request) -> Response:
    """Says what supervision checks, what is stored for it, and what none of it can prevent."""
    return page(request, "exams/supervision_limits")


@router.get(COURSE_EXAM + "/supervision")
@limit_concurrency(TEACHING)
def open_setup(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    done: Literal["", "saved", "assigned", "accepted"] = "",
) -> Response:
    return _setup(request, context, course, exam, done=done)


@router.post(COURSE_EXAM + "/supervision")
@limit_concurrency(TEACHING)
def save(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    rooms: Annotated[str, Form(max_length=rooms.LONGEST_TEXT)] = "",
    code_minutes: Annotated[int, Form(ge=0, le=10_000)] = 0,
    code_again: Annotated[bool, Form()] = False,
    closes_site: Annotated[bool, Form()] = False,
    config_keys: Keys = "",
    browser_keys: Keys = "",
    own_settings: Annotated[bool, Form()] = False,
) -> Response:
    """Sets the supervision; a field that cannot be taken is shown with what was typed (422). Raises as
    ``setting_up.save``."""
    typed = Typed(
        rooms=rooms.replace("\r\n", "\n").replace("\0", ""), code_minutes=code_minutes, code_again=code_again,
        closes_site=closes_site, config_keys=config_keys.replace("\0", ""),
        browser_keys=browser_keys.replace("\0", ""), own_settings=own_settings,
    )  # fmt: skip
    try:
        setting_up.save(context, course, exam, typed)
    except Refused as error:
        return _setup(request, context, course, exam, 422, typed=typed, refused=error)
    return _to(course, exam, "supervision?done=saved#seb")


@router.post(COURSE_EXAM + "/supervision/settings")
@limit_concurrency(TEACHING)
def accept_settings(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Accepts the settings of Safe Exam Browser in a file, or says why they cannot be read (422)."""
    try:
        setting_up.accept_settings(context, course, exam, file.file.read() if file else b"")
    except (NoSettings, Refused) as error:
        kind = "encrypted" if isinstance(error, EncryptedSettings) else "unread"
        return _setup(request, context, course, exam, 422, refused=Refused("file", kind))
    return _to(course, exam, "supervision?done=accepted#seb")


@router.post(COURSE_EXAM + "/supervision/assigned")
@limit_concurrency(TEACHING)
def assign(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    student: Annotated[str, Form(max_length=20)] = "",
    room: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Has a student sit the exam in one room; "" lets them sit it in any. Raises BadForm, and as
    ``setting_up.assign``."""
    try:
        setting_up.assign(context, course, exam, number_in(student), room.replace("\0", ""))
    except Refused as error:
        return _setup(request, context, course, exam, 422, refused=error)
    return _to(course, exam, "supervision?done=assigned#assigned")


@router.get(COURSE_EXAM + "/supervision/codes")
@limit_concurrency(WATCHING)
def open_codes(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    room: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """Shows the present codes, large; every five seconds the block alone."""
    shown = letting_in.board(context, course, exam, room)
    return page(request, "exams/room_codes", "codes", board=shown, room=room)


@router.get(COURSE_EXAM + "/live/people/{person}")
@limit_concurrency(WATCHING)
def open_visitor(
    request: Request, context: StudentContext, course: str, exam: str, person: Number
) -> Response:
    """Shows from where a student comes. Raises NoSuchCourse, and NoCourseExam."""
    shown = letting_in.visitor(context, course, exam, person)
    return page(request, "exams/letting_in", visitor=shown, wrong=False, longest=LONGEST_MESSAGE)


@router.post(COURSE_EXAM + "/live/people/{person}")
@limit_concurrency(WATCHING)
def let_in(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    person: Number,
    do: Annotated[str, Form(max_length=20)] = "let in",
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Lets a student in, or takes that back; without a reason, asks for one (422)."""
    try:
        if do == "take back":
            letting_in.take_back(context, course, exam, person)
        else:
            letting_in.let_in(context, course, exam, person, reason.replace("\0", ""))
    except NoReason:
        shown = letting_in.visitor(context, course, exam, person)
        return page(
            request, "exams/letting_in", status=422, visitor=shown, wrong=True, longest=LONGEST_MESSAGE
        )
    return _to(course, exam, f"live/people/{person}")


@router.get(COURSE_EXAM + "/exam.seb")
@limit_concurrency(ARRIVING)
def download_settings(request: Request, context: StudentContext, course: str, exam: str) -> Response:
    """Sends the settings of Safe Exam Browser that we make for the exam. Raises NoSuchCourse, and NoCourseExam."""
    settings = entrance.own_settings(context, course, exam, seen(request))
    return Response(seb_settings.written(settings), media_type="application/seb", headers=SEB_FILE)


@router.get(COURSE_EXAM + "/leave")
def leave(request: Request, context: StudentContext, course: str, exam: str) -> Response:
    """Says that the exam is handed in; Safe Exam Browser ends itself when it comes here."""
    return page(request, "exams/left", course=course)


@router.get("/sittings/{name}/entrance")
@limit_concurrency(ARRIVING)
def open_entrance(request: Request, context: ContextHere, name: str) -> Response:
    """Says what is missing, and what to do; where nothing is, leads to the exam. Raises NoSuchSitting, and NotBegun."""
    return _entrance(request, context, name)


@router.post("/sittings/{name}/entrance")
@limit_concurrency(ARRIVING)
def type_code(
    request: Request, context: ContextHere, name: str, code: Annotated[str, Form(max_length=40)] = ""
) -> Response:
    """Takes the code of the room, as after a break. Raises NoSuchSitting, NotBegun, and TooManyTries."""
    request.app.state.rate_limiter.count_exam_password(context.person.id, name)
    try:
        entrance.enter(context, name, seen(request), code)
    except WrongCode:
        return _entrance(request, context, name, 422, wrong=True)
    return RedirectResponse(f"/sittings/{name}", 303)


def _entrance(
    request: Request, context: Context, name: str, status: int = 403, wrong: bool = False
) -> Response:
    shown = entrance.entrance(context, name, seen(request))
    if shown is None:
        return RedirectResponse(f"/sittings/{name}", 303)
    response = page(request, "exams/entrance", status=status, entrance=shown, wrong=wrong)
    response.headers.update(UNSTORED)
    return response


def _setup(
    request: Request, context: Context, course: str, exam: str, status: int = 200, **said: Any
) -> Response:
    shown = setting_up.setup(context, course, exam, seen(request))
    given = {"typed": shown.typed, "refused": None, "done": ""} | SETUP | said
    return page(request, "exams/supervision", status=status, shown=shown, **given)


def _to(course: str, exam: str, place: str) -> Response:
    return RedirectResponse(f"/courses/{course}/exams/{exam}/{place}", 303)
