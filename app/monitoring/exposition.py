"""What Prometheus reads: the counts of this server, and the numbers of the whole installation.

With several workers, each adds up its counts in a folder that all share (``examformer serve`` makes it), and whichever
is asked answers for all. Numbers asked of the database are the same whoever answers: of several servers, take one.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from glob import glob
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from app.jobs.store.jobs import Queue
from app.monitoring.installation import Installation
from app.monitoring.process import Disk

MEDIA_TYPE = CONTENT_TYPE_LATEST
PREFIX = "examformer_"
SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the library's name for the folder
disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each one, which says when it began


def exposition(installation: Installation | None, disks: Iterable[Disk]) -> bytes:
    """Returns all metrics as text. Without the ``installation``, the database could not be asked."""
    registry = CollectorRegistry()
    if folder := os.environ.get(SHARED):
        registry.register(MultiProcessCollector(None, folder))  # type: ignore[no-untyped-call]
        registry.register(_Processes(folder))
    else:
        registry.register(REGISTRY)
    registry.register(_Families([*_of_server(disks), *_of_installation(installation)]))
    return generate_latest(registry)


@dataclass(frozen=True, slots=True, eq=False)
class _Families(Collector):
    families: Iterable[Metric]

    def collect(self) -> Iterable[Metric]:
        return self.families


@dataclass(frozen=True, slots=True, eq=False)
class _Processes(Collector):
    """What the library tells of its own process, of each worker that lives, by its ``pid``. Those that are gone take
    their part of what is open with them; what they counted stays counted."""

    folder: str

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for pid in _workers(self.folder):
            if not Path(f"/proc/{pid}").exists():
                mark_process_dead(pid, self.folder)  # type: ignore[no-untyped-call]
                continue
            for family in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                one = found.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    one.add_sample(sample.name, {"pid": str(pid)}, sample.value)
        yield from found.values()


def _workers(folder: str) -> list[int]:
    pids = {Path(file).stem.rpartition("_")[2] for file in glob(f"{folder}/*.db")}
    return sorted(int(pid) for pid in pids if pid.isdigit())


def _of_server(disks: Iterable[Disk]) -> Iterator[Metric]:
    free = GaugeMetricFamily(
        f"{PREFIX}disk_free_bytes", "Room on the disk of what lies there.", labels=["place"]
    )
    for disk in disks:
        free.add_metric([disk.place], disk.free)
    yield free


def _of_installation(there: Installation | None) -> Iterator[Metric]:
    yield _plain("database_up", "1 if the database answers.", 0 if there is None else 1)
    if there is None:
        return
    yield _plain("database_answer_seconds", "How long it took for one short question.", there.answered)
    yield _plain("database_size_bytes", "What it takes on its disk.", there.size)
    yield _plain("serving_processes", "Processes that serve, on all servers.", len(there.alive))
    yield from (_plain(gauge.name, gauge.says, gauge.value) for gauge in there.gauges)
    yield from _of_jobs(there.queues, there.at.timestamp())


def _of_jobs(queues: Iterable[Queue], now: float) -> Iterator[Metric]:
    by_kind = {
        name: GaugeMetricFamily(f"{PREFIX}{name}", said, labels=["kind"])
        for name, said in (
            ("jobs_waiting", "Jobs that wait."),
            ("jobs_running", "Jobs that run."),
            ("jobs_failed_last_hour", "Jobs that failed within the last hour."),
            ("jobs_oldest_waiting_seconds", "How long the first job that waits has waited: the lag."),
        )
    }
    for one in queues:
        lag = now - one.waits_since.timestamp() if one.waits_since else 0.0
        for name, value in zip(by_kind, (one.waiting, one.running, one.failed, max(0.0, lag)), strict=True):
            by_kind[name].add_metric([one.kind], value)
    yield from by_kind.values()


def _plain(name: str, said: str, value: float | None) -> Metric:
    """A number without labels; a family without a sample where there is none just now."""
    family = GaugeMetricFamily(f"{PREFIX}{name}", said)
    if value is not None:
        family.add_metric([], value)
    return family
