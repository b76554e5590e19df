"""The public address is asked, and whatever answers instead of Examformer is told apart."""

import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from app.commands.doctor.findings import Finding, State
from app.commands.doctor.way import address
from app.commands.doctor.way.asking import Answer
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, UNCHECKED, installation, said
from tests.app.commands.doctor.way.crooked_proxy import Manners, proxy
from tests.app.server import free_port
from tests.app.webhooks import certificates

EXAM = "https://exam.example"
NOBODY = ConnectionRefusedError(111, "Connection refused")


def answer(status: int = 200, text: str = address.ALIVE, **other: Any) -> Answer:
    return Answer(**{"status": status, "text": text, "location": "", "expires": None, **other})


def expired() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "certificate has expired"
    return error


def answering(monkeypatch: pytest.MonkeyPatch, **there: Answer | Exception) -> None:
    """Stands for what answers: ``public`` at the public address, ``plain`` there without https, ``live`` and ``ready``
    on this machine."""

    def asked(where: str, own: object = None, path: str = address.LIVE) -> Answer | Exception:
        if where.startswith("http://127.0.0.1"):
            return there.get("ready" if path == "/health/ready" else "live", NOBODY)
        return there.get("plain" if where.startswith("http:") else "public", NOBODY)

    monkeypatch.setattr(address, "asked", asked)


@pytest.mark.parametrize(
    ("there", "state", "words"),
    [
        ({"public": answer()}, OK, "Examformer answers"),
        ({"public": socket.gaierror(-2, "Name not known")}, FAULT, "getent hosts exam.example"),
        ({"public": expired()}, FAULT, "fullchain.pem"),
        ({"public": answer(400, "Invalid host header")}, FAULT, "Set EXAMFORMER_ALLOWED_HOSTS"),
        (
            {"public": answer(301, "", location="https://www.exam.example/")},
            FAULT,
            "leads on to https://www.",
        ),
        ({"public": answer(200, "Welcome to nginx!")}, FAULT, "something else than Examformer"),
        ({"public": answer(404, "")}, FAULT, "pass all requests to this name on to http://127.0.0.1:8000"),
        ({"public": answer(502, ""), "live": answer()}, FAULT, "curl -i http://127.0.0.1:8000/health/live"),
        ({"public": answer(503, "")}, UNCHECKED, "no server runs here"),
        ({"live": answer()}, FAULT, "through the firewall"),
        ({}, UNCHECKED, "Start the server and the proxy"),
    ],
)
def test_whatever_answers_at_the_address_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, there: dict[str, Any], state: State, words: str
) -> None:
    answering(monkeypatch, **there)
    found = address.reached(installation(public_address=EXAM))
    assert found.state is state, said(found)
    assert words in said(found)


def test_an_address_that_was_typed_is_expected_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch)
    assert address.reached(installation(address=EXAM)).state is FAULT


def test_without_an_address_nothing_is_asked() -> None:
    assert address.reached(installation()).state is OK


def test_a_certificate_that_ends_soon_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(days: int) -> Finding:
        answering(monkeypatch, public=answer(expires=datetime.now(UTC) + timedelta(days=days, hours=1)))
        found = address.certificate(installation(public_address=EXAM))
        assert found
        return found

    assert judged(60).state is OK
    assert judged(5).state is ADVICE
    assert ": 5 days" in judged(5).said
    assert address.certificate(installation(public_address="http://localhost")) is None


def test_the_certificate_of_a_connection_is_really_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = certificates.certificate(tmp_path, "localhost")
    with proxy(free_port(), Manners(answers=502), certificates.serving(file)) as asked:
        at = installation(address=asked)
        found = address.reached(at)
        assert found.state is FAULT
        assert "is not trusted: self-signed certificate" in found.said
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert "finds no server" in address.reached(at).said
        soon = address.certificate(at)
    assert soon
    assert soon.state is ADVICE, "it is good for an hour"


def test_pages_without_https_are_advised_against(monkeypatch: pytest.MonkeyPatch) -> None:
    for plain, state in ((answer(), ADVICE), (answer(301, "", location=EXAM), OK), (NOBODY, OK)):
        answering(monkeypatch, plain=plain)
        found = address.without_https(installation(public_address=EXAM))
        assert found
        assert found.state is state
    assert address.without_https(installation(public_address=f"{EXAM}:8443")) is None


@pytest.mark.parametrize(
    ("there", "state", "words"),
    [
        ({}, OK, "none runs here"),
        ({"live": answer(), "ready": answer(200, "ready")}, OK, "is ready"),
        ({"live": answer(), "ready": answer(503, "no database\n")}, FAULT, "is not ready: no database"),
        ({"live": answer(200, "<html>")}, FAULT, "Set PORT"),
    ],
)
def test_the_server_of_this_machine_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, there: dict[str, Any], state: State, words: str
) -> None:
    answering(monkeypatch, **there)
    found = address.server(installation())
    assert found.state is state
    assert words in said(found)


def test_a_server_is_asked_by_a_name_that_it_answers_to() -> None:
    names: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names.append(str(self.headers["Host"]))
            self.send_error(503)

        def log_message(self, format: str, *given: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        for allowed in (["exam.example"], ["*.exam.example"], ["*"]):
            address.server(installation(host="0.0.0.0", port=server.server_port, allowed_hosts=allowed))
        server.shutdown()
    assert names == ["exam.example", "doctor.exam.example", f"127.0.0.1:{server.server_port}"]


def test_a_wild_address_of_ipv6_is_written_as_one_can_be_asked() -> None:
    assert address.here(installation(host="::")) == "http://[::1]:8000"
    assert address.here(installation(host="fd00::7")) == "http://[fd00::7]:8000"
