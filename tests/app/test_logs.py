"""Lines of the log: text as people read it, JSON as programs do, each with the request in which it was written."""

import json
import logging
import sys
from collections.abc import Iterator
from io import StringIO
from logging.config import dictConfig
from weakref import WeakValueDictionary

import pytest

from app import logs
from app.logs import Format

pytestmark = pytest.mark.usefixtures("outside_of_requests")


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puts the log of the tests back as it was. A configuration closes every handler that is known, so none of pytest's
    is."""
    monkeypatch.setattr(logging, "_handlers", WeakValueDictionary())
    monkeypatch.setattr(logging, "_handlerList", [])
    root, ours = logging.getLogger(), [logging.getLogger("examformer"), logs.requests_log]
    handlers, levels = root.handlers[:], [one.level for one in (root, *ours)]
    yield
    root.handlers[:] = handlers
    for one, level in zip((root, *ours), levels, strict=True):
        one.setLevel(level)


@pytest.fixture(params=["text", "json"])
def written(request: pytest.FixtureRequest, before: None, monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What goes to stderr, in either format."""
    monkeypatch.setattr(sys, "stderr", StringIO())
    dictConfig(logs.configuration(request.param))
    assert isinstance(sys.stderr, StringIO)
    return sys.stderr


def lines(written: StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_text_is_the_message_and_behind_it_the_request(written: StringIO) -> None:
    log = logging.getLogger("examformer")
    log.warning("nobody asked for this")
    logs.begin("of-a-proxy.7")
    log.warning("an exam of %s minutes", 90)
    assert written.getvalue() == "nobody asked for this\nan exam of 90 minutes (request of-a-proxy.7)\n"


@pytest.mark.parametrize("written", ["json"], indirect=True)
def test_json_is_one_line_for_each_event_whatever_it_says(written: StringIO) -> None:
    logs.begin("of-a-proxy.7")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("uvicorn.error").exception(
            "it\nbroke: %s", "ü\u2028", extra={"color_message": "red"}
        )
    logs.request_id.set("")
    logging.getLogger("examformer").info("person %s gave something", 7, extra={"milliseconds": 2.5})
    broke, given = lines(written)
    assert broke.keys() == {"time", "level", "logger", "message", "request", "exception"}
    assert broke["message"] == "it\nbroke: ü\u2028"
    assert (broke["level"], broke["logger"], broke["request"]) == ("ERROR", "uvicorn.error", "of-a-proxy.7")
    assert "ValueError: two\nlines" in str(broke["exception"])
    assert str(broke["time"]).endswith("+00:00")
    assert given.keys() == {"time", "level", "logger", "message", "milliseconds"}
    assert written.getvalue().isascii()


def test_what_others_chat_about_stays_out_and_their_warnings_are_in(written: StringIO) -> None:
    logging.getLogger("alembic.runtime").info("chatting")
    logging.getLogger("somebody.else").warning("no connection")
    assert "chatting" not in written.getvalue()
    assert "no connection" in written.getvalue()


@pytest.mark.parametrize(("wanted", "enabled"), [("text", False), ("json", True)])
def test_requests_have_lines_where_lines_are_json(before: None, wanted: Format, enabled: bool) -> None:
    dictConfig(logs.configuration(wanted))
    assert logs.requests_log.isEnabledFor(logging.INFO) is enabled
    assert logging.getLogger("examformer").isEnabledFor(logging.INFO)


@pytest.mark.parametrize("given", ["7f3a-of-a-proxy", "a" * 8, "A.b_c-1" * 9])
def test_an_id_that_is_well_formed_is_taken(given: str) -> None:
    assert logs.begin(given) == given == logs.request_id.get()


@pytest.mark.parametrize(
    "given", ["", "short", "a" * 65, "with space", "new\nline1", "ünicode-id", "<b>12345678", "a,b;c=12345"]
)
def test_for_any_other_one_is_made(given: str) -> None:
    made = {logs.begin(given) for _ in range(5)}
    assert given not in made
    assert len(made) == 5
    assert all(logs.WELL_FORMED.fullmatch(one) for one in made)
