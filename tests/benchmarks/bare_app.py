"""An app with plain routes only: a page of the size of a sheet, and a form that stores one row."""

import os
import secrets

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from app.store import guests
from app.store.database import Database

PAGE = "<!doctype html>" + "<p>0.96</p>" * 1500


def make_app() -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    address = os.environ.get("EXAMFORMER_DATABASE_URL")
    database = Database(address) if address else None

    @app.get("/practice/{name}")
    def practice(name: str) -> HTMLResponse:
        return HTMLResponse(PAGE)

    @app.post("/practice/{name}")
    async def submit(request: Request, name: str) -> HTMLResponse:
        async with request.form():
            pass
        return HTMLResponse(PAGE)

    @app.get("/")
    def home() -> HTMLResponse:
        return HTMLResponse(PAGE)

    return app
