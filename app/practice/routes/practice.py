"""Pages of an exercise: opened with a seed, worked on, its solution read."""

import secrets
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from app.identity.permissions import YEAR, Visitor
from app.practice import code, conflicts, examples, mark_history, opening, practice, ways
from app.practice import self_marking as own_marks
from app.practice.answers import Overtaken
from app.practice.forms import SURE, PaperFormHere, SheetForm, SheetFormHere
from app.practice.opening import Begun, Fresh
from app.practice.practice import Opened
from app.practice.rubric_similarity import similarity
from app.practice.sheet import Sheet
from app.questions.context import Context, ContextHere
from app.questions.dependencies import QuestionHere
from app.questions.library import AskedByCourse
from app.web.addresses import came_from
from app.web.beside import beside
from app.web.concurrency import MARKING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, BadForm
from app.web.rendering import is_partial, page
from app.web.routing import Router
from engine.learning.fading import MOST_STAGES
from engine.questions import Question
from engine.study import Study
from engine.variants import MOST_SEED

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/practice/{question}")
@limit_concurrency(MARKING)
def open_question(
    request: Request,
    question: QuestionHere,
    context: ContextHere,
    seed: Annotated[int | None, Query(ge=0, lt=MOST_SEED)] = None,
    level: str = "",
) -> Response:
    """Shows a fresh sheet; without a seed, redirects to an address with a random one."""
    level = _level(question, level)
    if seed is None:
        return RedirectResponse(
            f"/practice/{question.id}?seed={secrets.randbelow(1_000_000)}&level={level}", 303
        )
    on = ways.taken(opening.fresh(question, seed, level), request.cookies.get(ways.COOKIE, ""))
    return _sheet(request, context, code.show(context, on))


@router.post("/practice/{question}")
@limit_concurrency(MARKING)
def begin(
    request: Request,
    question: QuestionHere,
    context: ContextHere,
    form: SheetFormHere,
) -> Response:
    """Does on a fresh sheet what the button asks for. Raises Edited where the question was changed meanwhile."""
    with request.app.state.rate_limiter.admit_guest(context.visitor):
        on = opening.fresh(question, form.seed, _level(question, form.level), form.version)
        on = ways.taken(on, form.way, form.opened_at)
        return _act(request, context, on, form)


@router.post("/way")
def choose_way(
    request: Request,
    way: Annotated[str, Form(max_length=16)] = "",
    back: Annotated[str, Form(max_length=500)] = "/",
) -> Response:
    """Remembers how the browser's next sheets are worked on, and redirects to the page that it came from."""
    response = RedirectResponse(came_from(request, back), 303)
    response.set_cookie(ways.COOKIE, ways.chosen(way), max_age=YEAR, samesite="lax", httponly=True)
    return response


@router.post("/sure")
def ask_how_sure(
    request: Request,
    ask: Annotated[Literal["yes", "no"], Form()],
    back: Annotated[str, Form(max_length=500)] = "/",
) -> Response:
    """Remembers whether the browser's sheets ask how sure one is, and redirects to the page that it came from."""
    response = RedirectResponse(came_from(request, back), 303)
    response.set_cookie(ways.ASKS_SURE, ask, max_age=YEAR, samesite="lax", httponly=True)
    return response


@router.get("/practice/{question}/examples")
@limit_concurrency(MARKING)
def open_example(
    request: Request,
    question: QuestionHere,
    context: ContextHere,
    seed: Annotated[int | None, Query(ge=0, lt=MOST_SEED)] = None,
    level: str = "",
    stage: Annotated[int | None, Query(ge=0, le=MOST_STAGES)] = None,
) -> Response:
    """Shows a worked example with its last lines left empty; without a seed, redirects to one with new numbers at the
    stage that follows from the earlier ones."""
    level, address = _level(question, level), f"/practice/{question.id}"
    if not examples.offered(question):
        return RedirectResponse(f"{address}?level={level}", 303)
    if seed is None or stage is None:
        stage = min(examples.stage(context, question.id), MOST_STAGES) if stage is None else stage
        new = f"seed={secrets.randbelow(1_000_000)}&level={level}&stage={stage}"
        return RedirectResponse(f"{address}/examples?{new}", 303)
    return _sheet(request, context, practice.show(examples.fresh(question, seed, level, stage)))


@router.post("/practice/{question}/examples")
@limit_concurrency(MARKING)
def begin_example(
    request: Request,
    question: QuestionHere,
    context: ContextHere,
    form: SheetFormHere,
    stage: Annotated[int, Query(ge=1, le=MOST_STAGES)] = 1,
) -> Response:
    """Does on a fresh example what the button asks for. Raises Edited, as ``begin`` does."""
    with request.app.state.rate_limiter.admit_guest(context.visitor):
        on = examples.fresh(question, form.seed, _level(question, form.level), stage, form.version)
        return _act(request, context, on, form)


@router.get("/attempts/{name}")
@limit_concurrency(MARKING)
def open_attempt(request: Request, context: ContextHere, name: str) -> Response:
    """Shows the person's stored sheet; a question of an exam leads to the exam. Raises as ``opening.begun``."""
    on = opening.begun(context, name)
    opening.send_to_exam(context, on.attempt)
    return _sheet(request, context, code.show(context, on))


@router.post("/attempts/{name}")
@limit_concurrency(MARKING)
def go_on(request: Request, context: ContextHere, name: str, form: SheetFormHere) -> Response:
    """Does on a stored sheet what the pressed button asks for. Raises as ``opening.begun``."""
    on = opening.begun(context, name)
    opening.send_to_exam(context, on.attempt)
    return _act(request, context, on, form)


@router.get("/attempts/{name}/solution")
@limit_concurrency(MARKING)
def solution(
    request: Request,
    context: ContextHere,
    name: str,
    paper: bool = False,
) -> Response:
    """Shows the worked solution; with ``paper``, its lines can be ticked against what the student wrote on paper."""
    on = opening.begun(context, name)
    if on.withheld and on.attempt.sitting is not None:
        raise AskedByCourse(on.withheld, guest=context.person.account is None)
    if on.withheld or not (practice.show(on).solved or on.attempt.solution_seen):
        return RedirectResponse(f"/attempts/{name}", 303)
    return _solution(request, context, on, paper)


@router.post("/attempts/{name}/solution")
@limit_concurrency(MARKING)
def keep_own_marks(
    request: Request,
    context: ContextHere,
    name: str,
    form: PaperFormHere,
) -> Response:
    """Stores the student's own marks, once; so where nothing is ticked, the page asks first whether that is meant."""
    on = opening.begun(context, name)
    if on.attempt.solution_seen and not on.withheld:
        if own_marks.to_tick(on) and not form.lines and not form.sure:
            return _solution(request, context, on, paper=True, unsure=True)
        own_marks.keep(context, on, form.key, form.lines)
        if on.attempt.sitting is not None and not own_marks.awaits_marks(context, on.attempt):
            opening.send_to_exam(context, on.attempt, at_head=True)
    return RedirectResponse(f"/attempts/{name}", 303)


def _act(request: Request, context: Context, on: Fresh | Begun, form: SheetForm) -> Response:
    """Does what the pressed button asks for; where another page has saved since, tells so instead (409)."""
    try:
        return _done(request, context, on, form)
    except Overtaken:
        assert isinstance(on, Begun)  # of a fresh sheet, nothing is stored
        whole = code.part(on.variant) or form.do in ("solution", "paper")
        typed = form.typed if whole else form.changed
        return _sheet(request, context, conflicts.overtaken(context, on, typed, form.known), 409)


def _done(request: Request, context: Context, on: Fresh | Begun, form: SheetForm) -> Response:
    key, program = form.key, code.part(on.variant)
    typed = form.changed if on.saves_itself and not program else form.typed
    known = form.known if on.saves_itself else None
    match form.do:
        case "hint":
            sheet = practice.hint(context, on, key, typed, form.part, form.rung)
        case "take-back":
            sheet = practice.take_back(context, on, key, typed, form.part)
        case "chain":
            sheet = practice.open_chain(context, on, key, typed)
        case "solution" | "paper":
            opened = practice.see_solution(context, on, key, typed, form.sentence, known)
            if isinstance(opened, Opened):
                if similarity.ask(context, opened.on):
                    request.app.state.runner.nudge()
                name = opened.on.attempt.name
                if on.withheld:
                    return _redirect(request, context.visitor, f"/attempts/{name}")
                paper = "?paper=true" if form.do == "paper" else ""
                return _redirect(request, context.visitor, f"/attempts/{name}/solution{paper}")
            sheet = opened
        case "report":
            sheet = practice.report(context, on, key, typed, form.sentence)
        case "run" | "check" if program:
            sheet = code.run(context, on, key, typed, form.do == "check", known)
            if sheet.trial and sheet.trial.running:
                request.app.state.runner.nudge()
        case "check":
            sheet = practice.check(context, on, key, typed, form.part or None, form.sure, known)
        case _:
            raise BadForm(form.do)
    unsent = "" if sheet.reported else form.sentence.strip()
    return _answer(request, context, replace(sheet, sentence=unsent, known=known), form.part)


def _solution(request: Request, context: Context, on: Begun, paper: bool, unsure: bool = False) -> Response:
    """Renders the solution; ``unsure``: nothing was ticked, and the page asks whether that is meant."""
    study: Study = request.app.state.bank.study
    sheet = practice.show(on)
    return page(
        request,
        "practice/solution",
        "nearness",
        status=422 if unsure else 200,
        sheet=sheet,
        lines=practice.solution(on),
        paper=paper,
        unsure=unsure,
        to_tick=own_marks.to_tick(on),
        ticked=own_marks.ticked(on),
        evidence=own_marks.evidence(on),
        nearness=similarity.shown(context, on),
        short=study.abbreviated_in(" ".join(cell.typed for part in sheet.parts for cell in part.cells)),
        own_numbers=practice.own_numbers(on),
        key=secrets.token_urlsafe(16),
        **beside(request, "sheet", sheet),
        **beside(request, "solution", sheet.variant.exact),
    )


def _answer(request: Request, context: Context, sheet: Sheet, part: str) -> Response:
    """Returns the sheet to htmx; redirects a plain form to the stored page, at the line that was pressed, unless
    something typed is not stored yet."""
    if (
        not is_partial(request)
        and sheet.attempt
        and (sheet.stored or (sheet.trial and not sheet.trial.broken))
        and not sheet.reported
    ):
        line = f"#line-{part}" if any(part == known.name for known in sheet.parts) else ""
        return _redirect(request, context.visitor, f"/attempts/{sheet.attempt.name}{line}")
    return _sheet(request, context, sheet, 422 if sheet.unread else 200)


def _sheet(request: Request, context: Context, sheet: Sheet, status: int = 200) -> Response:
    key = secrets.token_urlsafe(16)
    since = mark_history.since(context, sheet.attempt)
    response = page(
        request, "practice/practice", "sheet", status, sheet=sheet, key=key, since=since,
        guide=examples.guide(context, sheet), sure=SURE if ways.asks_how_sure(request.cookies) else (),
        **beside(request, "sheet", sheet), **beside(request, "solution", sheet.exact_in_sight),
    )  # fmt: skip
    address = f"/attempts/{sheet.attempt.name}" if sheet.attempt else request.url.path
    if is_partial(request) and address != request.url.path:
        response.headers["HX-Push-Url"] = address
    context.visitor.remember(response)
    return response


def _redirect(request: Request, visitor: Visitor, address: str) -> Response:
    """Makes the browser load a new page, for htmx as for a plain form."""
    if not is_partial(request):
        return visitor.sent_to(address)
    response = Response(status_code=204, headers={"HX-Redirect": address})
    visitor.remember(response)
    return response


def _level(question: Question, wanted: str) -> str:
    return wanted if wanted in question.levels else question.default_level
