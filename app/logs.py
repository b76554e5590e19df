"""The lines of the server's log, as text or as JSON, each with the id of the request in which it was written.

A context variable carries the id, so the threads of a request's handlers have it, too. Lines name no person, no address
and no path: a request is known by its id and by the template of its route.
"""

import logging
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

HEADER = "X-Request-ID"
Format = Literal["text", "json"]
request_id: ContextVar[str] = ContextVar("request_id", default="")
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
FIELDS = {
    "asctime": "time",
    "levelname": "level",
    "name": "logger",
    "message": "message",
    "request": "request",
}
requests_log = logging.getLogger("examformer.requests")  # a line for each request, where lines are JSON


def begin(given: str = "") -> str:
    """Takes the id that a proxy gave to a request, if it is well-formed, else makes one; from now on it stands in every
    line that is written for this request."""
    known = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(6)
    request_id.set(known)
    return known


def configuration(wanted: Format) -> dict[str, Any]:
    """Returns what ``logging.config.dictConfig`` takes. All goes to stderr: warnings of whoever writes some, and what
    we ourselves say."""
    of_requests = "INFO" if wanted == "json" else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"of_request": {"()": "app.logs.OfRequest"}},
        "formatters": {"line": {"()": "app.logs.JsonLine" if wanted == "json" else "app.logs.TextLine"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["of_request"]}
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"examformer": {"level": "INFO"}, requests_log.name: {"level": of_requests}},
    }


class OfRequest(logging.Filter):
    """Notes on each record the request in which it was written."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = request_id.get()
        return True


class TextLine(logging.Formatter):
    """The message, and behind it the request if there is one; an exception follows on lines of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        said = super().formatMessage(record)
        request = getattr(record, "request", "")
        return f"{said} (request {request})" if request else said


class JsonLine(JsonFormatter):
    """One line for each event, whatever it says: an exception and its traceback are a field."""

    def __init__(self) -> None:
        renamed = {**FIELDS, "exc_info": "exception", "stack_info": "stack"}
        passed_over = [*RESERVED_ATTRS, "color_message"]  # the last is uvicorn's: the message, for terminals
        super().__init__(list(FIELDS), rename_fields=renamed, reserved_attrs=passed_over)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in log_data.items() if value not in ("", None)}
