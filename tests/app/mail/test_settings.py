"""The settings of e-mail: what does not fit stops the start, and no sentence repeats a password."""

from pathlib import Path

import pytest

from app.settings import BadSettings, settings


def set_to(monkeypatch: pytest.MonkeyPatch, **chosen: str) -> None:
    for name in ("HOST", "PORT", "USER", "PASSWORD", "PASSWORD_FILE", "FROM", "TLS"):
        monkeypatch.delenv(f"EXAMFORMER_SMTP_{name}", raising=False)
    for name, value in chosen.items():
        monkeypatch.setenv(f"EXAMFORMER_{name}", value)
    settings.cache_clear()


HOST = {"SMTP_HOST": "mail.example", "SMTP_FROM": "exam@school.example"}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"SMTP_FROM": ""}, "EXAMFORMER_SMTP_FROM"),
        ({"SMTP_FROM": "nobody"}, "EXAMFORMER_SMTP_FROM"),
        ({"SMTP_FROM": "exam@school.example\nBcc: eve@evil.example"}, "EXAMFORMER_SMTP_FROM"),
        ({"SMTP_USER": "exam"}, "EXAMFORMER_SMTP_PASSWORD"),
        ({"SMTP_PASSWORD": "hush hush"}, "EXAMFORMER_SMTP_USER"),
        ({"SMTP_USER": "e", "SMTP_PASSWORD": "hush hush", "SMTP_TLS": "none"}, "EXAMFORMER_SMTP_TLS"),
        ({"SMTP_TLS": "perhaps"}, "EXAMFORMER_SMTP_TLS"),
        ({"SMTP_PORT": "0"}, "EXAMFORMER_SMTP_PORT"),
        ({"SMTP_USER": "e", "SMTP_PASSWORD_FILE": "/nowhere/at/all"}, "EXAMFORMER_SMTP_PASSWORD_FILE"),
        ({"REMINDER_HOURS": "0"}, "EXAMFORMER_REMINDER_HOURS"),
        ({"MAILS_PER_EMAIL": "many"}, "EXAMFORMER_MAILS_PER_EMAIL"),
    ],
    ids=repr,
)
def test_what_does_not_fit_is_named_and_no_password_said(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str], named: str
) -> None:
    set_to(monkeypatch, **HOST | wrong)
    with pytest.raises(BadSettings, match=named) as caught:
        settings()
    assert "hush" not in str(caught.value)


def test_a_password_is_read_from_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("hush hush\n")
    set_to(monkeypatch, **HOST, SMTP_USER="exam", SMTP_PASSWORD_FILE=str(file))
    assert settings().smtp_secret == "hush hush"
    assert "hush" not in repr(settings())


def test_a_server_is_asked_over_starttls_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_to(monkeypatch, **HOST)
    assert (settings().smtp_tls, settings().smtp_port) == ("starttls", 587)
    set_to(monkeypatch)
    assert settings().smtp_host == ""
