"""Servers for e-mail and for signing in: asked, and left as they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic import SecretStr

from app.accounts.openid import asking
from app.accounts.openid.asking import ProviderDown
from app.commands.doctor import providers
from tests.app.commands.doctor.installations import FAULT, OK, installation, said
from tests.app.mail.server import serving
from tests.app.server import free_port

ISSUER = "https://login.example"


def test_without_servers_nothing_is_asked() -> None:
    assert providers.mail(installation()).state is OK
    assert providers.openid(installation()).state is OK


def test_a_mail_server_is_asked_and_gets_no_mail() -> None:
    with serving() as server:
        at = installation(smtp_host="127.0.0.1", smtp_port=server.port, smtp_tls="none")
        found = providers.mail(at)
        assert found.state is OK, said(found)
        assert (server.connections, server.got) == (1, [])


def test_a_mail_server_that_does_not_know_us_is_a_fault() -> None:
    with serving(password="right") as server:
        wrong: dict[str, Any] = {"smtp_user": "examformer", "smtp_password": SecretStr("hunter2")}
        found = providers.mail(
            installation(smtp_host="127.0.0.1", smtp_port=server.port, smtp_tls="none", **wrong)
        )
    assert found.state is FAULT
    assert "hunter2" not in said(found)


def test_a_mail_server_where_nobody_listens_is_a_fault_with_a_way_to_try() -> None:
    port = free_port()
    found = providers.mail(installation(smtp_host="127.0.0.1", smtp_port=port))
    assert found.state is FAULT
    assert f"nc -vz 127.0.0.1 {port}" in said(found)


def publishing(monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any] | Exception) -> None:
    def answered(session: object, address: str) -> dict[str, Any]:
        assert address == f"{ISSUER}/.well-known/openid-configuration"
        if isinstance(answer, Exception):
            raise answer
        return answer

    @contextmanager
    def opened(client: str, secret: str) -> Iterator[None]:
        with asking.believing():
            yield

    monkeypatch.setattr(providers, "answer", answered)
    monkeypatch.setattr(providers, "asking", opened)


def document(issuer: str) -> dict[str, Any]:
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{ISSUER}/a",
        "token_endpoint": f"{ISSUER}/t",
        "jwks_uri": f"{ISSUER}/k",
    }


def test_a_provider_that_calls_itself_as_it_is_set_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    publishing(monkeypatch, document(ISSUER))
    assert providers.openid(installation(openid_issuer=ISSUER)).state is OK


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (document(f"{ISSUER}/"), "exactly as it calls itself"),
        ({"issuer": ISSUER}, "cannot be used"),
        (ProviderDown("ConnectionError: nobody there"), "cannot be reached: ConnectionError"),
    ],
)
def test_a_provider_that_cannot_be_used_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any] | Exception, words: str
) -> None:
    publishing(monkeypatch, answer)
    found = providers.openid(installation(openid_issuer=ISSUER))
    assert found.state is FAULT
    assert words in said(found)
    assert f"{ISSUER}/.well-known/openid-configuration" in said(found)


def test_a_provider_is_really_asked() -> None:
    found = providers.openid(installation(openid_issuer=f"http://127.0.0.1:{free_port()}"))
    assert found.state is FAULT
    assert "cannot be reached" in found.said
