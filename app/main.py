"""The application: settings, database, question bank, guard."""

import gc
import logging
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.accounts.openid.provider import Provider
from app.clock import Clock
from app.database.connection import Database
from app.exams.deadlines import Closer
from app.home.home import example
from app.jobs.runner import Runner
from app.questions.library import Library
from app.routes import routes
from app.settings import HOME, Settings, settings
from app.web import errors, shutdown
from app.web.rate_limits import Doorkeeper
from app.web.security import Guard
from engine.bank import Bank, read_bank

THREADS = 4  # at work at one moment: they take turns at running Python, and many make each of them slow
TURN = 0.0005  # seconds: a save takes a dozen turns at Python, each behind every thread that computes; 0.005 is usual
log = logging.getLogger("examformer")


class KeptFiles(StaticFiles):
    """Static files: kept for ever where the address carries a mark of the content, fonts for a day, others never."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = "public, max-age=86400" if path.startswith("fonts/") else "no-cache"
        if b"v=" in scope["query_string"]:
            kept = "public, max-age=31536000, immutable"
        response.headers["cache-control"] = kept
        return response


def make_app(chosen: Settings | None = None, bank: Bank | None = None) -> FastAPI:
    """An application of its own, with its own database; the migrations must have run. Reads the bank unless given."""
    made = chosen or settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        app.state.runner.start()
        closer.start()
        with shutdown.heard_by(app.state.stopping):
            yield
        closer.stop()
        app.state.runner.stop()
        app.state.database.close()

    app = FastAPI(title="Examformer", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = made
    app.state.database = Database(made.database_url)
    app.state.clock = Clock()
    app.state.runner = Runner(app.state.database)
    app.state.stopping = threading.Event()
    app.state.bank = bank or read_bank(made.question_bank)
    app.state.library = Library(app.state.bank, app.state.database)
    closer = Closer(app.state.database, app.state.library, app.state.clock, app.state.runner.nudge)
    for problem in (*app.state.bank.broken, *app.state.bank.study.faults):
        log.error("left out: %s", problem)
    app.state.example = cache(partial(example, app.state.bank))  # marked once, for the first newcomer
    app.state.doorkeeper = Doorkeeper(made)
    app.state.provider = Provider(made) if made.openid_issuer else None
    app.mount("/static", KeptFiles(directory=HOME / "static"))
    app.router.routes.extend(routes())
    errors.install(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=made.allowed_hosts)
    # Outside the pages; Starlette's own last resort lies outside of it, so app.web.errors sets these headers too.
    app.add_middleware(Guard, largest_body=made.largest_body)
    return app


def served() -> FastAPI:
    """The application of a server: what it has read stays to its end, so that no collection walks through it again."""
    app = make_app()
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    return app
