"""A receiver of webhooks on this machine: it answers as it is told, and keeps what it got."""

import hmac
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Got:
    path: str
    headers: Mapping[str, str]
    body: str

    def is_signed_by(self, secret: str) -> bool:
        """Computes the signature as the guide says, from what came alone."""
        parts = dict(one.split("=", 1) for one in self.headers["Examformer-Signature"].split(","))
        mine = hmac.digest(secret.encode(), f"{parts['t']}.{self.body}".encode(), "sha256").hex()
        return hmac.compare_digest(mine, parts["v1"]) and abs(time.time() - int(parts["t"])) < 60


@dataclass
class Receiver:
    """Answers with ``status``, these ``headers`` and this ``text``, a byte in ``drips`` seconds."""

    address: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    text: bytes = b"thanks"
    drips: float = 0.0
    got: list[Got] = field(default_factory=list)


@contextmanager
def receiver(secured: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Serves over http, or over https with this certificate."""
    here = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            here.got.append(Got(self.path, dict(self.headers), body))
            self.send_response(here.status)
            for name, value in here.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the other side has ended it
                if not here.drips:
                    self.wfile.write(here.text)
                for n in range(len(here.text) if here.drips else 0):
                    self.wfile.write(here.text[n : n + 1])
                    time.sleep(here.drips)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if secured:
        server.socket = secured.wrap_socket(server.socket, server_side=True)
    here.address = f"{'https' if secured else 'http'}://127.0.0.1:{server.server_port}/marks?of=nlp"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
