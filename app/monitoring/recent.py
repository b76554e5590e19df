"""The requests of the last hour in this process: how many came and failed, which failed, which were slow.

A request is known by the template of its route and by its id, never by its address or its person.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Self

HOUR = 3600.0
SLOW = 1.0  # seconds until the answer begins
KEPT = 100  # of those that failed, and of slow ones


@dataclass(frozen=True, kw_only=True, slots=True)
class Noted:
    """A request that failed, or was slow: when it ended, in seconds since 1970, and how long its answer took."""

    at: float
    method: str
    route: str
    status: int
    seconds: float
    request: str

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


@dataclass(frozen=True, kw_only=True, slots=True)
class Lately:
    """The last hour: ``failed`` and ``slow`` have the newest ``KEPT`` first, their numbers count all."""

    requests: int = 0
    number_failed: int = 0
    number_slow: int = 0
    failed: Sequence[Noted] = ()
    slow: Sequence[Noted] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        noted = {name: [Noted(**one) for one in stored[name]] for name in ("failed", "slow")}
        return cls(**{**stored, **noted})


NOTHING = Lately()


class Recent:
    """Notes requests. It may be asked and told from any thread; ``seconds`` is its clock."""

    def __init__(self, seconds: Callable[[], float] = time.time) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._minutes: deque[list[int]] = deque(maxlen=60)  # each: the minute, requests, failed, slow
        self._failed: deque[Noted] = deque(maxlen=KEPT)
        self._slow: deque[Noted] = deque(maxlen=KEPT)

    def note(self, method: str, route: str, status: int, seconds: float, request: str) -> None:
        now = self._seconds()
        minute, failed, slow = int(now // 60), status >= 500, seconds >= SLOW
        with self._lock:
            if not self._minutes or self._minutes[-1][0] != minute:
                self._minutes.append([minute, 0, 0, 0])
            counts = self._minutes[-1]
            counts[1] += 1
            if not failed and not slow:
                return
            counts[2] += failed
            counts[3] += slow
            noted = Noted(at=now, method=method, route=route, status=status, seconds=seconds, request=request)
            if failed:
                self._failed.appendleft(noted)
            if slow:
                self._slow.appendleft(noted)

    def lately(self) -> Lately:
        since = self._seconds() - HOUR
        with self._lock:
            counted = [counts for counts in self._minutes if counts[0] > since // 60]
            requests, failed, slow = (sum(counts[place] for counts in counted) for place in (1, 2, 3))
            return Lately(
                requests=requests, number_failed=failed, number_slow=slow,
                failed=[one for one in self._failed if one.at > since],
                slow=[one for one in self._slow if one.at > since],
            )  # fmt: skip
