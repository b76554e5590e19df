"""Routers of pages. A process that starts is asked for one of four hundred routes, so each is worked out when it is
first asked for."""

import threading
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, params
from fastapi.routing import APIRoute
from starlette.routing import Match, compile_path, get_name
from starlette.types import Scope

OF_ADDRESS = "path_regex", "path_format", "param_convertors"
_building = threading.RLock()


class LateRoute(APIRoute):
    """A route that knows its address, methods and handler, and has FastAPI work out all else, above all what the
    handler's signature asks of a request, as soon as anything of it is read. A mistake in a signature shows then, and
    in the test that reads every route."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        name: str | None = None,
        methods: Collection[str] | None = None,
        **options: Any,
    ) -> None:
        self.path, self.endpoint = path, endpoint
        self.name = name or get_name(endpoint)
        self.methods = {method.upper() for method in methods or ("GET",)}
        self._beginning = path.partition("{")[0]
        self._work_out = partial(
            super().__init__, path, endpoint, name=self.name, methods=self.methods, **options
        )

    def __getattr__(self, name: str) -> Any:
        if name in OF_ADDRESS:
            vars(self).update(zip(OF_ADDRESS, compile_path(self.path), strict=True))
        elif not self._is_worked_out:
            with _building:
                if not self._is_worked_out:
                    self._work_out()
        try:
            return vars(self)[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def _is_worked_out(self) -> bool:
        return "app" in vars(self)  # FastAPI sets it last

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if (
            self._beginning not in scope["path"]
        ):  # behind the prefix that an including router or a server may add
            return Match.NONE, {}
        return super().matches(scope)


class Router(APIRouter):
    """A router of a room's pages."""

    def __init__(self, *, prefix: str = "", dependencies: Sequence[params.Depends] = ()) -> None:
        super().__init__(prefix=prefix, dependencies=dependencies, route_class=LateRoute)
