"""``make bench``: the figures of docs/performance.md, measured here and now; ``--write`` puts each part there.

Rates of one core count processor time, so that what else runs here does not; pages need the machine to themselves.
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.settings import HOME
from tests.benchmarks import backups, engine, lab, learning, programs, real, touched, web, whole
from tests.benchmarks.figures import Figure, table, write

STAT = Path("/proc/stat")
LOOP = 5_000_000


def main() -> int:
    parser = argparse.ArgumentParser("make bench", description=__doc__)
    parser.add_argument(
        "only",
        nargs="?",
        choices=("engine", "whole", "web", "programs", "lab", "learning", "figures", "real", "backups"),
        help="a part of the figures",
    )
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument(
        "--short", action="store_true", help="hardly measure the figures: do they run at all?"
    )
    options = parser.parse_args()
    if options.write and options.short:
        parser.error("--write needs figures that are measured at length")
    parts: dict[str, Callable[[Callable[[str], None]], list[Figure]]] = {
        "engine": engine.figures,
        "whole": whole.figures,
        "web": web.figures,
        "programs": programs.figures,
        "lab": lab.figures,
        "learning": learning.figures,
        "figures": partial(touched.figures, short=options.short),
        "real": real.figures,
        "backups": backups.figures,
    }
    for name, measure in parts.items():
        if options.only in (None, name):
            text = measured(name, measure)
            if options.write and text:
                write(text, HOME / "docs" / "performance.md", name)
    return 0


def measured(name: str, measure: Callable[[Callable[[str], None]], list[Figure]]) -> str:
    """The table of one part, printed, too; its last line says on what it was measured, and when. "" for no figures."""
    told(f"{name}:")
    began, (all_before, own_before) = time.monotonic(), busy()
    found = measure(told)
    if not found:
        return ""
    seconds, (all_after, own_after) = time.monotonic() - began, busy()
    others = max(0.0, all_after - all_before - (own_after - own_before)) / seconds
    text = table(found, machine(others))
    print(text)
    told(f"{seconds:.0f} s; {sum(not figure.met for figure in found)} of {len(found)} targets missed")
    return text


def machine(others: float) -> str:
    """The machine that was measured on, and how many cores other processes took meanwhile."""
    cores, python = os.cpu_count(), platform.python_version()
    where = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {cores} cores, Python {python}"
    return f"{where}; {LOOP:,} turns of a loop took {loop():.2f} s; other processes took {others:.1f} cores meanwhile."


def loop() -> float:
    """Seconds of processor time that a loop takes now: a shared machine may be four times as slow an hour later."""
    began, total = time.process_time(), 0
    for n in range(LOOP):
        total += n * n % 7
    return time.process_time() - began


def busy() -> tuple[float, float]:
    """Seconds of all cores that were spent since the machine started, and those of this process and its children."""
    mine = os.times()
    own = mine.user + mine.system + mine.children_user + mine.children_system
    if not STAT.exists():
        return own, own
    user, nice, system, _, _, irq, softirq, *_ = map(int, STAT.read_text().split()[1:9])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK"), own


def told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
