"""What a proxy does to requests, seen through one that does it, with a real server behind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.commands.doctor.findings import Finding, State
from app.commands.doctor.way import address, proxy
from app.database import migration
from app.monitoring import probe
from app.monitoring.probe import Seen
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, UNCHECKED, installation, said
from tests.app.commands.doctor.way import crooked_proxy
from tests.app.commands.doctor.way.crooked_proxy import Manners
from tests.app.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, small_bank: Path) -> Iterator[tuple[Server, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('behind') / 'examformer.db'}"
    with serving(url, EXAMFORMER_QUESTION_BANK=str(small_bank)) as started:
        yield started, url


def looked(server: tuple[Server, str], check: Any, **manners: Any) -> Finding:
    behind, url = server
    with crooked_proxy.proxy(behind.port, Manners(**manners)) as asked:
        found = check(installation(address=asked, database_url=url, port=behind.port))
    assert isinstance(found, Finding)
    return found


CROOKED: list[tuple[Any, dict[str, Any], State, str]] = [
    (proxy.forwarded, {}, OK, "the server sees who asks (127.0.0.1)"),
    (proxy.forwarded, {"client": "passes on"}, FAULT, "everybody can take any"),
    (proxy.forwarded, {"client": "drops"}, FAULT, "everybody seems to come from 127.0.0.1"),
    (proxy.forwarded, {"client": "adds"}, ADVICE, "(192.0.2.77, 127.0.0.1)"),
    (proxy.forwarded, {"by": "127.0.0.2"}, FAULT, "Set FORWARDED_ALLOW_IPS=127.0.0.2"),
    (proxy.forwarded, {"scheme": "passes on"}, FAULT, "believes that they come by https"),
    (proxy.forwarded, {"keeps_host": False}, FAULT, "proxy_set_header Host $http_host;"),
    (proxy.bodies, {}, OK, "lets through"),
    (proxy.bodies, {"most": 2**20}, FAULT, "client_max_body_size 60m"),
    (proxy.bodies, {"most": 2**24}, ADVICE, "no files of 60 MB"),
    (proxy.bodies, {"cuts": 2**20}, FAULT, "not all came"),
    (proxy.events, {}, OK, "as they are sent"),
    (proxy.events, {"collects": True}, FAULT, "proxy_buffering off"),
]


@pytest.mark.long("some of the checks wait for what does not come")
@pytest.mark.parametrize(("check", "manners", "state", "words"), CROOKED)
def test_what_a_proxy_does_is_seen_from_outside(
    server: tuple[Server, str], check: Any, manners: dict[str, Any], state: State, words: str
) -> None:
    found = looked(server, check, **manners)
    assert found.state is state, said(found)
    assert words in said(found)


def test_everything_that_is_wrong_is_told_at_once(server: tuple[Server, str]) -> None:
    found = looked(server, proxy.forwarded, client="drops", scheme="passes on", keeps_host=False)
    assert found.state is FAULT
    for name in ("Host", "X-Forwarded-Proto", "X-Forwarded-For"):
        assert f"nginx: proxy_set_header {name}" in said(found)


def test_a_forged_address_that_is_believed_is_a_fault_unless_the_asker_is_this_machine_itself() -> None:
    def judged(client: str, forwarded_for: str) -> State:
        seen = Seen(client=client, scheme="https", host="h", forwarded_for=forwarded_for, forwarded_proto="")
        return proxy._of_client(seen).state

    assert judged(proxy.FORGED, f"{proxy.FORGED}, 198.51.100.9") is FAULT
    assert judged("198.51.100.9", f"{proxy.FORGED}, 198.51.100.9") is ADVICE
    assert judged("198.51.100.9", "::ffff:198.51.100.9") is OK


def test_headers_that_are_right_and_not_believed_have_one_cause() -> None:
    seen = Seen(
        client="10.0.0.5", scheme="http", host="h", forwarded_for="198.51.100.9", forwarded_proto="https"
    )
    assert proxy._of_scheme("https", seen) == [proxy._of_client(seen)]
    assert "Set FORWARDED_ALLOW_IPS=10.0.0.5" in said(proxy._of_client(seen))


def test_a_server_without_a_proxy_has_no_headers_to_be_set(server: tuple[Server, str]) -> None:
    behind, url = server
    at = installation(address=behind.address, database_url=url, port=behind.port)
    assert address.reached(at).said.endswith("with no proxy before it")
    assert [check.look(at) for check in proxy.CHECKS] == [None, None, None]


def test_a_server_on_another_database_tells_nothing(server: tuple[Server, str], tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    migration.upgrade(other)
    found = looked((server[0], other), proxy.forwarded)
    assert found.state is UNCHECKED
    assert "another database" in said(found)


def test_without_a_database_a_server_cannot_be_asked_what_it_sees(
    server: tuple[Server, str], tmp_path: Path
) -> None:
    found = looked((server[0], f"sqlite:///{tmp_path / 'nowhere.db'}"), proxy.forwarded)
    assert found.state is UNCHECKED
    assert not (tmp_path / "nowhere.db").exists()


def test_where_nothing_answers_nothing_more_is_said() -> None:
    assert proxy.forwarded(installation()) is None
    assert proxy.events(installation(address="http://127.0.0.1:9")) is None


def test_the_largest_body_is_the_largest_of_all_rooms() -> None:
    from app.main import ROOMS

    assert max(one.most for room in ROOMS for one in room.larger_bodies) == probe.MOST
