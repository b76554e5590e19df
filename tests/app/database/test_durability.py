"""Everything that was acknowledged is on the disk: the real server, killed in the middle of many answers."""

import re
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from app.commands.serving import serve
from app.database import migration
from app.settings import Settings
from tests.app.learner import PERPLEXITY
from tests.app.server import fields, free_port, refused, serving

ANSWERS = 200
PEOPLE = 8


@dataclass(frozen=True)
class Acknowledged:
    cookie: str
    address: str
    typed: str


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "examformer.db"


@pytest.mark.sweep
def test_a_server_killed_in_the_middle_of_two_hundred_answers_has_lost_none_it_acknowledged(
    file: Path,
) -> None:
    url = f"sqlite:///{file}"
    acknowledged: list[Acknowledged] = []
    half_way = threading.Event()

    with serving(url) as server:

        def answer(person: int) -> None:
            with server.browser() as browser:
                page = browser.get(f"/practice/{PERPLEXITY}?seed={person}&level=warm-up").text
                cookie = browser.cookies["examformer"]
                for n in range(ANSWERS // PEOPLE):
                    typed = f"{person}.{n:02d}"
                    form = fields(page) | {"do": "check", "cell.nats.0": typed}
                    try:
                        answered = browser.post(f"/practice/{PERPLEXITY}", data=form)
                    except httpx2.TransportError:
                        return  # the server is gone: this one was not acknowledged
                    assert answered.status_code == 303
                    acknowledged.append(Acknowledged(cookie, answered.headers["location"], typed))
                    if len(acknowledged) >= ANSWERS // 2:
                        half_way.set()

        with ThreadPoolExecutor(PEOPLE) as people:
            answering = [people.submit(answer, person) for person in range(PEOPLE)]
            assert half_way.wait(60)
            server.kill()
        for person in answering:
            person.result()

    assert ANSWERS // 2 <= len(acknowledged) < ANSWERS
    with serving(url) as again, again.browser() as browser:
        for one in acknowledged:
            page = browser.get(one.address, headers={"cookie": f"examformer={one.cookie}"})
            assert page.status_code == 200, one
            shown = re.search(r'name="cell.nats.0" value="([^"]*)"', page.text)
            assert shown
            assert shown[1] == one.typed
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        attempts, responses = (
            connection.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("attempts", "responses")
        )
    assert len(acknowledged) <= attempts == responses <= len(acknowledged) + PEOPLE


@pytest.mark.sweep  # in every run a server without a process of its own refuses them, in tests/app/web
def test_the_real_server_refuses_ten_megabytes_forged_forms_and_other_hosts_goes_on_and_ends_by_ctrl_c(
    file: Path, small_bank: Path
) -> None:
    url = f"sqlite:///{file}"
    with serving(url, EXAMFORMER_QUESTION_BANK=str(small_bank)) as server, server.browser() as browser:
        address = f"/practice/{PERPLEXITY}"
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        chunks = (b"x" * 65536 for _ in range(160))
        with suppress(httpx2.TransportError):  # the server may close while we are still sending
            assert browser.post(address, content=chunks, headers=form).status_code == 413
        assert browser.post(address, content=b"x" * 10_000_000, headers=form).status_code == 413
        page = browser.get(f"{address}?seed=7").text
        forged = browser.post(address, data=fields(page), headers={"Sec-Fetch-Site": "cross-site"})
        assert forged.status_code == 403
        assert browser.get("/", headers={"Host": "evil.example"}).status_code == 400
        assert browser.head("/").status_code == 200
        answered = browser.get("/")
        assert answered.status_code == 200
        assert "server" not in answered.headers
        status, printed, complained = server.end()
    assert status == 0
    assert server.address in printed
    assert complained == ""


# What does not start says why


@pytest.mark.sweep
def test_a_port_that_is_taken_is_a_sentence(file: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, printed, complained = refused(f"sqlite:///{file}", PORT=str(port))
    assert (status, printed) == (2, "")
    assert f"Port {port} is taken" in complained
    assert len(complained.splitlines()) == 1
    assert not file.exists()


@pytest.mark.parametrize("host", ["203.0.113.1", "no-such-host.invalid"])
def test_a_host_that_is_none_of_this_machine_is_a_sentence(
    file: Path, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(Settings(database_url=f"sqlite:///{file}").model_copy(update={"host": host})) == 2
    printed, complained = capsys.readouterr()
    assert printed == ""
    assert f"Nothing can be served on {host}" in complained
    assert "taken" not in complained
    assert len(complained.splitlines()) == 1
    assert not file.exists()


def test_several_workers_on_sqlite_are_refused_with_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(Settings(database_url=f"sqlite:///{file}", workers=2)) == 2
    complained = capsys.readouterr().err
    assert "Several workers need PostgreSQL" in complained
    assert len(complained.splitlines()) == 1


def test_a_newer_database_is_refused_with_a_sentence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    migration.upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert serve(Settings(database_url=f"sqlite:///{file}", port=free_port())) == 2
    complained = capsys.readouterr().err
    assert "newer version of Examformer" in complained
    assert len(complained.splitlines()) == 1


@pytest.mark.parametrize("url", ["sqlite:////dev/null/x.db", "postgresql+psycopg://me@/x?host=%2Fnowhere"])
def test_a_database_that_cannot_be_opened_is_a_sentence(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve(Settings(database_url=url, port=free_port())) == 2
    complained = capsys.readouterr().err
    assert f"The database {url} cannot be opened or written (" in complained
    assert "Check that it is there" in complained
    assert "Traceback" not in complained
