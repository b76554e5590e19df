"""The values in the file of a person, each within limits: names, points, times, texts and numbers."""

import json
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints

When = TypeVar("When", bound=date)  # a datetime is one, too
LONGEST_TEXT = 2**16  # letters typed into one cell
LONGEST_NUMBERS = 200_000  # letters that the parameters of a sheet take
MOST_SHEETS = 200_000
MOST_ANSWERS = 1_000  # of one sheet
MOST_CELLS = 4_000  # of one answer


class Shape(BaseModel):
    """A part of the file. A field that is not known is a fault, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _is_plain(value: Any) -> Any:
    """Raises ValueError where a database could not store it as JSON."""
    if len(json.dumps(value, allow_nan=False)) > LONGEST_NUMBERS:
        raise ValueError("are longer than those of any exercise")
    return value


def _in_our_time(when: When) -> When:
    if not 2000 <= when.year < 2200:
        raise ValueError("lies outside of our time")
    return when


Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{4,32}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[ A-Za-z0-9_-]{1,64}$")]
QuestionId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,60}$")]
Section = Annotated[str, StringConstraints(pattern=r"^[a-z0-9.]{1,8}$")]
Points = Annotated[str, StringConstraints(pattern=r"^\d{1,9}(/[1-9]\d{0,14})?$"), Field(max_length=40)]
Day = Annotated[date, AfterValidator(_in_our_time)]
Moment = Annotated[AwareDatetime, AfterValidator(_in_our_time)]
Short = Annotated[str, StringConstraints(max_length=120)]
Typed = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Parameters = Annotated[dict[str, Any], AfterValidator(_is_plain)]
