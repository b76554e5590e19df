"""Routes are worked out when they are first asked for, and each can be."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Annotated, Any

import pytest
from fastapi import Depends, FastAPI
from fastapi.exceptions import FastAPIError
from fastapi.testclient import TestClient

from app.main import ROOMS
from app.web.room import routes
from app.web.routing import LateRoute, Router

PEOPLE = 8


def client_of(router: Router) -> TestClient:
    app = FastAPI()
    app.router.routes.extend(router.routes)
    return TestClient(app, raise_server_exceptions=False)


def is_worked_out(route: Any) -> bool:
    return "dependant" in vars(route)


def test_every_route_can_be_worked_out() -> None:
    there = routes(ROOMS)
    assert len(there) > 400
    for route in there:
        assert isinstance(route, LateRoute)
        assert route.dependant.call is route.endpoint


def test_a_route_is_worked_out_by_its_first_request_and_not_by_others() -> None:
    router = Router(prefix="/sheets")

    @router.get("/{name}")
    def sheet(name: int) -> int:
        return name

    @router.get("/{name}/solution")
    def solution(name: int) -> int:
        return -name

    client = client_of(router)
    assert client.get("/sheets/7").json() == 7
    assert [is_worked_out(route) for route in router.routes] == [True, False]
    assert client.get("/sheets/x").status_code == 422
    assert client.post("/sheets/7").status_code == 405
    assert client.get("/sheets").status_code == client.get("/sheets/7/8").status_code == 404
    assert client.get("/sheets/7/solution").json() == -7


def test_what_nobody_knows_of_a_route_is_no_attribute() -> None:
    router = Router()
    router.get("/")(lambda: None)
    assert not hasattr(router.routes[0], "colour")


def test_a_route_that_is_included_elsewhere_is_found_there() -> None:
    router = Router(prefix="/sheets")
    router.get("/{name}")(lambda name: name)
    app = FastAPI()
    app.include_router(router, prefix="/old")
    assert TestClient(app).get("/old/sheets/7").json() == "7"


def test_many_first_requests_at_one_moment_are_all_answered() -> None:
    asked = Barrier(PEOPLE)
    made: list[str] = []

    def found(name: str) -> str:
        made.append(name)
        return name

    router = Router()

    @router.get("/sheets/{name}")
    def sheet(name: Annotated[str, Depends(found)]) -> str:
        return name

    client = client_of(router)

    def ask(number: int) -> int:
        asked.wait()
        return client.get(f"/sheets/{number}").status_code

    with ThreadPoolExecutor(PEOPLE) as pool:
        assert [*pool.map(ask, range(PEOPLE))] == [200] * PEOPLE
    assert len(made) == PEOPLE


def test_a_signature_that_cannot_be_worked_out_says_so_each_time_and_hurts_no_other_route() -> None:
    class Nothing:
        """A type that no text of a request becomes."""

    router = Router()

    @router.get("/broken")
    def broken(what: Nothing) -> None: ...

    router.get("/whole")(lambda: "whole")
    client = client_of(router)
    for _ in range(2):
        assert client.get("/broken").status_code == 500
        assert client.get("/whole").json() == "whole"
        with pytest.raises(FastAPIError):
            _ = router.routes[0].dependant  # type: ignore[attr-defined]
