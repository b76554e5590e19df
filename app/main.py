"""The application: settings, database, question bank, guard, pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app import errors
from app.guard import Guard
from app.limits import Doorkeeper
from app.pages import advice, home, practice, progress, topics
from app.settings import HOME, Settings, settings
from app.store.database import Database
from engine.bank import read_bank


class KeptFiles(StaticFiles):
    """Static files; their addresses carry a mark of the content, so browsers may keep them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        marked = b"v=" in scope["query_string"]
        kept = marked or path.startswith("fonts/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response


def make_app(chosen: Settings | None = None) -> FastAPI:
    """An application of its own, with its own database; the migrations must have run."""
    made = chosen or settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.database.close()

    app = FastAPI(title="Examformer", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = made
    app.state.database = Database(made.database_url)
    app.state.bank = read_bank(made.question_bank)
    app.state.doorkeeper = Doorkeeper(made.guests_per_address)
    app.mount("/static", KeptFiles(directory=HOME / "static"))
    for screen in (home, topics, practice, progress, advice):
        app.include_router(screen.router)
    errors.install(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=made.allowed_hosts)
    app.add_middleware(Guard, largest_body=made.largest_body)  # outermost: its headers go with every answer
    return app
