"""The check-up: all checks in their order, each with a time limit. One that breaks or takes too long ends none of the
others."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.commands.doctor.findings import Finding, unchecked
from app.commands.doctor.installation import Installation

Look = Callable[[Installation], Finding | None]


@dataclass(frozen=True, slots=True)
class Check:
    """``look`` returns None where there is nothing to be checked, and may take so many ``seconds``. It ``needs`` these
    variables to fit where they are set."""

    name: str
    look: Look
    seconds: float = 10.0
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A check, what it found, and the seconds that it took."""

    check: Check
    finding: Finding
    took: float


def every() -> Sequence[Check]:
    """All checks. They are imported here, so that other commands do not wait for what these need."""
    from app.commands.doctor import (
        clock,
        database,
        disk,
        installed,
        limits,
        optional,
        postgresql,
        printing,
        programs,
        providers,
        rights,
        settings,
        sqlite,
    )
    from app.commands.doctor.way import address, proxy

    modules = (
        settings, database, sqlite, postgresql, disk, rights, limits, clock, installed, programs, printing, optional,
        providers, address, proxy,
    )  # fmt: skip
    return [check for module in modules for check in module.CHECKS]


def examined(
    at: Installation, checks: Sequence[Check], begins: Callable[[Check], object] = lambda check: None
) -> Iterator[Checked]:
    """Yields what each check found as soon as it is known; ``begins`` hears of each before."""
    for check in checks:
        begins(check)
        began = time.monotonic()
        finding = _limited(check, at)
        if finding is not None:
            yield Checked(check, finding, time.monotonic() - began)


def _limited(check: Check, at: Installation) -> Finding | None:
    """Looks in a thread, which is left to itself when its time is over: it ends with the process."""
    unfit = [name for name in check.needs if name in at.wrong]
    if unfit:
        return unchecked(f"{' and '.join(unfit)} {'does' if len(unfit) == 1 else 'do'} not fit")
    found: list[Finding | None] = []

    def look() -> None:
        try:
            found.append(check.look(at))
        except Exception as error:
            found.append(unchecked(f"{type(error).__name__}: {error}".strip()[:300]))

    thread = threading.Thread(target=look, name=check.name, daemon=True)
    thread.start()
    thread.join(check.seconds)
    return found[0] if found else unchecked(f"it did not end within {check.seconds:g} seconds")
