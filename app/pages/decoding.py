"""The decoding lab: looked at, predicted, turned into an exercise."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response

from app.actions import decoding, decoding_pictures, lab
from app.actions.decoding import FIRST, Decoding, State
from app.dependencies import BankHere, DatabaseHere, key_of, new_key
from app.rendering import page
from app.visitors import Visitor, VisitorHere

router = APIRouter()
DEMO, QUESTION = "decoding", "careful-or-bold"
Order = Literal["tkp", "tpk", "ktp", "kpt", "ptk", "pkt"]


async def state(
    begin: Annotated[str, Query(max_length=40)] = FIRST.begin,
    temperature: Annotated[float, Query(ge=0.05, le=5)] = FIRST.temperature,
    k: Annotated[int, Query(ge=1, le=32)] = FIRST.k,
    p: Annotated[float, Query(ge=0.05, le=1)] = FIRST.p,
    order: Order = "tkp",
    seed: Annotated[int, Query(ge=0, lt=10**6)] = FIRST.seed,
    width: Annotated[int, Query(ge=1, le=5)] = FIRST.width,
    layer: Annotated[int, Query(ge=1, le=2)] = FIRST.layer,
    head: Annotated[int, Query(ge=1, le=4)] = FIRST.head,
) -> State:
    return State(decoding.fitting(begin), temperature, k, p, order, seed, width, layer, head)


StateHere = Annotated[State, Depends(state)]


@router.get("/lab/decoding")
def open_demo(request: Request, visitor: VisitorHere, state: StateHere, run: str = "") -> Response:
    """With nothing in the address, a run that is there already; else one that was predicted opens it."""
    return _page(request, visitor, state, run)


@router.post("/lab/decoding/predictions")
def predict(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    state: StateHere,
    key: Annotated[str, Form()] = "",
    predicted: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    try:
        with request.app.state.doorkeeper.letting_in(database, visitor):
            asked = Decoding(state).asked
            run = lab.predict(database, visitor.token, key_of(key), DEMO, state.address, asked, predicted)
    except lab.NotANumber as error:
        return _page(request, visitor, state, "", predicted, str(error))
    return visitor.sent_to(f"/lab/decoding?{state.address}&run={run}")


@router.post("/lab/decoding/exercise")
def practise(
    request: Request,
    database: DatabaseHere,
    bank: BankHere,
    visitor: VisitorHere,
    state: StateHere,
    key: Annotated[str, Form()] = "",
    run: Annotated[str, Form()] = "",
) -> Response:
    """The numbers of the screen as a sheet."""
    try:
        with request.app.state.doorkeeper.letting_in(database, visitor):
            numbers = Decoding(state).numbers
            name = lab.exercise(database, bank, visitor.token, key_of(key), QUESTION, numbers)
    except lab.NoExercise:
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
    """``refused``: these numbers make no exercise."""
    here = Decoding(state)
    made = lab.predicted(request.app.state.database, visitor.token, run, DEMO)
    recorded = not request.query_params
    open_ = recorded or (made is not None and decoding.same_begin(made.state, state))
    return page(
        request,
        "decoding",
        "demo",
        422 if problem or refused else 200,
        lab=here,
        state=state,
        run=run if made else "",
        recorded=recorded,
        shown=open_,
        made=made if made and made.state == state.address else None,
        typed=typed,
        problem=problem,
        refused=refused,
        key=new_key(),
        orders=decoding.ORDERS,
        named=decoding.NAMED,
        pictures=decoding_pictures,
    )
