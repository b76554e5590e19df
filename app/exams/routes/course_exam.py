"""Pages of a course's exam: for those who teach it, its text, rules and results; for students, its cover and start."""

from random import uniform
from typing import Annotated, Any, Literal

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.authoring.editor import mark
from app.courses.membership import membership, teaches
from app.exams import course_exam as acting
from app.exams import start
from app.exams.blueprints import sources
from app.exams.course_exam import Contradiction, NewerText, NotReady, Workshop
from app.exams.forms import MOST_GROUPS
from app.exams.start import WrongPassword
from app.exams.store.exams import Opens, Rules
from app.exams.store.sitting import LateStart
from app.exams.supervision.admission import WrongCode
from app.exams.supervision.entering import Outside
from app.exams.supervision.seen import seen
from app.questions.context import Context, InstructorContext, StudentContext
from app.questions.kinds import KINDS_APART
from app.web.concurrency import ARRIVING, COMPUTING, MARKING, TEACHING, Elsewhere, limit_concurrency
from app.web.dependencies import BadForm, key_of, moment, new_key
from app.web.rendering import is_partial, page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams")
Moment = Annotated[str, Form(max_length=40)]
Text = Annotated[str, Form()]
PATIENCE = 2.0  # seconds over which the reloads of all waiting pages are spread


@router.post("")
@limit_concurrency(TEACHING)
def make(
    request: Request,
    context: InstructorContext,
    course: str,
    source: Annotated[str, Form(max_length=80)] = "full",
    title: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Copies an exam into the course, where only its instructors see it. Raises as ``sources.make``."""
    folder = request.app.state.settings.question_bank / "exams"
    name = sources.make(context, folder, course, source, title)
    return _to(course, name)


@router.get("/{exam}")
@limit_concurrency(ARRIVING)
def open_exam(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    done: Literal["", "saved", "rules"] = "",
    view: Literal["form", "text"] = "form",
    group: Annotated[int, Query(ge=0, le=MOST_GROUPS)] = 0,
    q: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """Shows the workshop to those who teach the course, as a form or as text, and to its students the page before the
    clock starts. ``q`` are words to find a question for a ``group``."""

    def look() -> Response:
        shown = acting.workshop(context, course, exam, group, q)
        waits = start.not_done(context, shown.course, shown.exam)
        return workshop_page(request, shown, done=done, view=view, group=group, q=q, not_done=waits)

    if _teaches(context, course):
        raise Elsewhere(TEACHING, look)
    return _cover(request, context, course, exam)


@router.post("/{exam}")
@limit_concurrency(TEACHING)
def save(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    text: Text = "",
    opened: Annotated[str, Form(max_length=16)] = "",
) -> Response:
    """Saves any text; where a newer one was saved meanwhile, shows both (409). Raises as ``acting.save``."""
    typed = _plain(text)
    try:
        acting.save(context, course, exam, typed, opened)
    except NewerText:
        shown = acting.workshop(context, course, exam)
        *_, reading = acting.looked_at(context, course, exam, typed)
        return workshop_page(request, shown, 409, "text", text=typed, reading=reading, view="text")
    return _to(course, exam, "composed", "saved", "text")


@router.post("/{exam}/check")
@limit_concurrency(COMPUTING)
def check(request: Request, context: InstructorContext, course: str, exam: str, text: Text = "") -> Response:
    """Previews the text that is in the editor; writes nothing."""
    request.app.state.rate_limiter.count_preview(context.person.id)
    typed = _plain(text)
    here, known, reading = acting.looked_at(context, course, exam, typed)
    if is_partial(request):
        return page(
            request, "exams/course_exam", "preview", course=here, exam=known, reading=reading, view="text"
        )
    shown = acting.workshop(context, course, exam)
    return workshop_page(request, shown, text=typed, reading=reading, view="text")


@router.post("/{exam}/rules")
@limit_concurrency(TEACHING)
def rule(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    opens: Moment = "",
    closes: Moment = "",
    password: Annotated[str, Form(max_length=80)] = "",
    sittings: Annotated[int, Form(ge=1, le=acting.MOST_SITTINGS)] = 1,
    late: Annotated[LateStart, Form()] = LateStart.WHOLE,
    scores: Annotated[Opens, Form()] = Opens.AFTERWARDS,
    answers: Annotated[Opens, Form()] = Opens.AFTERWARDS,
    solutions: Annotated[Opens, Form()] = Opens.AFTERWARDS,
    markers: Annotated[int, Form(ge=1, le=2)] = 1,
) -> Response:
    """Sets the rules; a contradiction is shown at its field (422). Raises as ``acting.rule``."""
    said = _plain(password)
    rules = Rules(
        opens_at=moment(opens),
        closes_at=moment(closes),
        password=said,
        sittings=sittings,
        late=late,
        scores=scores,
        answers=answers,
        solutions=solutions,
        markers=markers,
    )
    try:
        acting.rule(context, course, exam, rules)
    except Contradiction as error:
        shown = acting.workshop(context, course, exam)
        return workshop_page(
            request, shown, 422, error.field, rules=rules, typed={"opens": opens, "closes": closes}
        )
    return _to(course, exam, "rules", "rules")


@router.post("/{exam}/publish")
@limit_concurrency(TEACHING)
def publish(request: Request, context: InstructorContext, course: str, exam: str) -> Response:
    """Publishes the exam and freezes its text, or says what is missing (422). Raises as ``acting.publish``."""
    try:
        acting.publish(context, course, exam)
    except NotReady:
        shown = acting.workshop(context, course, exam)
        return workshop_page(request, shown, 422, "publish")
    return _to(course, exam)


@router.post("/{exam}/withdraw")
@limit_concurrency(TEACHING)
def withdraw(context: InstructorContext, course: str, exam: str) -> Response:
    """Takes the exam back before anybody has begun it, so that its text can be changed. Raises as
    ``acting.withdraw``."""
    acting.withdraw(context, course, exam)
    return _to(course, exam)


@router.post("/{exam}/release")
def release(
    context: InstructorContext,
    course: str,
    exam: str,
    do: Annotated[Literal["release", "back"], Form()],
) -> Response:
    """Opens the results to all who sat the exam, or takes that back. Raises NoSuchCourse, and NoCourseExam."""
    acting.release(context, course, exam, do == "back")
    return _to(course, exam, "results")


@router.post("/{exam}/archive")
def archive(
    context: InstructorContext,
    course: str,
    exam: str,
    do: Annotated[Literal["archive", "back"], Form()],
) -> Response:
    """Closes the exam to new starts, or takes that back. Raises NoSuchCourse, and NoCourseExam."""
    acting.archive(context, course, exam, do == "back")
    return _to(course, exam)


@router.post("/{exam}/remove")
def remove(context: InstructorContext, course: str, exam: str) -> Response:
    """Removes an exam that was never published. Raises NoSuchCourse, NoCourseExam, and Published."""
    acting.remove(context, course, exam)
    return RedirectResponse(f"/courses/{course}#exams", 303)


@router.post("/{exam}/try")
@limit_concurrency(MARKING)
def try_out(
    context: InstructorContext,
    course: str,
    exam: str,
    key: Annotated[str, Form()] = "",
) -> Response:
    """Lets an instructor sit the exam as practice; nothing of it counts for the course."""
    name = acting.try_out(context, course, exam, key_of(key))
    return RedirectResponse(f"/sittings/{name}", 303)


@router.post("/{exam}/begin")
@limit_concurrency(ARRIVING)
def begin(
    request: Request,
    context: StudentContext,
    course: str,
    exam: str,
    key: Annotated[str, Form()] = "",
    password: Annotated[str, Form(max_length=200)] = "",
    code: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Begins the exam. Passwords and room codes are rate-limited: too many tries must wait."""
    if password or code:
        request.app.state.rate_limiter.count_exam_password(context.person.id, exam)
    form_key = key_of(key) if key else new_key()
    try:
        name = start.begin(context, course, exam, _plain(password), form_key, seen(request), code)
    except (WrongPassword, WrongCode) as error:
        wrong = "code" if isinstance(error, WrongCode) else "password"
        return _cover(request, context, course, exam, 422, wrong)
    except Outside:
        return _cover(request, context, course, exam, 403, "outside")
    return RedirectResponse(f"/sittings/{name}", 303)


def _teaches(context: Context, course: str) -> bool:
    """True if the person teaches the course. Raises NoSuchCourse."""
    with context.database.read() as connection:
        return teaches(membership(connection, context.person, course), context.person)


def _cover(
    request: Request,
    context: Context,
    course: str,
    exam: str,
    status: int = 200,
    wrong: str = "",
) -> Response:
    cover = start.cover(context, course, exam, seen(request))
    delay = uniform(0, PATIENCE)
    response = page(
        request, "exams/course_exam_cover", "", status, cover=cover, wrong=wrong, delay=delay, key=new_key()
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def workshop_page(
    request: Request, shown: Workshop, status: int = 200, fault: str = "", **said: Any
) -> Response:
    """Renders the workshop; ``fault`` names the form at fault, which keeps what was typed. Without those who are
    ``not_done``, results cannot be released from it."""
    stands = shown.exam
    if shown.form is None:
        said["view"] = "text"
    context = {
        "view": "form", "group": 0, "q": "", "text": stands.blueprint, "rules": stands.rules, "typed": {},
        "reading": shown.reading, "done": "", "not_done": None, "kinds": KINDS_APART,
    }  # fmt: skip
    return page(
        request, "exams/course_exam", "preview", status, shown=shown, course=shown.course, exam=stands,
        fault=fault, opened=mark(stands.blueprint), key=new_key(), **(context | said),
    )  # fmt: skip


def _plain(text: str) -> str:
    """Returns the text as it is stored: with plain line feeds, and without the zeros that PostgreSQL refuses. Raises
    BadForm where it is too long."""
    plain = text.replace("\r\n", "\n").replace("\0", "")
    if len(plain) > acting.LONGEST:
        raise BadForm("text")
    return plain


def _to(course: str, exam: str, place: str = "", done: str = "", view: str = "form") -> Response:
    """Redirects to the exam's page; ``done`` is what that page confirms."""
    asked = f"?done={done}&view={view}" if done else ""
    return RedirectResponse(f"/courses/{course}/exams/{exam}{asked}{'#' + place if place else ''}", 303)
