"""Questions as files: imports, and exports for Examformer, Moodle and Anki."""

from typing import Annotated

from fastapi import Query, Request, Response

from app.authoring import exports, imports
from app.authoring.exchange.archive import CannotUnpack
from app.authoring.forms import UploadFormHere
from app.authoring.imports import Imported
from app.authoring.question_list import Standing
from app.authoring.routes.question_list import Kind, Words
from app.questions.context import InstructorContext
from app.web.concurrency import PRINTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.downloads import file
from app.web.rendering import page
from app.web.routing import Router
from app.web.sections import SECTIONS

router = Router(prefix="/author", dependencies=[OUTSIDE_OF_EXAMS])
Each = Annotated[int, Query(ge=1, le=100)]


@router.get("/imports")
def open_exchange(request: Request, _: InstructorContext) -> Response:
    """Shows the forms for imports and exports."""
    return _page(request)


@router.post("/imports")
@limit_concurrency(PRINTING)
def take(request: Request, context: InstructorContext, form: UploadFormHere) -> Response:
    """Imports files and lists what became of each; answers 422 where they cannot be unpacked."""
    try:
        imported = imports.receive(context, form.files, form.replacing, form.section)
    except CannotUnpack as error:
        return _page(request, 422, why=str(error))
    return _page(request, imported=imported)


@router.get("/questions.zip")
@limit_concurrency(PRINTING)
def take_all(
    context: InstructorContext, q: Words = "", kind: Kind = "", state: Standing | None = None
) -> Response:
    """Sends the questions that the list shows for these filters, as an archive."""
    return file(exports.all_listed(context, q, kind, state), "examformer-questions.zip", "application/zip")


@router.get("/{draft}/question.toml")
@limit_concurrency(PRINTING)
def take_one(context: InstructorContext, draft: str) -> Response:
    """Sends the draft as it is, a question or not. Raises NoSuchQuestion."""
    text = exports.question_text(context, draft)
    return file(text.encode("utf-8", "replace"), f"{draft}.toml", "application/toml; charset=utf-8")


@router.get("/{draft}/question.zip")
@limit_concurrency(PRINTING)
def take_one_with_attachments(context: InstructorContext, draft: str) -> Response:
    """Sends the draft with the images and data files that it names, as an archive. Raises NoSuchQuestion."""
    return file(exports.with_attachments(context, draft), f"{draft}.zip", "application/zip")


@router.get("/{draft}/moodle.xml")
@limit_concurrency(PRINTING)
def for_moodle(context: InstructorContext, draft: str, variants: Each = 20) -> Response:
    """Sends variants of the draft. Raises NoSuchQuestion, NoQuestionYet, Undrawable, and TooSlow."""
    return _xml(exports.for_moodle(context, draft, variants), draft)


@router.get("/{draft}/cards.apkg")
@limit_concurrency(PRINTING)
def for_anki(context: InstructorContext, draft: str, variants: Each = 20) -> Response:
    """Sends variants of the draft as cards. Raises NoSuchQuestion, NoQuestionYet, Undrawable, and TooSlow."""
    made = exports.for_anki(context, draft, variants)
    return file(made, f"{draft}.apkg", "application/octet-stream")


def _xml(made: bytes, name: str) -> Response:
    return file(made, f"{name}.xml", "application/xml")


def _page(request: Request, status: int = 200, imported: Imported | None = None, why: str = "") -> Response:
    return page(request, "authoring/files", status=status, imported=imported, why=why, sections=SECTIONS)
