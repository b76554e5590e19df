"""The BPE stepper: looked at, predicted, turned into an exercise."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response

from app.actions import bpe, lab
from app.actions.bpe import FIRST, BadText, Bpe, State
from app.dependencies import BankHere, DatabaseHere, key_of, new_key
from app.rendering import page
from app.visitors import Visitor, VisitorHere
from engine.demos.bpe_steps import LONGEST_WORD, MOST_CHARACTERS

router = APIRouter()
DEMO = "bpe"


async def state(
    text: Annotated[str, Query(max_length=2 * MOST_CHARACTERS)] = FIRST.text,
    merges: Annotated[int, Query(ge=0, lt=bpe.MOST_MERGES)] = FIRST.merges,
    word: Annotated[str, Query(max_length=LONGEST_WORD)] = FIRST.word,
    real: bool = FIRST.real,
) -> State:
    return State(" ".join(text.replace("\0", "").split()), merges, word.replace("\0", "").strip(), real)


StateHere = Annotated[State, Depends(state)]


@router.get("/lab/bpe")
def open_demo(request: Request, visitor: VisitorHere, state: StateHere, run: str = "") -> Response:
    return _page(request, visitor, state, run)


@router.post("/lab/bpe/predictions")
def predict(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    state: StateHere,
    key: Annotated[str, Form()] = "",
    predicted: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    try:
        asked = Bpe(state).asked
        with request.app.state.doorkeeper.letting_in(database, visitor):
            run = lab.predict(database, visitor.token, key_of(key), DEMO, state.address, asked, predicted)
    except (lab.NotANumber, BadText) as error:
        return _page(request, visitor, state, "", predicted, str(error))
    return visitor.sent_to(f"/lab/bpe?{state.address}&run={run}")


@router.post("/lab/bpe/exercise")
def practise(
    request: Request,
    database: DatabaseHere,
    bank: BankHere,
    visitor: VisitorHere,
    state: StateHere,
    key: Annotated[str, Form()] = "",
    run: Annotated[str, Form()] = "",
) -> Response:
    """The words of the screen as a sheet."""
    try:
        numbers = Bpe(state).numbers
        with request.app.state.doorkeeper.letting_in(database, visitor):
            name = lab.exercise(database, bank, visitor.token, key_of(key), bpe.QUESTION, numbers)
    except (BadText, lab.NoExercise):
        return _page(request, visitor, state, run, refused=True)
    return visitor.sent_to(f"/attempts/{name}")


def _page(
    request: Request,
    visitor: Visitor,
    state: State,
    run: str,
    typed: str = "",
    problem: str = "",
    refused: bool = False,
) -> Response:
    """``refused``: these words make no exercise."""
    here, wrong = Bpe(state), ""
    try:
        here.frequency  # noqa: B018 (everything else rests on it)
    except BadText as error:
        wrong = str(error)
    made = lab.predicted(request.app.state.database, visitor.token, run, DEMO)
    mine = made if made and bpe.same_step(made.state, state) else None
    return page(
        request,
        "bpe",
        "demo",
        422 if problem or wrong or refused else 200,
        lab=here,
        state=state,
        run=run if made else "",
        recorded=not request.query_params,
        shown=not wrong and (mine is not None or not request.query_params),
        made=mine,
        typed=typed,
        problem="" if wrong else problem,
        wrong=wrong,
        refused=refused,
        key=new_key(),
        most=MOST_CHARACTERS,
    )
