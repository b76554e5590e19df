"""``make cost``: rooms of several sizes practise and sit an exam on one server and on two; what they take is measured,
and larger courses follow from it. ``--write`` puts tables and picture into docs/cost.md.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from app.settings import HOME
from engine.bank import read_bank
from tests.benchmarks.__main__ import busy, machine, told
from tests.benchmarks.figures import write
from tests.cost import model, report
from tests.cost.driving import STEADY, Driven, drive
from tests.cost.picture import picture
from tests.cost.places import one_server, two_servers

PAGE, PICTURE = HOME / "docs" / "cost.md", HOME / "docs" / "cost.svg"
SHOWN = """![Busy cores over students](cost.svg)

The lines are the model of one server (drawn through) and of two (dashed), the dots what was measured, the rings what
is wanted."""
SIZES = [40, 80, 160, 320]


def main() -> int:
    parser = argparse.ArgumentParser("make cost", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/cost.md")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="students of the rooms")
    parser.add_argument("--steady", type=float, default=STEADY, help="seconds in which they only write")
    options = parser.parse_args()
    began, (all_before, own_before) = time.monotonic(), busy()
    driven = measured(options.sizes, options.steady)
    (all_after, own_after), seconds = busy(), time.monotonic() - began
    others = max(0.0, all_after - all_before - (own_after - own_before)) / seconds
    models = [model.of([one for one in driven if one.servers == servers]) for servers in (1, 2)]
    tables = {
        "measured": f"{report.measured(driven)}\n\n{machine(others)}",
        "lines": report.fitted(models),
        "targets": f"{report.targets(models)}\n\n{SHOWN}",
        **{f"{one.servers}": report.extrapolated(one, max(options.sizes)) for one in models},
    }
    for name, text in tables.items():
        sys.stdout.write(f"{text}\n\n")
        if options.write:
            write(text, PAGE, name)
    if options.write:
        PICTURE.write_text(picture(models, driven), "utf-8")
    faults = [fault for one in driven for fault in one.faults]
    for fault in faults[:50]:
        told(fault)
    told(f"{len(faults)} faults")
    return 1 if faults else 0


def measured(sizes: list[int], steady: float) -> list[Driven]:
    """Each place is made once, and first serves a room that does not count."""
    bank, found = read_bank(HOME / "question_bank"), list[Driven]()
    for place in (one_server, two_servers):
        with tempfile.TemporaryDirectory(prefix="examformer-cost-") as folder, place(Path(folder)) as made:
            asyncio.run(drive(made, bank, min(sizes), steady=1.0))
            for number in sizes:
                found.append(asyncio.run(drive(made, bank, number, steady)))
                told(f"{report.NAMES[made.servers]}, {number} students")
    return found


if __name__ == "__main__":
    sys.exit(main())
