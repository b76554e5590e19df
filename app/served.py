"""The application of the server's process, as uvicorn asks for it."""

import gc
import sys

from starlette.types import ASGIApp

TURN = 0.0005  # seconds: a save takes a dozen turns at Python, each behind every thread that computes; default 0.005


def served() -> ASGIApp:
    """Makes the application without garbage collections on the way, for hardly anything of it is garbage, and freezes
    all that was loaded, so that none walks it later."""
    gc.disable()
    from app.main import make_app

    app = make_app()
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.enable()
    return app
