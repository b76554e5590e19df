"""The composer of a course's exam: its text as a form, saved and checked."""

from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.exams import course_exam as acting
from app.exams.blueprints import editing
from app.exams.blueprints.form import groups_of
from app.exams.course_exam import NewerText
from app.exams.forms import ComposerForm, ComposerFormHere
from app.exams.routes.course_exam import workshop_page
from app.questions.context import InstructorContext
from app.web.concurrency import COMPUTING, TEACHING, limit_concurrency
from app.web.dependencies import BadForm
from app.web.rendering import is_partial, page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}/composer")


@router.post("")
@limit_concurrency(TEACHING)
def compose(
    request: Request, context: InstructorContext, course: str, exam: str, form: ComposerFormHere
) -> Response:
    """Saves what was typed, and does what the button says: adds, moves or removes a group, or a question of one. Where
    a newer text was saved meanwhile, shows both (409). Raises as ``acting.save``, and BadForm."""
    text, at = _acted(form)
    text = editing.with_sum(text)
    if len(text) > acting.LONGEST:
        raise BadForm("text")
    try:
        acting.save(context, course, exam, text, form.opened)
    except NewerText:
        shown = acting.workshop(context, course, exam)
        *_, reading = acting.looked_at(context, course, exam, text)
        return workshop_page(request, shown, 409, "text", text=text, reading=reading, view="text")
    asked = {"view": "form"} | ({"done": "saved"} if at is None else {"group": str(at), "q": form.words(at)})
    place = "" if at is None else f"#group-{at + 1}"  # a fragment would keep the button from being focused
    return RedirectResponse(f"/courses/{course}/exams/{exam}?{urlencode(asked)}{place}", 303)


@router.post("/check")
@limit_concurrency(COMPUTING)
def check(
    request: Request, context: InstructorContext, course: str, exam: str, form: ComposerFormHere
) -> Response:
    """Previews what was typed; writes nothing. A whole page shows it as text. Raises NoSuchCourse, and NoCourseExam."""
    request.app.state.rate_limiter.count_preview(context.person.id)
    text = editing.with_typed(form.text, form.exam, form.groups)
    here, known, reading = acting.looked_at(context, course, exam, text)
    if is_partial(request):
        return page(
            request, "exams/course_exam", "preview", course=here, exam=known, reading=reading, view="form"
        )
    shown = acting.workshop(context, course, exam)
    return workshop_page(request, shown, text=text, reading=reading, view="text")


def _acted(form: ComposerForm) -> tuple[str, int | None]:
    """Returns the text after the button, and the group to show, None for the whole exam. Raises BadForm."""
    text = editing.with_typed(form.text, form.exam, form.groups)
    do, n, question = form.do
    there = groups_of(text)
    if there is None or len(there) != len(form.groups):
        raise BadForm("groups")
    last = len(there) - 1
    match do:
        case "enter":  # in a field: one in which words are searched for finds them
            return text, next((n for n in range(len(there)) if form.words(n).strip()), None)
        case "save":
            return text, None
        case "add":
            return editing.with_group(text), last + 1
        case "remove" if last > 0:
            return editing.without_group(text, n), max(0, n - 1)
        case "up" if n > 0:
            return editing.with_groups_swapped(text, n - 1, n), n - 1
        case "down" if n < last:
            return editing.with_groups_swapped(text, n, n + 1), n + 1
        case "find":
            return text, n
        case "take" | "drop" if question:
            return editing.with_question(text, n, question, out=do == "drop"), n
    raise BadForm("do")
