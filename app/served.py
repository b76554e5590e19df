"""The application of the server's process, as uvicorn asks for it."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

TURN = 0.0005  # seconds: a save takes a dozen turns at Python, each behind every thread that computes; default 0.005


@contextmanager
def loading() -> Iterator[None]:
    """Collects no garbage while much is loaded, for hardly anything of it is garbage, and freezes what was loaded, so
    that no later collection walks it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def served() -> ASGIApp:
    """Makes the application."""
    with loading():
        from app.main import make_app

        app = make_app()
    sys.setswitchinterval(TURN)
    return app
