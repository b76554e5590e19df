"""Dependencies of handlers of every room: the database, the clock, the question bank, and the fields of a form.

Most are ``async`` although they wait for nothing, so that they run without a detour through the thread pool. The ones
that ask the database are plain functions, which take the request alone (``app.web.concurrency``).
"""

import re
import secrets
from datetime import UTC, date, datetime
from typing import Annotated, cast

from fastapi import Depends, Form, Path, Request
from starlette.datastructures import FormData

from app.identity.permissions import KEY, outside_of_exams
from app.identity.store.people import MOST_BREAKS, MOST_EXTRA
from app.web.concurrency import before
from engine.bank import Bank

CELL = re.compile(r"[0-9]{1,4}")
SEED = re.compile(r"[0-9]{1,18}")
ROW = re.compile(r"[1-9][0-9]{0,8}")
MOST_FIELDS = 2000
FIRST_YEAR, LAST_YEAR = 1900, 8999


class BadForm(ValueError):
    """A form that no page of ours sends."""


async def arrival(request: Request) -> datetime:
    """The time when the last byte of the request came, by the clock of exams, however long it has waited since."""
    return cast(datetime, request.state.arrived)


async def bank(request: Request) -> Bank:
    return cast(Bank, request.app.state.bank)


def typed_cells(form: FormData) -> dict[str, list[str]]:
    """The texts in the fields, per part, one per cell."""
    typed: dict[str, dict[int, str]] = {}
    for name, value in form.multi_items():
        kind, _, field = name.partition(".")
        part, _, place = field.rpartition(".")
        if isinstance(value, str) and kind in ("cell", "tick") and part and CELL.fullmatch(place):
            all_of_it = value if kind == "cell" else "\n".join(map(str, form.getlist(name)))
            typed.setdefault(part, {})[int(place)] = all_of_it
    return {name: [cells[n] for n in sorted(cells)] for name, cells in typed.items()}


def moment(text: str) -> datetime | None:
    """Reads a date and time from a form's field as UTC; None for an empty one. Raises BadForm, also for a year of
    another age."""
    if not text.strip():
        return None
    try:
        found = datetime.fromisoformat(text.strip())
        at = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadForm("moment") from error
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise BadForm("year")
    return at


def day(text: str) -> date | None:
    """Reads a day from a form's field; None for an empty one. Raises BadForm."""
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError as error:
        raise BadForm("day") from error


def number_in(text: str) -> int:
    """Reads the number of a row from a form's field. Raises BadForm."""
    if not ROW.fullmatch(text):
        raise BadForm("number")
    return int(text)


def one_line(text: str) -> str:
    """Returns a text that somebody typed as it is stored: on one line, without invisible characters."""
    seen = "".join(letter for letter in text if letter.isprintable() or letter.isspace())
    return " ".join(seen.split())


def new_key() -> str:
    """A key for a form that begins something: sent twice, it begins it once."""
    return secrets.token_urlsafe(16)


def key_of(text: str) -> str:
    """Checks the key of a form that begins something. Raises BadForm."""
    if not KEY.fullmatch(text):
        raise BadForm("key")
    return text


Number = Annotated[int, Path(ge=1, lt=2**31)]  # of a row
ExtraTime = Annotated[int, Form(ge=0, le=MOST_EXTRA)]
BreakMinutes = Annotated[int, Form(ge=0, le=MOST_BREAKS)]
OUTSIDE_OF_EXAMS = before(outside_of_exams)  # of routers whose pages help with an exam
ArrivedHere = Annotated[datetime, Depends(arrival)]
BankHere = Annotated[Bank, Depends(bank)]
