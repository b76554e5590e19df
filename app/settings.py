"""Everything that can be set from outside, each by an environment variable ``EXAMFORMER_...``."""

from functools import cache
from pathlib import Path

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

HOME = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="EXAMFORMER_", frozen=True)

    host: str = Field("127.0.0.1", validation_alias=AliasChoices("HOST", "EXAMFORMER_HOST"))
    port: int = Field(8000, validation_alias=AliasChoices("PORT", "EXAMFORMER_PORT"))
    workers: int = Field(1, ge=1, le=64, description="more than one needs PostgreSQL")
    database_url: str = f"sqlite:///{HOME / 'data' / 'examformer.db'}"
    question_bank: Path = HOME / "question_bank"
    allowed_hosts: list[str] = ["127.0.0.1", "localhost", "[::1]", "testserver"]
    secure_cookies: bool = Field(False, description="set behind https: cookies are then sent over https only")
    largest_body: int = Field(64 * 1024, description="bytes of one request")
    guests_per_address: str = Field(
        "300/hour", description="new guests from one address, in the words of `limits`"
    )


@cache
def settings() -> Settings:
    return Settings()
