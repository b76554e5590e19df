"""Settings that do not fit, are not safe together, or are half a set."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.commands.doctor import installation as installations
from app.commands.doctor import settings
from app.commands.doctor.findings import State
from app.settings import settings as from_outside
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, said
from tests.every import for_each


def is_ours(name: str) -> bool:
    return name.upper().startswith("EXAMFORMER_") or name.upper() in settings.known()


PUBLIC: dict[str, Any] = {
    "public_address": "https://exam.example",
    "secure_cookies": True,
    "allowed_hosts": ["exam.example", "127.0.0.1"],
}


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A process's environment without a setting of ours, from which settings are read anew."""
    import os

    there = {name: value for name, value in os.environ.items() if not is_ours(name)}
    monkeypatch.setattr(os, "environ", there)
    from_outside.cache_clear()
    yield there
    from_outside.cache_clear()


def test_settings_that_do_not_fit_are_all_named_at_once_and_the_rest_is_read(
    surroundings: dict[str, str],
) -> None:
    surroundings |= {
        "PORT": "99999",
        "EXAMFORMER_ALLOWED_HOSTS": "exam.example",
        "EXAMFORMER_SMTP_HOST": "mail.example",
        "EXAMFORMER_SMTP_PASSWORD": "hunter2",
        "EXAMFORMER_WORKERS": "3",
    }
    at = installations.read(surroundings)
    assert set(at.wrong) == {"PORT", "EXAMFORMER_ALLOWED_HOSTS", "EXAMFORMER_SMTP_HOST"}
    assert (at.settings.port, at.settings.workers, at.settings.smtp_host) == (8000, 3, "")
    found = settings.fit(at)
    assert found.state is FAULT
    assert "3 of the settings" in found.said
    assert "PORT: Input should be less than or equal to 65535." in found.steps
    assert 'EXAMFORMER_ALLOWED_HOSTS: a list is written in JSON, as ["exam.example"].' in found.steps
    assert "EXAMFORMER_SMTP_HOST needs EXAMFORMER_SMTP_FROM." in found.steps
    assert "hunter2" not in said(found)


def test_settings_that_fit_are_named_without_their_values(surroundings: dict[str, str]) -> None:
    surroundings["EXAMFORMER_OPENID_CLIENT_SECRET"] = "hunter2"
    found = settings.fit(installations.read(surroundings))
    assert found.state is OK
    assert "EXAMFORMER_OPENID_CLIENT_SECRET" in found.said
    assert "hunter2" not in found.said


def test_nothing_set_is_fine(surroundings: dict[str, str]) -> None:
    at = installations.read(surroundings)
    assert settings.fit(at).state is OK
    assert settings.names(at).state is OK


def test_a_variable_with_a_slip_in_its_name_is_found() -> None:
    found = settings.names(installation({"EXAMFORMER_ALOWED_HOSTS": "[]", "EXAMFORMER_PORT": "1"}))
    assert found.state is ADVICE
    assert found.steps == ("EXAMFORMER_ALOWED_HOSTS: is EXAMFORMER_ALLOWED_HOSTS meant?",)


def test_the_address_is_the_one_that_was_typed_or_that_is_set(surroundings: dict[str, str]) -> None:
    surroundings["EXAMFORMER_PUBLIC_ADDRESS"] = "https://exam.example/"
    assert installations.read(surroundings).address == "https://exam.example"
    assert installations.read(surroundings, "http://10.0.0.1:8000").address == "http://10.0.0.1:8000"


TOGETHER: list[tuple[Any, State, dict[str, Any], str]] = [
    (settings.https, OK, {}, "no public address"),
    (settings.https, OK, PUBLIC, "https only"),
    (settings.https, OK, {"public_address": "http://localhost:8000"}, "not needed"),
    (settings.https, FAULT, {**PUBLIC, "secure_cookies": False}, "Set EXAMFORMER_SECURE_COOKIES=true."),
    (settings.https, FAULT, {"public_address": "http://exam.example"}, "passwords can be read"),
    (settings.https, FAULT, {"public_address": "exam.example"}, "no address"),
    (settings.https, ADVICE, {"secure_cookies": True}, "nobody stays signed in"),
    (settings.allowed_hosts, OK, {}, "127.0.0.1"),
    (settings.allowed_hosts, OK, PUBLIC, "exam.example"),
    (settings.allowed_hosts, OK, {**PUBLIC, "allowed_hosts": ["*.example"]}, "*.example"),
    (settings.allowed_hosts, FAULT, {"public_address": "https://exam.example"}, '\'["exam.example", "127.0.0.1"]\''),
    (settings.allowed_hosts, FAULT, {"host": "0.0.0.0"}, "only to names of this one"),
    (settings.allowed_hosts, ADVICE, {"allowed_hosts": ["*"]}, "every name"),
    (settings.listening, OK, {}, "only this machine"),
    (settings.listening, FAULT, {"host": "0.0.0.0"}, "without https"),
    (settings.listening, ADVICE, {**PUBLIC, "host": "10.0.0.7"}, "past the proxy"),
    (settings.workers, OK, {"workers": 1}, "1 serves"),
    (settings.workers, OK, {"workers": 2, "database_url": "postgresql://u@h/n"}, "2 serve"),
    (settings.workers, FAULT, {"workers": 2}, "Set EXAMFORMER_WORKERS=1"),
    (settings.halves, OK, {}, "as a whole"),
    (settings.halves, FAULT, {"smtp_from": "exam@school.example"}, "EXAMFORMER_SMTP_HOST is not set"),
    (settings.halves, FAULT, {"openid_client_id": "exam"}, "EXAMFORMER_OPENID_ISSUER is not set"),
    (settings.halves, FAULT, {"smtp_host": "m", "smtp_from": "a@b.example"}, "EXAMFORMER_PUBLIC_ADDRESS"),
    (settings.loosened, OK, {"webhooks_inside": True}, "nothing is allowed"),
    (settings.loosened, ADVICE, {**PUBLIC, "webhooks_inside": True}, "Unset EXAMFORMER_WEBHOOKS_INSIDE"),
    (settings.loosened, ADVICE, {**PUBLIC, "lti_without_https": True}, "Unset EXAMFORMER_LTI_WITHOUT_HTTPS"),
]  # fmt: skip


@for_each(range(len(TOGETHER)))
def test_settings_are_judged_together(number: int) -> None:
    check, state, chosen, words = TOGETHER[number]
    found = check(installation(**chosen))
    assert found.state is state, said(found)
    assert words in said(found)


def test_believing_every_proxy_is_a_fault_where_others_reach_the_server() -> None:
    believing = {"FORWARDED_ALLOW_IPS": "*"}
    assert settings.listening(installation(believing)).state is OK
    found = settings.listening(installation(believing, **PUBLIC, host="0.0.0.0"))
    assert found.state is FAULT
    assert "FORWARDED_ALLOW_IPS=*" in found.said
    assert "Unset HOST" in said(found), "the other advice stands below"
