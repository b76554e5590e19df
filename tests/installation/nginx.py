"""nginx as docs/deployment/nginx.conf sets it up, in a folder and on a port of its own."""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from app.settings import HOME
from tests.app.server import PATIENCE, free_port

EXAMPLE = HOME / "docs" / "deployment" / "nginx.conf"
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
AROUND = """{user}
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    {places}
    include {example};
}}
"""


@contextmanager
def behind_nginx(folder: Path, *servers: int) -> Iterator[int]:
    """Two servers at these ports behind it; yields its own."""
    port = free_port()
    program = subprocess.run(
        [HOME / ".ci" / "nginx.sh"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with subprocess.Popen([program, "-p", folder, "-c", _configuration(folder, port, servers)]) as nginx:
        try:
            _wait(port, nginx)
            yield port
        finally:
            nginx.terminate()


def _configuration(folder: Path, port: int, servers: tuple[int, ...]) -> Path:
    """The example with our ports, in the little that is around it."""
    ports = iter(servers)
    text = re.sub(r"10\.0\.0\.\d+:\d+", lambda found: f"127.0.0.1:{next(ports)}", EXAMPLE.read_text("utf-8"))
    assert next(ports, None) is None
    assert "listen 80;" in text
    example = folder / "examformer.conf"
    example.write_text(text.replace("listen 80;", f"listen 127.0.0.1:{port};"), "utf-8")
    places = "\n    ".join(f"{name}_temp_path {folder}/{name};" for name in PLACES)
    around = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # nobody else may write into the folder
    around.write_text(AROUND.format(user=user, folder=folder, places=places, example=example), "utf-8")
    return around


def _wait(port: int, nginx: "subprocess.Popen[bytes]") -> None:
    gives_up = time.monotonic() + PATIENCE
    while nginx.poll() is None and time.monotonic() < gives_up:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health/ready")
            assert connection.getresponse().status == 200
            return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise AssertionError("nginx does not answer")
