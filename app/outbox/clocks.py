"""The time zones that there are, by the names that browsers send; they are looked for once, in hundreds of files."""

from functools import cache
from zoneinfo import available_timezones


@cache
def zones() -> frozenset[str]:
    """Returns the names of all time zones."""
    return frozenset(available_timezones())


def known(zone: str) -> str:
    """Returns the name of a time zone, "" for one that there is not."""
    return zone if zone in zones() else ""
