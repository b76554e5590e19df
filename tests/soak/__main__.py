"""``make soak``: timed exams on real servers; ``--write`` puts the figures into docs/soak.md. First a full room under
load, whose sittings end at one moment; then one whose server is killed ten times, and one in which it is killed in the
middle of saves, on both databases; then one that saves while the slowest requests known are sent to every route; then
one on two servers with PostgreSQL, which lose one another and the database, and are upgraded; and one whose PostgreSQL
has a replica, and is lost.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.database import migration
from app.database.connection import Database
from app.settings import HOME
from engine.bank import Bank, read_bank
from tests.app.server import Server
from tests.benchmarks.__main__ import busy, machine, told
from tests.benchmarks.figures import write
from tests.soak import tables
from tests.soak.cluster import cluster
from tests.soak.failover import failover
from tests.soak.kills import Kills, kills
from tests.soak.load import Load, load
from tests.soak.settings import settings
from tests.soak.sigkills import DATABASES, sigkills
from tests.soak.stalls import stalls
from tests.soak.tables import Part

ROOM, LONGER, SECONDS = 300, 30, 180.0
KILLED_ROOM, SHORT, TIMES = 100, 30, 10


def main() -> int:
    parser = argparse.ArgumentParser("make soak", description=__doc__)
    parser.add_argument("only", nargs="?", choices=tuple(PARTS), help="a part of it")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/soak.md")
    parser.add_argument("--seed", type=int, default=1, help="of the moments at which the server is killed")
    parser.add_argument(
        "--times", type=int, default=25, help="SIGKILLs of the part sigkills, on each database"
    )
    options = parser.parse_args()
    bank, missed, faults = read_bank(HOME / "question_bank"), 0, list[str]()
    for name in [options.only] if options.only else PARTS:
        told(name)
        began, (all_before, own_before) = time.monotonic(), busy()
        with tempfile.TemporaryDirectory(prefix="examformer-soak-") as folder:
            part = PARTS[name](Path(folder) / "soak.db", bank, options)
        seconds, (all_after, own_after) = time.monotonic() - began, busy()
        others = max(0.0, all_after - all_before - (own_after - own_before)) / seconds
        text = f"{part}\n\n{machine(others)}"
        sys.stdout.write(f"{text}\n\n")
        if options.write:
            write(text, HOME / "docs" / "soak.md", name)
        missed, faults = missed + part.missed, [*faults, *part.faults]
    for fault in faults[:50]:
        told(fault)
    told(f"{len(faults)} faults; {missed} targets missed")
    return 1 if faults or missed else 0


def load_part(file: Path, bank: Bank, _: argparse.Namespace) -> Part:
    return tables.of_load(asyncio.run(loaded(file, bank)), ROOM, LONGER)


def kills_part(file: Path, bank: Bank, options: argparse.Namespace) -> Part:
    return tables.of_kills(asyncio.run(often_killed(file, bank, options.seed)))


def sigkills_part(file: Path, bank: Bank, options: argparse.Namespace) -> Part:
    folders = {name: file.parent / name for name in DATABASES}
    for folder in folders.values():
        folder.mkdir()
    return tables.of_sigkills(
        [sigkills(folder, bank, name, options.times, options.seed) for name, folder in folders.items()]
    )


def cluster_part(file: Path, bank: Bank, options: argparse.Namespace) -> Part:
    return tables.of_cluster(asyncio.run(cluster(file.parent, bank, ROOM, options.seed)))


def failover_part(file: Path, bank: Bank, options: argparse.Namespace) -> Part:
    return tables.of_failover(asyncio.run(failover(file.parent, bank, KILLED_ROOM, options.seed)))


def stalls_part(file: Path, bank: Bank, _: argparse.Namespace) -> Part:
    return tables.of_stalls(asyncio.run(stalls(file, bank)))


PARTS: Mapping[str, Callable[[Path, Bank, argparse.Namespace], Part]] = {
    "load": load_part, "kills": kills_part, "sigkills": sigkills_part, "stalls": stalls_part,
    "cluster": cluster_part, "failover": failover_part,
}  # fmt: skip


async def loaded(file: Path, bank: Bank) -> Load:
    server, database = room(file)
    try:
        return await load(server, database, bank, ROOM, LONGER, SECONDS)
    finally:
        server.stop()
        database.close()


async def often_killed(file: Path, bank: Bank, seed: int) -> Kills:
    server, database = room(file)
    try:
        return await kills(server, database, bank, KILLED_ROOM, SHORT, TIMES, seed)
    finally:
        server.stop()
        database.close()


def room(file: Path) -> tuple[Server, Database]:
    url = f"sqlite:///{file}"
    migration.upgrade(url)
    return Server(settings(url)), Database(url)


if __name__ == "__main__":
    sys.exit(main())
