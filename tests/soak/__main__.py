"""``make soak``: timed exams on a real server, one process and SQLite, for a quarter of an hour; ``--write`` puts the
figures into docs/soak.md. First a full room under load, whose sittings end at one moment; then one whose server is
killed ten times; then one that saves while the slowest requests known are sent to every route; and one on two servers
with PostgreSQL, which lose one another and the database, and are upgraded.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from app.database import migration
from app.database.connection import Database
from app.settings import HOME
from engine.bank import Bank, read_bank
from tests.app.server import SERVE, Server
from tests.benchmarks.__main__ import busy, machine, told
from tests.benchmarks.figures import write
from tests.soak.cluster import Cluster, cluster
from tests.soak.kills import Kills, kills
from tests.soak.load import STARTING, Load, load
from tests.soak.stalls import Stalls, stalls

ROOM, LONGER, SECONDS = 300, 30, 180.0
KILLED_ROOM, SHORT, TIMES = 100, 30, 10
COMMAND = SERVE
MOST = 300  # milliseconds for a save, whatever else is asked
HEAD = "| figure | target | reached |\n| --- | --: | --: |"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; without a target it is told and not judged."""

    name: str
    reached: float
    unit: str = ""
    most: float | None = None

    @property
    def met(self) -> bool:
        return self.most is None or self.reached <= self.most

    def __str__(self) -> str:
        target = "" if self.most is None else f"≤ {self.most:,.4g}{self.unit}"
        return f"| {self.name} | {target} | {self.reached:,.4g}{self.unit}{'' if self.met else ' ✗'} |"


def main() -> int:
    parser = argparse.ArgumentParser("make soak", description=__doc__)
    parser.add_argument("only", nargs="?", choices=tuple(PARTS), help="a part of it")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/soak.md")
    parser.add_argument("--seed", type=int, default=1, help="of the moments at which the server is killed")
    options = parser.parse_args()
    bank, rows, faults = read_bank(HOME / "question_bank"), list[Row](), list[str]()
    for name in [options.only] if options.only else PARTS:
        told(name)
        began, (all_before, own_before) = time.monotonic(), busy()
        with tempfile.TemporaryDirectory(prefix="examformer-soak-") as folder:
            own, wrong = PARTS[name](Path(folder) / "soak.db", bank, options.seed)
        seconds, (all_after, own_after) = time.monotonic() - began, busy()
        others = max(0.0, all_after - all_before - (own_after - own_before)) / seconds
        text = "\n".join([HEAD, *map(str, own), "", machine(others)])
        sys.stdout.write(f"{text}\n\n")
        if options.write:
            write(text, HOME / "docs" / "soak.md", name)
        rows, faults = [*rows, *own], [*faults, *wrong]
    for fault in faults[:50]:
        told(fault)
    missed = sum(not row.met for row in rows)
    told(f"{len(faults)} faults; {missed} of {len(rows)} targets missed")
    return 1 if faults or missed else 0


def load_part(file: Path, bank: Bank, _: int) -> tuple[list[Row], list[str]]:
    found = asyncio.run(loaded(file, bank))
    return of_load(found), found.faults


def kills_part(file: Path, bank: Bank, seed: int) -> tuple[list[Row], list[str]]:
    found = asyncio.run(often_killed(file, bank, seed))
    return of_kills(found), found.faults


def cluster_part(file: Path, bank: Bank, seed: int) -> tuple[list[Row], list[str]]:
    found = asyncio.run(cluster(file.parent, bank, ROOM, seed))
    return of_cluster(found), found.others


def stalls_part(file: Path, bank: Bank, _: int) -> tuple[list[Row], list[str]]:
    found = asyncio.run(stalls(file, bank))
    return of_stalls(found), found.faults


PARTS = {"load": load_part, "kills": kills_part, "stalls": stalls_part, "cluster": cluster_part}


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
    return Server({"EXAMFORMER_DATABASE_URL": url}, COMMAND), Database(url)


def of_load(one: Load) -> list[Row]:
    return [
        Row(f"{ROOM} starts within {STARTING:.0f} s, p50", _percent(one.starts, 50), " s"),
        Row(f"{ROOM} starts within {STARTING:.0f} s, p99", _percent(one.starts, 99), " s", 1.5),
        Row("saves acknowledged", one.acknowledged),
        Row("a save, p50", 1000 * _percent(one.saves, 50), " ms"),
        Row("a save, p99", 1000 * _percent(one.saves, 99), " ms", 100),
        Row("a question or the clock, p99", 1000 * _percent(one.looks, 99), " ms"),
        Row("errors, lost saves, jumps of a clock, wrong marks", len(one.faults), "", 0),
        Row(
            f"{ROOM - LONGER} sittings end at one moment: seconds until the last is marked", one.marked, " s"
        ),
        Row("a save of the others meanwhile, p99", 1000 * _percent(one.meanwhile, 99), " ms"),
        Row("cores that the server took", one.server),
        Row("cores that the learners took", one.client, "", 1),
    ]


def of_kills(one: Kills) -> list[Row]:
    return [
        Row("SIGKILLs of the server", one.down.times),
        Row(
            "seconds until it answered again, mean of all kills",
            one.down.seconds / max(1, one.down.times),
            " s",
        ),
        Row("requests that were cut off or refused meanwhile", one.unanswered),
        Row("saves acknowledged", one.acknowledged),
        Row("lost saves, jumps of a clock, wrong marks, sittings that stopped", len(one.faults), "", 0),
        Row("sittings whose time ended while it was down, closed after its start", one.closed),
        Row("slowest save while another process held the database for 5 s", one.slowest, " s"),
    ]


def of_stalls(one: Stalls) -> list[Row]:
    """The slowest of all saves that were due while a route was asked, in milliseconds."""
    others = [stall for stall in one.each if not stall.known]
    worst = max(others, key=lambda stall: stall.slowest)
    return [
        Row("nothing else", 1000 * one.alone, " ms", MOST),
        *(Row(f"`{stall.route}`", 1000 * stall.slowest, " ms", MOST) for stall in one.each if stall.known),
        Row(
            f"{len(others)} other routes; the slowest, `{worst.route}`",
            1000 * worst.slowest,
            " ms",
            MOST,
        ),
        Row("saves refused as late", one.refused, "", 0),
        Row("requests that broke or were never answered", len(one.faults), "", 0),
    ]


def of_cluster(one: Cluster) -> list[Row]:
    rows = [
        Row("saves acknowledged", one.acknowledged),
        Row("of these lost", one.lost, "", 0),
        Row("doubled", one.doubled, "", 0),
        Row("people signed out", one.signed_out, "", 0),
        Row("other faults: jumps of a clock, wrong marks, complaints", len(one.others), "", 0),
    ]
    for each in (one.quiet, *one.faults_made):
        rows += [
            Row(f"{each.name}: longest time without a save of anybody", each.pause, " s"),
            Row(f"{each.name}: slowest save", each.slowest, " s"),
            Row(f"{each.name}: requests cut off or refused", each.unanswered),
        ]
    return rows


def _percent(times: list[float], share: int) -> float:
    return statistics.quantiles(times, n=100)[share - 1] if len(times) > 1 else 0.0


if __name__ == "__main__":
    sys.exit(main())
