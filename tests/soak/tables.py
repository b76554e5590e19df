"""The figures of each part of the soak as a Markdown table, each beside its target."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.soak.cluster import Cluster, Fault
from tests.soak.failover import Failover
from tests.soak.kills import Kills
from tests.soak.ledger import Outcome
from tests.soak.load import STARTING, Load
from tests.soak.sigkills import Sigkills
from tests.soak.stalls import Stalls

MOST = 300  # milliseconds for a save, whatever else is asked
HEAD = "| figure | target | reached |\n| --- | --: | --: |"
FAULTS = (
    "| what happened | nobody's save for at most | slowest save | requests cut off or refused |\n"
    "| --- | --: | --: | --: |"
)


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
        target = "" if self.most is None else f"≤ {_short(self.most)}{self.unit}"
        return f"| {self.name} | {target} | {_short(self.reached)}{self.unit}{'' if self.met else ' ✗'} |"


@dataclass(frozen=True)
class Part:
    """What a part of the soak found. ``more`` is a table of its own, behind the rows."""

    rows: list[Row]
    faults: Sequence[str]
    more: str = ""

    @property
    def missed(self) -> int:
        return sum(not row.met for row in self.rows)

    def __str__(self) -> str:
        return "\n".join([HEAD, *map(str, self.rows)]) + (f"\n\n{self.more}" if self.more else "")


def of_load(one: Load, room: int, longer: int) -> Part:
    rows = [
        Row(f"{room} starts within {STARTING:.0f} s, p50", _percent(one.starts, 50), " s"),
        Row(f"{room} starts within {STARTING:.0f} s, p99", _percent(one.starts, 99), " s", 1.5),
        Row("saves acknowledged", one.acknowledged),
        Row("a save, p50", 1000 * _percent(one.saves, 50), " ms"),
        Row("a save, p99", 1000 * _percent(one.saves, 99), " ms", 100),
        Row("a question or the clock, p99", 1000 * _percent(one.looks, 99), " ms"),
        Row("errors, lost saves, jumps of a clock, wrong marks", len(one.faults), "", 0),
        Row(
            f"{room - longer} sittings end at one moment: seconds until the last is marked", one.marked, " s"
        ),
        Row("a save of the others meanwhile, p99", 1000 * _percent(one.meanwhile, 99), " ms"),
        Row("cores that the server took", one.server),
        Row("cores that the learners took", one.client, "", 1),
    ]
    return Part(rows, one.faults)


def of_kills(one: Kills) -> Part:
    rows = [
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
    return Part(rows, one.faults)


def of_sigkills(databases: list[Sigkills]) -> Part:
    rows = [
        row
        for one in databases
        for row in (
            Row(f"{one.database}: SIGKILLs", one.times),
            Row("of these with a save on its way", one.struck),
            Row("seconds until a save was acknowledged again, mean", one.seconds, " s"),
            *_of_outcome(one.outcome),
        )
    ]
    return Part(rows, [fault for one in databases for fault in one.outcome.faults])


def of_stalls(one: Stalls) -> Part:
    """The slowest of all saves that were due while a route was asked, in milliseconds."""
    others = [stall for stall in one.each if not stall.known]
    worst = max(others, key=lambda stall: stall.slowest)
    rows = [
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
    return Part(rows, one.faults)


def of_cluster(one: Cluster) -> Part:
    return Part(_of_outcome(one.outcome), one.outcome.faults, _of_faults((one.quiet, *one.faults_made)))


def of_failover(one: Failover) -> Part:
    rows = [
        *_of_outcome(one.outcome),
        Row("writes that the old primary took after it came back", one.behind, "", 0),
        Row("differences of the two in the end", one.apart, "", 0),
    ]
    return Part(rows, one.outcome.faults, _of_faults(one.faults_made))


def _of_outcome(one: Outcome) -> list[Row]:
    return [
        Row("saves acknowledged", one.acknowledged),
        Row("of these lost", one.lost, "", 0),
        Row("doubled", one.doubled, "", 0),
        Row("people signed out", one.signed_out, "", 0),
        Row("all faults: these, jumps of a clock, wrong marks, complaints", len(one.faults), "", 0),
    ]


def _of_faults(made: Sequence[Fault]) -> str:
    lines = [
        f"| {each.name} | {_short(each.pause)} s | {_short(each.slowest)} s | {each.unanswered} |"
        for each in made
    ]
    return "\n".join([FAULTS, *lines])


def _short(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def _percent(times: list[float], share: int) -> float:
    return statistics.quantiles(times, n=100)[share - 1] if len(times) > 1 else 0.0
