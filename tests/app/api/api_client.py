"""A program: somebody's token, and requests to the JSON interface with it."""

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from httpx2 import Response

from app.accounts.store import api_tokens
from app.accounts.store.api_tokens import Scope
from app.database.connection import Database
from app.main import make_app
from app.settings import Settings
from tests.app.accounts.members import Member
from tests.app.client import Client
from tests.engine.submissions import BANK

OFTEN = "1000000/minute"


@dataclass(frozen=True)
class Program:
    """Asks with one token, or with none; has no browser's manners."""

    client: Client
    token: str = ""

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, sent: Any, **headers: str) -> Response:
        return self.ask("POST", path, headers=headers, json=sent)

    def put(self, path: str, sent: Any, match: str = "*") -> Response:
        return self.ask("PUT", path, {"If-Match": match}, json=sent)

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, **sent: Any) -> Response:
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.request(method, f"/api/v1{path}", headers=own | (headers or {}), **sent)


def token_of(
    app: FastAPI,
    person: int,
    lasts: timedelta = timedelta(days=30),
    label: str = "a test",
    scopes: Collection[Scope] = (),
) -> str:
    """Put into the database as it is."""
    database: Database = app.state.database
    with database.write() as connection:
        return api_tokens.add(connection, person, label, lasts, scopes)


def program(app: FastAPI, one: Member | None = None, *scopes: Scope) -> Program:
    """A program of this person, which may write what these scopes say; of nobody without one. What breaks is answered
    as a server does it."""
    client = Client(app)
    return Program(client, token_of(app, one.id, scopes=scopes) if one else "")


def writer(app: FastAPI, one: Member) -> Program:
    """A program that may write all that its person may."""
    return program(app, one, *Scope)


def patient_site(migrated_file: Path, folder: Path) -> FastAPI:
    """An application of a whole module, which refuses nobody for asking often. Who makes it closes it."""
    file = shutil.copy(migrated_file, folder / "examformer.db")
    chosen = Settings(
        database_url=f"sqlite:///{file}", allowed_hosts=["testserver"], requests_per_address=OFTEN,
        requests_per_token=OFTEN,
    )  # fmt: skip
    return make_app(chosen, BANK)
