"""Jobs that do what long jobs do: count, fail, take memory, die, and do not listen. Carried out in worker processes."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any

Progress = Callable[[int, int], None]


def count(payload: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    for n in range(payload["to"]):
        progress(n, payload["to"])
        time.sleep(payload.get("pause", 0))
    progress(payload["to"], payload["to"])
    return {"counted": payload["to"], "by": os.getpid()}


def fail(payload: Mapping[str, Any], progress: Progress) -> None:
    raise ValueError("no such question")


def die(payload: Mapping[str, Any], progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def swallow_memory(payload: Mapping[str, Any], progress: Progress) -> None:
    bytearray(8 * 2**30)


def be_deaf(payload: Mapping[str, Any], progress: Progress) -> None:
    time.sleep(60)


def any_of_these(payload: Mapping[str, Any], progress: Progress) -> Any:
    """One kind of job for the tests: the payload names what is done."""
    return globals()[payload["do"]](payload, progress)
