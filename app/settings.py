"""Everything that can be set from outside, each by an environment variable ``EXAMFORMER_...``."""

from functools import cache
from pathlib import Path

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

HOME = Path(__file__).resolve().parent.parent
PREFIX = "EXAMFORMER_"


class BadSettings(ValueError):
    """What was set outside does not fit; the text names each variable, and repeats no value: one may be a password."""


class Settings(BaseSettings):
    """Defaults are not checked, so that a command without a database does not wait for what checks its address."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, validate_default=False)

    host: str = Field("127.0.0.1", validation_alias=AliasChoices("HOST", "EXAMFORMER_HOST"))
    port: int = Field(8000, ge=1, le=65535, validation_alias=AliasChoices("PORT", "EXAMFORMER_PORT"))
    workers: int = Field(1, ge=1, le=64, description="more than one needs PostgreSQL")
    database_url: str = f"sqlite:///{HOME / 'data' / 'examformer.db'}"
    question_bank: Path = HOME / "question_bank"
    allowed_hosts: list[str] = ["127.0.0.1", "localhost", "[::1]"]
    secure_cookies: bool = Field(False, description="set behind https: cookies are then sent over https only")
    largest_body: int = Field(64 * 1024, description="bytes of one request")
    public_address: str = Field(
        "", description="how people reach it, as https://exam.example; links begin so"
    )
    guests_per_address: str = Field(
        "300/hour", description="new guests from one address, in the words of `limits`"
    )
    sign_ups_per_address: str = "100/hour"
    sign_ins_per_address: str = Field("200/hour", description="right passwords count, too")
    sign_ins_per_email: str = "10 per 15 minutes"

    @property
    def address(self) -> str:
        return self.public_address.rstrip("/") or f"http://{self.host}:{self.port}"

    @field_validator("database_url")
    @classmethod
    def names_a_database(cls, url: str) -> str:
        from app.store.database import names_a_database

        if not names_a_database(url):
            raise ValueError("must be sqlite:///FILE or postgresql://USER@HOST/NAME")
        return url

    @field_validator(
        "guests_per_address", "sign_ups_per_address", "sign_ins_per_address", "sign_ins_per_email"
    )
    @classmethod
    def is_a_rate(cls, rate: str) -> str:
        from limits import parse

        parse(rate)
        return rate


@cache
def settings() -> Settings:
    """Raises BadSettings."""
    try:
        return Settings()
    except ValidationError as error:
        wrong = [(_variable(e["loc"][0]), e["msg"].removeprefix("Value error, ")) for e in error.errors()]
        raise BadSettings("; ".join(f"{name}: {why}" for name, why in wrong)) from error
    except SettingsError as error:
        raise BadSettings(f'{error}: a list is written in JSON, as ["exam.example"]') from error


def _variable(field: int | str) -> str:
    """The variable's name: a field of ours, or an alias, which is one already."""
    return f"{PREFIX}{field}".upper() if field in Settings.model_fields else str(field)
