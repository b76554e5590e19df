"""The examples of proxies fit the application: its ports, its largest bodies, its streams, whom it believes."""

import re
from pathlib import Path

import httpx2
import pytest
from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from app import logs
from app.main import ROOMS
from app.monitoring.routes import health
from app.settings import HOME, Settings
from app.web import security
from app.web.body_limits import KIB
from app.web.room import routes
from tests.app.lab.test_runs import begin
from tests.app.learner import PERPLEXITY
from tests.app.server import BROWSER, fields, serving
from tests.installation.installed import browsing
from tests.installation.nginx import EXAMPLE, behind_nginx

HAPROXY = (HOME / "docs" / "deployment" / "haproxy.cfg").read_text("utf-8")
NGINX = EXAMPLE.read_text("utf-8")
ROUTES = [route for route in routes(ROOMS) if isinstance(route, APIRoute)]
LARGER = [one for room in ROOMS for one in room.larger_bodies]
MIB = 1024 * KIB
NOWHERE = 9  # the port of a second server that is gone: nobody notices


ADDRESSES = [route.path for route in ROUTES]


def filled_in(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "a1", path)


def said_for(path: str, directive: str) -> str:
    """The value of this directive where nginx sends this address to: of its location, else of the server."""
    locations = re.findall(r"^    location (=|~)? ?(\S+) \{(.*?)^    \}", NGINX, re.M | re.S)
    exact = [body for how, where, body in locations if how == "=" and where == path]
    by_pattern = [body for how, where, body in locations if how == "~" and re.search(where, path)]
    outside = re.sub(r"^    location.*?^    \}", "", NGINX, flags=re.M | re.S)
    for text in (*exact, *by_pattern, outside):
        if found := re.search(rf"^\s+{directive} ([^;]+);", text, re.M):
            return found[1]
    return ""


def size(text: str) -> int:
    return int(text[:-1]) * {"k": KIB, "m": MIB}[text[-1]]


def seconds(text: str) -> float:
    return float(text.removesuffix("s"))


def test_nginx_lets_in_as_much_as_each_address_takes_and_no_more() -> None:
    unused = set(LARGER)
    for path in map(filled_in, ADDRESSES):
        larger = next((one for one in LARGER if one.path.fullmatch(path)), None)
        most = larger.most if larger else Settings().largest_body
        assert size(said_for(path, "client_max_body_size")) == most, path
        unused -= {larger}
    assert unused == set()


def test_every_stream_of_events_passes_nginx_as_it_comes() -> None:
    streams = [
        filled_in(route.path)
        for route in ROUTES
        if isinstance(route.response_class, type) and issubclass(route.response_class, EventSourceResponse)
    ]
    assert streams
    assert [path for path in streams if said_for(path, "proxy_buffering") != "off"] == []


def test_proxies_set_the_forwarded_headers_and_pass_none_on() -> None:
    for header, value in (("X-Forwarded-For", "$remote_addr"), ("X-Forwarded-Proto", "$scheme")):
        assert f"proxy_set_header {header} {value};" in NGINX
    assert "http-request set-header X-Forwarded-For %[src]" in HAPROXY
    assert "http-request set-header X-Forwarded-Proto " in HAPROXY
    assert f"proxy_set_header {logs.HEADER} $request_id;" in NGINX
    assert f"http-request set-header {logs.HEADER} %[uuid()]" in HAPROXY


def test_proxies_wait_longer_than_a_request_may_take_and_look_where_the_server_listens() -> None:
    assert seconds(said_for("/", "proxy_read_timeout")) > security.LONGEST
    (waits,) = re.findall(r"timeout server (\w+)", HAPROXY)
    assert seconds(waits) > security.LONGEST
    ports = re.findall(r"^    server .*?10\.0\.0\.\d+:(\d+)", NGINX + HAPROXY, re.M)
    assert {int(port) for port in ports} == {Settings().port}
    asked = set(re.findall(r"GET uri (\S+)", HAPROXY))
    assert asked == {route.path for route in health.router.routes if isinstance(route, APIRoute)}


@pytest.mark.sweep
def test_nginx_as_in_the_example_passes_streams_and_uploads_and_believes_no_browser(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'examformer.db'}"
    with (
        serving(url, EXAMFORMER_GUESTS_PER_ADDRESS="3/hour") as server,
        behind_nginx(tmp_path, server.port, NOWHERE) as port,
    ):
        server.address = f"http://127.0.0.1:{port}"
        with browsing(server) as ada:
            run = begin(ada, steps=400, layers=1, width=16, heads=2)
            with ada.client.stream("GET", f"{run}/events") as stream:
                assert next(stream.iter_lines()) == "event: state"
            assert ada.client.post(f"{run}/stop").json()["state"] != "done"

            bytes_sent = {"file": ("mine.zip", bytes(31 * MIB))}
            sent = ada.client.post("/account/data/imports", files=bytes_sent, follow_redirects=True)
            assert (sent.status_code, "imports/" in sent.url.path) == (200, True)
            too_long = ada.client.post(f"/practice/{PERPLEXITY}", content=bytes(MIB))
            assert (too_long.status_code, too_long.headers["HX-Retarget"]) == (413, "#alert")
            assert "Nothing was stored; go back and shorten it." in too_long.text

        assert answered(server.address, "127.0.0.1", "192.0.2.1") == 303
        assert answered(server.address, "127.0.0.1", "192.0.2.2") == 303
        assert answered(server.address, "127.0.0.1", "192.0.2.3") == 429
        assert answered(server.address, "127.0.0.2", "127.0.0.1") == 303


def answered(server: str, come_from: str, forged: str) -> int:
    """What a new guest is answered who says to be somewhere else."""
    headers = BROWSER | {"X-Forwarded-For": forged, "X-Forwarded-Proto": "https"}
    reached = httpx2.HTTPTransport(local_address=come_from)
    with httpx2.Client(base_url=server, headers=headers, transport=reached, trust_env=False) as guest:
        address = f"/practice/{PERPLEXITY}?seed=7&level=warm-up"
        form = fields(guest.get(address).text) | {"do": "check", "cell.nats.0": "1.21"}
        return guest.post(address, data=form).status_code
