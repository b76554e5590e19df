"""A GPT learns: its page, the prediction that begins a run, and its model as an exercise; ``runs.py`` has the run."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response

from app.actions import lab, learning
from app.actions.learning import FIRST
from app.actions.runs import GoesOn, NoTorch
from app.dependencies import BankHere, DatabaseHere, key_of, new_key
from app.rendering import page
from app.visitors import Visitor, VisitorHere, person
from app.work import TooMuchWork
from engine.demos import gpt_settings
from engine.demos.gpt_settings import OutOfRange, Settings

router = APIRouter()
QUESTION = "gpt-of-the-lab"


async def chosen(
    layers: Annotated[int, Query()] = FIRST.layers,
    width: Annotated[int, Query()] = FIRST.width,
    heads: Annotated[int, Query()] = FIRST.heads,
    steps: Annotated[int, Query()] = FIRST.steps,
    batch: Annotated[int, Query()] = FIRST.batch,
    rate: Annotated[float, Query()] = FIRST.rate,
    warm_up: Annotated[int, Query()] = FIRST.warm_up,
    falls: Annotated[bool, Query()] = FIRST.falls,
    dropout: Annotated[float, Query()] = FIRST.dropout,
    optimiser: Annotated[str, Query()] = FIRST.optimiser,
    seed: Annotated[int, Query()] = FIRST.seed,
) -> Settings:
    """Unchecked: what lies out of range is told on the page."""
    return Settings(
        seed,
        layers,
        width,
        heads,
        dropout,
        steps,
        batch,
        rate,
        warm_up,
        falls,
        optimiser,
        FIRST.samples_every,
    )


ChosenHere = Annotated[Settings, Depends(chosen)]


@router.get("/lab/learning")
def open_demo(request: Request, visitor: VisitorHere, settings: ChosenHere, run: str = "") -> Response:
    return _page(request, visitor, settings, run)


@router.post("/lab/learning/predictions")
def predict(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    settings: ChosenHere,
    predicted: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Begins a run; where one goes on already, that one is opened."""
    try:
        with request.app.state.doorkeeper.letting_in(database, visitor):
            name = learning.begin(database, visitor.token, settings, predicted)
        request.app.state.runner.nudge()
    except GoesOn as error:
        name = error.name
    except (lab.NotANumber, OutOfRange, NoTorch, TooMuchWork) as error:
        return _page(request, visitor, settings, "", predicted, error)
    return visitor.sent_to(f"/lab/learning?{learning.address(settings)}&run={name}")


@router.post("/lab/learning/exercise")
def practise(
    request: Request,
    database: DatabaseHere,
    bank: BankHere,
    visitor: VisitorHere,
    settings: ChosenHere,
    key: Annotated[str, Form()] = "",
) -> Response:
    """The model of the screen, to be counted."""
    here = learning.show(database, visitor.token, None, settings, "")
    try:
        gpt_settings.checked(here.asked_for)
        with request.app.state.doorkeeper.letting_in(database, visitor):
            name = lab.exercise(database, bank, visitor.token, key_of(key), QUESTION, here.numbers)
    except (OutOfRange, lab.NoExercise) as error:
        return _page(request, visitor, settings, "", "", error)
    return visitor.sent_to(f"/attempts/{name}")


def _page(
    request: Request,
    visitor: Visitor,
    settings: Settings,
    run: str,
    typed: str = "",
    problem: Exception | None = None,
) -> Response:
    here = learning.show(request.app.state.database, visitor.token, person(request).id, settings, run)
    wrong = str(problem or "") or learning.wrong(settings)
    return page(
        request,
        "learning",
        "demo",
        422 if wrong else 200,
        lab=here,
        settings=settings,
        typed=typed,
        problem=wrong,
        no_torch=isinstance(problem, NoTorch) or not here.possible,
        key=new_key(),
        optimisers=gpt_settings.OPTIMISERS,
    )
