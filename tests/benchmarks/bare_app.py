"""An app with plain routes only: a page of the size of a sheet, and a form that stores one row."""

import os
import secrets
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.datastructures import FormData

from app.database.connection import Database
from app.identity.store import people

PAGE = "<!doctype html>" + "<p>0.96</p>" * 1300  # 14 KB


async def form_of(request: Request) -> FormData:
    async with request.form() as form:
        return form


def make_app() -> FastAPI:
    """``BARE_DATABASE`` is a migrated database, where forms are to be stored."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    address = os.environ.get("BARE_DATABASE")
    database = Database(address) if address else None

    @app.get("/")
    @app.get("/practice/{name}")
    def page() -> HTMLResponse:
        return HTMLResponse(PAGE)

    @app.post("/practice/{name}")
    def submit(form: Annotated[FormData, Depends(form_of)]) -> HTMLResponse:
        assert database is not None
        with database.write() as connection:
            people.add(connection, f"{form['key']}{secrets.token_hex(8)}")
        return HTMLResponse(PAGE)

    return app
