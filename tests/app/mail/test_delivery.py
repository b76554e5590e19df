"""Delivery: a mail arrives once, waits for a server that does not work, and stands in a list where it never arrives."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import func, insert, select, update

from app.database.connection import Connection, Database
from app.database.schema import mails as table
from app.database.schema import people as people_table
from app.identity.store.people import Role
from app.jobs.store import jobs
from app.mail import delivery, letters, smtp
from app.mail.delivery import AT_ONCE, HELD, PAUSES, enqueue, send_due
from app.outbox import outbox
from app.outbox.store import mails, readers
from app.outbox.store.mails import Mail, MailKind, New
from app.settings import Settings
from tests.app.accounts.members import Member, member
from tests.app.learner import on_both
from tests.app.mail.server import Server, serving
from tests.app.webhooks.certificates import certificate
from tests.app.webhooks.certificates import serving as showing

Send = Callable[[], int]
BEFORE = datetime(2026, 11, 1, 12, tzinfo=UTC)


def queue(store: Database, *whom: Member, kind: MailKind = MailKind.TEST) -> None:
    with store.write() as connection:
        outbox.queue(connection, *(New(kind, one.id) for one in whom))


def waiting(store: Database) -> list[mails.Mail]:
    with store.read() as connection:
        found = select(table).where(table.c.next_at.is_not(None)).order_by(table.c.id)
        return [mails._mail(row) for row in connection.execute(found)]


def given_up(store: Database) -> list[tuple[str, int, str]]:
    with store.read() as connection:
        return [(to, one.tries, one.said) for one, to in mails.given_up(connection, 100)]


@on_both
def test_a_mail_arrives_once_over_a_line_that_is_encrypted_and_is_kept_as_sent(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    ada = member(app)
    queue(store, ada)
    assert (send(), send()) == (1, 0)
    (got,) = server.got
    assert (got.to, got.sender, got.encrypted, got.options) == (ada.email, "exam@school.example", True, ())
    assert got.text.startswith("Hello,\n\nThis e-mail was sent as a test")
    with store.write() as connection:
        assert mails.counts(connection, datetime.now(UTC) - timedelta(days=1)) == mails.Counts(0, 0, 1, "")
        mails.forget_older(connection, datetime.now(UTC) + mails.KEPT + timedelta(minutes=1))
        assert connection.execute(select(table.c.id)).first() is None


@on_both
def test_what_a_server_takes_later_is_tried_again_after_growing_pauses_and_then_given_up(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    queue(store, member(app))
    server.answer, pauses = "451 4.3.0 later\x07, please", []
    for _ in range(len(PAUSES) + 3):
        before = datetime.now(UTC)
        send()
        pauses += [round(((one.next_at or before) - before) / timedelta(minutes=1)) for one in waiting(store)]
    assert pauses == [1, 5, 30, 120, 360, 1440, 1440]
    ((_, tries, said),) = given_up(store)
    assert (tries, said) == (len(PAUSES) + 1, "451 4.3.0 later, please")


@on_both
def test_where_the_server_does_not_work_all_that_wait_are_put_off_together(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    people_here = [member(app) for _ in range(AT_ONCE + 3)]
    queue(store, *people_here)
    server.greets = "421 4.3.2 closing"
    server.answer = "421 4.3.2 closing"
    connections = server.connections
    assert send() == 0
    assert server.connections == connections + 1
    assert {one.tries for one in waiting(store)} == {1}
    assert len(waiting(store)) == AT_ONCE + 3
    server.greets, server.answer = "", "250 OK"
    assert send() == AT_ONCE + 3


def test_a_server_that_is_not_there_is_told_and_no_mail_is_lost(
    app: FastAPI, store: Database, chosen: Settings
) -> None:
    queue(store, member(app))
    nobody = chosen.model_copy(update={"smtp_port": 1})
    for _ in range(len(PAUSES) + 1):
        with store.write() as connection:
            connection.execute(update(table).values(next_at=datetime.now(UTC)))
        assert send_due(store, nobody) == 0
    ((_, tries, said),) = given_up(store)
    assert tries == len(PAUSES) + 1
    assert said.startswith("ConnectionRefusedError")
    with store.write() as connection:
        assert mails.again(connection, datetime.now(UTC)) == 1
    assert send_due(store, chosen) == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"smtp_password": "wrong"}, "does not know this user or password (535)"),
        ({"smtp_host": "127.0.0.1"}, "certificate is not trusted"),
    ],
)
def test_a_server_that_we_do_not_believe_or_that_does_not_know_us_gets_nothing(
    app: FastAPI, store: Database, server: Server, chosen: Settings, change: dict[str, str], said: str
) -> None:
    queue(store, member(app))
    wrong = Settings(**(chosen.model_dump() | change))
    assert send_due(store, wrong) == 0
    assert server.got == []
    (one,) = waiting(store)
    assert said in one.said


def test_a_line_without_encryption_is_given_up_before_anything_is_said(
    app: FastAPI, store: Database, chosen: Settings
) -> None:
    queue(store, member(app))
    with serving() as plain:
        assert send_due(store, chosen.model_copy(update={"smtp_port": plain.port})) == 0
        assert plain.got == []
    (one,) = waiting(store)
    assert "STARTTLS" in one.said


def test_a_server_may_speak_tls_from_the_first_byte_or_stand_on_this_machine(
    app: FastAPI, store: Database, chosen: Settings, tmp_path_factory: pytest.TempPathFactory, pem: object
) -> None:
    queue(store, member(app))
    with serving(showing(pem), "nobody guesses this", from_the_start=True) as tls:  # type: ignore[arg-type]
        there = {"smtp_port": tls.port, "smtp_tls": "tls"}
        assert send_due(store, chosen.model_copy(update=there)) == 1
    queue(store, member(app))
    with serving() as plain:
        there = {"smtp_port": plain.port, "smtp_tls": "none", "smtp_user": ""}
        assert send_due(store, chosen.model_copy(update=there)) == 1
        assert not plain.got[0].encrypted


@on_both
def test_a_bounced_address_stands_in_the_list_at_once_and_gets_no_more_of_its_courses(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    ada, bo, kim = member(app), member(app), member(app)
    server.refuses = {
        ada.email: "550 5.1.1 no such user",
        bo.email: "554 5.7.1 relay access denied",
        kim.email: "450 4.2.1 mailbox is full",
    }
    queue(store, ada, bo, kim)
    assert send() == 0
    assert given_up(store) == [
        (bo.email, 1, "554 5.7.1 relay access denied"),
        (ada.email, 1, "550 5.1.1 no such user"),
    ]
    assert [one.person for one in waiting(store)] == [kim.id]
    with store.read() as connection:
        refused = {
            one.id: (readers.find(connection, one.id) or pytest.fail("there is no reader")).refused_at
            for one in (ada, bo)
        }
    assert refused[ada.id] is not None
    assert refused[bo.id] is None  # that is the server's mood, and no fault of the address


@on_both
@pytest.mark.parametrize("address", ["ada@localhost", "a,b@school.example"])
def test_an_address_that_no_server_takes_is_given_up_without_asking_one(
    app: FastAPI, store: Database, server: Server, send: Send, address: str
) -> None:
    queue(store, member(app, email=address), member(app))
    assert send() == 1
    assert [to for to, _, _ in given_up(store)] == [address]


def test_an_address_with_other_letters_needs_a_server_that_takes_them(
    app: FastAPI, store: Database, server: Server, send: Send, chosen: Settings
) -> None:
    queue(store, member(app, email="jörg@müller.example"))
    assert send() == 1
    (got,) = server.got
    assert (got.to, "SMTPUTF8" in got.options) == ("jörg@xn--mller-kva.example", True)
    queue(store, member(app, email="jürgen@müller.example"))
    with serving(letters=False) as old:
        there = {"smtp_port": old.port, "smtp_tls": "none", "smtp_user": ""}
        assert send_due(store, chosen.model_copy(update=there)) == 0
    ((_, _, said),) = given_up(store)
    assert "SMTPUTF8" in said


def test_a_connection_that_ends_in_the_middle_puts_off_that_mail_and_the_next_goes_over_another(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    ada, bo = member(app), member(app)
    queue(store, ada, bo)
    server.answer = "drop"
    assert send() == 0
    assert [one.tries for one in waiting(store)] == [1, 1]  # after two in a row, it is the server
    assert all("unexpectedly closed" in one.said for one in waiting(store))
    server.answer = "250 OK"
    assert send() == 2
    assert len({got.message["Message-ID"] for got in server.got}) == 2


def test_a_second_copy_of_a_mail_has_the_same_message_id(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    """The worker is killed between the answer of the server and its own note: nobody can tell whether it arrived."""
    queue(store, member(app))
    send()
    with store.write() as connection:
        connection.execute(update(table).values(sent_at=None, next_at=datetime.now(UTC)))
    send()
    assert len({got.message["Message-ID"] for got in server.got}) == 1
    assert len(server.got) == 2


def test_a_server_that_says_nothing_is_given_up_in_time(
    app: FastAPI, store: Database, server: Server, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "ALL_IN_ALL", 0.3)
    queue(store, member(app))
    server.answer, began = "hang", time.monotonic()
    assert send() == 0
    assert time.monotonic() - began < 5
    (one,) = waiting(store)
    assert one.tries == 1


@on_both
def test_of_two_servers_one_sends_a_mail_and_one_that_dies_keeps_nobody_waiting_for_long(
    app: FastAPI, store: Database
) -> None:
    queue(store, member(app), member(app))
    now = datetime.now(UTC) + timedelta(seconds=1)
    with store.write() as connection:
        assert len(mails.claim(connection, now, now + HELD, 1)) == 1
    with store.write() as connection:
        (other,) = mails.claim(connection, now, now + HELD, 10)
    with store.write() as connection:
        assert mails.claim(connection, now, now + HELD, 10) == []
        assert len(mails.claim(connection, now + HELD, now + 2 * HELD, 10)) == 2
        mails.let_go(connection, [other.id])
        assert [one.id for one in mails.claim(connection, now, now + HELD, 10)] == [other.id]


@on_both
def test_what_somebody_waits_for_goes_before_ten_thousand_others(
    app: FastAPI, store: Database, server: Server, chosen: Settings
) -> None:
    ada = member(app)
    rows = [
        {
            "name": f"n{n}", "kind": MailKind.MARKS, "person_id": ada.id, "made_at": BEFORE, "next_at": BEFORE,
            "tries": 0, "said": "",
        }
        for n in range(10_000)
    ]  # fmt: skip
    with store.write() as connection:
        connection.execute(insert(table), rows)
        outbox.queue(connection, New(MailKind.RESET, None, ada.email))
    began = time.monotonic()
    now = datetime.now(UTC)
    with store.write() as connection:
        first = mails.claim(connection, now, now + HELD, AT_ONCE)[0]
        mails.let_go(connection, [first.id])
    assert first.kind is MailKind.RESET
    with store.write() as connection:
        mails.put_off(connection, now, PAUSES, "The server did not answer in time.")
    assert time.monotonic() - began < 5
    with store.read() as connection:
        assert not mails.is_due(connection, now)
        late = select(func.count()).where(table.c.tries == 1, table.c.next_at == now + PAUSES[0])
        assert connection.execute(late).scalar() == 10_001


def test_a_job_is_queued_once_something_is_to_be_sent_and_only_one(
    app: FastAPI, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    enqueue(store)
    with store.read() as connection:
        assert jobs.unfinished(connection, "mail") == 0
    queue(store, member(app))
    enqueue(store)
    enqueue(store)
    with store.read() as connection:
        assert jobs.unfinished(connection, "mail") == 1


def test_the_job_sends_what_waits_from_a_worker_of_its_own(
    app: FastAPI, store: Database, server: Server, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.settings import settings as cached

    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", settings.database_url)
    cached.cache_clear()
    ada = member(app)
    queue(store, ada)
    assert delivery.carry_out({}, lambda *_: None) == {"sent": 1}  # type: ignore[arg-type]
    assert [got.to for got in server.got] == [ada.email]


def test_an_account_that_is_deleted_gets_no_mail(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    queue(store, ada := member(app))
    with store.write() as connection:
        connection.execute(people_table.delete().where(people_table.c.id == ada.id))
    assert send() == 0
    assert (server.got, waiting(store)) == ([], [])


def test_administrators_see_what_did_not_arrive_and_send_it_again_or_discard_it(
    app: FastAPI, store: Database, server: Server, send: Send
) -> None:
    root, ada, bo = member(app, Role.ADMINISTRATOR), member(app), member(app)
    here = "/mail/undelivered"
    assert "Nothing was given up." in root.learner.get(here).text
    server.refuses = {one.email: "550 5.1.1 <b>no</b> such user" for one in (ada, bo)}
    queue(store, ada, bo)
    send()
    page = root.learner.get(here)
    assert "2 were given up" in page.text
    assert "550 5.1.1 <b>no</b> such user" in page.text  # as text
    server.refuses = {}
    first, second = sorted(set(re.findall(rf'action="{here}/(\d+)"', page.html)))
    root.learner.send(f"{here}/{first}", {"do": "again"})
    root.learner.send(f"{here}/{second}", {"do": "discarded"})
    assert root.learner.send(f"{here}/{second}", {"do": "again"}).status == 404
    assert send() == 1
    root.learner.send(here, {"do": "test"})
    assert send() == 1
    assert server.got[-1].to == root.email
    assert ada.learner.get(here).status == 403


def test_a_mail_that_cannot_be_written_keeps_no_other_one_waiting(
    app: FastAPI, store: Database, server: Server, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = member(app), member(app)
    queue(store, ada, bo)
    write = letters.written

    def written(connection: Connection, mail: Mail, now: datetime, chosen: Settings) -> letters.Letter | None:
        if mail.person == ada.id:
            raise RuntimeError
        return write(connection, mail, now, chosen)

    monkeypatch.setattr(letters, "written", written)
    assert send() == 1
    assert [(to, said.partition(";")[0]) for to, _, said in given_up(store)] == [
        (ada.email, "It could not be written")
    ]


def test_a_certificate_for_another_name_is_not_believed(
    app: FastAPI,
    store: Database,
    chosen: Settings,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = certificate(tmp_path_factory.mktemp("other"), "mail.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    queue(store, member(app))
    with serving(showing(other)) as wrong:
        assert send_due(store, chosen.model_copy(update={"smtp_port": wrong.port})) == 0
        assert wrong.got == []
    (one,) = waiting(store)
    assert "not trusted" in one.said
