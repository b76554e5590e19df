"""Everything that can be set from outside, each by an environment variable ``EXAMFORMER_...``."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from email.utils import parseaddr
from functools import cache
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from app.resources import CHECKOUT, resource

HOME = CHECKOUT or Path.cwd()  # below it lie the data of an installation, unless it is told another place
PREFIX = "EXAMFORMER_"
HERE = ("127.0.0.1", "localhost", "::1")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", re.ASCII)
MAILBOX = re.compile(r"[\x21-\x7e]{1,64}@[A-Za-z0-9.-]{1,189}")
TOKEN = re.compile(r"[\x21-\x7e]{20,200}")
PRINTABLE = re.compile(r"[\x21-\x7e]{1,255}")


class BadSettings(ValueError):
    """Environment variables have bad values. Each of the ``sentences`` names its variable and repeats no value:
    one may be a password."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = tuple(sentences)


def _usual_cache() -> Path | None:
    """The place for it in the home of whoever starts the program; None for a user without one."""
    with suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "examformer"
    return None


class Settings(BaseSettings):
    """The settings. Defaults are not validated, so that a command without a database does not import what checks its
    URL."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, validate_default=False, hide_input_in_errors=True
    )

    host: str = Field("127.0.0.1", validation_alias=AliasChoices("HOST", "EXAMFORMER_HOST"))
    port: int = Field(8000, ge=1, le=65535, validation_alias=AliasChoices("PORT", "EXAMFORMER_PORT"))
    workers: int = Field(1, ge=1, le=64, description="more than one needs PostgreSQL")
    database_url: str = f"sqlite:///{HOME / 'data' / 'examformer.db'}"
    question_bank: Path = resource("question_bank")
    cache: Path | None = Field(
        default_factory=_usual_cache,
        description="a folder for what makes the next start faster, writable to this user alone; empty for none",
    )
    allowed_hosts: list[str] = ["127.0.0.1", "localhost", "[::1]"]
    secure_cookies: bool = Field(False, description="set behind https: cookies are then sent over https only")
    largest_body: int = Field(64 * 1024, description="bytes of one request")
    public_address: str = Field(
        "", description="how people reach it, as https://exam.example; links begin so"
    )
    contact: str = Field(
        "", max_length=200, description="whom people tell of what they cannot use: an e-mail or https address"
    )
    guests_per_address: str = Field(
        "300/hour", description="new guests from one address, in the words of `limits`"
    )
    sign_ups_per_address: str = "100/hour"
    sign_ups_per_course: str = Field(
        "1000/hour", description="from one address, of people who have the code of the course"
    )
    wrong_passwords_per_address: str = Field(
        "300/hour", description="wrong ones only; beyond it, one address may try once in two seconds"
    )
    wrong_passwords_per_email: str = Field(
        "10 per 15 minutes", description="from one address; beyond it, once in half a minute"
    )
    openid_per_address: str = Field("2000/hour", description="people who go to the OpenID provider")
    launches_per_address: str = Field(
        "10000/hour", description="launches that learning platforms begin (LTI), from one address"
    )
    requests_per_address: str = Field("600/minute", description="of programs, to the JSON interface")
    requests_per_token: str = "120/minute"
    webhooks_inside: bool = Field(
        False, description="send them to private networks and this machine, too, there also over http"
    )
    previews_per_person: str = Field("300/minute", description="of a question that is being written")
    exam_passwords_per_person: str = Field(
        "10 per 5 minutes", description="typed before one exam of a course"
    )
    papers_per_person: str = Field(
        "30 per 10 minutes", description="printed at once; each takes some seconds of a core"
    )
    guest_seconds_per_address: str = Field(
        "20/minute", description="of the processor, for what guests have worked out: numbers, demos, papers"
    )
    openid_issuer: str = Field("", description="an OpenID provider: its address, exactly as it calls itself")
    openid_client_id: str = ""
    openid_client_secret: SecretStr = SecretStr("")
    openid_name: str = Field("", max_length=60, description="what the button says: Sign in with NAME")
    openid_roles: str = Field(
        "", description="what makes an instructor, as groups=teachers: a claim and a value"
    )

    lti_without_https: bool = Field(
        False,
        description="lets platforms (LTI) on this machine itself be registered without https, to try one out",
    )

    smtp_host: str = Field("", description="the server that takes e-mails; without one, none is sent")
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_tls: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="tls from the first byte, mostly on port 465; none only where nobody listens"
    )
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    smtp_password_file: Path | None = Field(None, description="a file that holds the password")
    smtp_from: str = Field("", description="who writes, as Examformer <exam@school.example>")
    mails_per_email: str = Field(
        "5/hour", description="that are asked for to one address: new passwords, confirmations"
    )
    mails_per_address: str = Field("100/hour", description="the same, asked for from one address of the net")
    reminder_hours: int = Field(24, ge=1, le=168, description="before a due date")

    metrics_token: SecretStr = Field(
        SecretStr(""),
        description="opens /metrics to whoever sends it as a Bearer token; without one it is closed",
    )
    log_format: Literal["text", "json"] = Field("text", description="json: a line for each request, too")
    slow_query_ms: int = Field(500, ge=1, description="an SQL statement that takes longer is logged")

    @property
    def smtp_secret(self) -> str:
        """The password, from its file where it has one."""
        if self.smtp_password_file is not None:
            return self.smtp_password_file.read_text("utf-8").strip()
        return self.smtp_password.get_secret_value()

    @property
    def address(self) -> str:
        return self.public_address.rstrip("/") or f"http://{self.host}:{self.port}"

    @field_validator("cache", mode="before")
    @classmethod
    def may_be_empty(cls, folder: Path | str | None) -> Path | str | None:
        return folder or None

    @field_validator("contact")
    @classmethod
    def can_be_written_to(cls, contact: str) -> str:
        if contact and not (is_safe_address(contact) or EMAIL.fullmatch(contact)):
            raise ValueError("must be an e-mail address, or https://HOST")
        return contact

    @field_validator("openid_issuer")
    @classmethod
    def is_an_issuer(cls, issuer: str) -> str:
        if issuer and (not is_safe_address(issuer) or set("?#") & set(issuer)):
            raise ValueError("must be https://HOST, or with a path; http is for this machine alone")
        return issuer

    @field_validator("openid_roles")
    @classmethod
    def names_a_claim(cls, roles: str) -> str:
        if roles and not all(roles.rpartition("=")[::2]):
            raise ValueError("must be CLAIM=VALUE, as groups=teachers")
        return roles

    @model_validator(mode="after")
    def knows_itself_there(self) -> Self:
        if self.openid_issuer and not (
            self.openid_client_id and self.openid_client_secret.get_secret_value()
        ):
            raise ValueError(f"{PREFIX}OPENID_ISSUER needs {PREFIX}OPENID_CLIENT_ID and _CLIENT_SECRET")
        return self

    @field_validator("smtp_from")
    @classmethod
    def names_a_mailbox(cls, sender: str) -> str:
        if not sender.isprintable() or (sender and not MAILBOX.fullmatch(parseaddr(sender)[1])):
            raise ValueError("must be an address, as exam@school.example, or NAME <exam@school.example>")
        return sender

    @model_validator(mode="after")
    def can_send(self) -> Self:
        if not self.smtp_host:
            return self
        if not self.smtp_from:
            raise ValueError(f"{PREFIX}SMTP_HOST needs {PREFIX}SMTP_FROM")
        try:
            secret = self.smtp_secret
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{PREFIX}SMTP_PASSWORD_FILE cannot be read") from error
        if bool(self.smtp_user) != bool(secret):
            raise ValueError(f"{PREFIX}SMTP_USER and {PREFIX}SMTP_PASSWORD belong together")
        if secret and self.smtp_tls == "none" and self.smtp_host not in HERE:
            raise ValueError(f"{PREFIX}SMTP_TLS=none would send the password in the clear")
        return self

    @field_validator("metrics_token")
    @classmethod
    def cannot_be_guessed(cls, token: SecretStr) -> SecretStr:
        if token.get_secret_value() and not TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError("must have 20 to 200 letters, digits and signs of ASCII, without spaces")
        return token

    @field_validator("database_url")
    @classmethod
    def names_a_database(cls, url: str) -> str:
        from app.database.connection import names_a_database

        if not names_a_database(url):
            raise ValueError("must be sqlite:///FILE or postgresql://USER@HOST/NAME")
        return url

    @field_validator(
        "guests_per_address", "sign_ups_per_address", "sign_ups_per_course",
        "wrong_passwords_per_address", "wrong_passwords_per_email", "openid_per_address", "launches_per_address",
        "requests_per_address", "requests_per_token", "previews_per_person",
        "exam_passwords_per_person", "papers_per_person", "guest_seconds_per_address",
        "mails_per_email", "mails_per_address",
    )  # fmt: skip
    @classmethod
    def is_a_rate(cls, rate: str) -> str:
        from limits import parse

        parse(rate)
        return rate


@cache
def settings() -> Settings:
    """Reads the settings from the environment. Raises BadSettings."""
    try:
        return Settings()
    except ValidationError as error:
        raise BadSettings([_said(one) for one in error.errors()]) from error
    except SettingsError as error:
        raise BadSettings([f'{_list_in(error)}: a list is written in JSON, as ["exam.example"]']) from error


def is_safe_address(address: str) -> bool:
    """True if nobody else can read what is sent to this address: https, or this machine."""
    try:
        parts = urlsplit(address)
        here = parts.scheme == "http" and parts.hostname in HERE
        return bool(PRINTABLE.fullmatch(address) and parts.hostname) and (here or parts.scheme == "https")
    except ValueError:
        return False


def _list_in(error: SettingsError) -> str:
    """The variable whose list cannot be read, as far as the library's message names it."""
    named = re.search(r'field "(\w+)"', str(error))
    return _variable(named[1]) if named else str(error)


def _said(error: ErrorDetails) -> str:
    why = error["msg"].removeprefix("Value error, ")
    return f"{_variable(error['loc'][0])}: {why}" if error["loc"] else why


def _variable(field: int | str) -> str:
    """The variable's name: a field of ours, or an alias, which is one already."""
    return f"{PREFIX}{field}".upper() if field in Settings.model_fields else str(field)
