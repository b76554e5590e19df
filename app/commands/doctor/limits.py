"""Limits of the machine: open files, memory, cores."""

import os
import resource
from pathlib import Path

from app.commands.doctor.checkup import Check
from app.commands.doctor.database import megabytes
from app.commands.doctor.findings import Finding, advice, fault, ok
from app.commands.doctor.installation import Installation
from app.settings import PREFIX

FEW, ENOUGH = 256, 4096  # a hall of 300 with six connections for each browser, and files of the server's own
OF_A_WORKER = (
    400e6  # bytes; 230 MB after its first pages and 290 MB after PDFs (2026-12-01), and more at work
)
FOR_JOBS = 500e6
CGROUP = Path("/sys/fs/cgroup")
WORKERS = f"{PREFIX}WORKERS"


def open_files(at: Installation) -> Finding:
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= ENOUGH:
        return ok("a process may open as many files and connections as it needs")
    steps = (
        f"Before the server starts: ulimit -n {4 * ENOUGH}",
        f"With systemd: LimitNOFILE={4 * ENOUGH}. This command sees the limit of the shell that it runs in.",
    )
    said = f"a process may open {most} files and connections; a full hall needs {ENOUGH}"
    return fault(said, *steps) if most < FEW else advice(said, *steps)


def memory(at: Installation) -> Finding:
    there, workers = _memory(), at.settings.workers
    needed = FOR_JOBS + workers * OF_A_WORKER
    said = f"{megabytes(there)} of memory, of which {_workers(workers)} and jobs use {megabytes(needed)}"
    if there >= needed:
        return ok(said)
    return fault(said, f"Set {WORKERS} lower, or give the machine, or its container, more memory.")


def cores(at: Installation) -> Finding:
    there, workers = _cores(), at.settings.workers
    said = f"{_workers(workers)} on {there:g} core{'' if there == 1 else 's'}"
    if workers > there:
        return advice(
            f"{said}: more workers than cores answer no faster, and each takes memory and connections",
            f"Set {WORKERS}={max(1, int(there))}.",
        )
    return ok(said)


def _workers(number: int) -> str:
    return f"{number} worker{'' if number == 1 else 's'}"


def _memory() -> float:
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = _read(CGROUP / "memory.max")
    return float(min(whole, int(limit))) if limit.isdecimal() else float(whole)


def _cores() -> float:
    """Those that this process may run on, or the share that its container has of them."""
    there = float(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    share, _, period = _read(CGROUP / "cpu.max").partition(" ")
    return min(there, int(share) / int(period)) if share.isdecimal() and period.isdecimal() else there


def _read(file: Path) -> str:
    return file.read_text("ascii").strip() if file.exists() else ""


CHECKS = (
    Check("open files", open_files),
    Check("memory", memory, needs=(WORKERS,)),
    Check("cores", cores, needs=(WORKERS,)),
)
