"""Questions that the person writes: drafts, their check in a worker, publishing, the archive, and who may practise."""

from datetime import datetime
from typing import Annotated

from fastapi import Body, Query, Request
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, as_json, behind_the_door, refusals
from app.api.teaching.texts import Toml
from app.api.writing import WRITING, Done, IfMatch, tagged, unchanged, writes
from app.authoring import editor, question_list
from app.authoring.proofs import proof
from app.authoring.question_list import Standing
from app.authoring.starters import KINDS
from app.questions.context import Context, InstructorContext
from app.questions.library import UnknownQuestion
from app.questions.store.drafts import Audience
from app.web.concurrency import COMPUTING, limit_concurrency
from engine.validation.schema import Shape

MOST = 50
router = behind_the_door("drafts", Scope.QUESTIONS)


class NotPublished(ValueError):
    """The draft cannot be checked or published as it is; its message says why."""


class NoStarter(ValueError):
    """No question begins as this kind."""


class NewDraft(Shape):
    """A new question: of this text, else a copy of a built-in one, else a small example of a kind."""

    text: Toml = ""
    copy_of: str = Field("", max_length=60)
    kind: str = Field("formula", max_length=20)


class DraftText(Shape):
    text: Toml


class DraftAudience(Shape):
    audience: Audience = Field(
        description="who may practise it: its owner, the people in the owner's courses, or everyone"
    )


class DraftCheck(Shape):
    """The last check of a question, ``done`` of ``total`` steps. ``current``: of the text as it is now; ``said`` is why
    it failed. ``clean``: nothing is to mend, so the text can be published."""

    running: bool
    current: bool
    clean: bool
    done: int
    total: int
    said: str
    findings: list[str]


class DraftState(Shape):
    """A question as its author has it; ``question`` stands in its address. ``published``: the number of the newest
    version, 0 for none; ``changed``: the draft differs from it."""

    question: str
    text: str
    published: int
    changed: bool
    audience: Audience
    check: DraftCheck | None


class ListedDraft(Shape):
    question: str
    title: str
    kind: str
    state: Standing
    published: int
    changed_at: datetime


class Drafts(Shape):
    """A page of one's questions, the last changed first; ``next`` is the ``after`` of the next one, null at the end."""

    questions: list[ListedDraft]
    next: int | None


class DraftFilter(Shape):
    q: str = Field("", max_length=100)
    state: Standing | None = None
    limit: int = Field(MOST, ge=1, le=MOST)
    after: int = Field(0, ge=0, le=question_list.MOST_LEFT_OUT, description="how many are left out")


@router.get("/drafts", responses=refusals(403, 422))
@limit_concurrency(COMPUTING)
@as_json
def drafts(context: InstructorContext, wanted: Annotated[DraftFilter, Query()]) -> Drafts:
    shelf = question_list.own(context, wanted.q, "", wanted.state, wanted.after, wanted.limit)
    listed = [
        ListedDraft(
            question=one.name,
            title=one.title,
            kind=one.kind,
            state=one.standing,
            published=one.number,
            changed_at=one.changed_at,
        )
        for one in shelf.questions
    ]
    return Drafts(questions=listed, next=shelf.further or None)


@router.post("/drafts", status_code=201, responses=SENT | WRITING)
@limit_concurrency(COMPUTING)
@writes(201)
def begin_draft(request: Request, context: Context, new: Annotated[NewDraft, Body()]) -> DraftState:
    name = _begun(request, context, new)
    if new.text:
        editor.save(context, name, new.text)
    return _state(context, name)


@router.get("/drafts/{draft}", responses=refusals(403, 404))
@limit_concurrency(COMPUTING)
@tagged
def draft(context: InstructorContext, draft: str) -> DraftState:
    return _state(context, draft)


@router.put("/drafts/{draft}", responses=SENT | WRITING | refusals(412))
@limit_concurrency(COMPUTING)
@writes()
def save_draft(context: Context, draft: str, match: IfMatch, new: Annotated[DraftText, Body()]) -> DraftState:
    unchanged(match, _state(context, draft))
    editor.save(context, draft, new.text)
    return _state(context, draft)


@router.post("/drafts/{draft}/check", status_code=202, responses=WRITING)
@limit_concurrency(COMPUTING)
@writes(202, nudges=True)
def check_draft(context: Context, draft: str) -> DraftState:
    if why := proof.check(context, draft, editor.opened(context, draft).text):
        raise NotPublished(why)
    return _state(context, draft)


@router.post("/drafts/{draft}/publish", responses=WRITING)
@limit_concurrency(COMPUTING)
@writes(nudges=True)
def publish_draft(context: Context, draft: str) -> DraftState:
    """Publishes a text that was checked without findings; one that was not is checked first, and not published yet."""
    if why := proof.publish(context, draft, editor.opened(context, draft).text):
        raise NotPublished(why)
    return _state(context, draft)


@router.put("/drafts/{draft}/audience", responses=SENT | WRITING)
@limit_concurrency(COMPUTING)
@writes()
def share_draft(context: Context, draft: str, new: Annotated[DraftAudience, Body()]) -> DraftState:
    editor.share(context, draft, editor.opened(context, draft).text, audience=new.audience)
    return _state(context, draft)


@router.post("/drafts/{draft}/archive", responses=WRITING)
@limit_concurrency(COMPUTING)
@writes()
def archive_draft(context: Context, draft: str) -> Done:
    question_list.archive(context, draft)
    return Done()


@router.post("/drafts/{draft}/restore", responses=WRITING)
@limit_concurrency(COMPUTING)
@writes()
def restore_draft(context: Context, draft: str) -> Done:
    question_list.restore(context, draft)
    return Done()


def _begun(request: Request, context: Context, new: NewDraft) -> str:
    """Raises UnknownQuestion, and NoStarter."""
    if new.copy_of:
        found = context.library.bank.questions.get(new.copy_of)
        if found is None:
            raise UnknownQuestion(new.copy_of)
        return question_list.copy(context, found, request.app.state.settings.question_bank)
    if new.kind not in KINDS:
        raise NoStarter(f"It begins as one of: {', '.join(KINDS)}.")
    return question_list.begin(context, new.kind)


def _state(context: Context, name: str) -> DraftState:
    """Raises NoSuchQuestion."""
    found = editor.opened(context, name)
    number, changed = proof.standing(context.database, found)
    report = proof.report(context, found, found.text)
    check = report and DraftCheck(
        running=report.running,
        current=report.current,
        clean=report.clean,
        done=report.done,
        total=report.total,
        said=report.said,
        findings=[str(one) for one in report.findings],
    )
    return DraftState(
        question=found.name,
        text=found.text,
        published=number,
        changed=changed,
        audience=found.audience,
        check=check,
    )
