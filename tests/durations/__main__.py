"""``make durations``: runs ``make test`` and writes what each step, file and long test took into docs/tests.md.

``--assertions`` counts those that held, too, which takes longer; ``--sweep`` runs ``make sweep`` and only prints.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.settings import HOME
from tests.benchmarks.__main__ import busy, machine
from tests.benchmarks.figures import write

PAGE = HOME / "docs" / "tests.md"
LONG = 5.0  # seconds that a test of every run takes at most, or it says why
SHORT = 3.0  # files that take less are added up by their folder
PHASES = ("setup", "call", "teardown")
Tests = dict[str, dict[str, Any]]


@dataclass
class Sums:
    """Totals of some tests; the seconds by phase."""

    tests: int = 0
    held: int = 0
    seconds: tuple[float, ...] = (0.0, 0.0, 0.0)

    def add(self, test: dict[str, Any]) -> None:
        self.tests += 1
        self.held += test["held"]
        self.seconds = tuple(
            sum + test.get(phase, 0) for sum, phase in zip(self.seconds, PHASES, strict=True)
        )

    def row(self, name: str) -> str:
        phases = " | ".join(f"{seconds:.1f}" for seconds in self.seconds)
        return f"| {name} | {self.tests:,} | {f'{self.held:,}' if self.held else ''} | {phases} |"


def main() -> int:
    parser = argparse.ArgumentParser("make durations", description=__doc__)
    parser.add_argument("--assertions", action="store_true", help="count the assertions that held")
    parser.add_argument(
        "--sweep", action="store_true", help="of the sweep; prints the table, and writes nothing"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        before = busy()
        status, steps = run("sweep" if options.sweep else "test", Path(scratch), options.assertions)
        tests = read(Path(scratch) / "durations")
        seconds = sum(int(step.split()[-3]) for step in steps) or 1
        others = max(0.0, (busy()[0] - before[0]) - (busy()[1] - before[1])) / seconds
    text = "\n\n".join([table_of_steps(steps), table_of_files(tests), list_of_long(tests), machine(others)])
    print(text)
    if status == 0 and not options.sweep:
        write(text, PAGE, "durations")
    return status


def run(target: str, scratch: Path, assertions: bool) -> tuple[int, list[str]]:
    """The exit status of the target, and the lines in which it says what its steps took."""
    plugin = f"-p tests.durations.plugin --durations-to={scratch / 'durations'}"
    if assertions:
        plugin += " -o enable_assertion_pass_hook=true"
    surroundings = os.environ | {"PYTEST_ADDOPTS": plugin, "PYTHONPATH": str(HOME)}
    if assertions:
        surroundings["PYTHONPYCACHEPREFIX"] = str(scratch / "compiled")
    lines = []
    command = [str(HOME / ".ci" / f"{target}.sh")]
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            print(line, end="", file=sys.stderr, flush=True)
            lines.append(line.rstrip())
    return running.returncode, [line for line in lines if line.endswith((" s  passed", " s  FAILED"))]


def read(folder: Path) -> Tests:
    found: Tests = {}
    for file in folder.glob("*.json"):
        found |= json.loads(file.read_text("utf-8"))
    return found


def took(test: dict[str, Any]) -> float:
    return sum(float(test.get(phase, 0)) for phase in PHASES)


def table_of_steps(steps: list[str]) -> str:
    rows = [(" ".join(step.split()[:-3]), step.split()[-3]) for step in steps]
    total = sum(int(seconds) for _, seconds in rows)
    lines = [f"| {name} | {seconds} s |" for name, seconds in [*rows, ("**all**", str(total))]]
    return "\n".join(["| step | takes |", "| --- | --: |", *lines])


def table_of_files(tests: Tests) -> str:
    """The files that take longest first; the others as one row a folder."""
    whole = defaultdict[str, float](float)
    for name, test in tests.items():
        whole[name.partition("::")[0]] += took(test)
    rows = defaultdict[str, Sums](Sums)
    for name, test in tests.items():
        file = name.partition("::")[0]
        rows[file if whole[file] >= SHORT else f"{file.rpartition('/')[0]}, the others"].add(test)
        rows["**all**"].add(test)
    longest = sorted(rows.items(), key=lambda row: (row[0] == "**all**", -sum(row[1].seconds)))
    head = "| file | tests | assertions | set-up | call | end |\n| --- | --: | --: | --: | --: | --: |"
    return "\n".join([head, *(sums.row(name) for name, sums in longest)])


def list_of_long(tests: Tests) -> str:
    """Tests that take longer than they should, with the reason that their marker gives."""
    long = sorted((-took(test), name) for name, test in tests.items() if took(test) > LONG)
    lines = [
        f"| {name} | {-least:.1f} s | {tests[name]['long'] or 'no reason given'} |" for least, name in long
    ]
    return "\n".join([f"| longer than {LONG:.0f} s | takes | why |", "| --- | --: | --- |", *lines])


if __name__ == "__main__":
    sys.exit(main())
