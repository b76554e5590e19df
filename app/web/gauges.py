"""Numbers of this moment that a room lets an operator watch: exported as metrics, and told in words on a page."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field

from app.clock import Clock
from app.database.connection import Connection


@dataclass(frozen=True, kw_only=True, slots=True)
class Alarm:
    """Something is not as it should be: what happened, what to do next, and the page on which to do it, if there is
    one. ``named`` are values for the placeholders in both sentences."""

    happened: str
    next: str
    address: str = ""
    named: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number of the whole installation, asked of the database. Its ``name`` is Prometheus's, without the prefix, and
    ends with the unit where it has one; ``says`` is what it counts. Without a ``value`` there is none just now."""

    name: str
    says: str
    value: float | None
    _: KW_ONLY
    alarm: Alarm | None = None


Gauges = Callable[[Connection, Clock], Iterable[Gauge]]
