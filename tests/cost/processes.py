"""Processor time and memory of a process and all that it started, as Linux tells them under /proc."""

import os
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def seconds(process: int) -> float:
    """Seconds of processors, those of children that have ended among them."""
    return sum(_seconds(one) for one in family(process))


def memory(process: int) -> float:
    """MB, each shared page counted in equal shares for those who share it."""
    return sum(_memory(one) for one in family(process))


def family(process: int) -> Iterator[int]:
    """The process and all below it that live."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text("ascii").split():
            yield from family(int(child))


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _memory(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
