"""The lab: the list of its demos; each of them shown, predicted, and turned into an exercise."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Form, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from pydantic import Field, FiniteFloat, Json

from app.jobs.runner import TooMuchWork
from app.lab import door, lab, runs
from app.lab.demos.chart import COLUMNS
from app.lab.demos.demo import NoExercise
from app.lab.lab import RECORDED, AnyDemo, NotANumber, NothingAsked, Opened
from app.lab.runs import GoesOn, Lacking
from app.questions.context import Context, ContextHere
from app.web.concurrency import COMPUTING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, key_of, new_key
from app.web.rate_limits import counted_for_guests
from app.web.rendering import page, part
from app.web.routing import Router
from engine.demos.gpt.settings import OutOfRange

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


def demo_here(request: Request) -> AnyDemo:
    """The demo of this address, in the state that its query holds. Raises NoSuchDemo."""
    return lab.at(request.path_params["demo"], request.query_params)


DemoHere = Annotated[AnyDemo, Depends(demo_here)]
Heights = Annotated[tuple[FiniteFloat | None, ...], Field(max_length=COLUMNS)]


@router.get("/lab")
@limit_concurrency(READING)
def open_lab(request: Request, context: ContextHere, section: str = "") -> Response:
    """Lists the demos, or those of a section, with the visitor's scores."""
    narrowed = section if section in door.sections() else ""
    return page(
        request,
        "lab/lab",
        cards=door.cards(context, narrowed),
        sections=door.sections(),
        section=narrowed,
    )


@router.get("/lab/{demo}")
@limit_concurrency(COMPUTING)
@counted_for_guests
def open_demo(
    request: Request, context: ContextHere, here: DemoHere, run: str = "", was: str = ""
) -> Response:
    """Shows a demo in the state of its address, with the visitor's ``run`` where it names one; ``was`` is the one on
    the screen when that began."""
    return _page(request, context, here, run, was=was)


@router.get("/lab/{demo}/predictions")
@router.get("/lab/{demo}/exercise")
def come_back(request: Request, demo: str) -> Response:
    """Redirects to the demo: after a refused form, its address stays in the browser and may be opened again."""
    return RedirectResponse(f"/lab/{demo}?{request.url.query}", 303)


@router.post("/lab/{demo}/predictions")
@limit_concurrency(COMPUTING)
@counted_for_guests
def predict(
    request: Request,
    context: ContextHere,
    here: DemoHere,
    key: Annotated[str, Form()] = "",
    predicted: Annotated[str, Form(max_length=200)] = "",
    sketch: Annotated[Json[Heights], Form()] = (),
    was: str = "",
) -> Response:
    """Keeps the prediction; if the person has a live run that is not over, opens that one instead."""
    if here.wrong or here.unfit:
        return _page(request, context, here, was, predicted)
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            run = lab.predict(context, key_of(key), here, predicted, sketch)
        request.app.state.runner.nudge()
    except GoesOn as error:
        return context.visitor.sent_to(f"/lab/{error.demo}?{error.address}&run={error.name}&waits=1#predict")
    except NothingAsked:
        return _page(request, context, here, was)
    except (NotANumber, OutOfRange, Lacking, TooMuchWork) as error:
        return _page(request, context, here, was, predicted, str(error))
    before = f"&{urlencode({'was': was})}" if was and here.live else ""
    return context.visitor.sent_to(f"/lab/{here.name}?{here.state.address}&run={run}{before}#predict")


@router.post("/lab/{demo}/exercise")
@limit_concurrency(COMPUTING)
@counted_for_guests
def practise(
    request: Request,
    context: ContextHere,
    here: DemoHere,
    key: Annotated[str, Form()] = "",
    run: Annotated[str, Form()] = "",
) -> Response:
    """Makes a sheet with the numbers of the screen, those of the live run included."""
    if here.wrong or here.unfit:
        return _page(request, context, here, run)
    seen = lab.opened(context, here, run)
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            name = lab.exercise(context, key_of(key), seen.demo, seen.run)
    except NoExercise:
        return _page(request, context, here, run, refused=True)
    return context.visitor.sent_to(f"/attempts/{name}")


def _page(
    request: Request,
    context: Context,
    here: AnyDemo,
    run: str,
    typed: str = "",
    problem: str = "",
    refused: bool = False,
    was: str = "",
) -> Response:
    """Renders the demo, with the picture of the result before while it has none of its own; ``refused`` if its numbers
    make no exercise."""
    run = run if request.query_params else RECORDED
    opened = lab.opened(context, here, run, was)
    lacking = runs.lacking(here)
    if here.live and not lacking:
        request.app.state.runner.get_ready(runs.KIND)
    return page(
        request,
        f"lab/demos/{here.template}",
        status=422 if problem or refused or here.wrong or here.unfit else 200,
        lab=opened.demo,
        exercise=context.library.bank.questions[opened.demo.question] if opened.shown else None,
        state=here.state,
        run=opened.run or (opened.before.run if opened.before else ""),
        picture_before=_picture(request, opened.before) if opened.before else "",
        shown=opened.shown,
        recorded=opened.run == RECORDED,
        typed=typed,
        problem=problem,
        refused=refused,
        waits="waits" in request.query_params,
        lacking=lacking,
        key=new_key(),
    )


def _picture(request: Request, of: Opened) -> Markup:
    """The picture of a result alone."""
    return part(
        request,
        f"lab/demos/{of.demo.template}",
        layout="lab/picture.html",
        lab=of.demo,
        state=of.demo.state,
        run=of.run,
        shown=True,
    )
