"""Measured figures, each beside its target and a bare loop or route, as a Markdown table for docs."""

import statistics
import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

ROUNDS = 5
ROUND = 0.15  # seconds


@dataclass(frozen=True, slots=True)
class Figure:
    """One row. ``more_is_better`` for rates; ``bare`` is what the same run gives without our code, if it can."""

    name: str
    target: float | None
    reached: float
    bare: float | None
    unit: str
    _: KW_ONLY
    more_is_better: bool = True

    @property
    def met(self) -> bool:
        if self.target is None:
            return True
        return self.reached >= self.target if self.more_is_better else self.reached <= self.target

    @property
    def ratio(self) -> float | None:
        """The time that it takes, as a multiple of the bare one's."""
        if self.bare is None:
            return None
        return self.bare / self.reached if self.more_is_better else self.reached / self.bare

    def row(self) -> str:
        sign = "≥" if self.more_is_better else "≤"
        mark = "" if self.met else " ✗"
        cells = (
            self.name,
            "" if self.target is None else f"{sign} {_short(self.target)} {self.unit}",
            f"{_short(self.reached)} {self.unit}{mark}",
            "" if self.bare is None else _short(self.bare),
            "" if self.ratio is None else f"{_short(self.ratio)} ×",
        )
        return f"| {' | '.join(cells)} |"


def table(figures: list[Figure], machine: str) -> str:
    head = "| figure | target | reached | bare | takes |\n| --- | --: | --: | --: | --: |"
    return "\n".join([head, *(figure.row() for figure in figures), "", machine])


def write(text: str, readme: Path, name: str) -> None:
    """Puts the table between the markers of this name. Raises ValueError where the page has none."""
    first, last = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, start, rest = readme.read_text("utf-8").partition(first)
    _, end, after = rest.partition(last)
    if not start or not end:
        raise ValueError(f"{readme} has no {first} and {last}: put both where the table is to stand")
    readme.write_text(f"{before}{first}\n{text}\n{last}{after}", "utf-8")


def per_second(work: Callable[[int], object], rounds: int = ROUNDS) -> float:
    """Calls per second of processor time, the median of several rounds; each call gets a number that is new to it."""
    rates = []
    n = 0
    for _ in range(rounds):
        began, first = time.process_time(), n
        while (now := time.process_time()) - began < ROUND:
            work(n)
            n += 1
        rates.append((n - first) / (now - began))
    return statistics.median(rates)


def microseconds(work: Callable[[int], object]) -> float:
    """The p50 of one call in microseconds, the median over several rounds."""
    medians = []
    n = 0
    for _ in range(ROUNDS):
        times = []
        began = time.perf_counter()
        while (start := time.perf_counter()) - began < ROUND:
            work(n)
            times.append(time.perf_counter() - start)
            n += 1
        medians.append(statistics.median(times))
    return 1e6 * statistics.median(medians)


def _short(x: float) -> str:
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"
