"""Moments and TOML as programs send them."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field

from app.web.dependencies import FIRST_YEAR, LAST_YEAR

LONGEST = 60_000
NO_NUL = r"^[^\x00]*$"  # PostgreSQL takes no such letter
OUTSIDE = f"This lies before the year {FIRST_YEAR} or after {LAST_YEAR}."


def _in_utc(at: datetime) -> datetime:
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError(OUTSIDE)
    return at.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Toml = Annotated[str, Field(max_length=LONGEST, pattern=NO_NUL, description="TOML")]
