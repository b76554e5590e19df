"""The editor of one question: as a form or as text, its preview, its check, and publishing."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from app.attachments.attachments import NAME
from app.authoring import editor, fields
from app.authoring.editor import NewerText
from app.authoring.fields import Form, NoForm
from app.authoring.forms import AttachmentFormHere, DraftForm, DraftFormHere
from app.authoring.preview import Preview, preview
from app.authoring.proofs import proof
from app.authoring.text_diff import beside
from app.authoring.uploading import with_attachments
from app.questions.context import Context, InstructorContext
from app.questions.store.drafts import Audience, Draft
from app.web.beside import beside as saying
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import is_partial, page
from app.web.routing import Router
from engine.variants import MOST_SEED

router = Router(prefix="/author/{draft}", dependencies=[OUTSIDE_OF_EXAMS])
NOTHING: Mapping[str, str] = {}


@router.get("")
@limit_concurrency(COMPUTING)
def open_editor(
    request: Request,
    context: InstructorContext,
    draft: str,
    seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 1,
    level: Annotated[str, Query(max_length=16)] = "",
    view: Literal["form", "text"] = "form",
    done: Literal["", "saved", "test", "mistake"] = "",
) -> Response:
    """Shows the draft with a preview at this seed and level. Raises NoSuchQuestion."""
    opened = editor.opened(context, draft)
    form = DraftForm(text=opened.text, seed=seed, level=level, typed={}, view=view)
    return _page(request, context, "report", opened, form, done=done)


@router.post("")
@limit_concurrency(COMPUTING)
def save(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Saves the text, a question or not; where a newer one was saved meanwhile, shows both (409)."""
    return _done(request, context, draft, form, editor.save, "&done=saved")


@router.post("/preview")
@limit_concurrency(COMPUTING)
def look(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Previews the text in the editor; nothing is written."""
    settled = form.settled()
    block = "editing" if settled.focus else "preview"
    return _page(request, context, block, editor.opened(context, draft), settled)


@router.post("/attachments")
@limit_concurrency(COMPUTING)
def upload(request: Request, context: InstructorContext, draft: str, form: AttachmentFormHere) -> Response:
    """Stores images and data files of the editor's form and previews the text that names them, which is not saved."""
    opened, settled = editor.opened(context, draft), form.draft.settled()
    text, refused = with_attachments(context, settled.text, form.uploads)
    focus = next(iter(refused), form.uploads[0].beside) if form.uploads else ""
    shown = replace(settled, text=text, focus=focus)
    return _page(request, context, "editing", opened, shown, 422 if refused else 200, refused=refused)


@router.post("/tests")
@limit_concurrency(COMPUTING)
def keep_test(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Saves the text with the previewed variant as a test, or says why none was added (409)."""
    keep = partial(editor.add_test, seed=form.seed, level=form.level, typed=form.typed)
    return _done(request, context, draft, form, keep, "&done=test")


@router.post("/check")
@limit_concurrency(COMPUTING)
def check(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Saves the text and starts its check, or says why none was started (409)."""
    response = _done(request, context, draft, form, proof.check)
    request.app.state.runner.nudge()
    return response


@router.post("/cancel")
@limit_concurrency(COMPUTING)
def cancel(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Saves the text and cancels its check."""
    return _done(request, context, draft, form, proof.cancel)


@router.post("/publish")
@limit_concurrency(COMPUTING)
def publish(request: Request, context: InstructorContext, draft: str, form: DraftFormHere) -> Response:
    """Publishes the text, or starts a check where it was not checked yet."""
    response = _done(request, context, draft, form, proof.publish)
    request.app.state.runner.nudge()
    return response


@router.post("/audience/{audience}")
@limit_concurrency(COMPUTING)
def share(
    request: Request, context: InstructorContext, draft: str, audience: Audience, form: DraftFormHere
) -> Response:
    """Saves the text and says who may practise its published version."""
    return _done(request, context, draft, form, partial(editor.share, audience=audience))


def _done(
    request: Request,
    context: Context,
    name: str,
    form: DraftForm,
    act: Callable[[Context, str, str, str], str],
    place: str = "#report",
) -> Response:
    """Does what every button does: saves the text and acts on it, and says why where it could not."""
    form = form.settled()
    try:
        why = act(context, name, form.text, form.opened)
    except NewerText as newer:
        return _both(request, form, newer)
    if not why:
        return _back(name, form, place)
    saved = replace(form, opened=editor.mark(form.text))  # the next save replaces the text saved now
    return _page(request, context, "report", editor.opened(context, name), saved, 409, why)


def _both(request: Request, form: DraftForm, newer: NewerText) -> Response:
    """Shows both texts and the choice between them; nothing was written."""
    mine, saved = form.text, newer.saved
    lines = list(beside(saved.text, mine))
    over = editor.mark(saved.text)
    return page(request, "authoring/overtaken", status=409, form=form, saved=saved, lines=lines, over=over)


def _page(
    request: Request,
    context: Context,
    block: str,
    draft: Draft,
    form: DraftForm,
    status: int = 200,
    why: str = "",
    done: str = "",
    refused: Mapping[str, str] = NOTHING,
) -> Response:
    """Renders the editor. The report alone needs no preview: it is requested twice a second while a check runs."""
    shown = Preview(seed=form.seed, level=form.level)
    if not (block == "report" and is_partial(request)):
        request.app.state.rate_limiter.count_preview(context.account)
        shown = preview(
            draft.name, form.text, form.seed, form.level, form.typed, context.database, again=form.again
        )
    made, none = _form(form, shown)
    made = fields.refused(made, refused) if made and refused else made
    number, changed = proof.standing(context.database, draft)
    published = (
        context.library.assigned(draft.name) if number and draft.audience is not Audience.OWNER else None
    )
    return page(
        request,
        "authoring/editor",
        block,
        status,
        draft=draft,
        text=form.text,
        view="form" if made else "text",
        form=made,
        no_form=none,
        opened=form.opened or editor.mark(draft.text),
        focus=form.focus,
        unsaved=form.text != draft.text,
        attached=bool(NAME.search(draft.text)),
        preview=shown,
        report=proof.report(context, draft, form.text),
        number=number,
        changed=changed,
        why=why,
        done=done,
        **saying(request, "editor", published),
    )


def _form(form: DraftForm, shown: Preview) -> tuple[Form | None, str]:
    """The text as a form where that view is chosen, or why it has none."""
    if form.view != "form":
        return None, ""
    try:
        return fields.form(form.text, [*shown.problems, *shown.remarks]), ""
    except NoForm as none:
        return None, str(none)


def _back(name: str, form: DraftForm, place: str) -> Response:
    level, view = _plain(form.level), form.view
    return RedirectResponse(f"/author/{name}?seed={form.seed}&level={level}&view={view}{place}", 303)


def _plain(level: str) -> str:
    """A level for an address; "" for a text that cannot be a level's name."""
    return level if level.replace("-", "").isalpha() and level.isascii() else ""
