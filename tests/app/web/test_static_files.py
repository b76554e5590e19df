"""Static files: each address carries the hash of what is served there, those that modules import as well."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI

from app.web.static_files import addresses
from app.web.static_files.addresses import STATIC, mark, service_worker, static
from app.web.static_files.serving import ASKED_AGAIN, FOR_EVER
from tests.app.client import Client

IMPORTS = re.compile(r'(?m)(?:\bfrom |^import )"(\.[^"]+)"')
MODULES = sorted(
    file.relative_to(STATIC).as_posix()
    for file in STATIC.rglob("*.js")
    if "vendor" not in file.relative_to(STATIC).parts
)


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of static files with nothing in it yet."""
    monkeypatch.setattr(addresses, "STATIC", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for kept in (addresses.mark, addresses.module, addresses.service_worker, addresses._of_all):
        kept.cache_clear()


def test_whatever_a_module_imports_is_kept_for_ever_at_the_address_that_it_imports(app: FastAPI) -> None:
    client, imports = Client(app), 0
    for name in MODULES:
        answer = client.get(static(name))
        assert answer.headers["content-type"].startswith("text/javascript"), name
        for imported in IMPORTS.findall(answer.text):
            found = client.get(urljoin(static(name), imported))
            assert (found.status_code, found.headers["cache-control"]) == (200, FOR_EVER), (name, imported)
            imports += 1
    assert imports > 20


def test_nothing_but_the_hashes_of_what_it_imports_is_put_into_a_module(app: FastAPI) -> None:
    client = Client(app)
    for name in MODULES:
        served = re.sub(r"\.js\?v=[0-9a-f]{8}\"", '.js"', client.get(static(name)).text)
        assert served == (STATIC / name).read_text("utf-8"), name


def test_a_module_that_changes_has_another_address_and_so_has_whatever_imports_it(own_files: Path) -> None:
    (own_files / "web").mkdir()
    (own_files / "page.js").write_text('import { one } from "./web/middle.js";\n')
    (own_files / "web/middle.js").write_text('export { one } from "../one.js";\n')
    (own_files / "one.js").write_text("export const one = 1;\n")
    (own_files / "other.js").write_text('export const other = "from ./one.js";\n')
    before = {name: mark(name) for name in ("page.js", "web/middle.js", "one.js", "other.js")}
    assert addresses.module("page.js") == b'import { one } from "./web/middle.js?v=%b";\n' % (
        before["web/middle.js"].encode()
    )
    forget()
    (own_files / "one.js").write_text("export const one = 2;\n")
    after = {name: mark(name) for name in before}
    assert {name for name in before if before[name] != after[name]} == {"page.js", "web/middle.js", "one.js"}


@pytest.mark.parametrize("path", ["web/drafts.js", "web/site.css", addresses.SERVICE_WORKER])
def test_the_file_of_another_release_is_not_kept(app: FastAPI, path: str) -> None:
    client = Client(app)
    answer = client.get(f"/static/{path}?v=0a1b2c3d")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, ASKED_AGAIN)
    current = service_worker() if path == addresses.SERVICE_WORKER else static(path)
    assert client.get(current).headers["cache-control"] == FOR_EVER


@pytest.mark.parametrize("path", ["web/drafts.js", "web/times.js"])
def test_a_file_that_is_asked_for_again_is_not_sent_again(app: FastAPI, path: str) -> None:
    client = Client(app)
    tag = client.get(f"/static/{path}").headers["etag"]
    again = client.get(f"/static/{path}", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"/static/{path}", headers={"If-None-Match": '"another"'}).status_code == 200


def test_what_is_not_there_is_not_found(app: FastAPI) -> None:
    assert Client(app).get("/static/web/nothing.js?v=1").status_code == 404
    assert Client(app).get("/static/..%2f..%2fpyproject.toml?v=1").status_code == 404
