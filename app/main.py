"""The application: settings, database, question bank, middleware."""

import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware

from app.accounts import room as accounts
from app.accounts.openid.provider import Provider
from app.analytics import room as analytics
from app.api import room as api
from app.attachments import room as attachments
from app.authoring import room as authoring
from app.clock import Clock
from app.courses import room as courses
from app.coursework import room as coursework
from app.database.connection import Database
from app.exams import room as exams
from app.exams.deadlines import Closer
from app.figures import room as figures
from app.grading import room as grading
from app.home import room as home
from app.home.home import example
from app.jobs.runner import Runner
from app.lab import room as lab
from app.learning import room as learning
from app.lti import room as lti
from app.lti.protocol.id_token import PublishedKeys
from app.mail import room as mail
from app.monitoring import room as monitoring
from app.monitoring.heartbeat import Heartbeat
from app.monitoring.recent import Recent
from app.monitoring.requests import WatchedRequests
from app.paper import room as paper
from app.personal_data import room as personal_data
from app.practice import room as practice
from app.questions import room as questions
from app.questions.installed import bank_of
from app.questions.library import Library
from app.settings import Settings, settings
from app.study import room as study
from app.web import shutdown
from app.web.errors import handlers
from app.web.moved_addresses import MovedAddresses
from app.web.rate_limits import RateLimiter
from app.web.room import routes, said_beside
from app.web.security import SecurityMiddleware
from app.web.static_files.serving import KeptFiles
from app.web.store.shared_counts import drop_old
from app.webhooks import room as webhooks
from app.whole_model import room as whole_model
from engine.bank import Bank

THREADS = 4  # at work at one moment: they take turns at running Python, so each more slows all of them
# In the order in which their routes are matched: a full exam hall asks for its exam at one moment.
ROOMS = tuple(
    one.ROOM
    for one in (
        exams, practice, learning, study, figures, whole_model, lab, authoring, grading, home, accounts, courses,
        coursework, webhooks, mail, paper, analytics, questions, attachments, personal_data, lti, api,
        monitoring,
    )
)  # fmt: skip
log = logging.getLogger("examformer")


def make_app(chosen: Settings | None = None, bank: Bank | None = None) -> FastAPI:
    """Makes an application with a database of its own; the migrations must have run.
    Reads the bank unless given one."""
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
        app.state.heartbeat.end(app.state.database)
        app.state.database.close()

    app = FastAPI(title="Examformer", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = made
    app.state.database = Database(made.database_url, made.slow_query_ms / 1000)
    app.state.clock = Clock()
    app.state.runner = Runner(
        database=app.state.database, kinds=[kind for room in ROOMS for kind in room.jobs]
    )
    app.state.stopping = threading.Event()
    app.state.beside = said_beside(ROOMS)
    app.state.closings = [each for room in ROOMS for each in room.closes]
    app.state.gauges = [each for room in ROOMS for each in room.gauges]
    app.state.heartbeat = Heartbeat(Recent())
    app.state.confirmed = [each for room in ROOMS for each in room.confirmed]
    app.state.bank = bank or bank_of(made)
    app.state.library = Library(app.state.bank, app.state.database)
    library = app.state.library
    upkeep = [partial(each, library=library) for room in ROOMS for each in room.upkeep]
    closer = Closer(
        app.state.database,
        app.state.library,
        app.state.clock,
        app.state.runner.nudge,
        [
            app.state.heartbeat.beat,
            drop_old,
            *(each for room in ROOMS for each in room.housekeeping),
            *upkeep,
        ],
    )
    for problem in (*app.state.bank.broken, *app.state.bank.study.faults):
        log.error("left out: %s", problem)
    app.state.example = cache(partial(example, app.state.bank))  # marked once, for the first newcomer
    app.state.rate_limiter = RateLimiter(made, app.state.database)
    app.state.provider = Provider(made) if made.openid_issuer else None
    app.state.platform_keys = PublishedKeys()
    app.mount("/static", KeptFiles())
    app.router.routes.extend(routes(ROOMS))
    handlers.install(app, [room.errors for room in ROOMS])
    app.add_middleware(MovedAddresses)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=made.allowed_hosts)
    # Outside the pages; Starlette's own last resort lies outside of it, so app.web.errors sets these headers too.
    larger = [one for room in ROOMS for one in room.larger_bodies]
    elsewhere = [path for room in ROOMS for path in room.from_elsewhere]
    app.add_middleware(
        SecurityMiddleware, largest_body=made.largest_body, larger=larger, from_elsewhere=elsewhere
    )
    app.add_middleware(WatchedRequests, recent=app.state.heartbeat.recent)
    return app
