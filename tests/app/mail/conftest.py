"""An installation that sends e-mails, to a server on this machine."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import mails
from app.identity.store import people
from app.mail import delivery
from app.settings import Settings
from app.settings import settings as cached
from tests.app.accounts.members import Member
from tests.app.mail.server import Server, serving
from tests.app.webhooks.certificates import certificate
from tests.app.webhooks.certificates import serving as showing

PASSWORD = "nobody guesses this"
SITE = "https://exam.example"


@pytest.fixture(scope="session")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The key and certificate of localhost."""
    return certificate(tmp_path_factory.mktemp("smtp"), "localhost")


@pytest.fixture
def server(pem: Path) -> Iterator[Server]:
    with serving(showing(pem), PASSWORD) as one:
        yield one


@pytest.fixture(autouse=True)
def set_up(server: Server, pem: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sets what an operator would; the certificate is believed, and the names are checked."""
    chosen = {
        "HOST": "localhost", "PORT": str(server.port), "USER": "examformer", "PASSWORD": PASSWORD,
        "FROM": "Prüfungen <exam@school.example>",
    }  # fmt: skip
    for name, value in chosen.items():
        monkeypatch.setenv(f"EXAMFORMER_SMTP_{name}", value)
    monkeypatch.setenv("EXAMFORMER_PUBLIC_ADDRESS", SITE)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    cached.cache_clear()
    yield
    cached.cache_clear()


@pytest.fixture
def chosen() -> Settings:
    """The settings that the worker has."""
    return cached()


@pytest.fixture
def send(app: FastAPI) -> Callable[[], int]:
    """Sends what waits, whatever time it is, as the job does; returns how many mails the server took."""
    store: Database = app.state.database

    def sent() -> int:
        with store.write() as connection:
            waits = (mails.c.next_at.is_not(None), mails.c.next_at > datetime.now(UTC))
            connection.execute(update(mails).where(*waits).values(next_at=datetime.now(UTC)))
        return delivery.send_due(store, cached())

    return sent


@pytest.fixture
def confirm(app: FastAPI) -> Callable[[Member], None]:
    """Notes that a person's e-mail is known to be theirs."""
    store: Database = app.state.database

    def confirmed(one: Member) -> None:
        with store.write() as connection:
            people.verify_email(connection, one.id, datetime.now(UTC) - timedelta(days=1))

    return confirmed
