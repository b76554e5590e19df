"""Webhooks: what changed is told, signed, again and again until it arrives, and to no private address."""

import json
import re
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import deliveries as deliveries_table
from app.database.schema import webhooks as webhooks_table
from app.identity.store.people import Role
from app.settings import Settings
from app.webhooks import delivery, sending
from app.webhooks.delivery import MOST_FAILURES, PAUSES, look_after
from app.webhooks.sending import Answer, BadAddress, checked, is_public, send
from app.webhooks.store import deliveries, webhooks
from tests.app.accounts.members import member
from tests.app.api.api_client import writer
from tests.app.courses.taught_course import Lecture, assignment, begin, entry, lecture
from tests.app.coursework.test_grade_scale import save as save_scale
from tests.app.coursework.test_gradebook import answer
from tests.app.learner import COSINE, Count, Make, on_both
from tests.app.personal_data.test_deletion import forget
from tests.app.server import PATIENCE
from tests.app.webhooks.certificates import believing, certificate, serving
from tests.app.webhooks.receiver import Receiver, receiver

INSIDE = Settings(webhooks_inside=True)


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as one:
        yield one


def registered(app: FastAPI, nlp: Lecture, there: Receiver) -> str:
    """Registers the receiver as the page does for a public one; returns the secret."""
    store: Database = app.state.database
    with store.write() as connection:
        _, secret = webhooks.add(connection, 1, nlp.instructor.id, there.address, datetime.now(UTC))
    return secret


def look(app: FastAPI) -> None:
    """Does what the job does for the first webhook, whatever time it is."""
    store: Database = app.state.database
    with store.write() as connection:
        waits = deliveries_table.c.next_at.is_not(None)
        connection.execute(update(deliveries_table).where(waits).values(next_at=datetime.now(UTC)))
    look_after(store, app.state.library, 1, INSIDE)


def sent(app: FastAPI) -> list[deliveries.Delivery]:
    store: Database = app.state.database
    with store.read() as connection:
        return deliveries.last(connection, 1, 100)


def set_mark(app: FastAPI, nlp: Lecture, name: str, points: str) -> None:
    number = int(entry(nlp, nlp.student.email).rpartition("/")[2])
    mark = {"entry": number, "assignment": name, "points": points, "reason": "Oral."}
    told = writer(app, nlp.instructor).post(f"/courses/{nlp.name}/set-marks", {"marks": [mark]})
    assert told.status_code == 200


# What is told


@on_both
def test_a_receiver_hears_what_changed_signed_and_once(
    app: FastAPI, nlp: Lecture, store: Database, there: Receiver
) -> None:
    address = assignment(nlp, COSINE)
    name, secret = address.rpartition("/")[2], registered(app, nlp, there)
    answer(nlp.student, begin(nlp.student, address, COSINE), store, "dot")
    look(app)
    assert there.got == []  # what there was before is read by GET
    set_mark(app, nlp, name, "7/2")
    save_scale(nlp)
    look(app)
    look(app)
    (got,) = there.got
    assert got.is_signed_by(secret)
    assert not got.is_signed_by(f"{secret}x")
    assert got.path == "/marks?of=nlp"
    assert (got.headers["Content-Type"], got.headers["Examformer-Event"]) == (
        "application/json",
        "marks.changed",
    )
    told = json.loads(got.body)
    number = int(entry(nlp, nlp.student.email).rpartition("/")[2])
    who = {"entry": number, "student": nlp.student.id}
    assert (told["course"], told["event"]) == (nlp.name, "marks.changed")
    assert told["marks"] == [who | {"assignment": name, "earned": {"exact": "7/2", "decimal": 3.5}}]
    assert told["grades"] == [who | {"grade": "C"}]
    (one,) = sent(app)
    assert (one.arrived, one.status, one.said, one.tries, one.next_at) == (True, 200, "thanks", 1, None)


def test_many_changes_come_in_events_of_some_hundreds(app: FastAPI) -> None:
    from app.webhooks.changes import MOST, events

    after = {str(n): {"w": "1"} for n in range(2 * MOST + 1)}
    bodies = [json.loads(one) for one in events("c", {}, {}, after, datetime.now(UTC))]
    assert [len(one["marks"]) for one in bodies] == [MOST, MOST, 1]
    assert list(events("c", {}, after, after, datetime.now(UTC))) == []


@on_both
def test_what_does_not_arrive_is_sent_again_after_growing_pauses_and_then_given_up(
    app: FastAPI, nlp: Lecture, there: Receiver
) -> None:
    name = assignment(nlp, COSINE).rpartition("/")[2]
    registered(app, nlp, there)
    look(app)
    set_mark(app, nlp, name, "1")
    there.status, there.text = 503, b"later\0 \xff please"
    pauses, before = [], datetime.now(UTC)
    for _ in range(len(PAUSES) + 3):
        look(app)
        (one,) = sent(app)
        if one.next_at:
            pauses.append(round((one.next_at - before) / timedelta(minutes=1)))
    assert pauses == [1, 5, 30, 120, 360, 1440]
    assert len({got.headers["Examformer-Delivery"] for got in there.got}) == 1
    assert len(there.got) == len(PAUSES) + 1
    assert (one.status, one.next_at) == (503, None)
    assert one.said.startswith("later")


@on_both
def test_a_webhook_is_turned_off_after_many_failures_and_on_again(
    app: FastAPI, nlp: Lecture, there: Receiver, store: Database
) -> None:
    name = assignment(nlp, COSINE).rpartition("/")[2]
    registered(app, nlp, there)
    look(app)
    there.status = 500
    for n in range(MOST_FAILURES):
        set_mark(app, nlp, name, str(n % 2))
        look(app)
    asked = len(there.got)
    assert asked == MOST_FAILURES
    page = nlp.instructor.learner.get(f"{nlp.address}/webhooks")
    assert f"The last {MOST_FAILURES} tries failed." in page.text
    look(app)
    assert len(there.got) == asked
    nlp.instructor.learner.send(f"{nlp.address}/webhooks/1", {"do": "on"})
    there.status = 200
    look(app)
    set_mark(app, nlp, name, "5")
    look(app)
    assert len(there.got) == asked + 1
    with store.read() as connection:
        assert connection.execute(select(webhooks_table.c.failures)).scalar() == 0


@on_both
def test_one_server_at_a_time_sends(app: FastAPI, nlp: Lecture, there: Receiver, store: Database) -> None:
    registered(app, nlp, there)
    now = datetime.now(UTC)
    with store.write() as connection:
        assert webhooks.hold(connection, 1, now, now + delivery.HELD) is not None
    with store.write() as connection:
        assert webhooks.hold(connection, 1, now, now + delivery.HELD) is None
        assert webhooks.waiting(connection, now, now) == []
        later = now + delivery.HELD
        assert webhooks.waiting(connection, later, later) == [1]  # its server may be gone
    look(app)
    with store.read() as connection:
        assert connection.execute(select(webhooks_table.c.told)).scalar() is None
    with store.write() as connection:
        webhooks.let_go(connection, 1)
    look(app)
    with store.read() as connection:
        assert connection.execute(select(webhooks_table.c.told)).scalar() is not None


@pytest.mark.parametrize("how", ["role", "left"])
def test_whoever_teaches_no_more_is_told_no_more(
    app: FastAPI, nlp: Lecture, there: Receiver, how: str
) -> None:
    name = assignment(nlp, COSINE).rpartition("/")[2]
    registered(app, nlp, there)
    look(app)
    set_mark(app, nlp, name, "1")
    if how == "role":
        member(app, Role.ADMINISTRATOR).learner.send(f"/people/{nlp.instructor.id}/role", {"role": "student"})
    else:
        other = member(app, Role.INSTRUCTOR)
        nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": other.email, "role": "instructor"})
        nlp.instructor.learner.send(f"{nlp.address}/leave", {})
    look(app)
    assert there.got == []
    store: Database = app.state.database
    with store.read() as connection:
        assert webhooks.of_course(connection, 1)[0].off_at is not None


def test_a_worker_does_it_soon_after_a_test_is_asked_for(
    make: Make, settings: Settings, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXAMFORMER_WEBHOOKS_INSIDE", "true")
    app = make(settings.model_copy(update={"webhooks_inside": True}))
    nlp = lecture(app)
    lin = nlp.instructor.learner
    page = lin.send(f"{nlp.address}/webhooks", {"address": there.address})
    secret = page.fields.get("", "") or re.findall(r'id="secret" readonly value="([^"]+)"', page.html)[0]
    assert "shown here only" in page.text
    assert secret not in lin.get(f"{nlp.address}/webhooks").html
    lin.send(f"{nlp.address}/webhooks/1", {"do": "ping"})
    app.state.runner.start()
    deadline = time.monotonic() + PATIENCE
    try:
        while not there.got or not sent(app)[0].arrived:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        app.state.runner.stop()
    (got,) = there.got
    assert json.loads(got.body)["event"] == got.headers["Examformer-Event"] == "ping"
    assert got.is_signed_by(secret)
    assert "✓ 200" in lin.get(f"{nlp.address}/webhooks").text


def test_nothing_is_queued_where_nothing_is_to_be_done(
    app: FastAPI, nlp: Lecture, there: Receiver, count: Count
) -> None:
    delivery.enqueue(app.state.database)
    assert "jobs" not in count()
    registered(app, nlp, there)
    for _ in range(2):
        delivery.enqueue(app.state.database)
        assert count()["jobs"] == 1


# Where to


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        *((one, False) for one in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254")),
        *((one, False) for one in ("0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1")),
        *((one, False) for one in ("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1")),
        *((one, False) for one in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:7f00:1::")),
    ],
)
def test_private_addresses_are_told_from_public_ones(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "x",
            "//x.org",
            "ftp://x.org",
            "http://x.org",
            "https://",
            "https://x.org:0",
            "https://x.org:99999",
        ),
        *("https://u@x.org", "https://u:p@x.org", "https://x.org/#a", "https://x.org/ä", "https://x.org/a b"),
        *("https://x.org/\n", f"https://x.org/{'a' * 600}", "https://[::1"),
    ],
)
def test_what_is_no_address_is_refused(nlp: Lecture, count: Count, address: str) -> None:
    with pytest.raises(BadAddress):
        checked(address, inside=False)
    if address.strip() == address:
        before = count()
        page = nlp.instructor.learner.send(f"{nlp.address}/webhooks", {"address": address})
        assert (page.status, "Give an address that begins with https://" in page.text) == (422, True)
        assert count() == before


def test_without_the_setting_nothing_is_sent_to_this_machine(there: Receiver) -> None:
    port = there.address.rpartition(":")[2].partition("/")[0]
    for host in ("localhost", "127.0.0.1", "[::1]", "2130706433", "127.1"):
        told = send(f"https://{host}:{port}/", "{}", {}, inside=False)
        assert told.status is None
    assert (
        send(f"https://127.0.0.1:{port}/", "{}", {}, inside=False).said
        == "The address leads into a private network."
    )
    assert there.got == []


def test_the_connection_goes_to_what_was_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means this machine when it is asked a second time leads nowhere else."""
    asked, reached = [], []

    def resolve(host: str, port: int, **_: object) -> list[Any]:
        asked.append(host)
        there = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (there, port))]

    def connect(place: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(place)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr("app.webhooks.sending.socket.getaddrinfo", resolve)
    monkeypatch.setattr("app.webhooks.sending.socket.create_connection", connect)
    told = send("https://rebinding.example/", "{}", {}, inside=False)
    assert (told.status, "refused" in told.said) == (None, True)
    assert (asked, reached) == (["rebinding.example"], [("93.184.216.34", 443)])


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(host: str, port: int, **_: object) -> list[Any]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in ("93.184.216.34", "10.0.0.1")
        ]

    monkeypatch.setattr("app.webhooks.sending.socket.getaddrinfo", resolve)
    assert send("https://x.org/", "{}", {}, inside=False).said == "The address leads into a private network."


def test_https_is_spoken_with_the_name_that_was_asked_and_with_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = certificate(tmp_path, "grades.example")
    client = believing(file)

    def resolve(host: str, port: int, *_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    with receiver(serving(file)) as there:
        port = there.address.split(":")[2].partition("/")[0]
        monkeypatch.setattr("app.webhooks.sending.socket.getaddrinfo", resolve)
        unknown = send(f"https://grades.example:{port}/", "{}", {}, inside=True)
        assert (unknown.status, "CERTIFICATE_VERIFY_FAILED" in unknown.said) == (None, True)
        monkeypatch.setattr("app.webhooks.sending.ssl.create_default_context", lambda: client)
        other = send(f"https://other.example:{port}/", "{}", {}, inside=True)
        assert (other.status, "Hostname mismatch" in other.said) == (None, True)
        assert there.got == []
        assert send(f"https://grades.example:{port}/a?b=c", "{}", {}, inside=True) == Answer(200, "thanks")
    (got,) = there.got
    assert (got.path, got.headers["Host"]) == ("/a?b=c", f"grades.example:{port}")


def test_redirects_are_not_followed(there: Receiver) -> None:
    there.status, there.headers = 302, {"Location": there.address}
    assert send(there.address, "{}", {}, inside=True) == Answer(302, "thanks")
    assert len(there.got) == 1


def test_long_and_slow_answers_are_cut_off(there: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    there.text = b"a" * 10**7
    told = send(there.address, "{}", {}, inside=True)
    assert (told.status, len(told.said)) == (200, 200)
    monkeypatch.setattr(sending, "ALL_IN_ALL", 0.5)
    there.text, there.drips = b"b" * 4096, 0.05
    before = time.monotonic()
    send(there.address, "{}", {}, inside=True)
    assert time.monotonic() - before < 3


def test_slow_answers_over_https_are_cut_off_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = certificate(tmp_path, "localhost")
    client = believing(file)
    monkeypatch.setattr("app.webhooks.sending.ssl.create_default_context", lambda: client)
    monkeypatch.setattr(sending, "ALL_IN_ALL", 0.5)
    with receiver(serving(file)) as there:
        there.text, there.drips = b"b" * 4096, 0.05
        before = time.monotonic()
        send(there.address.replace("127.0.0.1", "localhost"), "{}", {}, inside=True)
        assert time.monotonic() - before < 3
        assert len(there.got) == 1


def test_whoever_is_not_there_is_told_as_an_answer_that_there_was_not() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    told = send(f"http://127.0.0.1:{port}/", "{}", {}, inside=True)
    assert (told.status, told.said.startswith("ConnectionRefusedError")) == (None, True)
    assert send("https://no-such-name.invalid/", "{}", {}, inside=False).status is None


# Who


def test_a_course_has_five_at_most_and_its_teachers_alone_change_them(app: FastAPI, nlp: Lecture) -> None:
    lin, page = nlp.instructor.learner, f"{nlp.address}/webhooks"
    for n in range(5):
        assert lin.send(page, {"address": f"https://x{n}.org/"}).status == 200
    assert "five webhooks at most" in lin.send(page, {"address": "https://more.org/"}).text
    for one in (nlp.student, lecture(app, "Another").instructor):
        assert one.learner.get(page).status in (403, 404)
        for do in ("ping", "off", "remove"):
            assert one.learner.send(f"{page}/1", {"do": do}).status in (403, 404)
    assert lin.send(f"{page}/9", {"do": "off"}).status == 404
    assert "Off since" in lin.send(f"{page}/1", {"do": "off"}).text
    assert "https://x0.org/" not in lin.send(f"{page}/1", {"do": "remove"}).text


@on_both
def test_webhooks_go_with_whoever_registered_them(
    app: FastAPI, nlp: Lecture, there: Receiver, count: Count
) -> None:
    registered(app, nlp, there)
    other = member(app, Role.INSTRUCTOR)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": other.email, "role": "instructor"})
    look(app)
    assert count()["webhooks"] == 1
    assert "Everything is deleted" in forget(nlp.instructor.learner).text
    assert "webhooks" not in count()
