"""Jobs that do what long jobs do: count, fail, tell points, take memory, die, and do not listen.

Carried out in worker processes.
"""

import os
import signal
import time
from collections.abc import Mapping
from typing import Any

from app.database.connection import DatabaseDown
from app.jobs.heartbeat import Report


def count(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    for n in range(payload["to"]):
        report(n, payload["to"])
        time.sleep(payload.get("pause", 0))
    report(payload["to"], payload["to"])
    return {"counted": payload["to"], "by": os.getpid()}


def learn(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """A training without a model: as many steps as were asked for, a hundred a second, each with its rate."""
    for step in range(payload["steps"] + 1):
        report.tell(step, {"loss": 3 / (step + 1), "rate": report.steering.get("rate", payload["rate"])})
        report(step, payload["steps"])
        time.sleep(0.01)
    return {"steps": payload["steps"], "by": os.getpid()}


def fail(payload: Mapping[str, Any], report: Report) -> None:
    raise ValueError("no such question")


def die(payload: Mapping[str, Any], report: Report) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def lose_the_database(payload: Mapping[str, Any], report: Report) -> None:
    raise DatabaseDown("reading", None, OSError("connection refused"))


def swallow_memory(payload: Mapping[str, Any], report: Report) -> None:
    bytearray(8 * 2**30)


def tell_niceness(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    return {"niceness": os.nice(0)}


def be_deaf(payload: Mapping[str, Any], report: Report) -> None:
    time.sleep(60)


PREPARED: list[float] = []  # when this worker was


def prepare() -> None:
    time.sleep(0.3)
    PREPARED.append(time.time())


def prepare_badly() -> None:
    raise ImportError("it is not installed")


def tell_preparation(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    return {"prepared": PREPARED, "by": os.getpid()}


def any_of_these(payload: Mapping[str, Any], report: Report) -> Any:
    """One kind of job for the tests: the payload names what is done."""
    return globals()[payload["do"]](payload, report)
