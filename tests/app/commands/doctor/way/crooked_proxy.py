"""A proxy on this machine that does what proxies should not do, as far as it is told to."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FOR, PROTO, PIECE = "X-Forwarded-For", "X-Forwarded-Proto", 2**16
CAME_FROM = "127.0.0.1"


@dataclass(kw_only=True)
class Manners:
    """Those of a good one, unless told otherwise: ``client`` and ``scheme`` say whether it "sets", "adds", "passes on"
    or "drops" their headers. It takes bodies of ``most`` bytes, hands on ``cuts`` of them, and connects to the server
    ``by`` this address."""

    client: str = "sets"
    scheme: str = "sets"
    keeps_host: bool = True
    most: int = 2**30
    cuts: int = 2**30
    collects: bool = False
    answers: int = 0
    by: str = CAME_FROM


@contextmanager
def proxy(port: int, manners: Manners, secured: ssl.SSLContext | None = None) -> Iterator[str]:
    """Passes requests on to this port; hands out the proxy's address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pass_on(self, port, manners, "https" if secured else "http")

        do_POST = do_GET

        def log_message(self, format: str, *given: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Says nothing of those who left before their answer."""

    server = Server((CAME_FROM, 0), Handler)
    if secured:
        server.socket = secured.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'https' if secured else 'http'}://{'localhost' if secured else CAME_FROM}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def pass_on(request: BaseHTTPRequestHandler, port: int, manners: Manners, scheme: str) -> None:
    length = int(request.headers.get("Content-Length", 0))
    if manners.answers or length > manners.most:
        request.send_error(manners.answers or 413)
        request.wfile.flush()
        while length > 0 and (piece := request.rfile.read1(PIECE)):
            length -= len(piece)
        return
    headers = dict(request.headers.items())
    _say(headers, FOR, CAME_FROM, manners.client)
    _say(headers, PROTO, scheme, manners.scheme)
    if not manners.keeps_host:
        headers["Host"] = f"{CAME_FROM}:{port}"
    body = request.rfile.read(length)[: manners.cuts] if length else None
    headers |= {"Content-Length": str(len(body))} if body is not None else {}
    with closing(HTTPConnection(CAME_FROM, port, timeout=30, source_address=(manners.by, 0))) as ahead:
        ahead.request(request.command, request.path, body, headers)
        answer = ahead.getresponse()
        request.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection"):
                request.send_header(name, value)
        request.end_headers()
        pieces = iter(lambda: answer.read1(PIECE), b"")
        for piece in [b"".join(pieces)] if manners.collects else pieces:
            request.wfile.write(piece)
            request.wfile.flush()


def _say(headers: dict[str, str], name: str, value: str, how: str) -> None:
    if how == "sets":
        headers[name] = value
    elif how == "adds":
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    elif how == "drops":
        headers.pop(name, None)
