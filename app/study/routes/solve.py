"""Solve with your own numbers: the families, and the worked solution of any numbers that fit one."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from app.study import solve
from app.web.beside import beside
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, BankHere
from app.web.rate_limits import counted_for_guests
from app.web.rendering import page
from app.web.routing import Router
from engine import catalogue

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/solve")
def open_list(request: Request) -> Response:
    """Lists the families by section."""
    return page(request, "study/solve", doors=solve.doors(), solved=None)


@router.get("/solve/{family}")
@limit_concurrency(COMPUTING)
@counted_for_guests
def open_form(
    request: Request,
    bank: BankHere,
    family: str,
    model: Annotated[str, Query(alias="_model", max_length=100)] = "",
    seed: Annotated[int, Query(alias="_seed", ge=0, lt=10**9)] = 0,
    fill: Annotated[str, Query(alias="_fill", max_length=10)] = "",
) -> Response:
    """Shows the form with the values of the query, or without any an example with drawn numbers. The numbers of a
    public model are filled in where one is asked for; all other values stay."""
    found = catalogue.find(family)
    typed = {name: text for name, text in request.query_params.items() if not name.startswith("_")}
    filled_in = model if fill or not typed else ""
    texts = {**(typed or solve.example(found, seed)), **solve.preset(found, filled_in)}
    solved = solve.solve(bank, found, texts)
    status = 422 if any(entry.problem for entry in solved.entries) or solved.why else 200
    return page(
        request,
        "study/solve",
        "solved",
        status,
        solved=solved,
        model=model,
        filled_in=filled_in,
        next_seed=seed + 1,
        **beside(request, "solution", solved.exact),
    )
