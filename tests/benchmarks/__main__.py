"""``make bench``: the figures of docs/performance.md, measured here and now; ``--write`` puts them there.

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
from tests.benchmarks import engine, lab, learning, programs, touched, web, whole
from tests.benchmarks.figures import Figure, table, write

STAT = Path("/proc/stat")


def main() -> int:
    parser = argparse.ArgumentParser("make bench", description=__doc__)
    parser.add_argument(
        "only",
        nargs="?",
        choices=("engine", "whole", "web", "programs", "lab", "learning", "figures"),
        help="a part of the figures",
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument(
        "--short", action="store_true", help="hardly measure the figures: do they run at all?"
    )
    options = parser.parse_args()
    parts: dict[str, Callable[[Callable[[str], None]], list[Figure]]] = {
        "engine": engine.figures,
        "whole": whole.figures,
        "web": web.figures,
        "programs": programs.figures,
        "lab": lab.figures,
        "learning": learning.figures,
        "figures": partial(touched.figures, short=options.short),
    }
    began, (all_before, own_before) = time.monotonic(), busy()
    found: list[Figure] = []
    for name, measure in parts.items():
        if options.only in (None, name):
            told(f"{name}:")
            found += measure(told)
    seconds, (all_after, own_after) = time.monotonic() - began, busy()
    others = max(0.0, all_after - all_before - (own_after - own_before)) / seconds
    text = table(found, machine(others))
    print(text)
    told(
        f"{time.monotonic() - began:.0f} s; {sum(not figure.met for figure in found)} of {len(found)} targets missed"
    )
    if options.write:
        if options.only or options.short:
            parser.error("--write needs all figures, measured at length")
        write(text, HOME / "docs" / "performance.md")
    return 0


def machine(others: float) -> str:
    """What was measured on, and how many cores other processes took meanwhile."""
    cores, python = os.cpu_count(), platform.python_version()
    where = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {cores} cores, Python {python}"
    return f"{where}; other processes took {others:.1f} cores meanwhile."


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
