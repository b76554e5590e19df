"""Pages of the roster: the students of a course, a list imported with a preview, one student's line."""

from typing import Annotated, Any, Literal

from fastapi import File, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import StringConstraints

from app.coursework.roster import importing, line, matching, page, reading
from app.coursework.roster.line import Unfit
from app.coursework.roster.reading import LONGEST_TEXT, NoText, TooLong
from app.identity.store.people import MOST_EXTRA
from app.questions.context import Context, InstructorContext
from app.web.beside import beside
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.downloads import table
from app.web.rendering import page as rendered
from app.web.routing import Router

router = Router(prefix="/courses/{course}/roster")
Typed = Annotated[str, Form()]
Pair = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,8}-[1-9][0-9]{0,8}$")]  # expected, joined
Count = Annotated[int, Query(ge=0, lt=2**31)]


@router.get("")
@limit_concurrency(TEACHING)
def open_roster(
    request: Request,
    context: InstructorContext,
    course: str,
    section: Annotated[str, Query(max_length=100)] = "",
    who: Literal["", "expected"] = "",
    saved: Count = 0,
    matched: Count = 0,
    left: Count = 0,
) -> Response:
    """Shows the students, those of one section, or those who are ``expected``; ``saved`` lines were just imported, or
    ``matched`` and ``left`` unmatched. Raises NoSuchCourse."""
    shown = page.shown(context, course, section, who == "expected")
    return _page(request, shown, saved=saved, matched=matched, left=left)


@router.get(".csv")
@limit_concurrency(TEACHING)
def as_csv(context: InstructorContext, course: str) -> Response:
    """Sends a line per student, in the form that an import reads. Raises NoSuchCourse."""
    return table(page.as_csv(context, course), "roster")


@router.post("/preview")
@limit_concurrency(TEACHING)
def preview(
    request: Request,
    context: InstructorContext,
    course: str,
    text: Typed = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Shows what a list would change; one that is too long, or empty, or a file that is no text, can be chosen again
    (422). Raises NoSuchCourse, and CourseArchived."""
    sent = file.file.read(4 * LONGEST_TEXT + 1) if file is not None and file.filename else b""
    try:
        typed = reading.decoded(sent) if sent else text
    except NoText:
        return _page(request, page.shown(context, course), 422, no_text=True)
    return _preview(request, context, course, typed)


@router.post("/import")
@limit_concurrency(TEACHING)
def save(
    request: Request,
    context: InstructorContext,
    course: str,
    text: Typed = "",
    seen: Typed = "",
    missing: Typed = "",
) -> Response:
    """Takes the list over; ``missing``: whoever is not in it is withdrawn. A list that is not the one that was ``seen``
    is shown first. Raises NoSuchCourse, and CourseArchived."""
    if importing.seal(text) != seen:
        return _preview(request, context, course, text, changed=True)
    try:
        number = importing.save(context, course, text, missing == "withdraw")
    except TooLong:
        return _page(request, page.shown(context, course), 422, long=True)
    return RedirectResponse(f"/courses/{course}/roster?saved={number}", 303)


@router.post("/undo/{number}")
@limit_concurrency(TEACHING)
def undo(request: Request, context: InstructorContext, course: str, number: Number) -> Response:
    """Undoes the last import. Raises NoSuchCourse, CourseArchived, and NothingToUndo."""
    undone = importing.undo(context, course, number)
    return _page(request, page.shown(context, course), undone=undone)


@router.post("/match")
@limit_concurrency(TEACHING)
def match_many(
    context: InstructorContext, course: str, pair: Annotated[list[Pair] | None, Form()] = None
) -> Response:
    """Matches those who were ticked. Raises NoSuchCourse."""
    pairs = [
        (int(expected), int(joined)) for expected, _, joined in (one.partition("-") for one in pair or ())
    ]
    done = matching.match_many(context, course, pairs)
    return RedirectResponse(f"/courses/{course}/roster?matched={done.matched}&left={done.left}", 303)


@router.get("/{entry}")
@limit_concurrency(TEACHING)
def open_line(
    request: Request, context: InstructorContext, course: str, entry: Number, saved: bool = False
) -> Response:
    """Shows one student. Raises NoSuchCourse, and NoSuchEntry."""
    return _line(request, page.card(context, course, entry), saved=saved)


@router.post("/{entry}")
@limit_concurrency(TEACHING)
def correct(
    request: Request,
    context: InstructorContext,
    course: str,
    entry: Number,
    name: Typed = "",
    email: Typed = "",
    matriculation: Typed = "",
    section: Typed = "",
    extra_time: Annotated[int | None, Form(ge=0, le=MOST_EXTRA)] = None,
) -> Response:
    """Saves the line of a student, or shows what does not fit (422). Raises NoSuchCourse, and NoSuchEntry."""
    try:
        said = line.typed(name, email, matriculation, section)
        line.correct(context, course, entry, said, extra_time)
    except Unfit as error:
        card = page.card(context, course, entry)
        return _line(request, card, 422, typed=error.line, problems=error.problems)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/{entry}/match")
@limit_concurrency(TEACHING)
def match(
    context: InstructorContext,
    course: str,
    entry: Number,
    joined: Annotated[int, Form(ge=1, lt=2**31)],
) -> Response:
    """Makes somebody who joined without a line this student. Raises NoSuchCourse, and NoSuchEntry."""
    matching.match(context, course, entry, joined)
    return RedirectResponse(f"/courses/{course}/roster?matched=1", 303)


@router.post("/{entry}/part")
@limit_concurrency(TEACHING)
def part(context: InstructorContext, course: str, entry: Number) -> Response:
    """Takes the person off the line, which expects somebody again. Raises NoSuchCourse, and NoSuchEntry."""
    line.part(context, course, entry)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/{entry}/withdraw")
@limit_concurrency(TEACHING)
def withdraw(context: InstructorContext, course: str, entry: Number) -> Response:
    """Takes the student out of the course; what they did stays. Raises NoSuchCourse, and NoSuchEntry."""
    line.withdraw(context, course, entry)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/{entry}/take-back")
@limit_concurrency(TEACHING)
def take_back(context: InstructorContext, course: str, entry: Number) -> Response:
    """Makes somebody who left or was withdrawn a student again. Raises NoSuchCourse, and NoSuchEntry."""
    line.take_back(context, course, entry)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/{entry}/remove")
@limit_concurrency(TEACHING)
def remove(context: InstructorContext, course: str, entry: Number) -> Response:
    """Deletes a line as whom nobody has joined. Raises NoSuchCourse, and NoSuchEntry."""
    line.remove(context, course, entry)
    return RedirectResponse(f"/courses/{course}/roster", 303)


def _preview(request: Request, context: Context, course: str, text: str, changed: bool = False) -> Response:
    try:
        found = importing.preview(context, course, text)
    except TooLong:
        return _page(request, page.shown(context, course), 422, long=True)
    if not text.strip():
        return _page(request, page.shown(context, course), 422, empty=True)
    return rendered(request, "coursework/roster_import", preview=found, seal=found.seal, changed=changed)


def _page(request: Request, roster: page.Roster, status: int = 200, **said: Any) -> Response:
    told: dict[str, Any] = {
        "saved": 0,
        "matched": 0,
        "left": 0,
        "undone": None,
        "long": False,
        "empty": False,
        "no_text": False,
    }
    told |= beside(request, "roster", roster)
    return rendered(request, "coursework/roster", status=status, roster=roster, **(told | said))


def _line(request: Request, card: page.Card, status: int = 200, **said: Any) -> Response:
    told: dict[str, Any] = {"saved": False, "typed": card.entry.line, "problems": {}}
    return rendered(request, "coursework/roster_line", status=status, card=card, **(told | said))
